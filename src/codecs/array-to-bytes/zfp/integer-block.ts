/** Blocks of 4^d integers to bit planes and back: transform, order of coefficients, negabinary. */
import { isLittleEndianHost } from "../../../model/values/numeric-array.ts";
import type { ZfpReader, ZfpWriter } from "./bit-stream.ts";
import { coefficientOrder } from "./coefficient-order.ts";
import { type Block, forwardTransform, inverseTransform } from "./lift.ts";
import { coefficients, decodePlanes, encodePlanes } from "./planes.ts";

/** Bits of a block that may be used, and planes. */
export interface Budget {
  readonly minBits: number;
  readonly maxBits: number;
  readonly precision: number;
}

export interface IntegerBlocks {
  readonly block: Block;
  decode(reader: ZfpReader, budget: Budget): void;
  encode(writer: ZfpWriter, budget: Budget): void;
  /** Lossless, with the number of planes before them. */
  decodeReversible(reader: ZfpReader, budget: Budget): void;
  encodeReversible(writer: ZfpWriter, budget: Budget): void;
}

/** Alternating bits: adding and flipping them turns two's complement into negabinary. */
const ALTERNATING = 0xaaaaaaaa;

export function integerBlocks(width: 32 | 64, dimensions: number): IntegerBlocks {
  const size = 4 ** dimensions;
  const order = coefficientOrder(dimensions);
  const block: Block = width === 32 ? new Int32Array(size) : new BigInt64Array(size);
  const data = coefficients(size);
  const precisionBits = width === 32 ? 5 : 6;
  const words = new Uint32Array(block.buffer);
  const [stride, lower] = width === 32 ? [1, 0] : [2, isLittleEndianHost() ? 0 : 1];

  const fromNegabinary = (): void => {
    for (let i = 0; i < size; i++) {
      const at = stride * order[i]! + lower;
      const low = (data.low[i]! ^ ALTERNATING) >>> 0;
      words[at] = low - ALTERNATING;
      if (width === 64) words[at ^ 1] = (data.high[i]! ^ ALTERNATING) - ALTERNATING - (low < ALTERNATING ? 1 : 0);
    }
  };
  const toNegabinary = (): void => {
    for (let i = 0; i < size; i++) {
      const at = stride * order[i]! + lower;
      const low = words[at]! + ALTERNATING;
      data.low[i] = low ^ ALTERNATING;
      if (width === 64) data.high[i] = (words[at ^ 1]! + ALTERNATING + (low > 0xffffffff ? 1 : 0)) ^ ALTERNATING;
    }
  };
  return {
    block,
    decode: (reader, { minBits, maxBits, precision }) => {
      reader.skip(minBits - decodePlanes(reader, maxBits, precision, width, data));
      fromNegabinary();
      inverseTransform(block, dimensions, false);
    },
    encode: (writer, { minBits, maxBits, precision }) => {
      forwardTransform(block, dimensions, false);
      toNegabinary();
      writer.pad(minBits - encodePlanes(writer, maxBits, precision, width, data));
    },
    decodeReversible: (reader, { minBits, maxBits }) => {
      const precision = reader.bits(precisionBits) + 1;
      const used = precisionBits + decodePlanes(reader, maxBits - precisionBits, precision, width, data);
      reader.skip(minBits - used);
      fromNegabinary();
      inverseTransform(block, dimensions, true);
    },
    encodeReversible: (writer, { minBits, maxBits, precision }) => {
      forwardTransform(block, dimensions, true);
      toNegabinary();
      const needed = Math.max(Math.min(significantBits(data.low, data.high, width), precision), 1);
      writer.bits(needed - 1, precisionBits);
      const used = precisionBits + encodePlanes(writer, maxBits - precisionBits, needed, width, data);
      writer.pad(minBits - used);
    },
  };
}

/** Planes down to the lowest bit that is set in any coefficient. */
function significantBits(low: Uint32Array, high: Uint32Array, width: number): number {
  const lows = low.reduce((all, word) => all | word, 0);
  if (lows !== 0) return width - trailingZeros(lows);
  const highs = high.reduce((all, word) => all | word, 0);
  return highs === 0 ? 0 : width - 32 - trailingZeros(highs);
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}
