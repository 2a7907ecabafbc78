/**
 * A shard and its index, which says where the inner chunks lie. Every place is checked before it is used.
 *
 * | chunk | chunk | ... | index |     or, with the index at the start,     | index | chunk | chunk | ... |
 *
 * The index is a uint64 array [chunks along each axis..., 2] of (offset, length), offsets from the start of the shard;
 * both are 2^64 - 1 for an inner chunk that is not stored. Chunks may lie in any order, with gaps.
 */
import { HyperslabError } from "../../../errors.ts";
import type { ChunkGrid } from "../../../model/grid/chunk-grid.ts";
import { chunkOf } from "../../../model/lattice/copy.ts";
import { wholeSelection } from "../../../model/selection/axis-selection.ts";
import type { ChunkType, Pipeline } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { driveMemory } from "../../pipeline/drive.ts";

export const ENTRY_BYTES = 16;
const NOWHERE = 0xffffffff;

export interface Shard {
  readonly type: ChunkType;
  readonly grid: ChunkGrid;
  /** Chunks along each axis. */
  readonly gridShape: readonly number[];
  readonly chunkCount: number;
  readonly inner: Pipeline;
  readonly index: Pipeline;
  /** Of the encoded index, in bytes. */
  readonly indexLength: number;
  readonly indexLocation: "start" | "end";
}

/** Position of an inner chunk in the index. */
export function chunkNumber(shard: Shard, coords: readonly number[]): number {
  return coords.reduce((number, coord, axis) => number * shard.gridShape[axis]! + coord, 0);
}

/** Offset and length of an inner chunk in its shard. */
export interface ChunkPlace {
  readonly offset: number;
  readonly length: number;
}

/** The decoded index: 16 bytes per chunk, little-endian. */
export interface ShardIndex {
  readonly entries: Uint8Array;
  /** Length of the shard object, if it was read whole. */
  readonly size: number | undefined;
}

/** Decodes and verifies an index from the bytes read for it. */
export function decodeIndex(shard: Shard, bytes: Uint8Array, size: number | undefined): ShardIndex {
  if (bytes.byteLength !== shard.indexLength) throw tooSmall(shard, bytes.byteLength);
  const { dataType, shape } = shard.index.type;
  const entries = allocate(shard.chunkCount * ENTRY_BYTES);
  const target = chunkOf(dataType, shape, entries);
  driveMemory(shard.index.decode(wholeSelection(shape), target), bytes);
  return { entries, size };
}

/** The index of a shard in memory. */
export function indexOf(shard: Shard, object: Uint8Array): ShardIndex {
  const { byteLength } = object;
  if (byteLength < shard.indexLength) throw tooSmall(shard, byteLength);
  const start = shard.indexLocation === "start" ? 0 : byteLength - shard.indexLength;
  return decodeIndex(shard, object.subarray(start, start + shard.indexLength), byteLength);
}

function tooSmall(shard: Shard, found: number): HyperslabError {
  const what = `the shard ends after ${found} bytes, but its index alone takes ${shard.indexLength}`;
  return new HyperslabError("invalid-data", what);
}

/** Where chunk `number` lies; `undefined` if it is not stored. */
export function placeOf(shard: Shard, index: ShardIndex, number: number): ChunkPlace | undefined {
  const view = new DataView(index.entries.buffer, index.entries.byteOffset + number * ENTRY_BYTES, ENTRY_BYTES);
  const offsetLow = view.getUint32(0, true);
  const offsetHigh = view.getUint32(4, true);
  const lengthLow = view.getUint32(8, true);
  const lengthHigh = view.getUint32(12, true);
  const absent = offsetLow === NOWHERE && offsetHigh === NOWHERE && lengthLow === NOWHERE && lengthHigh === NOWHERE;
  if (absent) return undefined;
  const offset = offsetLow + offsetHigh * 2 ** 32;
  const length = lengthLow + lengthHigh * 2 ** 32;
  const end = offset + length;
  const first = shard.indexLocation === "start" ? shard.indexLength : 0;
  const last = endOfChunks(shard, index.size);
  if (!Number.isSafeInteger(end) || offset < first || end > last) {
    const bounds = last === Number.POSITIVE_INFINITY ? `from ${first} on` : `from ${first} to ${last}`;
    const found = `at ${view.getBigUint64(0, true)} with ${view.getBigUint64(8, true)} bytes`;
    const what = `the index places inner chunk ${number} ${found}; chunks may lie ${bounds}`;
    throw new HyperslabError("invalid-data", what);
  }
  checkChunkLength(shard, number, length);
  return { offset, length };
}

function endOfChunks(shard: Shard, size: number | undefined): number {
  if (size === undefined) return Number.POSITIVE_INFINITY;
  return shard.indexLocation === "end" ? size - shard.indexLength : size;
}

function checkChunkLength(shard: Shard, number: number, length: number): void {
  const expected = shard.inner.encodedLength;
  if (expected === undefined || expected === length) return;
  const what = `the index gives inner chunk ${number} a length of ${length} bytes, but it has ${expected}`;
  throw new HyperslabError("invalid-data", what);
}

/** Encodes the index of these chunks, in C order; `undefined` stands for one that is not stored. */
export function encodeIndex(shard: Shard, places: readonly (ChunkPlace | undefined)[]): Uint8Array {
  const entries = allocate(shard.chunkCount * ENTRY_BYTES).fill(255);
  const view = new DataView(entries.buffer);
  places.forEach((place, number) => {
    if (place === undefined) return;
    view.setBigUint64(number * ENTRY_BYTES, BigInt(place.offset), true);
    view.setBigUint64(number * ENTRY_BYTES + 8, BigInt(place.length), true);
  });
  const { dataType, shape } = shard.index.type;
  const encoded = shard.index.encode(chunkOf(dataType, shape, entries));
  if (encoded === undefined) throw new HyperslabError("invalid-data", "the index codecs store nothing");
  return encoded;
}
