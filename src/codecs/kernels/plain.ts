/** The kernels in TypeScript, over an ordinary buffer: for platforms without WebAssembly SIMD or pages with a strict CSP. */
import { adler32 } from "../../bytes/checksum/adler32.ts";
import { crc32c } from "../../bytes/checksum/crc32.ts";
import { addFletcher32 } from "../../bytes/checksum/fletcher32.ts";
import { mixLookup3 } from "../../bytes/checksum/jenkins-lookup3.ts";
import { kernelMemory } from "./kernel-memory.ts";
import type { Kernels } from "./kernels.ts";
import { blosclzDecode, blosclzEncode } from "./plain/blosclz.ts";
import { deltaDecode, deltaEncode, packBits, roundBits, swapBytes, unpackBits } from "./plain/elements.ts";
import { lz4Decode, lz4Encode } from "./plain/lz4.ts";
import { lz4EncodeHigh } from "./plain/lz4-high.ts";
import { mapNumbers } from "./plain/map-numbers.ts";
import { bitshuffle, bitunshuffle, shuffle, unshuffle } from "./plain/shuffle.ts";
import { snappyDecode, snappyEncode } from "./plain/snappy.ts";

const INITIAL_BYTES = 1024 * 1024;
/** Address 0 stays unused, as in WebAssembly. */
const BASE = 64;

export function plainKernels(): Kernels {
  let m = new Uint8Array(INITIAL_BYTES);
  const grow = (end: number) => {
    const grown = new Uint8Array(Math.max(end, Math.min(2 * m.byteLength, m.byteLength + 2 ** 28)));
    grown.set(m);
    m = grown;
  };
  return {
    variant: "plain",
    memory: kernelMemory({ bytes: () => m, grow }, BASE),
    lz4Decode: (source, sourceLength, target, targetLength) =>
      lz4Decode(m, source, sourceLength, target, targetLength, 0),
    lz4DecodeLinked: (source, sourceLength, target, targetLength, history) =>
      lz4Decode(m, source, sourceLength, target, targetLength, history),
    blosclzDecode: (source, sourceLength, target, targetLength) =>
      blosclzDecode(m, source, sourceLength, target, targetLength),
    snappyDecode: (source, sourceLength, target, targetLength) =>
      snappyDecode(m, source, sourceLength, target, targetLength),
    lz4Encode: (source, length, target, capacity, acceleration) =>
      lz4Encode(m, source, length, target, capacity, acceleration),
    blosclzEncode: (source, length, target, capacity, acceleration) =>
      blosclzEncode(m, source, length, target, capacity, acceleration),
    snappyEncode: (source, length, target, capacity, acceleration) =>
      snappyEncode(m, source, length, target, capacity, acceleration),
    lz4EncodeHigh: (source, length, target, capacity, attempts) =>
      lz4EncodeHigh(m, source, length, target, capacity, attempts),
    shuffle: (size, source, target, stride, count) => shuffle(m, size, source, target, stride, count),
    unshuffle: (size, source, stride, target, count) => unshuffle(m, size, source, stride, target, count),
    bitshuffle: (size, source, target, stride, count) => bitshuffle(m, size, source, target, stride, count),
    bitunshuffle: (size, source, stride, target, count) => bitunshuffle(m, size, source, stride, target, count),
    copy: (target, source, length) => void m.copyWithin(target, source, source + length),
    copyRows: (source, sourceStep, target, targetStep, length, count) => {
      for (let row = 0; row < count; row++) {
        const from = source + row * sourceStep;
        m.copyWithin(target + row * targetStep, from, from + length);
      }
    },
    swapBytes: (size, source, target, length) => swapBytes(m, size, source, target, length),
    deltaEncode: (size, pointer, count) => deltaEncode(m, size, pointer, count),
    deltaDecode: (size, pointer, count) => deltaDecode(m, size, pointer, count),
    mapNumbers: (from, to, operation, first, second, source, target, count) =>
      mapNumbers(m, from, to, operation, first, second, source, target, count),
    roundBits: (size, source, target, count, mantissa, dropped) =>
      roundBits(m, size, source, target, count, mantissa, dropped),
    packBits: (source, target, count, reversed) => packBits(m, source, target, count, reversed),
    unpackBits: (source, target, count, reversed) => unpackBits(m, source, target, count, reversed),
    crc32c: (source, length, initial) => crc32c(m.subarray(source, source + length), initial),
    adler32: (source, length, initial) => adler32(m.subarray(source, source + length), initial),
    fletcher32: (source, length, state) => fletcher32(m, source, length, state),
    lookup3: (source, length, state) => lookup3(m, source, length, state),
  };
}

// Fletcher-32 and the rounds of lookup3, piece by piece, with their state in memory.

/** Continues the two sums at `state`. Every piece but the last is whole blocks; an odd last byte is half a word. */
function fletcher32(m: Uint8Array, source: number, length: number, state: number): void {
  const [first, second] = wordsAt(m, state, 2);
  putWords(m, state, addFletcher32(m.subarray(source, source + length), first!, second!));
}

/** Mixes `length` bytes, a multiple of 12, into the three words at `state`. */
function lookup3(m: Uint8Array, source: number, length: number, state: number): void {
  putWords(m, state, mixLookup3(m.subarray(source, source + length), wordsAt(m, state, 3)));
}

function wordsAt(m: Uint8Array, at: number, count: number): readonly number[] {
  const view = new DataView(m.buffer, m.byteOffset + at, 4 * count);
  return Array.from({ length: count }, (_, index) => view.getUint32(4 * index, true));
}

function putWords(m: Uint8Array, at: number, words: readonly number[]): void {
  const view = new DataView(m.buffer, m.byteOffset + at, 4 * words.length);
  for (const [index, word] of words.entries()) view.setUint32(4 * index, word, true);
}
