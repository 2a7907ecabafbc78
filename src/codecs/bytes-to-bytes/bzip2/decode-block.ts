/**
 * One bzip2 block: [24 bits] row of the original among the sorted rotations; [16 + 16 x 16 bits] which bytes occur; [3]
 * number of Huffman tables; [15] number of selectors, in unary after move-to-front; the tables, as differences of code
 * lengths; the symbols, fifty to a selector: two for digits of zero-run lengths, one for each other place in the
 * move-to-front list, one for the end.
 */
import { HyperslabError } from "../../../errors.ts";
import type { BitReader } from "./bits.ts";
import { type HuffmanDecoder, huffmanDecoder, readSymbol } from "./huffman.ts";

const GROUP = 50;
const MAX_CODE_BITS = 20;
const MAX_SELECTORS = 18002;
/** Up to this distance a loop moves bytes faster than a call does. */
const NEAR = 24;

export interface BlockMemory {
  /** Room for a whole block: a byte and, above it, the position of the next byte. */
  readonly links: Uint32Array;
}

export interface SortedBlock {
  readonly length: number;
  /** The position of the first byte. */
  readonly start: number;
}

/** Reads a block and undoes its sorting: following the links from `start` gives the bytes in order. */
export function decodeBlock(reader: BitReader, { links }: BlockMemory): SortedBlock {
  const row = reader.read(24);
  const counts = new Uint32Array(256);
  const length = readSymbols(reader, links, counts);
  if (row >= length) throw invalid(`row ${row} in a block of ${length} bytes`);
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    const count = counts[byte]!;
    counts[byte] = sum;
    sum += count;
  }
  for (let i = 0; i < length; i++) {
    const place = counts[links[i]! & 0xff]!++;
    links[place]! |= i << 8;
  }
  return { length, start: links[row]! >>> 8 };
}

/** The symbols as bytes, in the low bits of `links`; how often each byte occurs is counted. */
function readSymbols(reader: BitReader, links: Uint32Array, counts: Uint32Array): number {
  const list = usedBytes(reader);
  const end = list.length + 1;
  const tables = readTables(reader, end + 1);
  let length = 0;
  let run = 0;
  let weight = 1;
  let left = 0;
  let group = 0;
  let table: HuffmanDecoder | undefined;
  for (;;) {
    if (left === 0) {
      table = tables[group++];
      if (table === undefined) throw invalid("more symbols than the selectors of a block allow");
      left = GROUP;
    }
    left--;
    const symbol = readSymbol(reader, table!);
    if (symbol <= 1) {
      run += weight << symbol;
      weight <<= 1;
      if (run > links.length) throw tooLarge(links.length);
      continue;
    }
    if (run > 0) {
      if (run > links.length - length) throw tooLarge(links.length);
      links.fill(list[0]!, length, length + run);
      counts[list[0]!]! += run;
      length += run;
      run = 0;
      weight = 1;
    }
    if (symbol === end) return length;
    if (length === links.length) throw tooLarge(links.length);
    const byte = list[symbol - 1]!;
    if (symbol > NEAR) list.copyWithin(1, 0, symbol - 1);
    else for (let place = symbol - 1; place > 0; place--) list[place] = list[place - 1]!;
    list[0] = byte;
    counts[byte]!++;
    links[length++] = byte;
  }
}

function usedBytes(reader: BitReader): Uint8Array {
  const rows = reader.read(16);
  const used: number[] = [];
  for (let row = 0; row < 16; row++) {
    if (((rows >>> (15 - row)) & 1) === 0) continue;
    const bits = reader.read(16);
    for (let column = 0; column < 16; column++) if ((bits >>> (15 - column)) & 1) used.push(16 * row + column);
  }
  if (used.length === 0) throw invalid("a block in which no byte occurs");
  return Uint8Array.from(used);
}

/** The table of each group of fifty symbols. */
function readTables(reader: BitReader, symbolCount: number): readonly HuffmanDecoder[] {
  const tableCount = reader.read(3);
  const selectorCount = reader.read(15);
  if (tableCount < 2 || tableCount > 6) throw invalid(`${tableCount} Huffman tables, expected 2 to 6`);
  if (selectorCount === 0) throw invalid("a block without selectors");
  const order = [0, 1, 2, 3, 4, 5];
  const selectors: number[] = [];
  for (let i = 0; i < selectorCount; i++) {
    let place = 0;
    while (reader.read(1) === 1) if (++place >= tableCount) throw invalid("a selector beyond the tables");
    const [moved] = order.splice(place, 1);
    order.unshift(moved!);
    // Encoders may write more than a block can use; the rest is ignored.
    if (i < MAX_SELECTORS) selectors.push(order[0]!);
  }
  const tables = Array.from({ length: tableCount }, () => huffmanDecoder(readLengths(reader, symbolCount)));
  return selectors.map((selector) => tables[selector]!);
}

function readLengths(reader: BitReader, count: number): Uint8Array {
  let length = reader.read(5);
  return Uint8Array.from({ length: count }, () => {
    while (reader.read(1) === 1) {
      length += reader.read(1) === 0 ? 1 : -1;
      if (length < 1 || length > MAX_CODE_BITS) break;
    }
    if (length >= 1 && length <= MAX_CODE_BITS) return length;
    throw invalid(`a Huffman code of ${length} bits`);
  });
}

function invalid(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `bzip2: ${what}`);
}

function tooLarge(limit: number): HyperslabError {
  return new HyperslabError("invalid-data", `bzip2: a block of more than the ${limit} bytes it may have`);
}
