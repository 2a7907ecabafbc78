/** Attributes as NCZarr stores them: values that netCDF-C reads correctly, and their types next to them. */
import { jsonFloat, jsonString } from "../../bytes/json/make.ts";
import { integerOf, isIntegerToken, isStrictNumber, type JsonNode, type JsonObject } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import { netcdfAttribute } from "../../model/netcdf/attribute.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { dataTypeOf, NETCDF_TYPES, netcdfTypeOf } from "../../model/netcdf/types.ts";
import type { Attribute, Attributes } from "../../model/node.ts";
import { isHidden } from "./additions.ts";
import type { Spelling } from "./spelling.ts";

export interface PrintedAttributes {
  readonly values: readonly (readonly [string, JsonNode])[];
  readonly types: readonly (readonly [string, JsonNode])[];
}

/**
 * Without a recorded type, the type stays open, and netCDF-C infers it; but versions up to 4.9.0 infer the smallest one
 * for numbers, and all versions that of the first value in a list. `present` contains the values that the node's documents
 * hold already. They may stay even if a new node could not have them: otherwise, the node could not be changed at all.
 */
export function printTypedAttributes(
  attributes: Attributes,
  spelling: Spelling,
  present: JsonObject | undefined,
  variableType?: NetcdfType,
): PrintedAttributes {
  const values: (readonly [string, JsonNode])[] = [];
  const types: (readonly [string, JsonNode])[] = [];
  for (const [name, attribute] of attributes) {
    const type = keptType(present?.members.get(name), attribute, () => {
      return checkedType(name, attribute, spelling, variableType);
    });
    values.push([name, printValue(attribute.value, type, spelling)]);
    if (type !== undefined) types.push([name, jsonString(typeText(type, attribute.value, spelling))]);
  }
  return { values, types };
}

function keptType(
  present: JsonNode | undefined,
  { value, dataType }: Attribute,
  check: () => NetcdfType | undefined,
): NetcdfType | undefined {
  try {
    return check();
  } catch (error) {
    if (present === undefined || printJson(present, "compact", BARE) !== printJson(value, "compact", BARE)) throw error;
    return dataType && netcdfTypeOf(dataType);
  }
}

const BARE = { nonFinite: "token" } as const;

function checkedType(
  name: string,
  attribute: Attribute,
  spelling: Spelling,
  variableType: NetcdfType | undefined,
): NetcdfType | undefined {
  if (isHidden(name)) {
    throw new HyperslabError("invalid-request", `NCZarr reserves the attribute ${name}`);
  }
  const { value, dataType } = attribute;
  if (value.type === "array" && value.items.length === 0) {
    throw new HyperslabError(
      "unsupported",
      `the attribute ${name} is an empty list, which makes netCDF-C refuse the dataset`,
      {
        hint: "Leave out the attribute, or make it an empty string.",
      },
    );
  }
  const items = value.type === "array" ? value.items : [value];
  const isOpen = spelling.strings || value.type === "object" || items.every((item) => item.type === "boolean");
  const isTyped = dataType !== undefined || !isOpen;
  const { type } = netcdfAttribute(name, attribute, variableType);
  if (dataType === undefined && type === "char" && !spelling.strings) refuseTextOnly(name, value, spelling);
  if (dataType !== undefined && dataType.name !== dataTypeOf(type).name && dataType.kind !== "fixed-bytes") {
    throw new HyperslabError("unsupported", `netCDF has no attributes of ${dataType.name}: ${name}`);
  }
  if (type === "string" && isTyped && !spelling.strings) {
    throw new HyperslabError(
      "unsupported",
      `NCZarr of netCDF-C ${spelling.name} has no attributes of strings: ${name}`,
      {
        hint: "Choose the dialect 4.9.2 or later, or a single string.",
      },
    );
  }
  const isMisread = value.type === "array" && items.some((item) => typeOfOne(name, item, variableType) !== type);
  if (isTyped || !isMisread) return isTyped ? type : undefined;
  if (type !== "char") return type;
  // netCDF-C shows lists as their JSON if they begin with a text, or hold null, a list or an object.
  const [first] = items;
  if ((first?.type !== "number" && first?.type !== "boolean") || !items.every(isScalar)) return undefined;
  throw new HyperslabError(
    "unsupported",
    `the attribute ${name} is a list that begins with a ${first.type} and continues with another kind of value, which netCDF-C misreads or crashes on`,
    {
      hint: "Make it a text, or a list of texts.",
    },
  );
}

/** Refuses values at which versions up to 4.9.0 stop, unless their recorded type is text, as which they are then read. */
function refuseTextOnly(name: string, { type }: JsonNode, spelling: Spelling): void {
  // 4.9.0 shows an object as its JSON even if its type is not recorded.
  if (type === "string" || (type === "object" && spelling.layout === "documents")) return;
  const kind = type === "array" ? "a list of other values than numbers" : type === "object" ? "an object" : type;
  throw new HyperslabError(
    "unsupported",
    `the attribute ${name} is ${kind}, which NCZarr of netCDF-C ${spelling.name} can only hold as text`,
    { hint: "Make it a text, or choose the dialect 4.9.2 or later." },
  );
}

function typeOfOne(name: string, value: JsonNode, variableType: NetcdfType | undefined): NetcdfType {
  return netcdfAttribute(name, { value }, variableType).type;
}

function isScalar({ type }: JsonNode): boolean {
  return type === "number" || type === "boolean" || type === "string";
}

/**
 * netCDF-C reads plain digits as an integer of at most 64 bits, whatever the type says. NaN and infinity are strings,
 * but bare words until 4.9.0, which stops at a string among numbers.
 */
function printValue(value: JsonNode, type: NetcdfType | undefined, spelling: Spelling): JsonNode {
  if (value.type === "array") return { ...value, items: value.items.map((item) => printValue(item, type, spelling)) };
  if (value.type === "string") return withoutLastNuls(value);
  if (value.type !== "number") return value;
  if (!isStrictNumber(value.text)) {
    return spelling.bareNumbers ? value : { type: "string", value: value.text, offset: value.offset };
  }
  if (!isIntegerToken(value.text)) return value;
  const isReal = type === "float" || type === "double";
  return isReal || !fitsInteger(integerOf(value)) ? jsonFloat(Number(value.text)) : value;
}

/**
 * netCDF-C ends texts at their first NUL when it writes them, and reads an empty one as a single NUL. It would read JSON's
 * `\u0000` as `u0000`.
 */
function withoutLastNuls<T extends { readonly value: string }>(text: T): T {
  let end = text.value.length;
  while (end > 0 && text.value.charCodeAt(end - 1) === 0) end -= 1;
  return end === text.value.length ? text : { ...text, value: text.value.slice(0, end) };
}

function fitsInteger(value: bigint | undefined): boolean {
  return value !== undefined && value >= -(2n ** 63n) && value < 2n ** 64n;
}

function typeText(type: NetcdfType, value: JsonNode, spelling: Spelling): string {
  if (spelling.layout === "objects") return String(NETCDF_TYPES.indexOf(type) + 1);
  if (spelling.layout === "v3") return type === "char" || type === "string" ? type : dataTypeOf(type).name;
  if (type === "char") return spelling.charType;
  if (type === "string") return `|S${longest(value)}`;
  const { kind, itemSize, name } = dataTypeOf(type);
  return `<${kind === "float" ? "f" : name.startsWith("u") ? "u" : "i"}${itemSize}`;
}

function longest(value: JsonNode): number {
  const items = value.type === "array" ? value.items : [value];
  return items.reduce(
    (length, item) => Math.max(length, item.type === "string" ? encodeUtf8(item.value).byteLength : 0),
    1,
  );
}
