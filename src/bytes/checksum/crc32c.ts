/** CRC-32C (Castagnoli, RFC 3720 appendix B.4): polynomial 0x1edc6f41, reflected. */
import { makeCrcTables, updateCrc } from "./crc-tables.ts";

let tables: Uint32Array | undefined;

/** The checksum; `seed` is that of the bytes before these. */
export function crc32c(bytes: Uint8Array, seed = 0): number {
  tables ??= makeCrcTables(0x82f63b78);
  return updateCrc(tables, bytes, seed);
}
