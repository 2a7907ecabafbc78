/** CRC-32 of zlib, gzip, zip and PNG (ISO 3309): polynomial 0x04c11db7, reflected. */
import { makeCrcTables, updateCrc } from "./crc-tables.ts";

let tables: Uint32Array | undefined;
let fastest: ((bytes: Uint8Array, seed?: number) => number) | undefined;

/** The checksum; `seed` is that of the bytes before these. Node's own is used where there is one. */
export function crc32(bytes: Uint8Array, seed = 0): number {
  // Node takes bytes that lie nowhere for a question for the first seed.
  if (bytes.byteLength === 0) return seed;
  // Asking for the module takes as long as the checksum of a kilobyte.
  fastest ??= globalThis.process?.getBuiltinModule?.("node:zlib")?.crc32 ?? portableCrc32;
  return fastest(bytes, seed);
}

/** The same in plain code. */
export function portableCrc32(bytes: Uint8Array, seed = 0): number {
  tables ??= makeCrcTables(0xedb88320);
  return updateCrc(tables, bytes, seed);
}
