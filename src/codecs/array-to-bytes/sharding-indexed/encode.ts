/**
 * Writing a shard: inner chunks in C order, those that hold nothing but the fill value left out, and the index. A shard
 * with no inner chunk left is not stored at all.
 */
import { type AxisSelection, wholeSelection } from "../../../model/axis-selection.ts";
import type { Chunk } from "../../../model/chunk.ts";
import { planChunks } from "../../../model/chunk-plan.ts";
import { selectChunk } from "../../../model/lattice-copy.ts";
import { allocate } from "../../allocate.ts";
import { chunkNumber, type Shard } from "./shard.ts";
import { type ChunkPlace, encodeIndex, indexOf, placeOf } from "./shard-index.ts";

export function encodeShard(shard: Shard, chunk: Chunk): Uint8Array | undefined {
  return updateShard(shard, undefined, wholeSelection(shard.type.shape), chunk);
}

/** Encodes anew only the inner chunks that the selection touches; the others keep their bytes. */
export function updateShard(
  shard: Shard,
  old: Uint8Array | undefined,
  selection: readonly AxisSelection[],
  source: Chunk,
): Uint8Array | undefined {
  const chunks = old === undefined ? new Array<Uint8Array | undefined>(shard.chunkCount) : storedChunks(shard, old);
  for (const step of planChunks(shard.grid, selection)) {
    const number = chunkNumber(shard, step.coords);
    const view = selectChunk(source, step.target);
    chunks[number] = shard.inner.update(chunks[number], step.source, view, { dropFill: true });
  }
  return joinShard(shard, chunks);
}

/** The bytes of each inner chunk, in C order. */
function storedChunks(shard: Shard, object: Uint8Array): (Uint8Array | undefined)[] {
  const index = indexOf(shard, object);
  return Array.from({ length: shard.chunkCount }, (_, number) => {
    const place = placeOf(shard, index, number);
    return place === undefined ? undefined : object.subarray(place.offset, place.offset + place.length);
  });
}

function joinShard(shard: Shard, chunks: readonly (Uint8Array | undefined)[]): Uint8Array | undefined {
  const start = shard.indexLocation === "start" ? shard.indexLength : 0;
  let end = start;
  const places = Array.from(chunks, (chunk): ChunkPlace | undefined => {
    if (chunk === undefined) return undefined;
    const place = { offset: end, length: chunk.byteLength };
    end += chunk.byteLength;
    return place;
  });
  if (places.every((place) => place === undefined)) return undefined;
  const object = allocate(end - start + shard.indexLength);
  chunks.forEach((chunk, number) => {
    if (chunk !== undefined) object.set(chunk, places[number]!.offset);
  });
  object.set(encodeIndex(shard, places), shard.indexLocation === "start" ? 0 : end);
  return object;
}
