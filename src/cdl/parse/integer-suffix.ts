/** Suffixes of integers: `b`, `s`, `l`, `ll`, each with an optional `u` before it, or `u` alone; in upper or lower case. */
import type { NetcdfType } from "../../model/netcdf/dataset.ts";

const TYPES: ReadonlyMap<string, NetcdfType> = new Map([
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
export function integerType(text: Uint8Array, start: number, end: number): NetcdfType | undefined {
  let suffix = "";
  for (let at = start; at < end; at++) suffix += String.fromCharCode(text[at]!);
  return TYPES.get(suffix.toLowerCase());
}
