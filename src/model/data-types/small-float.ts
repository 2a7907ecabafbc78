/**
 * Floats of 16 bits and fewer in bulk: little-endian codes to float32 (always exact) and back. NaN payloads and signs are
 * copied as bits, never through a JavaScript number, so widening and narrowing again changes nothing.
 */
import { HyperslabError } from "../../errors.ts";
import {
  decodeFloat,
  encodeFloat,
  type SmallFloat,
  type SmallFloatName,
  smallFloatFormat,
} from "./small-float-format.ts";

export { canHoldFloat, decodeFloat, encodeFloat, isSmallFloat, type SmallFloatName } from "./small-float-format.ts";

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
