/** All references of a Parquet set at once, for operations that visit each of them: conversion, listing, checks. */

import { printJsonBytes } from "../../../bytes/json/print.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { HyperslabError, isHyperslabError } from "../../../errors.ts";
import type { KeyBytes } from "../../../model/virtual/chunk-key.ts";
import type { Reference } from "../../../model/virtual/reference.ts";
import { ReferenceSet } from "../../../model/virtual/reference-set.ts";
import type { Store, StoreOptions } from "../../../stores/store.ts";
import { getDocument } from "../../documents/document.ts";
import { joinPath } from "../../documents/node-path.ts";
import type { DecompressBytes } from "../../format.ts";
import { NO_NOTES } from "../../notes.ts";
import { decompressor } from "./decompressor.ts";
import { type RecordFiles, recordFiles } from "./record-files.ts";
import { chunkKey, type RecordLayout } from "./record-layout.ts";
import { readSetDocument, SET_DOCUMENT, type SetDocument } from "./set-document.ts";

export interface ReadAllOptions extends StoreOptions {
  /** The path of the set in the store; default: its root. */
  readonly path?: string | undefined;
  readonly decompress: DecompressBytes;
}

/** A set in a store, and its files. */
export interface StoredSet {
  readonly set: SetDocument;
  readonly files: RecordFiles;
}

/** Returns undefined if there is no Parquet set. */
export async function openStoredSet(store: Store, options: ReadAllOptions): Promise<StoredSet | undefined> {
  const { path = "", signal } = options;
  const view = await getDocument(store, joinPath(path, SET_DOCUMENT), NO_NOTES, { signal });
  const set = typeof view === "string" ? undefined : readSetDocument(view);
  if (set === undefined) return undefined;
  return { set, files: storedFiles(store, set, options) };
}

/** The files of a set as they are now. Each is read once. */
export function storedFiles(
  store: Store,
  { recordSize }: Pick<SetDocument, "recordSize">,
  { path = "", decompress }: ReadAllOptions,
): RecordFiles {
  return recordFiles({ store, path, recordSize, decompress: decompressor(decompress) });
}

export async function readParquetReferences(store: Store, options: ReadAllOptions): Promise<ReferenceSet | undefined> {
  const found = await openStoredSet(store, options);
  if (found === undefined) return undefined;
  const { set, files } = found;
  const all = new ReferenceSet();
  for (const [key, document] of set.stored) {
    all.table.addInline(keyBytes(key), printJsonBytes(document, "compact", { nonFinite: "token" }));
  }
  for (const [url, facts] of set.targets) all.targets.set(url, facts);
  for (const layout of set.arrays.values()) await addArray(all, layout, set.recordSize, files, options);
  return all;
}

async function addArray(
  all: ReferenceSet,
  layout: RecordLayout,
  recordSize: number,
  files: RecordFiles,
  { signal }: ReadAllOptions,
): Promise<void> {
  for (let start = 0; start < layout.count; start += recordSize) {
    const record = await files.record(layout, start / recordSize, { signal });
    if (record === undefined) continue;
    const rows = Math.min(recordSize, layout.count - start);
    if (rows > record.rowCount) {
      throw new HyperslabError(
        "invalid-data",
        `a file of references of /${layout.path} has ${record.rowCount} rows, not ${rows}`,
      );
    }
    for (let row = 0; row < rows; row++) addRow(all, keyBytes(chunkKey(layout, start + row)), () => record.find(row));
  }
}

function addRow(all: ReferenceSet, key: KeyBytes, find: () => Reference | undefined): void {
  try {
    const reference = find();
    if (reference?.kind === "inline") all.table.addInline(key, reference.bytes);
    else if (reference?.kind === "whole") all.table.addWhole(key, all.table.url(reference.url));
    else if (reference !== undefined) {
      all.table.addRange(key, all.table.url(reference.url), reference.offset, reference.length);
    }
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    all.addProblem(key, error);
  }
}

function keyBytes(key: string): KeyBytes {
  const bytes = encodeUtf8(key);
  return { bytes, from: 0, to: bytes.byteLength };
}
