/** Reflected 32-bit CRCs, eight bytes a step ("slice by 8"): table k holds what a byte does k bytes later. */

/** Eight tables of 256 words, one after the other, for a reflected polynomial. */
export function makeCrcTables(polynomial: number): Uint32Array {
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

/** Continues a CRC (initial and final inversion included), so `seed` is the CRC of what came before, 0 for nothing. */
export function updateCrc(tables: Uint32Array, bytes: Uint8Array, seed: number): number {
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
