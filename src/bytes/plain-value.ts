/** Values of self-describing binary formats: what JSON can say, with integers exact. */
import { HyperslabError } from "../errors.ts";

/** Null, a boolean, a number, a text, or a list or record of these. Integers that a number cannot hold exactly are bigints. */
export type PlainValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly PlainValue[]
  | { readonly [name: string]: PlainValue };

/** Integers beyond 2^53 stay exact. */
export function exactInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Members named `__proto__` are members like any other. */
export function recordOf(entries: Iterable<readonly [string, PlainValue]>): { readonly [name: string]: PlainValue } {
  return Object.fromEntries(entries);
}

/** The error for bytes that are not what they should be, by their place. */
export function badBytes(format: string, at: number, problem: string): HyperslabError {
  return new HyperslabError("invalid-data", `${format}: ${problem} (at byte ${at})`);
}
