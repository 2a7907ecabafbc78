/**
 * Raw DEFLATE (RFC 1951), decoded strictly: bad codes, distances before the start, and input that ends early are
 * errors; output never exceeds its buffer's limit. Returns where the stream ended, so that the rest can be read.
 */
import { HyperslabError } from "../../../errors.ts";
import { type GrowingBuffer, makeRoom } from "../../growing-buffer.ts";
import { type HuffmanTable, huffmanTable } from "./huffman-table.ts";

/** Order in which the lengths of the code length codes are stored. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Symbols 257.. : a base and a number of extra bits; the longest match, 258, has a symbol of its own. */
const LENGTH_EXTRA = Uint8Array.from([
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]);
const LENGTH_BASE = Uint16Array.from(basesOf(LENGTH_EXTRA, 3)).fill(258, 28);
const DISTANCE_EXTRA = Uint8Array.from({ length: 30 }, (_, symbol) => Math.max(0, (symbol >> 1) - 1));
const DISTANCE_BASE = Uint16Array.from(basesOf(DISTANCE_EXTRA, 1));

const LITERAL_ROOT_BITS = 10;
const DISTANCE_ROOT_BITS = 8;
const END_OF_BLOCK = 256;

function basesOf(extra: Uint8Array, first: number): number[] {
  let base = first;
  return Array.from(extra, (bits) => {
    const own = base;
    base += 1 << bits;
    return own;
  });
}

interface BitReader {
  readonly bytes: Uint8Array;
  position: number;
  buffer: number;
  count: number;
}

let fixedTables: readonly [HuffmanTable, HuffmanTable] | undefined;

/** Decodes the stream that starts at `start` onto the end of `output`. Returns the offset of the first byte after it. */
export function inflateRaw(bytes: Uint8Array, start: number, output: GrowingBuffer): number {
  const reader: BitReader = { bytes, position: start, buffer: 0, count: 0 };
  const windowStart = output.length;
  let last = false;
  while (!last) {
    last = takeBits(reader, 1) === 1;
    const type = takeBits(reader, 2);
    if (type === 0) copyStored(reader, output);
    else if (type === 1) inflateBlock(reader, output, windowStart, (fixedTables ??= makeFixedTables()));
    else if (type === 2) inflateBlock(reader, output, windowStart, readTables(reader));
    else throw corrupt("unknown block type 3");
  }
  return reader.position - (reader.count >>> 3);
}

function corrupt(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the compressed data is corrupt: ${what}`);
}

function truncated(): HyperslabError {
  return new HyperslabError("invalid-data", "the compressed data is truncated");
}

function takeBits(reader: BitReader, count: number): number {
  while (reader.count < count) {
    if (reader.position >= reader.bytes.byteLength) throw truncated();
    reader.buffer |= reader.bytes[reader.position++]! << reader.count;
    reader.count += 8;
  }
  const bits = reader.buffer & ((1 << count) - 1);
  reader.buffer >>>= count;
  reader.count -= count;
  return bits;
}

function copyStored(reader: BitReader, output: GrowingBuffer): void {
  const start = reader.position - (reader.count >>> 3);
  reader.buffer = 0;
  reader.count = 0;
  const { bytes } = reader;
  if (start + 4 > bytes.byteLength) throw truncated();
  const length = bytes[start]! | (bytes[start + 1]! << 8);
  const inverse = bytes[start + 2]! | (bytes[start + 3]! << 8);
  if ((length ^ inverse) !== 0xffff) throw corrupt("the length of a stored block does not match its complement");
  const end = start + 4 + length;
  if (end > bytes.byteLength) throw truncated();
  makeRoom(output, length);
  output.bytes.set(bytes.subarray(start + 4, end), output.length);
  output.length += length;
  reader.position = end;
}

function makeFixedTables(): readonly [HuffmanTable, HuffmanTable] {
  const literals = new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
  const distances = new Uint8Array(32).fill(5);
  return [tableOf(literals, LITERAL_ROOT_BITS, "literal"), tableOf(distances, DISTANCE_ROOT_BITS, "distance")];
}

function tableOf(lengths: Uint8Array, rootBits: number, what: string): HuffmanTable {
  const table = huffmanTable(lengths, rootBits);
  if (table === undefined) throw corrupt(`the ${what} code lengths are not a valid code`);
  return table;
}

function readTables(reader: BitReader): readonly [HuffmanTable, HuffmanTable] {
  const literalCount = takeBits(reader, 5) + 257;
  const distanceCount = takeBits(reader, 5) + 1;
  const lengthCount = takeBits(reader, 4) + 4;
  if (literalCount > 286 || distanceCount > 30) throw corrupt("too many length or distance symbols");
  const codeLengths = new Uint8Array(19);
  for (let i = 0; i < lengthCount; i++) codeLengths[LENGTH_ORDER[i]!] = takeBits(reader, 3);
  const lengths = readLengths(reader, tableOf(codeLengths, 7, "length"), literalCount + distanceCount);
  if (lengths[END_OF_BLOCK] === 0) throw corrupt("a block without an end");
  return [
    tableOf(lengths.subarray(0, literalCount), LITERAL_ROOT_BITS, "literal"),
    tableOf(lengths.subarray(literalCount), DISTANCE_ROOT_BITS, "distance"),
  ];
}

function readLengths(reader: BitReader, table: HuffmanTable, count: number): Uint8Array {
  const lengths = new Uint8Array(count);
  for (let at = 0; at < count; ) {
    const symbol = takeSymbol(reader, table);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    if (symbol === 16 && at === 0) throw corrupt("a repeated code length without one before it");
    const value = symbol === 16 ? lengths[at - 1]! : 0;
    const repeat =
      symbol === 16 ? 3 + takeBits(reader, 2) : symbol === 17 ? 3 + takeBits(reader, 3) : 11 + takeBits(reader, 7);
    if (at + repeat > count) throw corrupt("too many code lengths");
    lengths.fill(value, at, at + repeat);
    at += repeat;
  }
  return lengths;
}

/** One symbol of a table without second tables: the code lengths' own code. */
function takeSymbol(reader: BitReader, table: HuffmanTable): number {
  while (reader.count < 7 && reader.position < reader.bytes.byteLength) {
    reader.buffer |= reader.bytes[reader.position++]! << reader.count;
    reader.count += 8;
  }
  const entry = table.entries[reader.buffer & ((1 << table.rootBits) - 1)]!;
  const bits = entry & 31;
  if (bits === 0) throw corrupt("an undefined code");
  if (bits > reader.count) throw truncated();
  takeBits(reader, bits);
  return entry >>> 5;
}

/**
 * The hot loop: state lives in locals, and bits are fetched when fewer than 15, the longest code, may be left. There
 * are never more than 30, so that engines keep them as small signed integers.
 */
function inflateBlock(
  reader: BitReader,
  output: GrowingBuffer,
  windowStart: number,
  [literals, distances]: readonly [HuffmanTable, HuffmanTable],
): void {
  const { bytes } = reader;
  const literalEntries = literals.entries;
  const literalMask = (1 << literals.rootBits) - 1;
  const distanceEntries = distances.entries;
  const distanceMask = (1 << distances.rootBits) - 1;
  let { position, buffer, count } = reader;
  let target = output.bytes;
  let room = target.byteLength;
  let at = output.length;
  for (;;) {
    if (count < 15) {
      buffer |= twoBytes(bytes, position) << count;
      position += 2;
      count += 16;
    }
    let entry = literalEntries[buffer & literalMask]!;
    if (entry <= 0) entry = lookFurther(literals, entry, buffer);
    buffer >>= entry & 31;
    count -= entry & 31;
    const symbol = entry >> 5;
    if (symbol < END_OF_BLOCK) {
      if (at === room) room = (target = grow(output, at, 1)).byteLength;
      target[at++] = symbol;
      continue;
    }
    if (symbol === END_OF_BLOCK) break;
    if (count < 15) {
      buffer |= twoBytes(bytes, position) << count;
      position += 2;
      count += 16;
    }
    const lengthBits = LENGTH_EXTRA[symbol - 257]!;
    const length = LENGTH_BASE[symbol - 257]! + (buffer & ((1 << lengthBits) - 1));
    buffer >>= lengthBits;
    count -= lengthBits;
    if (count < 15) {
      buffer |= twoBytes(bytes, position) << count;
      position += 2;
      count += 16;
    }
    entry = distanceEntries[buffer & distanceMask]!;
    if (entry <= 0) entry = lookFurther(distances, entry, buffer);
    buffer >>= entry & 31;
    count -= entry & 31;
    if (count < 15) {
      buffer |= twoBytes(bytes, position) << count;
      position += 2;
      count += 16;
    }
    const distanceBits = DISTANCE_EXTRA[entry >> 5]!;
    const distance = DISTANCE_BASE[entry >> 5]! + (buffer & ((1 << distanceBits) - 1));
    buffer >>= distanceBits;
    count -= distanceBits;
    // An unknown symbol has no base: the sum is NaN, and every comparison with it fails.
    if (!(distance <= at - windowStart && length > 0)) throw corrupt("a match that refers to data before the start");
    if (at + length > room) room = (target = grow(output, at, length)).byteLength;
    for (let from = at - distance, stop = at + length; at < stop; ) target[at++] = target[from++]!;
  }
  if (position - (count >> 3) > bytes.byteLength) throw truncated();
  output.length = at;
  reader.position = position;
  reader.buffer = buffer;
  reader.count = count;
}

/** The next two bytes; zeros after the end, because a code may end before the bits that are fetched with it. */
function twoBytes(bytes: Uint8Array, position: number): number {
  if (position + 1 < bytes.byteLength) return bytes[position]! | (bytes[position + 1]! << 8);
  if (position > bytes.byteLength + 2) throw truncated();
  return bytes[position] ?? 0;
}

/** `symbol << 5 | bits` of a code that is longer than the first table, or does not occur. */
function lookFurther(table: HuffmanTable, entry: number, buffer: number): number {
  const link = ~entry;
  const index = (buffer >> table.rootBits) & ((1 << (link & 31)) - 1);
  const found = entry === 0 ? 0 : table.entries[(link >> 5) + index]!;
  if (found === 0) throw corrupt("an undefined code");
  return found + table.rootBits;
}

function grow(output: GrowingBuffer, length: number, extra: number): Uint8Array {
  output.length = length;
  makeRoom(output, extra);
  return output.bytes;
}
