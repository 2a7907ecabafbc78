/** The tables that a block with codes of its own begins with (RFC 1951, 3.2.7). */
import { buildTable, pairLiterals } from "./decode-table";
import {
  BAD_DISTANCE_CODE, BAD_LENGTH_CODE, BAD_LITERAL_CODE, NOTHING_TO_REPEAT, NO_END, TOO_MANY_LENGTHS, TOO_MANY_SYMBOLS,
  TRUNCATED, UNKNOWN_CODE,
} from "./error-codes";
import { fetchBits, takeBits } from "./fetch-bits";
import {
  BUFFER, COUNT, DISTANCE_BITS, DISTANCE_ENTRIES, DISTANCE_ROOM, DISTANCE_TABLE, EXCEPTIONAL, LENGTHS,
  LENGTHS_OF_LENGTHS, LENGTH_BITS, LENGTH_ENTRIES, LENGTH_TABLE, LITERAL_BITS, LITERAL_ENTRIES, LITERAL_ROOM,
  LITERAL_TABLE, OUTPUT, TARGET_END,
} from "./workspace";

/** Pairs of literals are made where this many bytes may follow. */
const PAIRS_FROM: u32 = 8192;
const END_SYMBOL: usize = 256;

/** The order in which lengths of the length codes are stored, five bits each: 16 17 18 0 8 7 9 6 10 5 11 4, 12 3 13 2 14 1 15. */
@inline
function placeOf(index: u32): u32 {
  return index < 12
    ? <u32>((<u64>0x22caa324e804a30) >> (index * 5)) & 31
    : <u32>((<u64>0x3c2e1346c) >> ((index - 12) * 5)) & 31;
}

/** Reads the tables of a block; 0, or what is wrong. */
export function readTables(workspace: usize): i32 {
  const counts = takeBits(workspace, 14);
  if (counts < 0) return TRUNCATED;
  const literals = <u32>(counts & 31) + 257;
  const distances = <u32>((counts >> 5) & 31) + 1;
  if (literals > 286 || distances > 30) return TOO_MANY_SYMBOLS;
  const own = workspace + LENGTHS_OF_LENGTHS;
  memory.fill(own, 0, 32);
  const stored = <u32>(counts >> 10) + 4;
  for (let i: u32 = 0; i < stored; i++) {
    const length = takeBits(workspace, 3);
    if (length < 0) return TRUNCATED;
    store<u8>(own + placeOf(i), <u8>length);
  }
  const entries = workspace + LENGTH_ENTRIES;
  if (!buildTable(workspace, own, 19, entries, workspace + LENGTH_TABLE, LENGTH_BITS, 1 << LENGTH_BITS)) {
    return BAD_LENGTH_CODE;
  }
  const wrong = readLengths(workspace, literals + distances);
  if (wrong < 0) return wrong;
  const lengths = workspace + LENGTHS;
  if (load<u8>(lengths + END_SYMBOL) == 0) return NO_END;
  const table = workspace + LITERAL_TABLE;
  if (!buildTable(workspace, lengths, literals, workspace + LITERAL_ENTRIES, table, LITERAL_BITS, LITERAL_ROOM)) {
    return BAD_LITERAL_CODE;
  }
  // That takes as long as decoding a few kilobytes does.
  if (load<u32>(workspace + TARGET_END) - load<u32>(workspace + OUTPUT) >= PAIRS_FROM) {
    pairLiterals(table, LITERAL_BITS);
  }
  const far = workspace + DISTANCE_TABLE;
  if (
    !buildTable(
      workspace, lengths + literals, distances, workspace + DISTANCE_ENTRIES, far, DISTANCE_BITS, DISTANCE_ROOM,
    )
  ) {
    return BAD_DISTANCE_CODE;
  }
  return 0;
}

/** Lengths of so many codes: 16 repeats the one before 3 to 6 times, 17 and 18 repeat 0, 3 to 10 or 11 to 138 times. */
function readLengths(workspace: usize, count: u32): i32 {
  const lengths = workspace + LENGTHS;
  const table = workspace + LENGTH_TABLE;
  let at: u32 = 0;
  let buffer: u64 = 0;
  let bits: u32 = 0;
  let given: u32 = 0;
  while (at < count) {
    if (bits < 14) {
      // What was taken of the last is told, and there are 14 again unless the input ends.
      if (given > 0) {
        store<u64>(workspace + BUFFER, buffer);
        store<u32>(workspace + COUNT, bits);
      }
      fetchBits(workspace);
      buffer = load<u64>(workspace + BUFFER);
      bits = load<u32>(workspace + COUNT);
      given = 1;
    }
    const entry = load<u32>(table + (<usize>(<u32>buffer & ((1 << LENGTH_BITS) - 1)) << 2));
    if (entry & EXCEPTIONAL) return UNKNOWN_CODE;
    const own = entry & 63;
    const symbol = entry >> 16;
    if (symbol < 16) {
      if (own > bits) return TRUNCATED;
      buffer >>= own;
      bits -= own;
      store<u8>(lengths + at, <u8>symbol);
      at++;
      continue;
    }
    const extra: u32 = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    if (own + extra > bits) return TRUNCATED;
    const more = <u32>(buffer >> own) & ((1 << extra) - 1);
    buffer >>= own + extra;
    bits -= own + extra;
    const times = more + (symbol == 18 ? 11 : 3);
    if (symbol == 16 && at == 0) return NOTHING_TO_REPEAT;
    if (at + times > count) return TOO_MANY_LENGTHS;
    memory.fill(lengths + at, symbol == 16 ? load<u8>(lengths + at - 1) : 0, times);
    at += times;
  }
  store<u64>(workspace + BUFFER, buffer);
  store<u32>(workspace + COUNT, bits);
  return 0;
}
