/**
 * Numbers written as ASCII into bytes, without a string per number: integers, and floats in C's `%.7g` and `%.15g`.
 * Every function takes where to write and gives where its text ends.
 */
import { roundedDecimal } from "./exact-decimal.ts";

const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const PLUS = 43;
const E = 101;

/** "0000" to "9999", as bytes. */
const QUADS = new Uint8Array(40000);
for (let i = 0; i < 40000; i++) QUADS[i] = ZERO + ((((i >> 2) / [1000, 100, 10, 1][i & 3]!) | 0) % 10);
/** "00" to "99", as bytes. */
const PAIRS = Uint8Array.from({ length: 200 }, (_, i) => ZERO + (i % 2 === 0 ? Math.floor(i / 20) : (i >> 1) % 10));
/** Powers of ten that doubles hold exactly. */
const EXACT_POWERS = 22;
const POWERS = Float64Array.from({ length: 71 }, (_, i) => Number(`1e${i - 35}`));
/** Numbers beyond these take the slow way; so do more digits than whole numbers have. */
const SMALLEST = 1e-29;
const LARGEST = 1e35;
const FAST_DIGITS = 15;
/** How far from a half a remainder must be, so that the errors of computing it do not matter. */
const SURE = 1e-6;

export function putText(text: string, out: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) out[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** An integer of at most 2**53. */
export function putInteger(value: number, out: Uint8Array, at: number): number {
  let rest = value;
  let to = at;
  if (rest < 0) {
    out[to++] = MINUS;
    rest = -rest;
  }
  if (rest < 1e4) return putSmall(rest, out, to);
  const high = Math.floor(rest / 1e4);
  to = high < 1e4 ? putSmall(high, out, to) : putMiddle(high, out, to);
  return putQuad(rest - high * 1e4, out, to);
}

/** At least five digits. */
function putMiddle(value: number, out: Uint8Array, at: number): number {
  if (value >= 2 ** 31) return putInteger(value, out, at);
  const high = (value / 1e4) | 0;
  const to = high < 1e4 ? putSmall(high, out, at) : putInteger(high, out, at);
  return putQuad(value - high * 1e4, out, to);
}

/** A whole number of 64 bits, of which this is the upper and the lower half: long division by 1e8, 16 bits at a time. */
export function putHalves(high: number, low: number, out: Uint8Array, at: number): number {
  const third = Math.floor(high / 1e8);
  const second = (high - third * 1e8) * 65536 + (low >>> 16);
  const secondQuotient = Math.floor(second / 1e8);
  const first = (second - secondQuotient * 1e8) * 65536 + (low & 0xffff);
  const firstQuotient = Math.floor(first / 1e8);
  const to = putInteger(third * 2 ** 32 + secondQuotient * 65536 + firstQuotient, out, at);
  return putDigits(first - firstQuotient * 1e8, 8, out, to);
}

/** 0 to 9999. */
function putSmall(value: number, out: Uint8Array, at: number): number {
  if (value < 10) {
    out[at] = ZERO + value;
    return at + 1;
  }
  if (value >= 1000) return putQuad(value, out, at);
  const from = value << 2;
  let to = at;
  if (value >= 100) out[to++] = QUADS[from + 1]!;
  out[to] = QUADS[from + 2]!;
  out[to + 1] = QUADS[from + 3]!;
  return to + 2;
}

/** Four digits of 0 to 9999. */
function putQuad(value: number, out: Uint8Array, at: number): number {
  const from = value << 2;
  out[at] = QUADS[from]!;
  out[at + 1] = QUADS[from + 1]!;
  out[at + 2] = QUADS[from + 2]!;
  out[at + 3] = QUADS[from + 3]!;
  return at + 4;
}

/** The last digits of a number below 2**31, at least as many as `count`, zeros in front. */
function putDigits(value: number, count: number, out: Uint8Array, at: number): number {
  let rest = value | 0;
  let to = at + count;
  while (to > at + 1) {
    const next = (rest / 100) | 0;
    const pair = (rest - next * 100) * 2;
    out[--to] = PAIRS[pair + 1]!;
    out[--to] = PAIRS[pair]!;
    rest = next;
  }
  if (to > at) out[--to] = ZERO + (rest % 10);
  return at + count;
}

const DOUBLE = new Float64Array(1);
const WORDS = new Uint32Array(DOUBLE.buffer);
const HIGH_WORD = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;
/** The digits of the number at hand. */
const DIGITS = new Uint8Array(128);

/** A finite number as C's `%.<digits>g` prints it. */
export function putGeneral(value: number, digits: number, out: Uint8Array, at: number): number {
  let to = at;
  let size = value;
  if (value < 0 || Object.is(value, -0)) {
    out[to++] = MINUS;
    size = -value;
  }
  if (size === 0) {
    out[to] = ZERO;
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

/** Puts the rounded digits in DIGITS and gives the power of ten of the first, or SLOW if it is not sure of them. */
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
    putDigits(whole, digits, DIGITS, 0);
  } else {
    const upper = Math.floor(whole / 1e8);
    putDigits(upper, digits - 8, DIGITS, 0);
    putDigits(whole - upper * 1e8, 8, DIGITS, digits - 8);
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

/** What the product of two doubles lost by rounding, exactly (Dekker). */
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
  putText(decimal.digits, DIGITS, 0);
  return decimal.exponent;
}

/** `1.5e-07` */
function putScientific(exponent: number, count: number, out: Uint8Array, at: number): number {
  let to = at;
  out[to++] = DIGITS[0]!;
  if (count > 1) out[to++] = POINT;
  for (let i = 1; i < count; i++) out[to++] = DIGITS[i]!;
  out[to++] = E;
  out[to++] = exponent < 0 ? MINUS : PLUS;
  const size = Math.abs(exponent);
  return putDigits(size, size < 100 ? 2 : 3, out, to);
}

/** `1500`, `1.5`, `0.00015` */
function putFixed(exponent: number, count: number, out: Uint8Array, at: number): number {
  let to = at;
  let from = 0;
  if (exponent < 0) {
    out[to++] = ZERO;
    out[to++] = POINT;
    for (let i = exponent + 1; i < 0; i++) out[to++] = ZERO;
  } else {
    for (; from <= exponent; from++) out[to++] = DIGITS[from]!;
    if (count > from) out[to++] = POINT;
  }
  for (; from < count; from++) out[to++] = DIGITS[from]!;
  return to;
}

const SCRATCH = new Uint8Array(160);

/** The same as a string. */
export function generalText(value: number, digits: number): string {
  return String.fromCharCode.apply(null, Array.from(SCRATCH.subarray(0, putGeneral(value, digits, SCRATCH, 0))));
}
