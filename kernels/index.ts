/**
 * The codec kernels: pure functions over one imported memory. The caller passes every region (input, output, tables)
 * as pointer and length, so instances share nothing and several workers may run on one shared memory.
 *
 * Whatever the input says, a kernel reads only its input regions and writes only its output and table regions. It
 * never traps: a length is returned where there is a result, and a negative number where the input is broken.
 */
export { adler32 } from "./adler32";
export { bitshuffle, bitunshuffle } from "./bitshuffle";
export { blosclzDecode } from "./blosclz-decode";
export { blosclzEncode } from "./blosclz-encode";
export { copyRows } from "./copy-rows";
export { crc32c, crc32cTable } from "./crc32c";
export { deltaDecode, deltaEncode } from "./delta";
export { fletcher32, lookup3 } from "./hashes";
export { lz4Decode, lz4DecodeLinked } from "./lz4-decode";
export { lz4Encode } from "./lz4-encode";
export { lz4EncodeHigh } from "./lz4-encode-high";
export { mapNumbers } from "./map-numbers";
export { packBits, unpackBits } from "./pack-bits";
export { roundBits } from "./round-bits";
export { shuffle } from "./shuffle";
export { snappyDecode } from "./snappy-decode";
export { snappyEncode } from "./snappy-encode";
export { swapBytes } from "./swap-bytes";
export { unshuffle } from "./unshuffle";

/** A bulk copy. From outside, copies inside a shared memory go byte by byte. */
export function copy(target: usize, source: usize, length: usize): void {
  memory.copy(target, source, length);
}

/** The first byte behind the module's own constants: memory from here on is the caller's. */
export function heapBase(): usize {
  return __heap_base;
}
