/**
 * The framing of numcodecs' variable-length codecs: a uint32 count, then for each element in C order a uint32 length
 * and so many bytes. All little-endian.
 */
import { HyperslabError } from "../../errors.ts";
import type { Chunk, VariableChunk } from "../../model/chunk.ts";
import type { VariableDataType } from "../../model/data-type.ts";
import type { Item } from "../../model/fill-value.ts";
import { contiguous } from "../../model/lattice.ts";
import { copyItems } from "../../model/lattice-copy.ts";
import { allocate } from "../allocate.ts";
import type { BoundArrayToBytes, ChunkType } from "../codec.ts";

const LENGTH_BYTES = 4;
const MAX_LENGTH = 2 ** 32 - 1;

/** One element to and from its bytes. `decode` must not keep the bytes it is given. */
export interface ItemCodec {
  encode(item: Item): Uint8Array;
  decode(bytes: Uint8Array): Item;
}

export function bindItems(dataType: VariableDataType, type: ChunkType, codec: ItemCodec): BoundArrayToBytes {
  const { shape } = type;
  const layout = contiguous(shape);
  const count = shape.reduce((product, length) => product * length, 1);
  return {
    encodedLength: undefined,
    encode: (chunk) => joinItems(itemsInOrder(chunk, count).map(codec.encode)),
    decode: (bytes): VariableChunk => ({ dataType, shape, layout, items: splitItems(bytes, count, codec.decode) }),
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

function joinItems(items: readonly Uint8Array[]): Uint8Array {
  const total = items.reduce((sum, item) => sum + LENGTH_BYTES + item.byteLength, LENGTH_BYTES);
  const bytes = allocate(total);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, items.length, true);
  let at = LENGTH_BYTES;
  for (const item of items) {
    if (item.byteLength > MAX_LENGTH) {
      throw new HyperslabError("invalid-request", `an element of ${item.byteLength} bytes is longer than 2^32 - 1`);
    }
    view.setUint32(at, item.byteLength, true);
    bytes.set(item, at + LENGTH_BYTES);
    at += LENGTH_BYTES + item.byteLength;
  }
  return bytes;
}

function splitItems(bytes: Uint8Array, count: number, decode: ItemCodec["decode"]): Item[] {
  const end = bytes.byteLength;
  // The count is compared before anything is allocated for it: each element takes its length at least.
  if (end < LENGTH_BYTES * (count + 1)) throw tooShort(end, LENGTH_BYTES * (count + 1));
  const view = new DataView(bytes.buffer, bytes.byteOffset, end);
  const stored = view.getUint32(0, true);
  if (stored !== count) {
    throw new HyperslabError("invalid-data", `${stored} elements are stored, the chunk has ${count}`);
  }
  const items = new Array<Item>(count);
  let at = LENGTH_BYTES;
  for (let index = 0; index < count; index++) {
    if (at + LENGTH_BYTES > end) throw tooShort(end, at + LENGTH_BYTES);
    const start = at + LENGTH_BYTES;
    at = start + view.getUint32(at, true);
    if (at > end) throw tooShort(end, at);
    items[index] = decode(bytes.subarray(start, at));
  }
  if (at === end) return items;
  throw new HyperslabError("invalid-data", `${end - at} bytes follow the last element`);
}

function tooShort(found: number, needed: number): HyperslabError {
  return new HyperslabError("invalid-data", `the elements end after ${found} bytes, at least ${needed} are needed`);
}
