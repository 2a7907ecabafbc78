/** `unpackObjects`: unpacks a file or directory of objects to lines of text, a JSON list, or files. */

import { jsonNull, jsonString } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { printJson } from "../../../bytes/json/print.ts";
import { checkChoice, hasUnknown, refuseUnknown } from "../../../bytes/known-options.ts";
import { ownMember } from "../../../bytes/own-member.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import type { NdArray } from "../../../dataset/array/nd-array.ts";
import { type AddressInput, openStore } from "../../../dataset/open/address.ts";
import { openArray } from "../../../dataset/open/open.ts";
import type { OnProgress } from "../../../dataset/transfer.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import type { StoreSettings } from "../../../stores/location/settings.ts";
import { UNPACK_OBJECTS } from "../../option-names.ts";
import { openOutput } from "../places.ts";
import { type ObjectBatch, objectBatches } from "./object-batches.ts";
import { OBJECT_SOURCES, type ObjectSourceKind } from "./object-options.ts";
import { NAMES } from "./object-sources.ts";

/** Options of `unpackObjects`. */
export interface UnpackObjectsOptions {
  /**
   * Default: strings to `lines`, values to `json`, bytes to `files`. `files` gets the stored bytes, even if they are
   * not the strings or values that the metadata claims.
   */
  readonly as?: ObjectSourceKind | undefined;
  /** Replace existing output. Otherwise it is an `exists` error. */
  readonly overwrite?: boolean | undefined;
  /** Recover what is possible, and report what is lost: an empty line, `null` or a missing file replaces a lost object. */
  readonly salvage?: boolean | undefined;
  /** How to reach the store at an address. */
  readonly store?: StoreSettings | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress, at most ten times per second and once at the end. */
  readonly onProgress?: OnProgress | undefined;
}

/** An object that could not be read. */
export interface LostObject {
  /** Its index. */
  readonly object: number;
  /** Why it could not be read. */
  readonly reason: string;
}

/** What `unpackObjects` did. */
export interface UnpackObjectsReport {
  /** Objects that were written. */
  readonly objects: number;
  /** The form in which they were written. */
  readonly as: ObjectSourceKind;
  /** Objects that could not be read, if `salvage` is set. */
  readonly lost: readonly LostObject[];
}

const NATURAL: Readonly<Record<string, ObjectSourceKind>> = { string: "lines", object: "json", bytes: "files" };

/** Writes the objects to a file, or to files in a directory for `files`; it must not exist unless `overwrite` is set. */
export async function unpackObjects(
  input: AddressInput,
  output: string,
  options: UnpackObjectsOptions = {},
): Promise<UnpackObjectsReport> {
  if (hasUnknown(options, UNPACK_OBJECTS)) return refuseUnknown("unpackObjects", options, UNPACK_OBJECTS);
  const { store, signal } = options;
  checkChoice("the form of objects", options.as, OBJECT_SOURCES);
  const array = await openArray(input, { store, signal, format: "bloscpack" });
  const natural = ownMember(NATURAL, array.dtype);
  if (natural === undefined || array.shape.length !== 1) {
    throw new HyperslabError("invalid-request", "this is not a list of variable-length objects", {
      location: array.hierarchy.store.location,
    });
  }
  const as = options.as ?? natural;
  const lost: LostObject[] = [];
  const lose = options.salvage === true ? (object: number, reason: string) => lost.push({ object, reason }) : undefined;
  const batches = objectBatches(array, { signal, onProgress: options.onProgress, raw: as === "files", lose });
  if (as === "files") await toFiles(array, batches, output, options);
  else await toText(batches, output, as, options);
  return { objects: array.shape[0]!, as, lost };
}

async function toText(
  batches: AsyncIterable<ObjectBatch>,
  output: string,
  as: "lines" | "json",
  options: UnpackObjectsOptions,
): Promise<void> {
  const file = await openOutput(output, options);
  try {
    let at = 0;
    let count = 0;
    const put = async (text: string): Promise<void> => {
      const bytes = encodeUtf8(text);
      await file.target.write(at, [bytes]);
      at += bytes.byteLength;
    };
    if (as === "json") await put("[");
    for await (const { first, items } of batches) {
      const texts = items.map((item, i) => (as === "lines" ? lineOf(item, first + i) : jsonOf(item, first + i)));
      await put(texts.join(""));
      count += items.length;
    }
    if (as === "json") await put(count === 0 ? "]\n" : "\n]\n");
    await file.finish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

function lineOf(item: Item | undefined, index: number): string {
  if (item === undefined) return "\n";
  const text = item instanceof Uint8Array ? undefined : typeof item === "string" ? item : print(item);
  if (text !== undefined && !text.includes("\n")) return `${text}\n`;
  const why = text === undefined ? "is bytes" : "has a line break";
  throw new HyperslabError("invalid-request", `object ${index} ${why}, and cannot be a line`, {
    hint: "Unpack to json or files instead.",
  });
}

function jsonOf(item: Item | undefined, index: number): string {
  if (item instanceof Uint8Array) {
    throw new HyperslabError("invalid-request", `object ${index} is bytes, not a JSON value`, {
      hint: "Unpack to files instead.",
    });
  }
  const node = item === undefined ? jsonNull() : typeof item === "string" ? jsonString(item) : item;
  return `${index === 0 ? "\n" : ",\n"}${print(node)}`;
}

function print(node: JsonNode): string {
  return printJson(node, "compact");
}

/** Files get the names that they had before packing, else numbers. On failure, no new file is left. */
async function toFiles(
  array: NdArray,
  batches: AsyncIterable<ObjectBatch>,
  output: string,
  options: UnpackObjectsOptions,
): Promise<void> {
  const names = namesOf(array);
  const store = await openStore(output);
  const listing = await store.listDirectory?.("");
  const wasEmpty = listing !== undefined && listing.keys.length + listing.prefixes.length === 0;
  const made: string[] = [];
  try {
    for await (const { first, items } of batches) {
      for (const [i, item] of items.entries()) {
        if (item === undefined) continue;
        const name = names?.[first + i] ?? String(first + i).padStart(String(array.shape[0]! - 1).length, "0");
        const isThere = (await store.get(name, { range: { offset: 0, length: 0 } })) !== undefined;
        if (isThere && options.overwrite !== true) {
          throw new HyperslabError("exists", "there is a file already", {
            location: store.location,
            key: name,
            hint: "Choose another directory, or pass overwrite: true (--force) to replace it.",
          });
        }
        if (!isThere) made.push(name);
        await store.set?.(name, bytesOf(item));
      }
    }
  } catch (error) {
    if (wasEmpty) await store.deletePrefix?.("");
    else for (const name of made) await store.delete?.(name);
    throw error;
  } finally {
    await store.close?.();
  }
}

function bytesOf(item: Item): Uint8Array {
  if (item instanceof Uint8Array) return item;
  return encodeUtf8(typeof item === "string" ? item : print(item));
}

/** Names of files, none of which leads out of the directory. */
function namesOf(array: NdArray): readonly string[] | undefined {
  const names = array.attributes[NAMES];
  if (!Array.isArray(names) || names.length !== array.shape[0]) return undefined;
  const texts = names.filter((name): name is string => typeof name === "string");
  const bad = texts.find((name) => name.split("/").some((part) => /^\.{0,2}$/.test(part) || /[\0\\]/.test(part)));
  if (bad !== undefined || texts.length !== names.length || new Set(texts).size !== texts.length) {
    const what =
      bad === undefined ? "the names are not distinct strings" : `${JSON.stringify(bad)} is not a valid name of a file`;
    throw new HyperslabError("invalid-data", what, { location: array.hierarchy.store.location, field: NAMES });
  }
  return texts;
}
