/** DAP4 types, and the text form of their values. */
import { HyperslabError } from "../../errors.ts";
import { type DataType, dataTypeNamed } from "../../model/data-types/data-type.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { dataTypeOf } from "../../model/netcdf/types.ts";

/** By element name. `Byte` is unsigned in DAP4. */
export const DAP_TYPES: ReadonlyMap<string, NetcdfType> = new Map<string, NetcdfType>([
  ["Byte", "ubyte"],
  ["UByte", "ubyte"],
  ["UInt8", "ubyte"],
  ["Int8", "byte"],
  ["Char", "char"],
  ["Int16", "short"],
  ["UInt16", "ushort"],
  ["Int32", "int"],
  ["UInt32", "uint"],
  ["Int64", "int64"],
  ["UInt64", "uint64"],
  ["Float32", "float"],
  ["Float64", "double"],
  ["String", "string"],
  ["URL", "string"],
  ["Url", "string"],
  ["URI", "string"],
]);

/** Variables that cannot be represented as arrays, and why. */
export const OTHER_VARIABLES: ReadonlyMap<string, string> = new Map([
  ["Structure", "a structure"],
  ["Sequence", "a sequence"],
  ["Opaque", "opaque values"],
]);

/** The data type of a variable whose values are numbers or characters. */
export function numberType(type: NetcdfType): DataType {
  return dataTypeOf(type);
}

/** Strings of a fixed number of bytes. */
export function fixedText(length: number): DataType | undefined {
  return Number.isSafeInteger(length) && length > 0 ? dataTypeNamed(`S${length}`) : undefined;
}

/** The number that a text represents; a bigint for 64-bit types. `*` is NaN, as Hyrax prints it. */
export function numberOf(type: NetcdfType, text: string): number | bigint {
  const given = text.trim();
  if (type === "float" || type === "double") return floatOf(given);
  if (!/^[+-]?\d+(?:\.0*)?$/.test(given)) throw notNumber(type, text);
  const value = BigInt(given.replace(/\.0*$/, "").replace(/^\+/, ""));
  return type === "int64" || type === "uint64" ? value : Number(value);
}

function floatOf(text: string): number {
  const word = text.toLowerCase();
  if (/^[+-]?nan(?:\(.*\))?$/.test(word) || word === "*") return Number.NaN;
  const infinite = /^([+-]?)inf(?:inity)?$/.exec(word);
  if (infinite !== null) return infinite[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const value = Number(word.replace(/f$/, ""));
  if (word === "" || Number.isNaN(value)) throw notNumber("double", text);
  return value;
}

function notNumber(type: NetcdfType, text: string): HyperslabError {
  return new HyperslabError("invalid-data", `${JSON.stringify(text.slice(0, 40))} is not a valid ${type}`);
}
