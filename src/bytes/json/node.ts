/**
 * JSON as a lossless tree. Number tokens keep their text, so `1.0`, `1e5` and 9223372036854775807 are written back
 * unchanged. Members keep their order, integer-like keys included. Each node knows its offset in the source text, which
 * gives line and column. Nodes are plain data. `offset` is -1 for nodes that were made, not parsed.
 */
import { byteLimits } from "../limits.ts";

/** Any JSON value. */
export type JsonNode = JsonNull | JsonBoolean | JsonNumber | JsonString | JsonArray | JsonObject;

export interface JsonNull {
  readonly type: "null";
  readonly offset: number;
}
export interface JsonBoolean {
  readonly type: "boolean";
  readonly value: boolean;
  readonly offset: number;
}
export interface JsonNumber {
  readonly type: "number";
  /** The token as written: `-1`, `1.50`, `1e400`, or the bare `NaN`, `Infinity`, `-Infinity`. */
  readonly text: string;
  readonly offset: number;
}
export interface JsonString {
  readonly type: "string";
  readonly value: string;
  readonly offset: number;
}
export interface JsonArray {
  readonly type: "array";
  readonly items: readonly JsonNode[];
  readonly offset: number;
}
export interface JsonObject {
  readonly type: "object";
  /** In source order. Keys are unique: the last duplicate wins, and `parseJson` reports the others. */
  readonly members: ReadonlyMap<string, JsonNode>;
  readonly offset: number;
}

/** What `JSON.parse` users expect, plus bigint for integers beyond 2^53. */
export type PlainJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly PlainJson[]
  | { readonly [key: string]: PlainJson };

// The values of number tokens, which keep their text until a value is needed.

/** Returns whether the token is a number in RFC 8259. `NaN`, `Infinity` and `-Infinity` are not. */
export function isStrictNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}

/** Returns whether the token is an integer: digits with an optional minus sign. `2.0` and `2e0` are not. */
export function isIntegerToken(text: string): boolean {
  return /^-?\d+$/.test(text);
}

/** The value of an integer token; undefined for any other number and for more than 4096 digits. */
export function integerOf(node: JsonNumber): bigint | undefined {
  if (byteLimits.integerDigits.isExceededBy(node.text.length) || !isIntegerToken(node.text)) return undefined;
  return BigInt(node.text);
}

/** Returns whether two tokens have exactly the same value. `1`, `1.0` and `10e-1` do, NaN and NaN do, `0` and `-0` do not. */
export function sameNumber(a: string, b: string): boolean {
  return a === b || canonicalNumber(a) === canonicalNumber(b);
}

/** One spelling per value: sign, digits without leading and trailing zeros, exponent of the last digit. */
function canonicalNumber(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = trimZeros(whole + fraction);
  if (digits.text === "") return `${sign}0`;
  // Tokens with an exponent of more than a thousand digits are compared as text.
  if (exponent.length > 1000) return text;
  return `${sign}${digits.text}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.dropped)}`;
}

/** Drops zeros at both ends and counts those at the right. (A regular expression would backtrack.) */
function trimZeros(digits: string): { readonly text: string; readonly dropped: number } {
  let start = 0;
  let end = digits.length;
  while (start < end && digits.charCodeAt(start) === 0x30) start++;
  while (end > start && digits.charCodeAt(end - 1) === 0x30) end--;
  return { text: digits.slice(start, end), dropped: digits.length - end };
}

/** A float as Python's `repr` spells it: `1.0`, `1e-07`, `1e+16`; NaN and the infinities are bare words. */
export function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return "-0.0";
  const magnitude = Math.abs(value);
  // Python uses an exponent, with at least two digits, below 1e-4 and from 1e16 on.
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e16)) {
    return value.toExponential().replace(/(?<=e[+-])\d$/, "0$&");
  }
  const text = String(value);
  return text.includes(".") ? text : `${text}.0`;
}
