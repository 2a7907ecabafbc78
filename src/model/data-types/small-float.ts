/**
 * Floats of 16 bits and fewer in bulk: little-endian codes to float32 (always exact) and back. NaN payloads and signs
 * are copied as bits, never through a JavaScript number, so widening and then narrowing changes nothing.
 */
import { HyperslabError } from "../../errors.ts";
import type { FloatName } from "./data-type.ts";

const QUIET_NAN = 0x7fc00000;

/** Widens `out.length` codes. */
export function widenFloats(name: SmallFloatName, bytes: Uint8Array, out: Float32Array): void {
  const words = new Uint32Array(out.buffer, out.byteOffset, out.length);
  if (name === "bfloat16") {
    for (let i = 0; i < words.length; i++) words[i] = (bytes[2 * i]! << 16) | (bytes[2 * i + 1]! << 24);
  } else if (name === "float16") {
    for (let i = 0; i < words.length; i++) words[i] = widenHalf(bytes[2 * i]! | (bytes[2 * i + 1]! << 8));
  } else {
    const table = wideTable(name);
    for (let i = 0; i < words.length; i++) words[i] = table[bytes[i]!]!;
  }
}

/** The float32 bits of float16 bits. */
function widenHalf(half: number): number {
  const sign = (half & 0x8000) << 16;
  const magnitude = half & 0x7fff;
  if (magnitude >= 0x7c00) return sign | 0x70000000 | (magnitude << 13);
  // The exponent's bias grows by 127 - 15.
  if (magnitude >= 0x0400) return sign | ((magnitude << 13) + 0x38000000);
  if (magnitude === 0) return sign;
  // Subnormal: shift the leading one to the place where it is implied.
  const shift = Math.clz32(magnitude) - 21;
  return sign | ((113 - shift) << 23) | (((magnitude << shift) & 0x03ff) << 13);
}

const wideTables = new Map<SmallFloatName, Uint32Array>();

/** float32 bits of all 256 bytes. */
function wideTable(name: SmallFloatName): Uint32Array {
  const known = wideTables.get(name);
  if (known !== undefined) return known;
  const values = new Float32Array(256);
  const table = new Uint32Array(values.buffer);
  for (let code = 0; code < 256; code++) {
    values[code] = decodeFloat(name, code);
    if (Number.isNaN(values[code])) table[code] = wideNan(smallFloatFormat(name), code);
  }
  wideTables.set(name, table);
  return table;
}

function wideNan(format: SmallFloat, code: number): number {
  if (format.specials === "fnuz" || format.specials === "scale") return QUIET_NAN;
  const sign = (code & format.signBit) === 0 ? 0 : 0x80000000;
  if (format.specials === "fn") return sign | QUIET_NAN;
  return sign | 0x7f800000 | ((code << (23 - format.mantissaBits)) & 0x007fffff);
}

/**
 * Narrows every value into `out` as `encodeFloat` does. NaNs of a Float32Array keep their sign and as much of the payload
 * as fits; other NaNs become the quiet one.
 */
export function narrowFloats(name: SmallFloatName, values: ArrayLike<number>, out: Uint8Array): void {
  if (values instanceof Float32Array) narrowFloat32(name, values, out);
  else if (name === "float16" || name === "bfloat16") {
    for (let i = 0; i < values.length; i++) putCode16(out, i, encodeFloat(name, values[i]!));
  } else for (let i = 0; i < values.length; i++) out[i] = encodeFloat(name, values[i]!);
}

function narrowFloat32(name: SmallFloatName, values: Float32Array, out: Uint8Array): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  if (name === "bfloat16") {
    for (let i = 0; i < words.length; i++) putCode16(out, i, narrowToBfloat16(words[i]!));
  } else if (name === "float16") {
    for (let i = 0; i < words.length; i++) putCode16(out, i, narrowToHalf(words[i]!));
  } else {
    const format = smallFloatFormat(name);
    for (let i = 0; i < words.length; i++) {
      const value = values[i]!;
      out[i] = Number.isNaN(value) ? narrowNan(name, format, words[i]!) : encodeFloat(name, value);
    }
  }
}

function putCode16(out: Uint8Array, index: number, code: number): void {
  out[2 * index] = code;
  out[2 * index + 1] = code >> 8;
}

/** Keeps the upper payload bits of a NaN. If none is set, the quiet bit is set, or it would read as infinity. */
function narrowNan(name: SmallFloatName, format: SmallFloat, bits: number): number {
  const { specials, mantissaBits, signBit, nanCode } = format;
  if (nanCode === undefined) throw new HyperslabError("invalid-request", `${name} has no NaN`);
  if (specials === "fnuz" || specials === "scale") return nanCode;
  const sign = bits >>> 31 === 0 ? 0 : signBit;
  if (specials === "fn") return sign | nanCode;
  const payload = (bits & 0x007fffff) >>> (23 - mantissaBits);
  return sign | (payload === 0 ? nanCode : (format.maxCode + 1) | payload);
}

function narrowToBfloat16(bits: number): number {
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return narrowNan("bfloat16", smallFloatFormat("bfloat16"), bits);
  // Half a unit less one, and one more if the kept part is odd: ties go to even.
  return ((bits >>> 16) & 0x8000) | ((magnitude + 0x7fff + ((magnitude >>> 16) & 1)) >>> 16);
}

function narrowToHalf(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return narrowNan("float16", smallFloatFormat("float16"), bits);
  if (magnitude >= 0x47800000) return sign | 0x7c00; // 65536 and more
  if (magnitude >= 0x38800000) return sign | ((magnitude - 0x38000000 + 0x0fff + ((magnitude >>> 13) & 1)) >>> 13);
  if (magnitude <= 0x33000000) return sign; // 2^-25, half the smallest subnormal, ties to zero
  const mantissa = (magnitude & 0x007fffff) | 0x00800000;
  const shift = 126 - (magnitude >>> 23);
  const kept = mantissa >>> shift;
  const rest = mantissa & ((1 << shift) - 1);
  const half = 1 << (shift - 1);
  return sign | (rest > half || (rest === half && (kept & 1) === 1) ? kept + 1 : kept);
}

/**
 * Floats of 16 bits and fewer, one value at a time, in software: sign, exponent, mantissa from the top bit down.
 * Values as in Python's ml_dtypes; rounding is to nearest, ties to even, directly from the double. Types of fewer than 8
 * bits use the low bits of a byte; the bits above are ignored.
 */
export type SmallFloatName = Exclude<FloatName, "float32" | "float64">;

/**
 * The meaning of the largest codes. ieee: infinities and NaNs with payloads. fn: no infinity, all ones is NaN. fnuz: no
 * infinity, NaN instead of negative zero. finite: neither. scale: unsigned powers of two, all ones is NaN.
 */
type Specials = "ieee" | "fn" | "fnuz" | "finite" | "scale";

interface SmallFloat {
  readonly mantissaBits: number;
  readonly bias: number;
  readonly specials: Specials;
  /** The sign bit; 0 for the unsigned type. */
  readonly signBit: number;
  /** The code of the largest finite value. */
  readonly maxCode: number;
  /** The largest finite value. */
  readonly maxValue: number;
  /** A quiet NaN with a clear sign; undefined if the type has no NaN. */
  readonly nanCode: number | undefined;
}

const FORMATS: Readonly<Record<SmallFloatName, SmallFloat>> = {
  float16: smallFloat(5, 10, 15, "ieee"),
  bfloat16: smallFloat(8, 7, 127, "ieee"),
  float8_e3m4: smallFloat(3, 4, 3, "ieee"),
  float8_e4m3: smallFloat(4, 3, 7, "ieee"),
  float8_e4m3b11fnuz: smallFloat(4, 3, 11, "fnuz"),
  float8_e4m3fn: smallFloat(4, 3, 7, "fn"),
  float8_e4m3fnuz: smallFloat(4, 3, 8, "fnuz"),
  float8_e5m2: smallFloat(5, 2, 15, "ieee"),
  float8_e5m2fnuz: smallFloat(5, 2, 16, "fnuz"),
  float8_e8m0fnu: smallFloat(8, 0, 127, "scale"),
  float6_e2m3fn: smallFloat(2, 3, 1, "finite"),
  float6_e3m2fn: smallFloat(3, 2, 3, "finite"),
  float4_e2m1fn: smallFloat(2, 1, 1, "finite"),
};

function smallFloat(exponentBits: number, mantissaBits: number, bias: number, specials: Specials): SmallFloat {
  const magnitudes = 2 ** (exponentBits + mantissaBits);
  const topBinade = magnitudes - 2 ** mantissaBits;
  const byKind: Readonly<Record<Specials, readonly [maxCode: number, nanCode: number | undefined]>> = {
    ieee: [topBinade - 1, topBinade + 2 ** (mantissaBits - 1)],
    fn: [magnitudes - 2, magnitudes - 1],
    fnuz: [magnitudes - 1, magnitudes],
    finite: [magnitudes - 1, undefined],
    scale: [magnitudes - 2, magnitudes - 1],
  };
  const [maxCode, nanCode] = byKind[specials];
  const maxMantissa = 2 ** mantissaBits + (maxCode % 2 ** mantissaBits);
  const maxValue = maxMantissa * 2 ** ((maxCode >> mantissaBits) - bias - mantissaBits);
  return { mantissaBits, bias, specials, signBit: specials === "scale" ? 0 : magnitudes, maxCode, maxValue, nanCode };
}

export function smallFloatFormat(name: SmallFloatName): SmallFloat {
  return FORMATS[name];
}

export function isSmallFloat(name: FloatName): name is SmallFloatName {
  return Object.hasOwn(FORMATS, name);
}

/** The value of a code; all of them are exact in a float32. */
export function decodeFloat(name: SmallFloatName, bits: number): number {
  const format = FORMATS[name];
  const { mantissaBits, bias, signBit } = format;
  const code = signBit === 0 ? bits & 0xff : bits & (signBit - 1);
  const negative = (bits & signBit) !== 0;
  if (isNanCode(format, code, negative)) return Number.NaN;
  const exponent = code >> mantissaBits;
  const mantissa = code & ((1 << mantissaBits) - 1);
  let value = Number.POSITIVE_INFINITY;
  if (format.specials === "scale") value = 2 ** (code - bias);
  else if (exponent === 0) value = mantissa * 2 ** (1 - bias - mantissaBits);
  else if (code <= format.maxCode) value = (mantissa + 2 ** mantissaBits) * 2 ** (exponent - bias - mantissaBits);
  return negative ? -value : value;
}

function isNanCode(format: SmallFloat, code: number, negative: boolean): boolean {
  if (format.specials === "fnuz") return negative && code === 0;
  // The IEEE infinity is the one code between the largest value and the NaNs.
  return code > format.maxCode + (format.specials === "ieee" ? 1 : 0);
}

/**
 * The code of the nearest value. A value that is too large, or infinite, becomes infinity if the type has one, else NaN,
 * else the largest value. The scale type turns zero and negative values into NaN. All as ml_dtypes does, except that a
 * NaN that the type cannot hold is refused instead of becoming zero.
 */
export function encodeFloat(name: SmallFloatName, value: number): number {
  const format = FORMATS[name];
  const negative = value < 0 || Object.is(value, -0);
  if (Number.isNaN(value) || (format.specials === "scale" && (negative || value === 0))) {
    if (format.nanCode !== undefined) return format.nanCode;
    throw new HyperslabError("invalid-request", `${name} has no NaN`);
  }
  const magnitude = Math.abs(value);
  const rounded = magnitude === Number.POSITIVE_INFINITY ? magnitude : nearestCode(format, magnitude);
  const sign = negative ? format.signBit : 0;
  if (rounded > format.maxCode) return overflowCode(format, sign);
  // There is only one zero if NaN takes the place of the negative one.
  return rounded === 0 && format.specials === "fnuz" ? 0 : sign + rounded;
}

function overflowCode(format: SmallFloat, sign: number): number {
  if (format.specials === "finite") return sign + format.maxCode;
  if (format.specials === "fnuz") return format.signBit;
  return sign + format.maxCode + 1;
}

const scratch = new DataView(new ArrayBuffer(8));

/**
 * The code that a magnitude rounds to, as if exponents were unbounded. Codes of magnitudes increase with their values, so
 * a mantissa that rounds up carries into the exponent.
 */
function nearestCode(format: SmallFloat, magnitude: number): number {
  const { mantissaBits, bias, specials } = format;
  // The scale type has no subnormals: its lowest code is a power of two like the others.
  const lowest = specials === "scale" ? -bias : 1 - bias;
  scratch.setFloat64(0, magnitude);
  // Far above every type's range the code does not matter; 1000 keeps the power a normal double.
  const exponent = Math.min(1000, Math.max(lowest, (scratch.getUint16(0) >> 4) - 1023));
  const steps = roundHalfEven(magnitude * powerOfTwo(mantissaBits - exponent));
  if (specials === "scale") return exponent - lowest + Math.max(steps, 1) - 1;
  return (exponent - lowest) * (1 << mantissaBits) + steps;
}

/** 2 to the power of an exponent in the range of normal doubles, made from bits: `**` takes ten times as long. */
function powerOfTwo(exponent: number): number {
  scratch.setUint32(0, (exponent + 1023) << 20);
  scratch.setUint32(4, 0);
  return scratch.getFloat64(0);
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

/**
 * Returns whether a float of this name can hold the value, apart from rounding: not if a finite value would overflow or
 * a NaN vanish.
 */
export function canHoldFloat(name: FloatName, value: number): boolean {
  if (name === "float64") return true;
  if (name === "float32") return Number.isFinite(Math.fround(value)) === Number.isFinite(value);
  const format = FORMATS[name];
  if (Number.isNaN(value)) return format.nanCode !== undefined;
  const magnitude = Math.abs(value);
  if (magnitude === Number.POSITIVE_INFINITY) return format.specials === "ieee";
  if (format.specials === "scale" && value < 2 ** -format.bias) return false;
  return magnitude <= format.maxValue || nearestCode(format, magnitude) <= format.maxCode;
}
