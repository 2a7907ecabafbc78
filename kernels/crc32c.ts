/**
 * CRC-32C (Castagnoli, reflected polynomial 0x82f63b78), which continues from an earlier value, by crc-fold. Of the
 * polynomials with six terms that it divides y^209 + y^144 + y^54 + y^39 + y^14 + 1 is the shortest.
 *
 * The 16 KiB that it needs: twelve tables of 256 words, then the ring of the last 209 vectors.
 */
import { byTables, CRC_TABLES_BYTES, fold, makeTables } from "./crc-fold";

const RING: usize = 209 << 4;
/** How far behind it a vector is added: the differences of the highest exponent to the others. */
const TAP1: usize = 65 << 4;
const TAP2: usize = 155 << 4;
const TAP3: usize = 170 << 4;
const TAP4: usize = 195 << 4;
/** Below this, what is left is too much of the whole. */
const LEAST_FOLDED: usize = 4 * RING;

/** Fills the tables. */
export function crc32cTable(table: usize): void {
  makeTables(table, 0x82f63b78);
}

/** `initial` is 0, or the value for the bytes before these. */
export function crc32c(source: usize, length: usize, initial: u32, table: usize): u32 {
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
