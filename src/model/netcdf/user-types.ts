/** Types that the groups of a netCDF-4 dataset define, and their values. */
import type { NetcdfAttribute, NetcdfType } from "./dataset.ts";

/** What all types that a group defines have. */
interface UserTypeBase {
  /** Unique among the types of its group. */
  readonly name: string;
  /** The path of the group that defines it, without slashes at its ends; the root is "". */
  readonly group: string;
}

/** Integers with names. */
export interface NetcdfEnum extends UserTypeBase {
  /** Tells the classes apart. */
  readonly class: "enum";
  /** The type of the integers. */
  readonly base: NetcdfType;
  /** In definition order. */
  readonly members: readonly NetcdfEnumMember[];
}

/** A name for an integer. */
export interface NetcdfEnumMember {
  /** Unique in its type. */
  readonly name: string;
  /** A bigint if the base has 64 bits. */
  readonly value: number | bigint;
}

/** Bytes without a meaning. */
export interface NetcdfOpaque extends UserTypeBase {
  /** Tells the classes apart. */
  readonly class: "opaque";
  /** Bytes per value. */
  readonly size: number;
}

/** Lists of any length. */
export interface NetcdfVlen extends UserTypeBase {
  /** Tells the classes apart. */
  readonly class: "vlen";
  /** The type of the items. */
  readonly base: NetcdfType | NetcdfUserType;
}

/** Records of named members. */
export interface NetcdfCompound extends UserTypeBase {
  /** Tells the classes apart. */
  readonly class: "compound";
  /** In definition order. */
  readonly members: readonly NetcdfMember[];
}

/** A member of a compound type. */
export interface NetcdfMember {
  /** Unique in its type. */
  readonly name: string;
  /** The type of the member, or of the elements of an array. */
  readonly type: NetcdfType | NetcdfUserType;
  /** The lengths of an array; none: a single value. */
  readonly shape: readonly number[];
}

/** A type that a group of a netCDF-4 dataset defines. */
export type NetcdfUserType = NetcdfEnum | NetcdfOpaque | NetcdfVlen | NetcdfCompound;

/**
 * A value of such a type. Of an enum: the integer. Of an opaque type: the bytes. Of a vlen type: a list of items. Of a compound
 * type: a list with an entry per member, in their order; arrays are flat lists in C order. Several characters are their bytes,
 * a string is a text or null for NIL.
 */
export type NetcdfUserValue = number | bigint | string | null | Uint8Array | readonly NetcdfUserValue[];

/** An attribute of a type that a group defines. */
export interface NetcdfUserAttribute {
  /** Unique among the attributes of its variable or group. */
  readonly name: string;
  /** The type of the values. */
  readonly type: NetcdfUserType;
  /** All values. */
  readonly values: readonly NetcdfUserValue[];
}

/** Is the type of an attribute one that a group defines? */
export function isUserAttribute(attribute: NetcdfAttribute | NetcdfUserAttribute): attribute is NetcdfUserAttribute {
  return typeof attribute.type === "object";
}

/** Those of atomic types. */
export function atomicAttributes(
  attributes: readonly (NetcdfAttribute | NetcdfUserAttribute)[],
): readonly NetcdfAttribute[] {
  return attributes.flatMap((attribute) => (isUserAttribute(attribute) ? [] : [attribute]));
}
