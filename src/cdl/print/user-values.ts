/** Values of types that groups define as words of CDL: names, `0X01FF`, `{1, 2}`. */
import { hexadecimal } from "../../bytes/text/hexadecimal.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { decodeNetcdfText } from "../../model/netcdf/text.ts";
import type { NetcdfEnum, NetcdfMember, NetcdfUserType, NetcdfUserValue } from "../../model/netcdf/user-types.ts";
import { type CdlForm, DOUBLE_DIGITS, FLOAT_DIGITS } from "./options.ts";
import { generalText } from "./put-number.ts";
import { quotedString, quotedTight } from "./quoted-text.ts";

/** The word for a value. */
export type UserWord = (value: NetcdfUserValue) => string;

/** Creates the words of values of a type. They do not obey `C_format`. */
export function userWords(type: NetcdfType | NetcdfUserType, form: CdlForm): UserWord {
  if (typeof type === "string") return atomicWords(type, form);
  switch (type.class) {
    case "enum":
      return enumWords(type);
    case "opaque":
      return (value) => `0X${hexadecimal(bytesOf(value)).toUpperCase()}`;
    case "vlen":
      return vlenWords(type.base, form);
    case "compound": {
      const members = type.members.map((member) => memberWords(member, form));
      return (value) => braced(listOf(value).map((part, index) => members[index]!(part)));
    }
  }
}

/** Names without escapes, unlike those in attributes. ncdump aborts at integers without a name. */
function enumWords({ members }: NetcdfEnum): UserWord {
  const names = new Map<NetcdfUserValue, string>();
  // Of several names, the first is used.
  for (const { name, value } of members) if (!names.has(value)) names.set(value, name);
  return (value) => names.get(value) ?? String(value);
}

function vlenWords(base: NetcdfType | NetcdfUserType, form: CdlForm): UserWord {
  // ncdump prints these without quotes.
  if (base === "char")
    return (value) => braced(Array.from(bytesOf(value), (byte) => decodeNetcdfText(Uint8Array.of(byte))));
  const words = userWords(base, form);
  return (value) => braced(listOf(value).map(words));
}

function memberWords({ type, shape }: NetcdfMember, form: CdlForm): UserWord {
  if (type === "char") return (value) => charactersWord(bytesOf(value), shape);
  const words = userWords(type, form);
  return shape.length === 0 ? words : (value) => braced(listOf(value).map(words));
}

/** A text per row of characters. */
function charactersWord(bytes: Uint8Array, shape: readonly number[]): string {
  const length = shape.at(-1);
  if (length === undefined) return quotedTight(bytes);
  const rows = Array.from({ length: length === 0 ? 0 : bytes.byteLength / length }, (_, row) =>
    quotedTight(bytes.subarray(row * length, (row + 1) * length)),
  );
  return braced(rows);
}

function atomicWords(type: NetcdfType, form: CdlForm): UserWord {
  if (type === "string") return (value) => (typeof value === "string" ? quotedString(value) : "NIL");
  if (type === "char") return (value) => quotedTight(bytesOf(value));
  if (type !== "float" && type !== "double") return String;
  const digits = type === "float" ? (form.floatDigits ?? FLOAT_DIGITS) : (form.doubleDigits ?? DOUBLE_DIGITS);
  const suffix = type === "float" ? "f" : "";
  return (value) => {
    const number = Number(value);
    return Number.isFinite(number) ? generalText(number, digits) : `${number}${suffix}`;
  };
}

const braced = (words: readonly string[]): string => `{${words.join(", ")}}`;

function listOf(value: NetcdfUserValue): readonly NetcdfUserValue[] {
  return typeof value === "object" && value !== null && !(value instanceof Uint8Array) ? value : [value];
}

function bytesOf(value: NetcdfUserValue): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}

/** Returns whether two values are the same in all their parts. NaN equals NaN. */
export function isSameValue(one: NetcdfUserValue, other: NetcdfUserValue): boolean {
  if (
    one instanceof Uint8Array ||
    other instanceof Uint8Array ||
    typeof one !== "object" ||
    typeof other !== "object"
  ) {
    if (!(one instanceof Uint8Array) || !(other instanceof Uint8Array)) return one === other || Object.is(one, other);
    return one.byteLength === other.byteLength && one.every((byte, index) => byte === other[index]);
  }
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((part, index) => isSameValue(part, other[index]!));
}
