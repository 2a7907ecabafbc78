/**
 * Bob Jenkins' lookup3 (`hashlittle`, public domain, 2006), the checksum of HDF5 metadata. Each round mixes twelve bytes
 * into three 32-bit words.
 */
import { joinBytes } from "../source/join-bytes.ts";
/** Mixes bytes, whose count is a multiple of 12, into three words. */
export type Lookup3Mixer = (bytes: Uint8Array, words: readonly number[]) => readonly number[];

/**
 * The hash of a whole object. `seed` is lookup3's initial value; `prefix` is hashed before the bytes. `mix` replaces the
 * rounds in plain code.
 */
export function jenkinsLookup3(
  bytes: Uint8Array,
  seed = 0,
  prefix?: Uint8Array,
  mix: Lookup3Mixer = mixLookup3,
): number {
  const joined = prefix === undefined || prefix.byteLength === 0 ? bytes : joinBytes([prefix, bytes]);
  return hash(joined, seed, mix);
}

function hash(bytes: Uint8Array, seed: number, mix: Lookup3Mixer): number {
  const length = bytes.byteLength;
  const start = (0xdeadbeef + length + seed) >>> 0;
  // The last 1 to 12 bytes are left for the final mixing.
  const at = length === 0 ? 0 : 12 * (Math.ceil(length / 12) - 1);
  const [a, b, c] = mix(bytes.subarray(0, at), [start, start, start]);
  if (length === 0) return start;
  return finish(a! + wordAt(bytes, at), b! + wordAt(bytes, at + 4), c! + wordAt(bytes, at + 8));
}

/** The rounds, in plain code. */
export function mixLookup3(bytes: Uint8Array, words: readonly number[]): readonly [number, number, number] {
  let a = words[0]! | 0;
  let b = words[1]! | 0;
  let c = words[2]! | 0;
  for (let at = 0; at < bytes.byteLength; at += 12) {
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
  return [a, b, c];
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
