/** Attributes of NCZarr: values of Zarr's attributes with the types that NCZarr records beside them. */
import { integerOf, isIntegerToken, isStrictNumber, type JsonNode } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { dataTypeOf } from "../../model/netcdf/types.ts";
import type { Attribute, Attributes } from "../../model/node.ts";
import { isHidden } from "./additions.ts";
import { nonFiniteToken } from "./loose-json.ts";
import { type AttributeType, parseAttributeType } from "./types.ts";

/** Documents with the same text share their tree, and so the attributes that were found in it. */
const parsed = new WeakMap<JsonNode, { readonly attributes: Attributes; readonly types: JsonNode | undefined }>();

/** The user's attributes, in order. Those without a type keep their plain value. */
export function parseTypedAttributes(view: JsonView | undefined, types: JsonView | undefined): Attributes {
  if (view === undefined) return new Map();
  const known = parsed.get(view.node);
  if (known !== undefined && known.types === types?.node) return known.attributes;
  const attributes = attributesIn(view, types);
  parsed.set(view.node, { attributes, types: types?.node });
  return attributes;
}

function attributesIn(view: JsonView, types: JsonView | undefined): Attributes {
  const attributes = new Map<string, Attribute>();
  const typeOf = types === undefined ? untyped : typesIn(types);
  for (const [name, value] of view.object().members) {
    if (isHidden(name)) continue;
    const type = typeOf(name);
    attributes.set(name, type === undefined ? { value } : typedAttribute(view, name, value, type));
  }
  return attributes;
}

type TypeOf = (name: string) => AttributeType | undefined;

const untyped: TypeOf = () => undefined;

/** Variables often have attributes of the same names and types, and then share the tree that says so. */
const knownTypes = new WeakMap<JsonNode, Map<string, AttributeType>>();

/** The types of attributes. One that is not asked for may be anything. */
function typesIn(types: JsonView): TypeOf {
  const known = knownTypes.get(types.node) ?? new Map<string, AttributeType>();
  knownTypes.set(types.node, known);
  let viewOf: ReturnType<typeof typesByName> | undefined;
  return (name) => {
    const type = known.get(name);
    if (type !== undefined) return type;
    viewOf ??= typesByName(types);
    const view = viewOf(name);
    if (view === undefined) return undefined;
    const parsedType = parseAttributeType(view);
    known.set(name, parsedType);
    return parsedType;
  };
}

/** An object by name, or, in a text of the pull request for Zarr v3, a list of objects with a name and a type. */
function typesByName(types: JsonView): (name: string) => JsonView | undefined {
  if (types.node.type !== "array") {
    types.object();
    return (name) => types.get(name);
  }
  const list = new Map(types.items().map((item) => [item.required("name").string(), item.required("type")]));
  return (name) => list.get(name);
}

function typedAttribute(holder: JsonView, name: string, node: JsonNode, type: AttributeType): Attribute {
  if (type === "char" || type === "json") return { value: charText(node), dataType: dataTypeOf("char") };
  const view = holder.required(name);
  const one = type === "string" ? stringValue : (item: JsonView) => numberValue(item, type);
  const value: JsonNode = node.type === "array" ? { ...node, items: view.items().map(one) } : one(view);
  return { value, dataType: dataTypeOf(type) };
}

/** netCDF-C stores text that it can parse as JSON as that JSON; here it becomes text again, as netCDF-C prints it. */
function charText(node: JsonNode): JsonNode {
  if (node.type === "string") return node;
  return { type: "string", value: printJson(node, "netcdf", { nonFinite: "token" }), offset: node.offset };
}

function stringValue(view: JsonView): JsonNode {
  view.string();
  return view.node;
}

/** Numbers may be strings: `"NaN"`, `"-Infinity"`, and bare words such as `0x10`. */
function numberValue(view: JsonView, type: NetcdfType): JsonNode {
  const { node } = view;
  const text = node.type === "string" ? numberToken(node.value) : node.type === "number" ? node.text : undefined;
  if (text === undefined) return view.fail(`expected a value of the type ${type}`);
  const number = { type: "number", text, offset: node.offset } as const;
  const range = INTEGERS.get(type);
  if (range === undefined) return number;
  const value = isIntegerToken(text) ? integerOf(number) : wholeNumber(Number(text));
  if (value === undefined) return view.fail(`expected an integer, as the type ${type} requires`);
  if (value < range[0] || value > range[1]) return view.fail(`${value} does not fit the type ${type}`);
  return isIntegerToken(text) ? number : { ...number, text: String(value) };
}

/** The number that a text spells; undefined if it is not a number. */
export function numberToken(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[+-]?0x[0-9a-f]{1,16}$/i.test(trimmed)) {
    const magnitude = BigInt(trimmed.replace(/^[+-]/, ""));
    return String(trimmed.startsWith("-") ? -magnitude : magnitude);
  }
  return nonFiniteToken(trimmed) ?? (isStrictNumber(trimmed) ? trimmed : undefined);
}

function wholeNumber(value: number): bigint | undefined {
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

const signed = (bits: number): readonly [bigint, bigint] => [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n];
const unsigned = (bits: number): readonly [bigint, bigint] => [0n, (1n << BigInt(bits)) - 1n];

/** The least and the greatest value of each integer type. */
const INTEGERS: ReadonlyMap<NetcdfType, readonly [bigint, bigint]> = new Map([
  ["byte", signed(8)],
  ["ubyte", unsigned(8)],
  ["short", signed(16)],
  ["ushort", unsigned(16)],
  ["int", signed(32)],
  ["uint", unsigned(32)],
  ["int64", signed(64)],
  ["uint64", unsigned(64)],
]);
