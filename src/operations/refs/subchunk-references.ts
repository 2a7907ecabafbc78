/**
 * Splits the chunks of an array whose bytes are stored uncompressed: each chunk is cut along its slowest dimension, so
 * that every part is a range of the same file. Anything that transforms the bytes (a compressor, a filter, a
 * transposition) rules that out, and so does a chunk whose length differs from that of its elements.
 */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { HyperslabError } from "../../errors.ts";
import { chunkTail } from "../../formats/documents/chunk-access.ts";
import { joinPath } from "../../formats/documents/node-path.ts";
import type { ArrayNode } from "../../model/node.ts";
import type { Reference } from "../../model/virtual/reference.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { changeDocument } from "./changed-document.ts";
import { arraysOf, hierarchyOf, loadReferences } from "./loaded-references.ts";
import { SUBCHUNK } from "./option-names.ts";
import { changedSet, type SavedReferences, type SaveReferencesOptions, saveSet, withUrl } from "./save-references.ts";
import { urlMover } from "./target-url.ts";

/** Options of `subchunkReferences`. */
export interface SubchunkReferencesOptions extends SaveReferencesOptions {
  /** The path of the array. */
  readonly array: string;
  /** The number of parts into which each chunk is split, along its first dimension that is longer than 1. */
  readonly factor: number;
}

/** Writes the set with smaller chunks of one array. */
export async function subchunkReferences(
  input: AddressInput,
  output: string,
  options: SubchunkReferencesOptions,
): Promise<SavedReferences & { readonly chunks: readonly number[] }> {
  if (hasUnknown(options, SUBCHUNK)) return refuseUnknown("subchunkReferences", options, SUBCHUNK);
  const { array: path, factor, ...saving } = options;
  const loaded = await loadReferences(input, options);
  const arrays = await arraysOf(await hierarchyOf(loaded, options.signal), options.signal);
  const array = arrays.get(path);
  if (array === undefined) {
    throw new HyperslabError("not-found", `the set has no array ${JSON.stringify(path)}`, {
      location: loaded.store.location,
      hint: `Its arrays are ${[...arrays.keys()].join(", ")}.`,
    });
  }
  const { axis, chunks } = newChunks(array, factor);
  const move = urlMover(loaded, output);
  const set = subchunked(loaded.set, array, { axis, chunks, factor }, (one) => withUrl(one, move));
  for (const [url, facts] of loaded.set.targets) set.targets.set(move(url), facts);
  changeDocument(set, path, { chunks });
  return { ...(await saveSet(set, output, saving, loaded.notes)), chunks };
}

interface Cut {
  readonly axis: number;
  readonly chunks: readonly number[];
  readonly factor: number;
}

/** The chunk lengths of an array, which must be the same everywhere. */
export function chunkLengths({ grid, path }: ArrayNode): readonly number[] {
  return grid.map((dimension) => {
    if (dimension.kind === "fixed") return dimension.size;
    throw new HyperslabError("unsupported", "the chunks of the array have various lengths", { node: path });
  });
}

function newChunks(array: ArrayNode, factor: number): { readonly axis: number; readonly chunks: readonly number[] } {
  const { path, codecs, dataType } = array;
  const refuse = (what: string, hint?: string): never => {
    throw new HyperslabError("invalid-request", `the chunks of ${JSON.stringify(path)} cannot be cut: ${what}`, {
      node: path,
      ...(hint !== undefined && { hint }),
    });
  };
  const other = codecs.find(({ name }) => name !== "bytes");
  if (other !== undefined)
    refuse(`the codec ${other.name} changes their bytes`, "Copy the array with smaller chunks instead.");
  if (dataType.itemSize === undefined) refuse("its elements have various lengths");
  const lengths = chunkLengths(array);
  const axis = lengths.findIndex((length) => length > 1);
  if (!Number.isInteger(factor) || factor < 2) refuse(`${factor} is not a number of parts`);
  if (axis < 0 || lengths[axis]! % factor !== 0) {
    const dims = lengths.join(" x ");
    refuse(`chunks of ${dims} have no first dimension that is a multiple of ${factor}`);
  }
  return { axis, chunks: lengths.map((length, at) => (at === axis ? length / factor : length)) };
}

function subchunked(
  given: ReferenceSet,
  array: ArrayNode,
  cut: Cut,
  place: (reference: Reference) => Reference,
): ReferenceSet {
  const { path, chunkKeys, shape, dataType } = array;
  const bytes = chunkLengths(array).reduce((product, length) => product * length, dataType.itemSize ?? 0);
  const counts = shape.map((length, at) => Math.ceil(length / cut.chunks[at]!));
  const coordsOf = chunkReader(array);
  const set = changedSet(given, (key, reference) => {
    return coordsOf(key) === undefined ? [key, place(reference)] : undefined;
  });
  set.targets.clear();
  for (const [key, reference] of given.table.entries()) {
    const coords = coordsOf(key);
    if (coords === undefined) continue;
    const length =
      reference.kind === "inline" ? reference.bytes.byteLength : reference.kind === "range" ? reference.length : bytes;
    if (length !== bytes) {
      throw new HyperslabError("invalid-data", `the chunk has ${length} bytes, and its elements take ${bytes}`, {
        key,
      });
    }
    for (let part = 0; part < cut.factor; part++) {
      const at = coords.map((coord, axis) => (axis === cut.axis ? coord * cut.factor + part : coord));
      if (at.some((coord, axis) => coord >= counts[axis]!)) continue;
      set.table.add(joinPath(path, chunkTail(chunkKeys, at)), partOf(place(reference), bytes, part, cut.factor));
    }
  }
  return set;
}

function partOf(reference: Reference, bytes: number, part: number, factor: number): Reference {
  const length = bytes / factor;
  const start = part * length;
  if (reference.kind === "inline") return { kind: "inline", bytes: reference.bytes.subarray(start, start + length) };
  const offset = (reference.kind === "range" ? reference.offset : 0) + start;
  return { kind: "range", url: reference.url, offset, length };
}

/** The coordinates of a chunk of the array by its key; undefined for other keys. */
export function chunkReader({ path, chunkKeys, shape }: ArrayNode): (key: string) => readonly number[] | undefined {
  const start = path === "" ? "" : `${path}/`;
  return (key) => {
    if (!key.startsWith(start)) return undefined;
    const numbers = (key.slice(start.length).match(/[0-9]+/g) ?? []).map(Number);
    const coords = shape.length === 0 ? [] : numbers.slice(-shape.length);
    return coords.length === shape.length && joinPath(path, chunkTail(chunkKeys, coords)) === key ? coords : undefined;
  };
}
