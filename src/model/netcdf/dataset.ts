/**
 * A dataset as netCDF-4 describes it: groups with named dimensions, variables and typed attributes, each in definition
 * order. CDL is its text form. Any hierarchy can be viewed this way, whatever its format.
 */

import type { NetcdfUserAttribute, NetcdfUserType } from "./user-types.ts";

/** The atomic types of netCDF-4, by their CDL names. */
export type NetcdfType =
  | "byte"
  | "char"
  | "short"
  | "int"
  | "float"
  | "double"
  | "ubyte"
  | "ushort"
  | "uint"
  | "int64"
  | "uint64"
  | "string";

/** The kind of file that holds a dataset, as reported by `ncdump -k`. All but the last follow the classic model. */
export type NetcdfKind = "classic" | "64-bit offset" | "cdf5" | "netCDF-4 classic model" | "netCDF-4";

/**
 * Values of one type. Characters are given as bytes. Strings are text, or null for NIL; bytes that are not UTF-8 become
 * lone surrogates (byte 0x80 + n is U+DC80 + n), so that they can be written back.
 */
export type NetcdfValues =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array
  | readonly (string | null)[];

/** A dimension that a group declares. */
export interface NetcdfDimension {
  /** Unique in its group. */
  readonly name: string;
  /** The current length. */
  readonly length: number;
  /** Whether it may grow. */
  readonly unlimited: boolean;
}

/** A dimension of a variable: declared by the group at this path, which is above the variable or elsewhere. */
export interface DimensionReference extends NetcdfDimension {
  /** The path of the group without leading and trailing slashes; the root is "". */
  readonly group: string;
}

/** An attribute: a list of values of one atomic type. */
export interface NetcdfAttribute {
  /** Unique among the attributes of its variable or group. */
  readonly name: string;
  /** The type of the values. */
  readonly type: NetcdfType;
  /** All values; text is given as the bytes of its characters. */
  readonly values: NetcdfValues;
}

/** A variable: everything but its values. */
export interface NetcdfVariable {
  /** Unique in its group. */
  readonly name: string;
  /** Path in the hierarchy without leading and trailing slashes. */
  readonly path: string;
  /** The atomic type. Undefined if `userType` gives it, or if netCDF has no such type. */
  readonly type: NetcdfType | undefined;
  /** The type, if a group defines it. */
  readonly userType?: NetcdfUserType | undefined;
  /** The name of the type; for types that netCDF does not have, ours: `complex64`. */
  readonly typeName: string;
  /** Empty for a scalar. */
  readonly dimensions: readonly DimensionReference[];
  /** The attributes, in definition order. */
  readonly attributes: readonly (NetcdfAttribute | NetcdfUserAttribute)[];
  /** How it is stored, as the special attributes that `ncdump -s` shows: `_Storage`, `_ChunkSizes`, `_DeflateLevel`. */
  readonly special: readonly NetcdfAttribute[];
}

/** A group with everything below it. */
export interface NetcdfGroup {
  /** Empty for the root. */
  readonly name: string;
  /** Path in the hierarchy without leading and trailing slashes; the root is "". */
  readonly path: string;
  /** The types that it defines, in definition order; undefined if there are none. */
  readonly types?: readonly NetcdfUserType[] | undefined;
  /** The dimensions that it declares, in definition order. */
  readonly dimensions: readonly NetcdfDimension[];
  /** The variables, in definition order. */
  readonly variables: readonly NetcdfVariable[];
  /** The attributes, in definition order. */
  readonly attributes: readonly (NetcdfAttribute | NetcdfUserAttribute)[];
  /** Only for the root: `_NCProperties`, `_IsNetcdf4`, `_Format`. */
  readonly special: readonly NetcdfAttribute[];
  /** The groups in it, in definition order. */
  readonly groups: readonly NetcdfGroup[];
}
