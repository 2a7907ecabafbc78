/** Numbers in CDL. They are converted while they are read, without an intermediate string if that is exact. */

import type { HyperslabError } from "../../errors.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { cdlLimits } from "../limits.ts";
import { MINUS, NINE, PLUS, POINT, SLASH, ZERO } from "./characters.ts";
import { fitsSuffix, type IntegerType, integerType } from "./integer-suffix.ts";
import { NAME_BYTES } from "./name-bytes.ts";
import { describeRange } from "./number-range.ts";
import { INTEGER, REAL } from "./token-kinds.ts";
import { USER_TYPES } from "./user-types.ts";

/** Up to this many digits an integer is exact as a number, and a product or quotient with a power of ten rounds once. */
const EXACT_DIGITS = 15;
/** A 64-bit integer has at most 22 octal digits. */
const MOST_DIGITS = 22;
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

const ASCII = new TextDecoder("latin1");

/** The fields of the current token that a number sets. */
export interface NumberToken {
  readonly text: Uint8Array;
  kind: number;
  end: number;
  number: number;
  isExact: boolean;
  type: NetcdfType | undefined;
  high: number;
  low: number;
  unit: number;
  readonly bigint: bigint;
  fail(offset: number, what: string, hint?: string): HyperslabError;
}

/** Reads the number that begins at `from`. */
export function scanNumber(token: NumberToken, from: number): number {
  const { text } = token;
  let at = from;
  let byte = text[at]!;
  const isNegative = byte === MINUS;
  if (isNegative || byte === PLUS) byte = text[++at]!;
  const digitsFrom = at;
  let value = 0;
  let scale = 0;
  let digits = 0;
  for (; byte >= ZERO && byte <= NINE; byte = text[++at]!) {
    if (value !== 0 || byte !== ZERO) digits += 1;
    value = value * 10 + (byte - ZERO);
  }
  const wholeDigits = at - digitsFrom;
  if (byte !== POINT && (byte | 0x20) !== 0x65) return integer(token, from, at, digitsFrom, value, digits, isNegative);
  if (byte === POINT) {
    const fractionFrom = at + 1;
    for (byte = text[++at]!; byte >= ZERO && byte <= NINE; byte = text[++at]!) {
      if (value !== 0 || byte !== ZERO) digits += 1;
      value = value * 10 + (byte - ZERO);
      scale -= 1;
    }
    if (wholeDigits === 0 && at === fractionFrom) throw malformed(token, from);
  } else if (wholeDigits === 0) throw malformed(token, from);
  if ((byte | 0x20) === 0x65) {
    byte = text[++at]!;
    const down = byte === MINUS;
    if (down || byte === PLUS) byte = text[++at]!;
    const exponentFrom = at;
    let exponent = 0;
    for (; byte >= ZERO && byte <= NINE; byte = text[++at]!) exponent = exponent * 10 + (byte - ZERO);
    if (at === exponentFrom) throw malformed(token, from);
    scale += down ? -exponent : exponent;
  }
  if (cdlLimits.numberCharacters.isExceededBy(at - from)) throw token.fail(from, "the number has too many digits");
  const magnitude =
    digits > EXACT_DIGITS || scale > 22 || scale < -22
      ? Number(ASCII.decode(text.subarray(digitsFrom, at)))
      : scale < 0
        ? value / POWERS[-scale]!
        : value * POWERS[scale]!;
  return real(token, from, at, isNegative ? -magnitude : magnitude);
}

function real(token: NumberToken, from: number, digitsEnd: number, value: number): number {
  let at = digitsEnd;
  const suffix = token.text[at]! | 0x20;
  token.type = suffix === 0x66 ? "float" : "double";
  // f, d or l
  if (suffix === 0x66 || suffix === 0x64 || suffix === 0x6c) at += 1;
  token.end = at;
  if (NAME_BYTES[token.text[at] ?? 0] !== 0) throw malformed(token, from);
  token.number = token.type === "float" ? Math.fround(value) : value;
  token.isExact = true;
  if (!Number.isFinite(token.number)) {
    throw token.fail(from, `the constant is out of the range of a ${token.type}`, "Write Infinity for an infinity.");
  }
  return (token.kind = REAL);
}

function integer(
  token: NumberToken,
  from: number,
  digitsEnd: number,
  digitsFrom: number,
  value: number,
  digits: number,
  isNegative: boolean,
): number {
  const { text } = token;
  if (digitsEnd === digitsFrom) return infinity(token, from, digitsFrom, isNegative);
  const isOctal = text[digitsFrom] === ZERO && digitsEnd > digitsFrom + 1;
  const next = text[digitsEnd] ?? 0;
  let at = digitsEnd;
  let type: IntegerType | undefined;
  if (NAME_BYTES[next] !== 0) {
    if ((next | 0x20) === 0x78) throw token.fail(from, "opaque constants are not supported", USER_TYPES);
    while (NAME_BYTES[text[at] ?? 0] === 2 && at < digitsEnd + 4 && text[at] !== SLASH) at += 1;
    type = integerType(text, digitsEnd, at);
    if (type === undefined || NAME_BYTES[text[at] ?? 0] !== 0) throw malformed(token, from);
  }
  token.end = at;
  token.type = type;
  const magnitude = isOctal ? octal(token, from, digitsFrom, digitsEnd) : value;
  token.number = isNegative ? -magnitude : magnitude;
  token.isExact = digits <= EXACT_DIGITS;
  if (!token.isExact && (digits > MOST_DIGITS || !setParts(token, digitsFrom, digitsEnd, isOctal ? 8 : 10))) {
    throw token.fail(from, "the integer is out of range", "Add a point to make it a real number.");
  }
  if (type !== undefined && !fitsSuffix(type, token)) {
    const shown = ASCII.decode(text.subarray(from, at));
    throw token.fail(from, `${shown} does not fit the type ${type}`, `${describeRange(type)}.`);
  }
  return (token.kind = INTEGER);
}

function octal(token: NumberToken, from: number, digitsFrom: number, digitsEnd: number): number {
  let value = 0;
  for (let at = digitsFrom; at < digitsEnd; at++) {
    const digit = token.text[at]! - ZERO;
    if (digit > 7) throw token.fail(from, "not an octal number", "A leading zero means octal; leave it out.");
    value = value * 8 + digit;
  }
  return value;
}

function infinity(token: NumberToken, from: number, wordFrom: number, isNegative: boolean): number {
  for (const word of ["Infinityf", "Infinity"]) {
    const end = wordFrom + word.length;
    if (token.text[from] === POINT || NAME_BYTES[token.text[end] ?? 0] !== 0) continue;
    if (ASCII.decode(token.text.subarray(wordFrom, end)) !== word) continue;
    token.number = isNegative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    token.isExact = true;
    token.type = word.endsWith("f") ? "float" : "double";
    token.end = end;
    return (token.kind = REAL);
  }
  throw malformed(token, from);
}

function malformed(token: NumberToken, from: number): HyperslabError {
  return token.fail(
    from,
    "not a valid number or name",
    "Real numbers need a point or an exponent (1.f, 1e5). Escape the first digit of a name with a backslash.",
  );
}

/** Digits of the lower of the two parts of a long integer. */
const LOW_DIGITS = 9;
/** If the upper part is smaller, any sign and base give a 64-bit integer. */
const SURELY_FITTING = 9223372036;

/** The magnitude in two parts that are exact. False if the value is not a 64-bit integer. */
function setParts(token: NumberToken, digitsFrom: number, digitsEnd: number, base: number): boolean {
  const middle = digitsEnd - LOW_DIGITS;
  token.high = digitsBetween(token.text, digitsFrom, middle, base);
  token.low = digitsBetween(token.text, middle, digitsEnd, base);
  token.unit = base ** LOW_DIGITS;
  if (token.high < SURELY_FITTING) return true;
  const { bigint } = token;
  return bigint >= -(2n ** 63n) && bigint < 2n ** 64n;
}

function digitsBetween(text: Uint8Array, from: number, to: number, base: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * base + (text[at]! - ZERO);
  return value;
}
