/**
 * The framing of numcodecs' variable-length codecs: a uint32 count, then for each element in C order a uint32 length
 * and so many bytes. All little-endian.
 */
import { HyperslabError } from "../../errors.ts";
import type { VariableDataType } from "../../model/data-types/data-type.ts";
import type { Chunk, VariableChunk } from "../../model/grid/chunk.ts";
import { copyItems } from "../../model/lattice/copy.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import type { Item } from "../../model/values/fill-value.ts";
import type { BoundArrayToBytes, ChunkType } from "../codec.ts";
import { lazyLimits } from "../lazy-limits.ts";
import { allocate } from "../pipeline/allocate.ts";

const LENGTH_BYTES = 4;
const MAX_LENGTH = 2 ** 32 - 1;

/** Elements to and from their bytes. */
export interface ItemCodec {
  /** How many bytes an element takes, and its bytes, written at an index. */
  length(item: Item): number;
  write(item: Item, length: number, out: Uint8Array, at: number): void;
  /** For one chunk: the element in the bytes from `start` to `end`, of which it must not keep any. */
  reader(bytes: Uint8Array): (start: number, end: number) => Item;
}

export function bindItems(dataType: VariableDataType, type: ChunkType, codec: ItemCodec): BoundArrayToBytes {
  const { shape } = type;
  const layout = contiguous(shape);
  const count = shape.reduce((product, length) => product * length, 1);
  return {
    encodedLength: undefined,
    encode: (chunk) => joinItems(itemsInOrder(chunk, count), codec),
    decode: (bytes): VariableChunk => ({ dataType, shape, layout, items: splitItems(bytes, count, codec) }),
  };

  function itemsInOrder(chunk: Chunk, length: number): Item[] {
    if (chunk.items === undefined) {
      throw new HyperslabError("invalid-request", `elements of type ${chunk.dataType.name} are of fixed size`);
    }
    const items = new Array<Item>(length);
    copyItems(chunk.items, chunk.layout, items, layout);
    return items;
  }
}

function joinItems(items: readonly Item[], codec: ItemCodec): Uint8Array {
  const { length: count } = items;
  const lengths = new Float64Array(count);
  let total = LENGTH_BYTES;
  for (let index = 0; index < count; index++) {
    const length = codec.length(items[index]!);
    if (length > MAX_LENGTH) {
      throw new HyperslabError("invalid-request", `an element of ${length} bytes is longer than 2^32 - 1`);
    }
    lengths[index] = length;
    total += LENGTH_BYTES + length;
  }
  const bytes = allocate(total);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, count, true);
  let at = LENGTH_BYTES;
  for (let index = 0; index < count; index++) {
    const length = lengths[index]!;
    view.setUint32(at, length, true);
    codec.write(items[index]!, length, bytes, at + LENGTH_BYTES);
    at += LENGTH_BYTES + length;
  }
  return bytes;
}

function splitItems(bytes: Uint8Array, count: number, codec: ItemCodec): Item[] {
  const end = bytes.byteLength;
  // The count is compared before anything is allocated for it: each element takes its length at least.
  if (end < LENGTH_BYTES * (count + 1)) throw tooShort(end, LENGTH_BYTES * (count + 1));
  const view = new DataView(bytes.buffer, bytes.byteOffset, end);
  const stored = view.getUint32(0, true);
  if (stored !== count) {
    throw new HyperslabError("invalid-data", `${stored} elements are stored, the chunk has ${count}`);
  }
  const items = new Array<Item>(count);
  const read = codec.reader(bytes);
  let at = LENGTH_BYTES;
  for (let index = 0; index < count; index++) {
    if (at + LENGTH_BYTES > end) throw tooShort(end, at + LENGTH_BYTES);
    const start = at + LENGTH_BYTES;
    at = start + view.getUint32(at, true);
    if (at > end) throw tooShort(end, at);
    items[index] = read(start, at);
  }
  if (at === end) return items;
  throw new HyperslabError("invalid-data", `${end - at} bytes follow the last element`);
}

function tooShort(found: number, needed: number): HyperslabError {
  return new HyperslabError("invalid-data", `the elements end after ${found} bytes, at least ${needed} are needed`);
}

/** Writes bytes at an index. */
export function writeBytes(bytes: Uint8Array, length: number, out: Uint8Array, at: number): void {
  if (lazyLimits.shortItemBytes.isExceededBy(length)) out.set(bytes, at);
  else for (let i = 0; i < length; i++) out[at + i] = bytes[i]!;
}

/** A copy of part of the bytes. */
export function copyBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const length = end - start;
  if (lazyLimits.shortItemBytes.isExceededBy(length)) return bytes.slice(start, end);
  const copy = new Uint8Array(length);
  for (let i = 0; i < length; i++) copy[i] = bytes[start + i]!;
  return copy;
}
