/** Compares the target with the source, and describes how they differ. */
import { jsonEquals } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { ArrayHandle } from "../../dataset/array/array-handle.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { type Item, sameElement } from "../../model/values/fill-value.ts";

/** The target differs from the source: in one chunk or, without coordinates, as a whole. */
export function notAsWritten(target: ArrayHandle, coords: readonly number[] | undefined): unknown {
  const error = new HyperslabError("invalid-data", "the copy does not read back the same as the source", {
    hint: "The target stays marked as unfinished. Either the source has changed during the copy, or the store or a lossy codec has altered the values. For a lossy codec pass verify: false (--no-verify).",
  });
  return coords === undefined
    ? atPlace(error, { location: target.hierarchy.store.location, node: target.node.path })
    : atChunk(error, target, coords);
}

/** Data left by an earlier run does not match the source: resuming would mix two states of it. */
export function notOfSource(target: ArrayHandle, coords: readonly number[]): unknown {
  const error = new HyperslabError("exists", "the target differs from the source", {
    hint: "The source has changed since the copy was interrupted, or something else was written to the target. Copy to another place, or pass overwrite: true (--overwrite) instead of resume to copy everything again.",
  });
  return atChunk(error, target, coords);
}

function atChunk(error: HyperslabError, target: ArrayHandle, coords: readonly number[]): unknown {
  const { hierarchy, node, access } = target;
  return atPlace(error, {
    location: hierarchy.store.location,
    node: node.path,
    key: access.key(coords),
    chunk: coords,
  });
}

export function equalChunks(a: Chunk, b: Chunk): boolean {
  if (a.bytes !== undefined && b.bytes !== undefined) return equalBytes(a.bytes, b.bytes);
  const others = b.items ?? [];
  return (a.items ?? []).every((item, index) => sameItem(item, others[index]!));
}

/** JSON values are compared by meaning, because the codec json2 sorts members. */
export function sameItem(a: Item, b: Item): boolean {
  return isJson(a) && isJson(b) ? jsonEquals(a, b) : sameElement(a, b);
}

function isJson(item: Item): item is JsonNode {
  return typeof item !== "string" && !(item instanceof Uint8Array);
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteLength !== b.byteLength) return false;
  for (let index = 0; index < a.byteLength; index++) if (a[index] !== b[index]) return false;
  return true;
}
