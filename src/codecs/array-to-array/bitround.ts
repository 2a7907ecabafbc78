/**
 * `bitround`: floats keep `keepbits` bits of their mantissa, rounded to nearest, ties to even; integers keep so many
 * bits from their highest set one on. Lossy; what is read is what was stored. Bits as numcodecs and zarrs set them,
 * but for NaNs: one that the rounding would turn into a number stays a NaN.
 */
import { HyperslabError } from "../../errors.ts";
import type { DataType, FixedDataType, FloatName } from "../../model/data-type.ts";
import { bytesFromNumbers, isBigintArray, type NumberArray, numbersFromBytes } from "../../model/numeric-array.ts";
import { fixedInput } from "../chunk-elements.ts";
import type { ArrayToArrayCodec } from "../codec.ts";
import { bindElementwise } from "./elementwise.ts";

export interface BitroundConfiguration {
  readonly keepbits: number;
}

export const bitround: ArrayToArrayCodec<BitroundConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["keepbits", "id"]);
    return { keepbits: configuration.required("keepbits").integer(0) };
  },
  bind: ({ keepbits }, input) => {
    const output = fixedInput(input);
    const encode = rounding(output, keepbits);
    return bindElementwise(input, { output, identity: true, encode, decode: (bytes) => bytes });
  },
};

const MANTISSA_BITS: Partial<Record<FloatName, number>> = { float16: 10, float32: 23, float64: 52, bfloat16: 7 };

function rounding(dataType: FixedDataType, keepbits: number): (bytes: Uint8Array) => Uint8Array {
  const mantissa = mantissaBits(dataType);
  if (mantissa !== undefined) {
    if (keepbits > mantissa) {
      const what = `keepbits is ${keepbits}, the mantissa of ${dataType.name} has ${mantissa} bits`;
      throw new HyperslabError("invalid-data", what);
    }
    const size = dataType.kind === "complex" ? dataType.itemSize / 2 : dataType.itemSize;
    if (keepbits === mantissa) return (bytes) => bytes;
    return (bytes) => roundFloats(bytes, size, mantissa, mantissa - keepbits);
  }
  if (isInteger(dataType)) return (bytes) => roundIntegers(bytes, dataType.itemSize, keepbits);
  throw new HyperslabError("unsupported", `elements of ${dataType.name} cannot be rounded to bits`);
}

function mantissaBits(dataType: DataType): number | undefined {
  if (dataType.kind === "float") return MANTISSA_BITS[dataType.name];
  return dataType.kind === "complex" ? MANTISSA_BITS[dataType.component] : undefined;
}

function isInteger(dataType: DataType): boolean {
  if (dataType.kind === "integer") return dataType.bits >= 8;
  return dataType.kind === "datetime" || dataType.kind === "timedelta";
}

function roundFloats(bytes: Uint8Array, size: number, mantissa: number, dropped: number): Uint8Array {
  const words = numbersFromBytes(size === 2 ? "uint16" : "uint32", bytes.slice());
  if (isBigintArray(words)) return bytes;
  if (size === 8) roundDoubles(words, dropped);
  else if (words instanceof Uint32Array)
    roundSingles(new Int32Array(words.buffer, words.byteOffset, words.length), dropped);
  else {
    const magnitudes = 2 ** (8 * size - 1) - 1;
    const infinity = magnitudes - (2 ** mantissa - 1);
    for (let i = 0; i < words.length; i++) words[i] = roundWord(words[i]!, magnitudes, infinity, dropped);
  }
  return bytesFromNumbers(words);
}

/** Words of float32, signed: those are the integers that engines are fast with. */
function roundSingles(words: Int32Array, dropped: number): void {
  const mask = -1 << dropped;
  const half = (1 << (dropped - 1)) - 1;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if ((word & 0x7fffffff) > 0x7f800000) words[i] = roundWord(word, 0x7fffffff, 0x7f800000, dropped);
    else words[i] = (word + ((word >>> dropped) & 1) + half) & mask;
  }
}

/** Half a unit less one, and one more if the kept part is odd: ties go to even, and a carry reaches the exponent. */
function roundWord(word: number, magnitudes: number, infinity: number, dropped: number): number {
  const isNan = (word & magnitudes) > infinity;
  const mask = -1 << dropped;
  const rounded = (word + ((word >>> dropped) & 1) + 2 ** (dropped - 1) - 1) & mask;
  // The quiet bit is the highest of the mantissa, half the step from infinity to the next exponent.
  return isNan && !isNanWord(rounded, word, magnitudes, infinity)
    ? word | ((magnitudes + 1 - infinity) >>> 1)
    : rounded;
}

function isNanWord(rounded: number, word: number, magnitudes: number, infinity: number): boolean {
  return (rounded & magnitudes) > infinity && (rounded ^ word) >>> 0 <= magnitudes;
}

/** Pairs of words, the lower one first. */
function roundDoubles(numbers: NumberArray, dropped: number): void {
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  const bias = 2 ** (dropped - 1) - 1;
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i]!;
    const high = words[i + 1]!;
    const odd = dropped < 32 ? (low >>> dropped) & 1 : (high >>> (dropped - 32)) & 1;
    const half = bias + odd;
    const sum = low + (half % 2 ** 32);
    const newHigh = (high + Math.floor(half / 2 ** 32) + (sum >= 2 ** 32 ? 1 : 0)) >>> 0;
    const roundedHigh = dropped > 32 ? newHigh & (-1 << (dropped - 32)) : newHigh;
    const roundedLow = dropped >= 32 ? 0 : sum & (-1 << dropped);
    const wasNan = isNanPair(high, low);
    if (wasNan && !(isNanPair(roundedHigh, roundedLow) && (roundedHigh ^ high) >= 0)) {
      words[i + 1] = high | 0x00080000;
      continue;
    }
    words[i] = roundedLow;
    words[i + 1] = roundedHigh;
  }
}

function isNanPair(high: number, low: number): boolean {
  const magnitude = high & 0x7fffffff;
  return magnitude > 0x7ff00000 || (magnitude === 0x7ff00000 && low !== 0);
}

/** Negative integers are rounded as their unsigned patterns are. What would carry out of the type is cut off. */
function roundIntegers(bytes: Uint8Array, size: number, keepbits: number): Uint8Array {
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  const most = 2n ** BigInt(8 * size) - 1n;
  for (let at = 0; at < out.byteLength; at += size) {
    const value = unsignedAt(view, at, size);
    const bits = value === 0n ? 0 : value.toString(2).length;
    if (bits <= keepbits) continue;
    const dropped = BigInt(bits - keepbits);
    let rounded = value + ((value >> dropped) & 1n) + (1n << (dropped - 1n)) - 1n;
    if (rounded > most) rounded = most;
    putUnsigned(view, at, size, (rounded >> dropped) << dropped);
  }
  return out;
}

function unsignedAt(view: DataView, at: number, size: number): bigint {
  if (size === 8) return view.getBigUint64(at, true);
  return BigInt(size === 4 ? view.getUint32(at, true) : size === 2 ? view.getUint16(at, true) : view.getUint8(at));
}

function putUnsigned(view: DataView, at: number, size: number, value: bigint): void {
  if (size === 8) view.setBigUint64(at, value, true);
  else if (size === 4) view.setUint32(at, Number(value), true);
  else if (size === 2) view.setUint16(at, Number(value), true);
  else view.setUint8(at, Number(value));
}
