/**
 * Numbers written as ASCII into bytes, without a string per number: integers, and floats in C's `%.7g` and `%.15g`.
 * Every function takes the position to write to and returns where its text ends; up to three bytes after it may be
 * overwritten.
 */
import { roundedDecimal } from "./exact-decimal.ts";

const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const PLUS = 43;
const E = 101;

/** "0000" to "9999": four bytes each, the first digit in the lowest. */
const QUADS = new Int32Array(10000);
for (let i = 0; i < QUADS.length; i++) {
  const tens = (i / 10) | 0;
  const hundreds = (i / 100) | 0;
  QUADS[i] = 0x30303030 + ((i / 1000) | 0) + ((hundreds % 10) << 8) + ((tens % 10) << 16) + ((i % 10) << 24);
}
/** Multiplying by this divides any number below 2**32 by 10,000: the product is never below an integer quotient. */
const PER_QUAD = 1e-4;
/** Powers of ten that doubles hold exactly. */
const EXACT_POWERS = 22;
const POWERS = Float64Array.from({ length: 71 }, (_, i) => Number(`1e${i - 35}`));
/** Numbers beyond these take the slow path; so do more digits than integers have. */
const SMALLEST = 1e-29;
const LARGEST = 1e35;
const FAST_DIGITS = 15;
/** How far from a half a remainder must be, so that the errors in computing it do not matter. */
const SURE = 1e-6;

export function putText(text: string, out: DataView, at: number): number {
  for (let i = 0; i < text.length; i++) out.setUint8(at + i, text.charCodeAt(i));
  return at + text.length;
}

/** An integer of at most 2**53. */
export function putInteger(value: number, out: DataView, at: number): number {
  let rest = value;
  let to = at;
  if (rest < 0) {
    out.setUint8(to++, MINUS);
    rest = -rest;
  }
  if (rest < 2 ** 32) return putWord(rest, out, to);
  const high = Math.floor(rest / 1e8);
  return putEight(rest - high * 1e8, out, putWord(high, out, to));
}

/** 0 to 2**32 - 1. */
function putWord(value: number, out: DataView, at: number): number {
  if (value < 1e4) return putSmall(value | 0, out, at);
  const high = (value * PER_QUAD) | 0;
  const to = high < 1e4 ? putSmall(high, out, at) : putMiddle(high, out, at);
  return putQuad((value - high * 1e4) | 0, out, to);
}

/** 10,000 to 99,999,999. */
function putMiddle(value: number, out: DataView, at: number): number {
  const high = (value * PER_QUAD) | 0;
  return putQuad(value - high * 1e4, out, putSmall(high, out, at));
}

/**
 * A 64-bit integer, given as its upper and lower half. The quotient by 1e8 is off by at most one; the remainder that
 * reveals this is less than 2**31, so 32 bits of the product are enough for it.
 */
export function putHalves(high: number, low: number, out: DataView, at: number): number {
  const quotient = Math.floor((high * 2 ** 32 + low) * 1e-8);
  const rest = (low - Math.imul(quotient, 1e8)) | 0;
  const off = rest < 0 ? -1 : rest >= 1e8 ? 1 : 0;
  return putEight(rest - off * 1e8, out, putInteger(quotient + off, out, at));
}

/** 0 to 9999. Writes up to four bytes, of which those after the digits do not count. */
function putSmall(value: number, out: DataView, at: number): number {
  const quad = QUADS[value]!;
  if (value >= 1000) {
    out.setInt32(at, quad, true);
    return at + 4;
  }
  if (value >= 100) {
    out.setInt32(at, quad >>> 8, true);
    return at + 3;
  }
  if (value >= 10) {
    out.setInt16(at, quad >>> 16, true);
    return at + 2;
  }
  out.setUint8(at, ZERO + value);
  return at + 1;
}

/** Four digits of 0 to 9999. */
function putQuad(value: number, out: DataView, at: number): number {
  out.setInt32(at, QUADS[value]!, true);
  return at + 4;
}

/** Eight digits of 0 to 99,999,999. */
function putEight(value: number, out: DataView, at: number): number {
  const high = (value * PER_QUAD) | 0;
  out.setInt32(at, QUADS[high]!, true);
  out.setInt32(at + 4, QUADS[(value - high * 1e4) | 0]!, true);
  return at + 8;
}

/** The last digits of a number below 1e8, at most eight, with leading zeros. */
function putDigits(value: number, count: number, out: DataView, at: number): number {
  const high = (value * PER_QUAD) | 0;
  const low = QUADS[(value - high * 1e4) | 0]!;
  if (count <= 4) {
    out.setInt32(at, low >>> (8 * (4 - count)), true);
    return at + count;
  }
  out.setInt32(at, QUADS[high]! >>> (8 * (8 - count)), true);
  out.setInt32(at + count - 4, low, true);
  return at + count;
}

const DOUBLE = new Float64Array(1);
const WORDS = new Uint32Array(DOUBLE.buffer);
const HIGH_WORD = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;
/** The digits of the current number. */
const DIGITS = new Uint8Array(128);
const DIGITS_OUT = new DataView(DIGITS.buffer);

/** A finite number as printed by C's `%.<digits>g`. */
export function putGeneral(value: number, digits: number, out: DataView, at: number): number {
  let to = at;
  let size = value;
  if (value < 0 || Object.is(value, -0)) {
    out.setUint8(to++, MINUS);
    size = -value;
  }
  if (size === 0) {
    out.setUint8(to, ZERO);
    return to + 1;
  }
  if (size < 1e7 && digits >= 7 && Math.floor(size) === size) return putInteger(size, out, to);
  let exponent = digits <= FAST_DIGITS && size > SMALLEST && size < LARGEST ? fastDigits(size, digits) : SLOW;
  if (exponent === SLOW) exponent = slowDigits(size, digits);
  let count = digits;
  while (count > 1 && DIGITS[count - 1] === ZERO) count -= 1;
  if (exponent < -4 || exponent >= digits) return putScientific(exponent, count, out, to);
  return putFixed(exponent, count, out, to);
}

/** Not the exponent of any number. */
const SLOW = 0x7fff;

/** Puts the rounded digits in DIGITS and returns the power of ten of the first, or SLOW if they are not certain. */
function fastDigits(size: number, digits: number): number {
  DOUBLE[0] = size;
  let exponent = Math.floor(((WORDS[HIGH_WORD]! >>> 20) - 1023) * 0.301029995663981);
  if (size >= POWERS[exponent + 36]!) exponent += 1;
  const power = digits - 1 - exponent;
  if (power < -EXACT_POWERS) return SLOW;
  let high = size;
  if (power >= 0) {
    high *= POWERS[35 + Math.min(power, EXACT_POWERS)]!;
    if (power > EXACT_POWERS) high *= POWERS[35 + power - EXACT_POWERS]!;
  } else {
    high /= POWERS[35 - power]!;
  }
  let whole = Math.floor(high);
  let part = high - whole;
  // Two roundings, each by at most half of the last bit.
  if (Math.abs(part - 0.5) < SURE + high * 2 ** -51) {
    part += scalingError(size, power, high);
    if (Math.abs(part - 0.5) < SURE) return SLOW;
  }
  if (part > 0.5) whole += 1;
  if (whole >= POWERS[35 + digits]!) {
    whole = POWERS[34 + digits]!;
    exponent += 1;
  }
  if (digits <= 8) {
    putDigits(whole, digits, DIGITS_OUT, 0);
  } else {
    const upper = Math.floor(whole / 1e8);
    putDigits(upper, digits - 8, DIGITS_OUT, 0);
    putDigits(whole - upper * 1e8, 8, DIGITS_OUT, digits - 8);
  }
  return exponent;
}

/** What `high` lacks of size * 10**power. */
function scalingError(size: number, power: number, high: number): number {
  if (power < 0) {
    const divisor = POWERS[35 - power]!;
    const product = high * divisor;
    return (size - product - productError(high, divisor, product)) / divisor;
  }
  const factor = POWERS[35 + Math.min(power, EXACT_POWERS)]!;
  const first = size * factor;
  const lost = productError(size, factor, first);
  if (power <= EXACT_POWERS) return lost;
  const more = POWERS[35 + power - EXACT_POWERS]!;
  return productError(first, more, high) + lost * more;
}

const SPLITTER = 134217729;

/** The exact rounding error of the product of two doubles (Dekker). */
function productError(a: number, b: number, product: number): number {
  const bigA = SPLITTER * a;
  const highA = bigA - (bigA - a);
  const lowA = a - highA;
  const bigB = SPLITTER * b;
  const highB = bigB - (bigB - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

function slowDigits(size: number, digits: number): number {
  const decimal = roundedDecimal(size, digits);
  putText(decimal.digits, DIGITS_OUT, 0);
  return decimal.exponent;
}

/** `1.5e-07` */
function putScientific(exponent: number, count: number, out: DataView, at: number): number {
  let to = at;
  out.setUint8(to++, DIGITS[0]!);
  if (count > 1) out.setUint8(to++, POINT);
  for (let i = 1; i < count; i++) out.setUint8(to++, DIGITS[i]!);
  out.setUint8(to++, E);
  out.setUint8(to++, exponent < 0 ? MINUS : PLUS);
  const size = Math.abs(exponent);
  return putDigits(size, size < 100 ? 2 : 3, out, to);
}

/** `1500`, `1.5`, `0.00015` */
function putFixed(exponent: number, count: number, out: DataView, at: number): number {
  let to = at;
  let from = 0;
  if (exponent < 0) {
    out.setUint8(to++, ZERO);
    out.setUint8(to++, POINT);
    for (let i = exponent + 1; i < 0; i++) out.setUint8(to++, ZERO);
  } else {
    for (; from <= exponent; from++) out.setUint8(to++, DIGITS[from]!);
    if (count > from) out.setUint8(to++, POINT);
  }
  for (; from < count; from++) out.setUint8(to++, DIGITS[from]!);
  return to;
}

const SCRATCH = new Uint8Array(160);
const SCRATCH_OUT = new DataView(SCRATCH.buffer);

/** The same as a string. */
export function generalText(value: number, digits: number): string {
  return String.fromCharCode.apply(null, Array.from(SCRATCH.subarray(0, putGeneral(value, digits, SCRATCH_OUT, 0))));
}
