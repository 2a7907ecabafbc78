/**
 * The framing of numcodecs' variable-length codecs: a uint32 count, then for each element in C order a uint32 length
 * and that many bytes. All little-endian.
 */
import { decodeUtf8, textIfUtf8 } from "../../../bytes/text/utf8.ts";
import { unitsOfUtf8, utf8Length, writeUtf8 } from "../../../bytes/text/utf8-in-place.ts";
import { HyperslabError } from "../../../errors.ts";
import type { VariableDataType } from "../../../model/data-types/data-type.ts";
import type { Chunk, VariableChunk } from "../../../model/grid/chunk.ts";
import { copyItems } from "../../../model/lattice/copy.ts";
import { contiguous } from "../../../model/lattice/lattice.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import type { ArrayToBytesCodec, BoundArrayToBytes, ChunkType } from "../../codec.ts";
import { parseNothing } from "../../configuration.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { allocate } from "../../pipeline/allocate.ts";

const LENGTH_BYTES = 4;
const MAX_LENGTH = 2 ** 32 - 1;

/** Elements to and from their bytes. */
export interface ItemCodec {
  /** The length of an element in bytes, and its bytes, written at an index. */
  length(item: Item): number;
  write(item: Item, length: number, out: Uint8Array, at: number): void;
  /** For one chunk: returns the element in the bytes from `start` to `end`, without keeping any of them. */
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
  // The count is checked before anything is allocated for it: each element takes at least its length field.
  if (end < LENGTH_BYTES * (count + 1)) throw tooShort(end, LENGTH_BYTES * (count + 1));
  const view = new DataView(bytes.buffer, bytes.byteOffset, end);
  const stored = view.getUint32(0, true);
  if (stored !== count) {
    throw new HyperslabError("invalid-data", `${stored} elements are stored, but the chunk has ${count}`);
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

/** `vlen-bytes`: byte strings of any length. */
export const vlenBytes: ArrayToBytesCodec<undefined> = {
  kind: "array-to-bytes",
  parse: parseNothing,
  bind: (_, input) => {
    const { dataType } = input;
    if (dataType.kind !== "bytes") {
      throw new HyperslabError("invalid-data", `elements of type ${dataType.name} are not byte strings`);
    }
    return bindItems(dataType, input, {
      length: (item) => byteString(item).byteLength,
      write: (item, length, out, at) => writeBytes(byteString(item), length, out, at),
      reader: (bytes) => (start, end) => copyBytes(bytes, start, end),
    });
  },
};

function byteString(item: Item): Uint8Array {
  if (item instanceof Uint8Array) return item;
  throw new HyperslabError("invalid-request", "an element is not a byte string");
}

/** `vlen-utf8`: strings of any length as UTF-8. Invalid UTF-8 is refused, not replaced. */
export const vlenUtf8: ArrayToBytesCodec<undefined> = {
  kind: "array-to-bytes",
  parse: parseNothing,
  bind: (_, input) => {
    const { dataType } = input;
    if (dataType.kind !== "string") {
      throw new HyperslabError("invalid-data", `elements of type ${dataType.name} are not strings`);
    }
    return bindItems(dataType, input, {
      length: (item) => utf8Length(textOf(item)),
      write: (item, length, out, at) => writeUtf8(textOf(item), length, out, at),
      reader: readTexts,
    });
  },
};

function textOf(item: Item): string {
  if (typeof item === "string") return item;
  throw new HyperslabError("invalid-request", "an element is not a text");
}

/**
 * A chunk of short strings is UTF-8 as a whole, including the lengths, and the strings are parts of it: decoding it at
 * once takes a fraction of the time of decoding each. Otherwise each is decoded on its own. Strings are read in order.
 */
function readTexts(bytes: Uint8Array): (start: number, end: number) => string {
  const each = (start: number, end: number): string => decodeUtf8(bytes.subarray(start, end));
  const whole = textIfUtf8(bytes);
  if (whole === undefined) return each;
  let at = 0;
  let unit = 0;
  return (start, end) => {
    // A character truncated at either end is invalid.
    if (isWithin(bytes, start) || isWithin(bytes, end)) return each(start, end);
    const first = unit + unitsOfUtf8(bytes, at, start);
    unit = first + unitsOfUtf8(bytes, start, end);
    at = end;
    return whole.slice(first, unit);
  };
}

/** Returns whether this byte is the second or a later one of a character. */
function isWithin(bytes: Uint8Array, at: number): boolean {
  return at < bytes.byteLength && (bytes[at]! & 0xc0) === 0x80;
}
