/** Adler-32 of zlib (RFC 1950): two sums modulo the largest prime below 2^16. */
const MODULUS = 65521;

/** Even if every byte is 255, both sums stay below 2^31 for this long. Engines add such integers fastest. */
const BLOCK = 3800;

/** The checksum. `seed` is the checksum of the preceding bytes; 1 if there are none. */
export function adler32(bytes: Uint8Array, seed = 1): number {
  let low = seed & 0xffff;
  let high = seed >>> 16;
  for (let start = 0; start < bytes.byteLength; start += BLOCK) {
    const end = Math.min(start + BLOCK, bytes.byteLength);
    for (let at = start; at < end; at++) {
      low += bytes[at]!;
      high += low;
    }
    low %= MODULUS;
    high %= MODULUS;
  }
  return ((high << 16) | low) >>> 0;
}
