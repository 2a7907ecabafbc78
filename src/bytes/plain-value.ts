/** Values of self-describing binary formats: those that JSON can express, with exact integers. */
import { HyperslabError } from "../errors.ts";
import type { PlainJson } from "./json/node.ts";

/** Integers beyond 2^53 stay exact. */
export function exactInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Members named `__proto__` are members like any other. */
export function recordOf(entries: Iterable<readonly [string, PlainJson]>): { readonly [name: string]: PlainJson } {
  return Object.fromEntries(entries);
}

/** The error for invalid bytes, by their position. */
export function badBytes(format: string, at: number, problem: string): HyperslabError {
  return new HyperslabError("invalid-data", `${format}: ${problem} (at byte ${at})`);
}
