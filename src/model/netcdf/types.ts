/** The types of netCDF-4: their data types in the library's terms, and their default fill values. */
import { type DataType, dataTypeNamed } from "../data-types/data-type.ts";
import type { NetcdfType } from "./dataset.ts";

/** Data type names by type. A `char` is one byte of text. */
const DATA_TYPES: Readonly<Record<NetcdfType, string>> = {
  byte: "int8",
  char: "S1",
  short: "int16",
  int: "int32",
  float: "float32",
  double: "float64",
  ubyte: "uint8",
  ushort: "uint16",
  uint: "uint32",
  int64: "int64",
  uint64: "uint64",
  string: "string",
};

/** In the order of netCDF's numbers for them: `byte` is 1. */
export const NETCDF_TYPES: readonly NetcdfType[] = [
  "byte",
  "char",
  "short",
  "int",
  "float",
  "double",
  "ubyte",
  "ushort",
  "uint",
  "int64",
  "uint64",
  "string",
];

const TYPES = new Map(NETCDF_TYPES.map((type) => [DATA_TYPES[type], type]));

const MADE = new Map(NETCDF_TYPES.map((type) => [type, dataTypeNamed(DATA_TYPES[type])!]));

/** The data type of a netCDF type. */
export function dataTypeOf(type: NetcdfType): DataType {
  return MADE.get(type)!;
}

/** The netCDF type of an attribute's data type; undefined if there is none. */
export function netcdfTypeOf(dataType: DataType): NetcdfType | undefined {
  return TYPES.get(dataType.name);
}

/** The netCDF type of a variable: the recorded one, else that of its data type. Byte strings of plain Zarr are strings. */
export function variableTypeOf(dataType: DataType, recorded: NetcdfType | undefined): NetcdfType | undefined {
  if (recorded !== undefined) return recorded;
  if (dataType.kind === "fixed-bytes" || dataType.kind === "fixed-utf32") return "string";
  return dataType.kind === "bool" ? "ubyte" : TYPES.get(dataType.name);
}

/** netCDF-C's default fill values (`NC_FILL_INT` and so on). */
export const DEFAULT_FILLS: Readonly<Record<NetcdfType, number | bigint | string>> = {
  byte: -127,
  char: "\0",
  short: -32767,
  int: -2147483647,
  float: Math.fround(9.969209968386869e36),
  double: 9.969209968386869e36,
  ubyte: 255,
  ushort: 65535,
  uint: 4294967295,
  int64: -9223372036854775806n,
  uint64: 18446744073709551614n,
  string: "",
};
