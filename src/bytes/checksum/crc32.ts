/**
 * The two CRCs of 32 bits, both reflected. CRC-32 is that of zlib, gzip, zip and PNG (ISO 3309, polynomial 0x04c11db7).
 * CRC-32C is Castagnoli's (RFC 3720 appendix B.4, polynomial 0x1edc6f41).
 */

let tables: Uint32Array | undefined;
let fastest: ((bytes: Uint8Array, seed?: number) => number) | undefined;

/** CRC-32. `seed` is the checksum of the preceding bytes. Uses Node's own if there is one. */
export function crc32(bytes: Uint8Array, seed = 0): number {
  // For an empty view without memory, Node returns the initial value instead of the seed.
  if (bytes.byteLength === 0) return seed;
  // Looking up the module takes as long as the checksum of a kilobyte.
  fastest ??= globalThis.process?.getBuiltinModule?.("node:zlib")?.crc32 ?? portableCrc32;
  return fastest(bytes, seed);
}

/** CRC-32 in plain code. */
export function portableCrc32(bytes: Uint8Array, seed = 0): number {
  tables ??= makeCrcTables(0xedb88320);
  return updateCrc(tables, bytes, seed);
}

let castagnoliTables: Uint32Array | undefined;

/** CRC-32C. `seed` is the checksum of the preceding bytes. */
export function crc32c(bytes: Uint8Array, seed = 0): number {
  castagnoliTables ??= makeCrcTables(0x82f63b78);
  return updateCrc(castagnoliTables, bytes, seed);
}

/**
 * Eight tables of 256 words for a reflected polynomial, to take eight bytes per step ("slice by 8"): table k holds the
 * effect of a byte k bytes later.
 */
function makeCrcTables(polynomial: number): Uint32Array {
  const tables = new Uint32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    tables[byte] = crc;
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256]!;
    tables[at] = (before >>> 8) ^ tables[before & 0xff]!;
  }
  return tables;
}

/** Continues a CRC, initial and final inversion included. `seed` is the CRC of the preceding bytes; 0 if there are none. */
function updateCrc(tables: Uint32Array, bytes: Uint8Array, seed: number): number {
  let crc = ~seed;
  let at = 0;
  for (const end = bytes.byteLength - 7; at < end; at += 8) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      tables[0x700 + (crc & 0xff)]! ^
      tables[0x600 + ((crc >>> 8) & 0xff)]! ^
      tables[0x500 + ((crc >>> 16) & 0xff)]! ^
      tables[0x400 + (crc >>> 24)]! ^
      tables[0x300 + bytes[at + 4]!]! ^
      tables[0x200 + bytes[at + 5]!]! ^
      tables[0x100 + bytes[at + 6]!]! ^
      tables[bytes[at + 7]!]!;
  }
  for (; at < bytes.byteLength; at++) crc = (crc >>> 8) ^ tables[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}
