/** Blocks of 4^d integers to bit planes and back: transform, order of coefficients, negabinary. */
import { isLittleEndianHost } from "../../../model/values/numeric-array.ts";
import type { ZfpReader, ZfpWriter } from "./bit-stream.ts";
import { type Block, forwardTransform, inverseTransform } from "./lift.ts";
import { coefficients, decodePlanes, encodePlanes } from "./planes.ts";

/** The bits and planes of a block that may be used. */
export interface Budget {
  readonly minBits: number;
  readonly maxBits: number;
  readonly precision: number;
}

export interface IntegerBlocks {
  readonly block: Block;
  decode(reader: ZfpReader, budget: Budget): void;
  encode(writer: ZfpWriter, budget: Budget): void;
  /** Lossless, preceded by the number of planes. */
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

/**
 * The order in which zfp stores the coefficients of a block of 4^d: by total frequency, then by the sum of squares.
 * Ties follow no rule, so the orders are tables (two hexadecimal digits per index, the first axis fastest), derived
 * from zfp's output for blocks of one coefficient.
 */
const ORDERS: readonly string[] = [
  "00010203",
  "0001040502080609030c0a070d0b0e0f",
  [
    "0001041014110502082015061218092124030c3016192528220a07131c0d3134",
    "29261a171d350b232c0e32382a1b272d1e36393c330f2b2e3a3d371f3e3b2f3f",
  ].join(""),
  [
    "0001041040055011444114020820805451451506124218480960212481849003",
    "0c30c0555246164919582564619491850aa0228882280713431c4c0d703134c1",
    "c4d056596595a189298626a41a989268624a5347174d1d5c357471d4d1c50b23",
    "832c8c0eb03238c2c8e05aa566999669a8a28a2a575d75d51b4b632787936c2d",
    "8d9c1e4eb1b436727839c6d2d8c9e1e40ff033ccc33ca9a69a6a5b67976d9d5e",
    "b57679d6d9e5a38b2b8e2eac3ab8b2e8e2caf1cd3dc737f41fdcd37c734faaa7",
    "9b6b9e6ead7ab9b6e9e6da5ff577ddd77df2ce3ecb3bf82fece3bcb38fabaeba",
    "eaf6de7edb7bf96fede7bdb79ffcf3cf3faffabbeeebbefdf7df7ffefbefbfff",
  ].join(""),
];

/** Where in the block the coefficients go, for one to four dimensions. */
function coefficientOrder(dimensions: number): Uint8Array {
  const digits = ORDERS[dimensions - 1] ?? "";
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
}
