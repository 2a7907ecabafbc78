/**
 * Bob Jenkins' lookup3 (`hashlittle`, public domain, 2006), the checksum of HDF5 metadata: three 32-bit words are mixed
 * with twelve bytes at a time.
 */

/** The hash of a whole object. `seed` is lookup3's initial value; `prefix` is hashed before the bytes. */
export function jenkinsLookup3(bytes: Uint8Array, seed = 0, prefix?: Uint8Array): number {
  return prefix === undefined || prefix.byteLength === 0 ? hash(bytes, seed) : hash(join(prefix, bytes), seed);
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.byteLength + second.byteLength);
  joined.set(first);
  joined.set(second, first.byteLength);
  return joined;
}

function hash(bytes: Uint8Array, seed: number): number {
  const length = bytes.byteLength;
  let a = (0xdeadbeef + length + seed) | 0;
  let b = a;
  let c = a;
  let at = 0;
  // The last 1 to 12 bytes are left for the final mixing.
  for (; length - at > 12; at += 12) {
    a = (a + wordAt(bytes, at)) | 0;
    b = (b + wordAt(bytes, at + 4)) | 0;
    c = (c + wordAt(bytes, at + 8)) | 0;
    a = (a - c) ^ rotate(c, 4);
    c = (c + b) | 0;
    b = (b - a) ^ rotate(a, 6);
    a = (a + c) | 0;
    c = (c - b) ^ rotate(b, 8);
    b = (b + a) | 0;
    a = (a - c) ^ rotate(c, 16);
    c = (c + b) | 0;
    b = (b - a) ^ rotate(a, 19);
    a = (a + c) | 0;
    c = (c - b) ^ rotate(b, 4);
    b = (b + a) | 0;
  }
  if (at === length) return c >>> 0;
  return finish(a + wordAt(bytes, at), b + wordAt(bytes, at + 4), c + wordAt(bytes, at + 8));
}

function finish(first: number, second: number, third: number): number {
  let a = first;
  let b = second;
  let c = third;
  c = (c ^ b) - rotate(b, 14);
  a = (a ^ c) - rotate(c, 11);
  b = (b ^ a) - rotate(a, 25);
  c = (c ^ b) - rotate(b, 16);
  a = (a ^ c) - rotate(c, 4);
  b = (b ^ a) - rotate(a, 14);
  c = (c ^ b) - rotate(b, 24);
  return c >>> 0;
}

/** Four bytes, lowest first. Reading past the end gives undefined, which counts as 0. */
function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
