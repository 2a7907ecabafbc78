/**
 * Writes a shard: inner chunks in C order, without those that hold nothing but the fill value, and the index. A shard
 * without inner chunks is not stored at all. It is assembled in one piece of memory, with each chunk encoded in its
 * final place.
 */

import type { Chunk } from "../../../model/grid/chunk.ts";
import { type ChunkStep, planChunks } from "../../../model/grid/chunk-plan.ts";
import { selectChunk } from "../../../model/lattice/copy.ts";
import { type AxisSelection, wholeSelection } from "../../../model/selection/axis-selection.ts";
import { allocate, roomForEncoded, type Scratch, scratchBuffer } from "../../pipeline/allocate.ts";
import { type ChunkPlace, chunkNumber, encodeIndex, indexOf, placeOf, type Shard, type ShardIndex } from "./shard.ts";

export function encodeShard(shard: Shard, chunk: Chunk, room?: Scratch): Uint8Array | undefined {
  return updateShard(shard, undefined, wholeSelection(shard.type.shape), chunk, room);
}

/** Re-encodes only the inner chunks that the selection touches; the others keep their bytes. */
export function updateShard(
  shard: Shard,
  old: Uint8Array | undefined,
  selection: readonly AxisSelection[],
  source: Chunk,
  room: Scratch = scratchBuffer(),
): Uint8Array | undefined {
  const steps = new Array<ChunkStep | undefined>(shard.chunkCount);
  for (const step of planChunks(shard.grid, selection)) steps[chunkNumber(shard, step.coords)] = step;
  const stored = old === undefined ? undefined : { object: old, index: indexOf(shard, old) };
  const object = growingObject(shard, room);
  const places = Array.from(steps, (step, number): ChunkPlace | undefined => {
    const chunk = storedChunk(shard, stored, number);
    if (step === undefined) return object.add(chunk);
    const view = selectChunk(source, step.target);
    return object.add(shard.inner.update(chunk, step.source, view, { dropFill: true, out: object.free() }));
  });
  return places.every((place) => place === undefined) ? undefined : object.end(places);
}

function storedChunk(
  shard: Shard,
  stored: { readonly object: Uint8Array; readonly index: ShardIndex } | undefined,
  number: number,
): Uint8Array | undefined {
  const place = stored === undefined ? undefined : placeOf(shard, stored.index, number);
  return place === undefined ? undefined : stored?.object.subarray(place.offset, place.offset + place.length);
}

/** A shard under construction. */
interface GrowingObject {
  /** Where the next chunk may be written. */
  free(): Uint8Array;
  /** Appends the bytes as the next chunk, and returns its place. */
  add(chunk: Uint8Array | undefined): ChunkPlace | undefined;
  /** The whole shard, with the index. */
  end(places: readonly (ChunkPlace | undefined)[]): Uint8Array;
}

function growingObject(shard: Shard, room: Scratch): GrowingObject {
  const { indexLength, indexLocation, chunkCount, inner } = shard;
  const { dataType, shape } = inner.type;
  const most = roomForEncoded(shape.reduce((product, length) => product * length, dataType.itemSize ?? 1));
  let { bytes } = room.lease(indexLength + chunkCount * most);
  let end = indexLocation === "start" ? indexLength : 0;
  const reach = (needed: number): void => {
    if (needed <= bytes.byteLength) return;
    const larger = allocate(Math.max(needed, 2 * bytes.byteLength));
    larger.set(bytes.subarray(0, end));
    bytes = larger;
  };
  return {
    free: () => bytes.subarray(end),
    add: (chunk) => {
      if (chunk === undefined) return undefined;
      const place = { offset: end, length: chunk.byteLength };
      // There is always room for the index after the last chunk.
      reach(end + chunk.byteLength + indexLength);
      const inPlace = chunk.buffer === bytes.buffer && chunk.byteOffset === bytes.byteOffset + end;
      if (!inPlace) bytes.set(chunk, end);
      end += chunk.byteLength;
      return place;
    },
    end: (places) => {
      bytes.set(encodeIndex(shard, places), indexLocation === "start" ? 0 : end);
      return bytes.subarray(0, indexLocation === "start" ? end : end + indexLength);
    },
  };
}
