/** Attributes in CDL: `name = values`, each value with the letters that indicate its type. */
import type { NetcdfAttribute, NetcdfGroup, NetcdfType, NetcdfValues } from "../../model/netcdf/dataset.ts";
import { isUserAttribute, type NetcdfEnum, type NetcdfUserAttribute } from "../../model/netcdf/user-types.ts";
import { escapeName } from "../names.ts";
import type { LinePlace } from "./line-place.ts";
import { type CdlForm, DOUBLE_DIGITS, FLOAT_DIGITS } from "./options.ts";
import { generalText } from "./put-number.ts";
import { quotedCharacters, quotedText } from "./quoted-text.ts";
import { typeName } from "./type-name.ts";
import { type UserWord, userWords } from "./user-values.ts";

const SUFFIXES = new Map<NetcdfType, string>([
  ["byte", "b"],
  ["short", "s"],
  ["ubyte", "UB"],
  ["ushort", "US"],
  ["uint", "U"],
  ["int64", "LL"],
  ["uint64", "ULL"],
]);

/** Variables of these names are distinguished from CDL's sections by a space. */
const SECTIONS: readonly string[] = ["variables", "dimensions", "data", "group", "types"];

/** `t:units = "K" ;` for a variable, `:title = "..." ;` for a group. */
export function attributeLine(variable: string | undefined, attribute: NetcdfAttribute, form: CdlForm): string {
  const prefix = attribute.type === "string" ? "string " : "";
  return `${prefix}${ownerText(variable)}:${escapeName(attribute.name)} = ${attributeText(attribute, form)} ;`;
}

/** `type v:name = {1, 2} ;`. `groups` are those around it, from the root. */
export function userAttributeLine(
  variable: string | undefined,
  attribute: NetcdfUserAttribute,
  { form, groups, place }: { form: CdlForm; groups: readonly NetcdfGroup[]; place: LinePlace },
): string {
  const { name, type, values } = attribute;
  const head = `${typeName(type, groups)} ${ownerText(variable)}:${escapeName(name)} = `;
  if (values.length === 0) return `${head}"" ;`;
  const word = type.class === "enum" ? enumName(type) : userWords(type, form);
  const words = values.map((value, index) => `${word(value)}${index < values.length - 1 ? ", " : ""}`);
  const isCounted = type.class === "vlen" || type.class === "compound";
  const indent = 2 * (groups.length - 1);
  return `${head}${words.map((each) => (isCounted ? place.word(each, indent) : each)).join("")} ;`;
}

/** In attributes, names keep their escapes. */
function enumName(type: NetcdfEnum): UserWord {
  const escaped = type.members.map(({ name, value }) => ({ name: escapeName(name), value }));
  return userWords({ ...type, members: escaped }, {});
}

function ownerText(variable: string | undefined): string {
  return variable === undefined ? "" : `${escapeName(variable)}${SECTIONS.includes(variable) ? " " : ""}`;
}

function attributeText({ type, values }: NetcdfAttribute, form: CdlForm): string {
  if (values.length === 0) return '""';
  if (type === "char") return quotedCharacters(bytesOf(values), form.classicLines);
  return Array.from<number | bigint | string | null, string>(values, (value) => valueText(type, value, form)).join(
    ", ",
  );
}

function valueText(type: NetcdfType, value: number | bigint | string | null, form: CdlForm): string {
  if (value === null) return "NIL";
  if (typeof value === "string") return quotedText(value);
  if (type === "float") return `${pointedText(Number(value), form.floatDigits ?? FLOAT_DIGITS)}f`;
  if (type === "double") return pointedText(Number(value), form.doubleDigits ?? DOUBLE_DIGITS);
  return `${value}${SUFFIXES.get(type) ?? ""}`;
}

/** `3.`, `1.e+20`: always with a point, which distinguishes a float from an integer. */
export function pointedText(value: number, digits: number): string {
  if (!Number.isFinite(value)) return String(value);
  const text = generalText(value, digits);
  return text.includes(".") ? text : text.replace(/(?=e|$)/, ".");
}

/** The bytes of characters. */
function bytesOf(values: NetcdfValues): Uint8Array {
  return values instanceof Uint8Array ? values : Uint8Array.from(values, Number);
}

/** The text of a `char` attribute, or of a `string` one with one value. */
export function attributeString(
  attributes: readonly (NetcdfAttribute | NetcdfUserAttribute)[],
  name: string,
): string | undefined {
  const found = attributes.find((attribute) => attribute.name === name);
  if (found === undefined || isUserAttribute(found) || found.type !== "char" || !(found.values instanceof Uint8Array))
    return undefined;
  return String.fromCharCode.apply(null, Array.from(found.values)).replace(/\0+$/, "");
}
