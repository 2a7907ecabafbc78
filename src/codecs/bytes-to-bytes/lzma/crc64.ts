/** CRC-64 of ECMA-182, reflected, as xz uses it. Kept as two 32-bit halves, for bigints are slow. */
const POLYNOMIAL = [0xd7870f42, 0xc96c5795] as const;

let tables: readonly [low: Uint32Array, high: Uint32Array] | undefined;

function crcTables(): readonly [low: Uint32Array, high: Uint32Array] {
  if (tables !== undefined) return tables;
  const low = new Uint32Array(256);
  const high = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let [lower, upper] = [byte, 0];
    for (let bit = 0; bit < 8; bit++) {
      const carry = lower & 1;
      lower = (lower >>> 1) | (upper << 31);
      upper >>>= 1;
      if (carry === 0) continue;
      lower ^= POLYNOMIAL[0];
      upper ^= POLYNOMIAL[1];
    }
    low[byte] = lower;
    high[byte] = upper;
  }
  tables = [low, high];
  return tables;
}

/** The checksum as eight little-endian bytes. */
export function crc64(bytes: Uint8Array): Uint8Array {
  const [lows, highs] = crcTables();
  let low = -1;
  let high = -1;
  for (let at = 0; at < bytes.byteLength; at++) {
    const index = (low ^ bytes[at]!) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ lows[index]!;
    high = (high >>> 8) ^ highs[index]!;
  }
  const result = new Uint8Array(8);
  const view = new DataView(result.buffer);
  view.setUint32(0, ~low, true);
  view.setUint32(4, ~high, true);
  return result;
}
