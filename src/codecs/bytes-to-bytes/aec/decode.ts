/**
 * Adaptive entropy coding (CCSDS 121.0-B), as libaec, szip and GRIB use it. Samples come in blocks, blocks in reference
 * sample intervals. A block starts with the identifier of how it is coded:
 *
 *     all zeros, then 0  blocks of zeros, their number as a unary code (5 means: to the end of the segment of 64 blocks)
 *     all zeros, then 1  the second extension: pairs of samples as one unary code
 *     all ones           samples uncoded
 *     k + 1              samples without their k lowest bits as unary codes, then those bits
 *
 * With preprocessing, the first sample of an interval is stored verbatim, and the others are mapped differences.
 */
import { HyperslabError } from "../../../errors.ts";
import type { AecParameters } from "../../kernels/packed/packed.ts";
import { BitReader } from "./bit-reader.ts";

/** Blocks of zeros "to the end of the segment" extend to a multiple of this. */
const SEGMENT_BLOCKS = 64;
const REST_OF_SEGMENT = 5;
/** The largest code of the second extension that represents samples of one block: 12 + 12 (CCSDS 121.0-B 3.4.3). */
const LARGEST_PAIR = 90;

/** Exactly `count` samples; signed ones as their bits. Short or impossible input is `invalid-data`. */
export function decodeAec(bytes: Uint8Array, parameters: AecParameters, count: number): Uint32Array {
  const { bitsPerSample: bits, blockSize, interval, preprocess, padded } = parameters;
  const reader = new BitReader(bytes);
  const samples = new Uint32Array(count);
  const idBits = identifierBits(parameters);
  const asTheyAre = (1 << idBits) - 1;
  const perInterval = blockSize * interval;
  const block = new Uint32Array(blockSize);
  for (let start = 0; start < count; start += perInterval) {
    const end = Math.min(start + perInterval, count);
    let at = start;
    for (let index = 0; at < end; index++) {
      // The first sample of the interval, if it is stored verbatim.
      const first = preprocess && index === 0 ? 1 : 0;
      const id = reader.read(idBits);
      let blocks = 1;
      if (id === 0) {
        const isPairs = reader.read(1) === 1;
        if (first === 1) block[0] = reader.read(bits);
        if (isPairs) readPairs(reader, block, first);
        else {
          blocks = zeroBlocks(reader.unary() + 1, index, interval);
          block.fill(0, first);
        }
      } else if (id === asTheyAre) {
        for (let sample = 0; sample < blockSize; sample++) block[sample] = reader.read(bits);
      } else {
        if (first === 1) block[0] = reader.read(bits);
        for (let sample = first; sample < blockSize; sample++) block[sample] = reader.unary();
        const low = id - 1;
        if (low > 0) {
          for (let sample = first; sample < blockSize; sample++) {
            block[sample] = block[sample]! * 2 ** low + reader.read(low);
          }
        }
      }
      for (let sample = 0; sample < blockSize && at < end; sample++) samples[at++] = block[sample]!;
      // The samples of further blocks are zero already.
      at = Math.min(end, at + (blocks - 1) * blockSize);
      index += blocks - 1;
    }
    if (preprocess) undoDifferences(samples.subarray(start, end), bits, parameters.signed);
    if (padded) reader.align();
  }
  return samples;
}

function identifierBits({ bitsPerSample, restricted }: AecParameters): number {
  if (bitsPerSample > 16) return 5;
  if (bitsPerSample > 8) return 4;
  if (restricted && bitsPerSample <= 4) return bitsPerSample <= 2 ? 1 : 2;
  return 3;
}

function zeroBlocks(code: number, index: number, interval: number): number {
  if (code < REST_OF_SEGMENT) return Math.min(code, interval - index);
  const rest = Math.min(interval - index, SEGMENT_BLOCKS - (index % SEGMENT_BLOCKS));
  const blocks = code === REST_OF_SEGMENT ? rest : code - 1;
  if (blocks <= interval - index) return blocks;
  throw new HyperslabError("invalid-data", `${blocks} blocks of zeros, but the interval has ${interval - index} left`);
}

function readPairs(reader: BitReader, block: Uint32Array, first: number): void {
  for (let sample = first; sample < block.length; ) {
    const code = reader.unary();
    if (code > LARGEST_PAIR)
      throw new HyperslabError("invalid-data", `${code} is not a valid code for a pair of samples`);
    const sum = Math.floor((Math.sqrt(8 * code + 1) - 1) / 2);
    const second = code - (sum * (sum + 1)) / 2;
    // Pairs count from the start of the block: the partner of the first sample is on its own.
    if ((sample & 1) === 0) block[sample++] = sum - second;
    if (sample < block.length) block[sample++] = second;
  }
}

/**
 * From mapped differences to samples: small ones alternate in sign, and those that would leave the range continue in
 * one direction.
 */
function undoDifferences(samples: Uint32Array, bits: number, signed: boolean): void {
  const range = 2 ** bits;
  const [least, most] = signed ? [-range / 2, range / 2 - 1] : [0, range - 1];
  let value = samples[0] ?? 0;
  if (signed && value >= range / 2) value -= range;
  for (let at = 1; at < samples.length; at++) {
    const mapped = samples[at]!;
    const reach = Math.min(value - least!, most! - value);
    if (mapped <= 2 * reach) value += mapped % 2 === 0 ? mapped / 2 : -(mapped + 1) / 2;
    else value = value - least! <= most! - value ? least! + mapped : most! - mapped;
    samples[at] = value;
  }
}
