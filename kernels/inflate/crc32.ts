/**
 * CRC-32 of gzip and zip (polynomial 0x04c11db7, reflected 0xedb88320), which continues from an earlier value, by
 * ../crc-fold. Of the polynomials with six terms that it divides y^203 + y^186 + y^123 + y^85 + y^79 + 1 is the shortest.
 */
import { byTables, CRC_TABLE_BYTES, CRC_TABLES_BYTES, fold, makeTables } from "../crc-fold";

const RING: usize = 203 << 4;
const TAP1: usize = 17 << 4;
const TAP2: usize = 80 << 4;
const TAP3: usize = 118 << 4;
const TAP4: usize = 124 << 4;
const LEAST_FOLDED: usize = 4 * RING;

/** Bytes of the tables. */
export function crc32Size(): usize {
  return CRC_TABLE_BYTES;
}

/** Fills the tables, once. */
export function initializeCrc32(table: usize): void {
  makeTables(table, 0xedb88320);
}

/** `initial` is 0, or the value for the bytes before these. */
export function crc32(table: usize, source: usize, length: usize, initial: u32): u32 {
  let crc = ~initial;
  if (length >= LEAST_FOLDED) {
    const ring = table + CRC_TABLES_BYTES;
    const folded = fold(source, length, crc, ring, RING, TAP1, TAP2, TAP3, TAP4);
    crc = byTables(ring, RING, 0, table);
    source += folded;
    length -= folded;
  }
  return ~byTables(source, length, crc, table);
}
