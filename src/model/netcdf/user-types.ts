/** Types that the groups of a netCDF-4 dataset define, and their values. */
import type { NetcdfAttribute, NetcdfType } from "./dataset.ts";

/** The common part of all types that a group defines. */
interface UserTypeBase {
  /** Unique among the types of its group. */
  readonly name: string;
  /** The path of the group that defines it, without leading and trailing slashes; the root is "". */
  readonly group: string;
}

/** Integers with names. */
export interface NetcdfEnum extends UserTypeBase {
  /** Distinguishes the classes. */
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

/** Uninterpreted bytes. */
export interface NetcdfOpaque extends UserTypeBase {
  /** Distinguishes the classes. */
  readonly class: "opaque";
  /** Bytes per value. */
  readonly size: number;
}

/** Lists of any length. */
export interface NetcdfVlen extends UserTypeBase {
  /** Distinguishes the classes. */
  readonly class: "vlen";
  /** The type of the items. */
  readonly base: NetcdfType | NetcdfUserType;
}

/** Records of named members. */
export interface NetcdfCompound extends UserTypeBase {
  /** Distinguishes the classes. */
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
  /** The lengths of an array; empty for a single value. */
  readonly shape: readonly number[];
}

/** A type that a group of a netCDF-4 dataset defines. */
export type NetcdfUserType = NetcdfEnum | NetcdfOpaque | NetcdfVlen | NetcdfCompound;

/**
 * A value of such a type. Enum: the integer. Opaque type: the bytes. Vlen type: a list of items. Compound type: a list
 * with an entry per member, in order; arrays are flat lists in C order. Several characters are given as bytes; a string
 * is text or null for NIL.
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

/** Returns whether the type of an attribute is one that a group defines. */
export function isUserAttribute(attribute: NetcdfAttribute | NetcdfUserAttribute): attribute is NetcdfUserAttribute {
  return typeof attribute.type === "object";
}

/** The attributes of atomic types. */
export function atomicAttributes(
  attributes: readonly (NetcdfAttribute | NetcdfUserAttribute)[],
): readonly NetcdfAttribute[] {
  return attributes.flatMap((attribute) => (isUserAttribute(attribute) ? [] : [attribute]));
}
