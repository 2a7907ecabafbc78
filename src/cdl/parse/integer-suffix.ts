/** Suffixes of integers: `b`, `s`, `l`, `ll`, each with an optional `u` before it, or `u` alone; in upper or lower case. */
import { fits, fitsBig, type NumericType, rangeOf } from "./number-range.ts";

/** The types of integers. */
export type IntegerType = Exclude<NumericType, "float" | "double">;

const TYPES: ReadonlyMap<string, IntegerType> = new Map([
  ["b", "byte"],
  ["ub", "ubyte"],
  ["s", "short"],
  ["us", "ushort"],
  ["l", "int"],
  ["u", "uint"],
  ["ul", "uint"],
  ["ll", "int64"],
  ["ull", "uint64"],
]);

/** The type, or undefined if these bytes are not a suffix. */
export function integerType(text: Uint8Array, start: number, end: number): IntegerType | undefined {
  let suffix = "";
  for (let at = start; at < end; at++) suffix += String.fromCharCode(text[at]!);
  return TYPES.get(suffix.toLowerCase());
}

/** Whether the type of its suffix holds a constant. ncgen refuses some that do not fit and cuts off the bits of others. */
export function fitsSuffix(type: IntegerType, token: { readonly number: number; readonly bigint: bigint }): boolean {
  return type === "int64" || type === "uint64" ? fitsBig(type, token.bigint) : fits(rangeOf(type)!, token.number);
}
