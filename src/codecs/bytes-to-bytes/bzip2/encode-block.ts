/** Writes one block: sorts its rotations, moves to front, counts runs of zeros, chooses up to six Huffman tables. */
import type { BitWriter } from "./bits.ts";
import { codeLengths } from "./huffman.ts";
import { sortRotations } from "./sort-rotations.ts";

const GROUP = 50;
const ROUNDS = 4;
/** The number of tables of a block, by its symbols; longer ones have six. */
const TABLES: readonly (readonly [symbols: number, tables: number])[] = [
  [200, 2],
  [600, 3],
  [1200, 4],
  [2400, 5],
];

export function encodeBlock(writer: BitWriter, block: Uint8Array, length: number): void {
  const order = sortRotations(block, length);
  const used = new Uint8Array(256);
  for (let i = 0; i < length; i++) used[block[i]!] = 1;
  writer.write(order.indexOf(0), 24);
  writeUsed(writer, used);
  const symbols = moveToFront(block, order, used);
  const symbolCount = symbols.at(-1)! + 1;
  const { tables, selectors } = chooseTables(symbols, symbolCount);
  writer.write(tables.length, 3);
  writer.write(selectors.length, 15);
  writeSelectors(writer, selectors);
  for (const lengths of tables) writeLengths(writer, lengths);
  writeSymbols(writer, symbols, tables, selectors);
}

function writeUsed(writer: BitWriter, used: Uint8Array): void {
  const rows = Array.from({ length: 16 }, (_, row) => used.subarray(16 * row, 16 * row + 16));
  for (const row of rows) writer.write(row.includes(1) ? 1 : 0, 1);
  for (const row of rows) if (row.includes(1)) for (const bit of row) writer.write(bit, 1);
}

/** 0 and 1 are the digits of run lengths (bijective base 2), then positions in the list; the last is the end. */
function moveToFront(block: Uint8Array, order: Int32Array, used: Uint8Array): Uint16Array {
  const length = order.length;
  const list = Uint8Array.from(Array.from(used.keys()).filter((byte) => used[byte] === 1));
  const symbols = new Uint16Array(length + 1);
  let count = 0;
  let run = 0;
  const flush = (): void => {
    for (; run > 0; run = (run - 1) >>> 1) symbols[count++] = (run - 1) & 1;
  };
  for (let i = 0; i < length; i++) {
    const start = order[i]!;
    const byte = block[start === 0 ? length - 1 : start - 1]!;
    if (byte === list[0]) {
      run++;
      continue;
    }
    flush();
    symbols[count++] = bringToFront(list, byte) + 1;
  }
  flush();
  symbols[count++] = list.length + 1;
  return symbols.subarray(0, count);
}

/** Moves a byte to the front of the list and returns where it was. Usually that is near, where a loop is fastest. */
function bringToFront(list: Uint8Array, byte: number): number {
  let moving = list[0]!;
  let place = 0;
  while (moving !== byte) {
    const next = list[++place]!;
    list[place] = moving;
    moving = next;
  }
  list[0] = byte;
  return place;
}

interface ChosenTables {
  readonly tables: readonly Uint8Array[];
  readonly selectors: Uint8Array;
}

/** Starts with tables that each favour a range of symbols, then alternately improves tables and choice. */
function chooseTables(symbols: Uint16Array, symbolCount: number): ChosenTables {
  const tableCount = TABLES.find(([limit]) => symbols.length < limit)?.[1] ?? 6;
  const selectors = new Uint8Array(Math.ceil(symbols.length / GROUP));
  let tables = startingTables(symbols, symbolCount, tableCount);
  for (let round = 0; round < ROUNDS; round++) {
    const frequencies = tables.map(() => new Uint32Array(symbolCount));
    for (let group = 0; group < selectors.length; group++) {
      const start = group * GROUP;
      const end = Math.min(start + GROUP, symbols.length);
      const best = cheapestTable(symbols, start, end, tables);
      selectors[group] = best;
      const counted = frequencies[best]!;
      for (let i = start; i < end; i++) counted[symbols[i]!]!++;
    }
    tables = frequencies.map(codeLengths);
  }
  return { tables, selectors };
}

function cheapestTable(symbols: Uint16Array, start: number, end: number, tables: readonly Uint8Array[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let table = 0; table < tables.length; table++) {
    const lengths = tables[table]!;
    let cost = 0;
    for (let i = start; i < end; i++) cost += lengths[symbols[i]!]!;
    if (cost < least) {
      least = cost;
      best = table;
    }
  }
  return best;
}

/** Each table favours as many of the next symbols as make up its share of all. */
function startingTables(symbols: Uint16Array, symbolCount: number, tableCount: number): Uint8Array[] {
  const frequencies = new Uint32Array(symbolCount);
  for (const symbol of symbols) frequencies[symbol]!++;
  let first = 0;
  let left = symbols.length;
  return Array.from({ length: tableCount }, (_, table) => {
    const share = left / (tableCount - table);
    let last = first;
    let covered = 0;
    while (last < symbolCount && (covered < share || last === first)) covered += frequencies[last++]!;
    const lengths = new Uint8Array(symbolCount).fill(15).fill(0, first, last);
    left -= covered;
    first = last;
    return lengths;
  });
}

function writeSelectors(writer: BitWriter, selectors: Uint8Array): void {
  const order = [0, 1, 2, 3, 4, 5];
  for (const selector of selectors) {
    const place = order.indexOf(selector);
    for (let i = 0; i < place; i++) writer.write(1, 1);
    writer.write(0, 1);
    const [moved] = order.splice(place, 1);
    order.unshift(moved!);
  }
}

function writeLengths(writer: BitWriter, lengths: Uint8Array): void {
  let current = lengths[0]!;
  writer.write(current, 5);
  for (const length of lengths) {
    for (; current < length; current++) writer.write(2, 2);
    for (; current > length; current--) writer.write(3, 2);
    writer.write(0, 1);
  }
}

function writeSymbols(
  writer: BitWriter,
  symbols: Uint16Array,
  tables: readonly Uint8Array[],
  selectors: Uint8Array,
): void {
  const codes = tables.map(canonicalCodes);
  for (let i = 0; i < symbols.length; i++) {
    const table = selectors[Math.floor(i / GROUP)]!;
    writer.write(codes[table]![symbols[i]!]!, tables[table]![symbols[i]!]!);
  }
}

function canonicalCodes(lengths: Uint8Array): Uint32Array {
  const codes = new Uint32Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= 20; length++, code <<= 1) {
    for (let symbol = 0; symbol < lengths.length; symbol++) if (lengths[symbol] === length) codes[symbol] = code++;
  }
  return codes;
}
