/** bzip2's CRC-32: the polynomial of zip's, but the highest bit first. */
let table: Uint32Array | undefined;

function crcTable(): Uint32Array {
  if (table !== undefined) return table;
  table = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
    table[byte] = crc;
  }
  return table;
}

export function blockCrc(bytes: Uint8Array, start: number, end: number): number {
  const entries = crcTable();
  let crc = -1;
  for (let at = start; at < end; at++) crc = (crc << 8) ^ entries[(crc >>> 24) ^ bytes[at]!]!;
  return ~crc >>> 0;
}

/** The CRC of a stream after another of its blocks. */
export function combineCrc(stream: number, block: number): number {
  return (((stream << 1) | (stream >>> 31)) ^ block) >>> 0;
}
