/**
 * Checks whether the targets of a set exist, are long enough, and are unchanged. Each target is queried once. With
 * `values`, every chunk is also read and decoded.
 */

import { forEachBounded } from "../../bytes/concurrency.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { isRelative } from "../../dataset/open/sources.ts";
import { type OnProgress, progressMeter } from "../../dataset/transfer.ts";
import { openNode } from "../../dataset/tree/group.ts";
import { isHyperslabError } from "../../errors.ts";
import type { OpenSource } from "../../formats/format.ts";
import type { ReferenceSet, TargetFacts } from "../../model/virtual/reference-set.ts";
import { asSelection, selectionBlocks } from "../export/blocks.ts";
import {
  arraysOf,
  hierarchyOf,
  type LoadedReferences,
  loadReferences,
  type ReferenceOptions,
} from "./loaded-references.ts";
import { VERIFY } from "./option-names.ts";
import { changedSet, type SaveReferencesOptions, saveSet, withUrl } from "./save-references.ts";
import { urlMover } from "./target-url.ts";

/** Options of `verifyReferences`. */
export interface VerifyReferencesOptions extends ReferenceOptions, Omit<SaveReferencesOptions, "relative"> {
  /** If true, also read and decode every chunk. */
  readonly values?: boolean | undefined;
  /** Save the set to this file, with the current sizes and versions of its targets. Reads then refuse any others. */
  readonly record?: string | undefined;
  /** Called with the state of the work. */
  readonly onProgress?: OnProgress | undefined;
}

/** A problem of a set. */
export interface ReferenceFault {
  /** The target, if it concerns one. */
  readonly url?: string;
  /** A key that it concerns. */
  readonly key?: string;
  /** What is wrong. */
  readonly problem: string;
}

/** What `verifyReferences` found. */
export interface VerifyReferencesReport {
  /** Where the set is. */
  readonly location: string;
  /** True if nothing is wrong. */
  readonly ok: boolean;
  /** The number of targets queried. */
  readonly targets: number;
  /** The number of references to them. */
  readonly references: number;
  /** Targets whose size or version is recorded in the set and was compared. */
  readonly compared: number;
  /** Blocks of values that were decoded. */
  readonly decoded: number;
  /** What is wrong. */
  readonly faults: readonly ReferenceFault[];
  /** Where the set with the findings was saved. */
  readonly recorded?: string;
}

/** Concurrent requests, if the store does not specify it. */
const CONCURRENCY = 16;

interface Need {
  references: number;
  /** The end of the last referenced part. */
  end: number;
  /** A key that requires that end. */
  key: string;
}

/** Queries every target of a set. */
export async function verifyReferences(
  input: AddressInput,
  options: VerifyReferencesOptions = {},
): Promise<VerifyReferencesReport> {
  if (hasUnknown(options, VERIFY)) return refuseUnknown("verifyReferences", options, VERIFY);
  const { signal, onProgress } = options;
  const loaded = await loadReferences(input, options);
  const { set, store, openSource } = loaded;
  const faults: ReferenceFault[] = [...set.problems].map(([key, { message }]) => ({ key, problem: message }));
  const needs = needsOf(set);
  const found = new Map<string, TargetFacts>();
  let compared = 0;
  const meter = progressMeter("verify", needs.size, onProgress);
  await forEachBounded(needs, store.concurrency ?? CONCURRENCY, async ([url, need]) => {
    const recorded = set.targets.get(url);
    if (recorded !== undefined) compared += 1;
    const facts = await factsOf(openSource, url, need, recorded, signal);
    if (typeof facts === "string") faults.push({ url, key: need.key, problem: facts });
    else found.set(url, facts);
    meter.step(0);
  });
  meter.end();
  const decoded = options.values === true && faults.length === 0 ? await decodeAll(loaded, faults, options) : 0;
  let references = 0;
  for (const need of needs.values()) references += need.references;
  const ok = faults.length === 0;
  const report = { location: store.location, ok, targets: needs.size, references, compared, decoded, faults };
  if (options.record === undefined || !ok) return report;
  await saveRecorded(loaded, found, options.record, options);
  return { ...report, recorded: options.record };
}

function needsOf({ table }: ReferenceSet): ReadonlyMap<string, Need> {
  const needs = new Map<string, Need>();
  for (const [key, reference] of table.entries()) {
    if (reference.kind === "inline") continue;
    const end = reference.kind === "whole" ? 0 : reference.offset + reference.length;
    const need = needs.get(reference.url);
    if (need === undefined) needs.set(reference.url, { references: 1, end, key });
    else {
      need.references += 1;
      if (end > need.end) Object.assign(need, { end, key });
    }
  }
  return needs;
}

/** The size and version of a target, or what is wrong with it. */
async function factsOf(
  openSource: OpenSource,
  url: string,
  { end }: Need,
  recorded: TargetFacts | undefined,
  signal: AbortSignal | undefined,
): Promise<TargetFacts | string> {
  try {
    const source = await openSource(url, { signal });
    const size =
      source.size === undefined
        ? (await source.read(undefined, { signal }))?.byteLength
        : await source.size({ signal });
    if (size === undefined) return "does not exist";
    if (size < end) return `has ${size} bytes, and references lead to byte ${end}`;
    if (recorded?.size !== undefined && recorded.size !== size) return `has ${size} bytes, and had ${recorded.size}`;
    // Times of local files change when they are copied; a version on a server identifies the bytes.
    const validator = source.path === undefined ? await source.validator?.({ signal }) : undefined;
    if (recorded?.validator !== undefined && validator !== undefined && recorded.validator !== validator) {
      return `has the version ${validator}, and had ${recorded.validator}`;
    }
    return { size, ...(validator === undefined ? {} : { validator }) };
  } catch (error) {
    if (!isHyperslabError(error) || signal?.aborted === true) throw error;
    return error.message;
  }
}

async function decodeAll(
  loaded: LoadedReferences,
  faults: ReferenceFault[],
  { signal }: VerifyReferencesOptions,
): Promise<number> {
  const hierarchy = await hierarchyOf(loaded, signal);
  let decoded = 0;
  for (const node of (await arraysOf(hierarchy, signal)).values()) {
    const array = openNode(hierarchy, node);
    if (!(array instanceof NdArray)) continue;
    for (const { indices } of selectionBlocks(array, undefined).blocks) {
      try {
        await array.read(asSelection(indices), { signal });
        decoded += 1;
      } catch (error) {
        if (!isHyperslabError(error)) throw error;
        faults.push({ key: error.place.key ?? node.path, problem: error.message });
      }
    }
  }
  return decoded;
}

async function saveRecorded(
  loaded: LoadedReferences,
  found: ReadonlyMap<string, TargetFacts>,
  output: string,
  options: SaveReferencesOptions,
): Promise<void> {
  const move = urlMover(loaded, output);
  const set = changedSet(loaded.set, (key, reference) => [key, withUrl(reference, move)]);
  set.targets.clear();
  for (const [url, facts] of found) set.targets.set(isRelative(url) ? move(url) : url, facts);
  await saveSet(set, output, options, loaded.notes);
}
