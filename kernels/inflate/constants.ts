/** Fills the constant part of a workspace: what symbols stand for, the fixed tables, byte patterns. */
import { buildTable, pairLiterals } from "./decode-table";
import {
  DISTANCE_BITS, DISTANCE_ENTRIES, DISTANCE_SYMBOLS, END_OF_BLOCK, FIXED_DISTANCES, FIXED_LITERALS, LENGTHS,
  LENGTH_ENTRIES, LITERAL_BITS, LITERAL_ENTRIES, LITERAL_SYMBOLS, NOT_LITERAL, PATTERNS, STEPS, UNKNOWN,
} from "./workspace";

/** To be called once for every workspace, before anything else. */
export function initializeInflate(workspace: usize): void {
  writeEntries(workspace);
  writeFixedTables(workspace);
  for (let d: u32 = 1; d <= 16; d++) {
    for (let i: u32 = 0; i < 16; i++) store<u8>(workspace + PATTERNS + (d << 4) + i, <u8>(i % d));
    if (d < 16) store<u8>(workspace + STEPS + d, <u8>(16 - (16 % d)));
  }
}

/** RFC 1951, 3.2.5: the smallest value of each symbol follows from the extra bits of those before it. */
function writeEntries(workspace: usize): void {
  const literals = workspace + LITERAL_ENTRIES;
  for (let symbol: u32 = 0; symbol < 256; symbol++) store<u32>(literals + (symbol << 2), symbol << 16);
  store<u32>(literals + (256 << 2), END_OF_BLOCK);
  let value: u32 = 3;
  for (let symbol: u32 = 257; symbol < 285; symbol++) {
    const extra = symbol < 265 ? 0 : (symbol - 261) >> 2;
    store<u32>(literals + (symbol << 2), (value << 16) | NOT_LITERAL | extra);
    value += (<u32>1) << extra;
  }
  // The longest has a symbol of its own.
  store<u32>(literals + (285 << 2), (258 << 16) | NOT_LITERAL);
  store<u32>(literals + (286 << 2), UNKNOWN);
  store<u32>(literals + (287 << 2), UNKNOWN);

  const distances = workspace + DISTANCE_ENTRIES;
  value = 1;
  for (let symbol: u32 = 0; symbol < 30; symbol++) {
    const extra = symbol < 4 ? 0 : (symbol - 2) >> 1;
    store<u32>(distances + (symbol << 2), (value << 16) | NOT_LITERAL | extra);
    value += (<u32>1) << extra;
  }
  store<u32>(distances + (30 << 2), UNKNOWN);
  store<u32>(distances + (31 << 2), UNKNOWN);

  for (let symbol: u32 = 0; symbol < 19; symbol++) store<u32>(workspace + LENGTH_ENTRIES + (symbol << 2), symbol << 16);
}

/** RFC 1951, 3.2.6. */
function writeFixedTables(workspace: usize): void {
  const lengths = workspace + LENGTHS;
  memory.fill(lengths, 8, LITERAL_SYMBOLS);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  const literals = workspace + FIXED_LITERALS;
  buildTable(
    workspace, lengths, LITERAL_SYMBOLS, workspace + LITERAL_ENTRIES, literals, LITERAL_BITS, 1 << LITERAL_BITS,
  );
  pairLiterals(literals, LITERAL_BITS);
  memory.fill(lengths, 5, DISTANCE_SYMBOLS);
  buildTable(
    workspace, lengths, DISTANCE_SYMBOLS, workspace + DISTANCE_ENTRIES, workspace + FIXED_DISTANCES, DISTANCE_BITS,
    1 << DISTANCE_BITS,
  );
}
