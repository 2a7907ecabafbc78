/**
 * One block of 4^d values of any of zfp's types. Floats are brought to a common exponent and become integers; a block
 * of zeros is one bit. In reversible mode, floats that would not survive that are stored as bit patterns.
 */
import { HyperslabError } from "../../../errors.ts";
import type { ZfpReader, ZfpWriter } from "./bit-stream.ts";
import { type IntegerBlocks, integerBlocks } from "./integer-block.ts";
import { exponentBits, exponentOf, isReversible, type ZfpParameters, type ZfpType } from "./parameters.ts";

export type Values = Int32Array | BigInt64Array | Float32Array | Float64Array;

export interface BlockCodec {
  /** The values of one block, read after decoding and set before encoding. */
  readonly values: Values;
  decode(reader: ZfpReader): void;
  encode(writer: ZfpWriter): void;
}

export function blockCodec(type: ZfpType, dimensions: number, parameters: ZfpParameters): BlockCodec {
  const integers = integerBlocks(type === "int32" || type === "float32" ? 32 : 64, dimensions);
  if (type === "float32" || type === "float64") return floatCodec(type, dimensions, parameters, integers);
  const budget = { ...parameters, precision: parameters.maxPrecision };
  const reversible = isReversible(parameters);
  return {
    values: integers.block,
    decode: (reader) => (reversible ? integers.decodeReversible : integers.decode)(reader, budget),
    encode: (writer) => (reversible ? integers.encodeReversible : integers.encode)(writer, budget),
  };
}

function floatCodec(
  type: "float32" | "float64",
  dimensions: number,
  parameters: ZfpParameters,
  integers: IntegerBlocks,
): BlockCodec {
  const { bits: exponentSize, bias } = exponentBits(type);
  const values = type === "float32" ? new Float32Array(4 ** dimensions) : new Float64Array(4 ** dimensions);
  const { minBits, maxBits, maxPrecision, minExponent } = parameters;
  const budget = (used: number, precision: number) => ({ minBits: minBits - used, maxBits: maxBits - used, precision });
  const planes = (exponent: number): number =>
    Math.min(maxPrecision, Math.max(0, exponent - minExponent + 2 * dimensions + 2));
  const withExponent = 1 + exponentSize;
  const reversible = isReversible(parameters);

  const decodeLossy = (reader: ZfpReader): void => {
    if (reader.bit() === 0) {
      values.fill(0);
      reader.skip(minBits - 1);
      return;
    }
    const exponent = reader.bits(exponentSize) - bias;
    integers.decode(reader, budget(withExponent, planes(exponent)));
    toFloats(integers, values, exponent);
  };
  const encodeLossy = (writer: ZfpWriter): void => {
    const exponent = commonExponent(values, bias);
    if (exponent === undefined) {
      throw new HyperslabError("invalid-request", "zfp supports NaN and infinities only in reversible mode");
    }
    const precision = planes(exponent);
    if (precision === 0 || exponent === -bias) {
      writer.pad(Math.max(minBits, 1));
      return;
    }
    writer.bits(2 * (exponent + bias) + 1, withExponent);
    toIntegers(values, integers, exponent);
    integers.encode(writer, budget(withExponent, precision));
  };
  // A bit for zeros or not, then one for patterns or a common exponent.
  const decodeReversible = (reader: ZfpReader): void => {
    if (reader.bit() === 0) {
      values.fill(0);
      return;
    }
    const exponent = reader.bit() === 0 ? reader.bits(exponentSize) - bias : undefined;
    integers.decodeReversible(reader, budget(exponent === undefined ? 2 : 2 + exponentSize, maxPrecision));
    if (exponent === undefined) fromPatterns(integers, values);
    else toFloats(integers, values, exponent);
  };
  const encodeReversible = (writer: ZfpWriter): void => {
    const exponent = commonExponent(values, bias);
    const survives = exponent !== undefined && survivesExponent(values, integers, exponent, bias);
    if (survives && exponent === -bias) {
      writer.pad(1);
      return;
    }
    writer.bits(survives ? 1 : 3, 2);
    if (survives) writer.bits(exponent + bias, exponentSize);
    else toPatterns(values, integers);
    integers.encodeReversible(writer, budget(survives ? 2 + exponentSize : 2, maxPrecision));
  };
  return reversible
    ? { values, decode: decodeReversible, encode: encodeReversible }
    : { values, decode: decodeLossy, encode: encodeLossy };
}

/** Exponent of the largest magnitude; that of zero for a block of zeros, undefined if a value is not finite. */
function commonExponent(values: Float32Array | Float64Array, bias: number): number | undefined {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i]!);
    if (!(magnitude < Number.POSITIVE_INFINITY)) return undefined;
    if (magnitude > largest) largest = magnitude;
  }
  return largest === 0 ? -bias : Math.max(exponentOf(largest), 1 - bias);
}

/** The integers use all bits but two: room for the sign and for growth in the transform. */
function toIntegers(values: Float32Array | Float64Array, { block }: IntegerBlocks, exponent: number): void {
  // Powers of two beyond the largest double are applied in two steps.
  const shift = 8 * values.BYTES_PER_ELEMENT - 2 - exponent;
  const half = Math.trunc(shift / 2);
  const first = 2 ** half;
  const second = 2 ** (shift - half);
  if (block instanceof Int32Array) {
    for (let i = 0; i < values.length; i++) block[i] = values[i]! * first * second;
  } else {
    for (let i = 0; i < values.length; i++) block[i] = BigInt(Math.trunc(values[i]! * first * second));
  }
}

/** In the arithmetic of the type itself, where the factor of very small blocks is zero. */
function toFloats({ block }: IntegerBlocks, values: Float32Array | Float64Array, exponent: number): void {
  const factor = 2 ** (exponent - (8 * values.BYTES_PER_ELEMENT - 2));
  if (block instanceof Int32Array) {
    const scale = Math.fround(factor);
    for (let i = 0; i < values.length; i++) values[i] = Math.fround(block[i]!) * scale;
  } else {
    for (let i = 0; i < values.length; i++) values[i] = Number(block[i]) * factor;
  }
}

function survivesExponent(
  values: Float32Array | Float64Array,
  integers: IntegerBlocks,
  exponent: number,
  bias: number,
): boolean {
  const original = values.slice();
  if (exponent === -bias) {
    if (integers.block instanceof Int32Array) integers.block.fill(0);
    else integers.block.fill(0n);
    values.fill(0);
  } else {
    toIntegers(values, integers, exponent);
    toFloats(integers, values, exponent);
  }
  const found = new Uint8Array(values.buffer.slice(0));
  values.set(original);
  const expected = new Uint8Array(original.buffer);
  return found.every((byte, index) => byte === expected[index]);
}

/** Sign and magnitude to two's complement and back: all bits but the sign are flipped if that is set. */
function toPatterns(values: Float32Array | Float64Array, { block }: IntegerBlocks): void {
  if (block instanceof Int32Array) {
    const bits = new Int32Array(values.buffer);
    for (let i = 0; i < bits.length; i++) block[i] = bits[i]! < 0 ? bits[i]! ^ 0x7fffffff : bits[i]!;
  } else {
    const bits = new BigInt64Array(values.buffer);
    for (let i = 0; i < bits.length; i++) block[i] = bits[i]! < 0n ? bits[i]! ^ 0x7fffffffffffffffn : bits[i]!;
  }
}

function fromPatterns({ block }: IntegerBlocks, values: Float32Array | Float64Array): void {
  if (block instanceof Int32Array) {
    const bits = new Int32Array(values.buffer);
    for (let i = 0; i < bits.length; i++) bits[i] = block[i]! < 0 ? block[i]! ^ 0x7fffffff : block[i]!;
  } else {
    const bits = new BigInt64Array(values.buffer);
    for (let i = 0; i < bits.length; i++) bits[i] = block[i]! < 0n ? block[i]! ^ 0x7fffffffffffffffn : block[i]!;
  }
}
