/**
 * The metadata of files of objects, one JSON object in UTF-8:
 *
 *   {"dtype":"varchar","shape":[1024                ],"others":[]}
 *
 * `dtype` is varchar (text), varbinary (bytes) or json; `others` holds attributes as [name, value]. The lengths are
 * padded with spaces, so that an append can write a longer number in place. Directories also have `superchunk`, the
 * number of objects per file.
 */

import { fromPlain, jsonArray, jsonString } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { type JsonDocument, parseJson } from "../../../bytes/json/parse.ts";
import { printJson } from "../../../bytes/json/print.ts";
import { type JsonView, viewDocument } from "../../../bytes/json/view.ts";
import { ownMember } from "../../../bytes/own-member.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { atPlace, HyperslabError, isHyperslabError } from "../../../errors.ts";
import { type DataType, dataTypeNamed } from "../../../model/data-types/data-type.ts";
import type { ArrayNode, Attribute, Dimension } from "../../../model/node.ts";
import type { Notes } from "../../notes.ts";
import { DIMENSIONS, dimensionNames } from "../array-node.ts";

/** Their names in metadata are those of SQL, as in the proposal. */
const TYPE_NAMES: Readonly<Record<string, "string" | "bytes" | "object">> = {
  varchar: "string",
  varbinary: "bytes",
  json: "object",
};
const OTHERS = "others";
/** Digits of the largest count. */
const LENGTH_WIDTH = 16;

export interface ObjectsDescription {
  readonly dataType: DataType;
  readonly shape: readonly number[] | undefined;
  /** Objects per file of a directory. */
  readonly superchunk: number | undefined;
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly dimensions: readonly Dimension[] | undefined;
}

/** Parses the text, which begins at byte `base` of its file. */
export function parseObjectMetadata(text: Uint8Array, base: number): JsonDocument {
  try {
    return parseJson(text, { key: "" });
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    const what = `the metadata at byte ${base} cannot be read: ${error.what}`;
    throw atPlace(new HyperslabError(error.code, what, { ...error.place, cause: error }), { field: "metadata" });
  }
}

/** What the metadata says. If the type is unknown, objects are bytes. */
export function describeObjects(document: JsonDocument | undefined, notes: Notes): ObjectsDescription {
  const plain = { shape: undefined, superchunk: undefined, dimensions: undefined };
  if (document === undefined) return { ...plain, dataType: namedType("bytes"), attributes: new Map() };
  const view = viewDocument(document);
  if (view.node.type !== "object") {
    return { ...plain, dataType: namedType("bytes"), attributes: new Map([["metadata", { value: view.node }]]) };
  }
  const dataType = readType(view, notes);
  const shape = view
    .get("shape")
    ?.items()
    .map((length) => length.integer(0));
  const attributes = readAttributes(view.node.members, dataType !== undefined);
  const dimensions = readDimensions(attributes, shape?.length ?? 1);
  return {
    dataType: dataType ?? namedType("bytes"),
    shape,
    superchunk: view.get("superchunk")?.integer(1),
    attributes,
    dimensions,
  };
}

function readType(view: JsonView, notes: Notes): DataType | undefined {
  const dtype = view.get("dtype");
  const name = dtype?.node.type === "string" ? dtype.node.value : undefined;
  const known = name === undefined ? undefined : ownMember(TYPE_NAMES, name);
  if (known !== undefined) return namedType(known);
  notes.add(dtype ?? view, "the type of the objects is unknown: they are read as bytes");
  return undefined;
}

function namedType(name: "string" | "bytes" | "object"): DataType {
  const dataType = dataTypeNamed(name);
  if (dataType === undefined) throw new Error(`${name} is always known`);
  return dataType;
}

/** The pairs in `others`, and members without a meaning here. */
function readAttributes(members: ReadonlyMap<string, JsonNode>, typed: boolean): Map<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  for (const [name, value] of members) {
    if (name === "shape" || name === "superchunk" || (name === "dtype" && typed)) continue;
    const pairs = name === OTHERS ? pairsOf(value) : undefined;
    if (pairs === undefined) attributes.set(name, { value });
    else for (const [own, inner] of pairs) attributes.set(own, { value: inner });
  }
  return attributes;
}

function pairsOf(value: JsonNode): readonly (readonly [string, JsonNode])[] | undefined {
  if (value.type !== "array") return undefined;
  const pairs: (readonly [string, JsonNode])[] = [];
  for (const item of value.items) {
    const [name, inner] = item.type === "array" && item.items.length === 2 ? item.items : [];
    if (name?.type !== "string" || inner === undefined) return undefined;
    pairs.push([name.value, inner]);
  }
  return pairs;
}

/** Removes the names of dimensions from the attributes and returns them. */
function readDimensions(attributes: Map<string, Attribute>, rank: number): readonly Dimension[] | undefined {
  const value = attributes.get(DIMENSIONS)?.value;
  const names = value && dimensionNames(value, rank);
  if (names !== undefined) attributes.delete(DIMENSIONS);
  return names?.map((name) => ({ name }));
}

/** The text that describes an array. */
export function printObjectMetadata(
  { dataType, shape, attributes, dimensions }: Pick<ArrayNode, "dataType" | "shape" | "attributes" | "dimensions">,
  superchunk?: number,
): string {
  const name = Object.entries(TYPE_NAMES).find(([, type]) => type === dataType.name)?.[0];
  if (name === undefined) {
    const what = `elements of ${dataType.name} are not bytes, strings or JSON values`;
    throw new HyperslabError("unsupported", what);
  }
  const names = dimensions.map((dimension) => dimension.name ?? null);
  const pairs = Array.from(attributes, ([own, { value }]) => jsonArray([jsonString(own), value]));
  if (names.some((own) => own !== null)) pairs.unshift(jsonArray([jsonString(DIMENSIONS), fromPlain(names)]));
  const others = printJson(jsonArray(pairs), "compact", { nonFinite: "token" });
  const files = superchunk === undefined ? "" : `"superchunk":${superchunk},`;
  return `{"dtype":"${name}","shape":[${shape.map(padLength).join(",")}],${files}"${OTHERS}":${others}}`;
}

function padLength(length: number): string {
  return String(length).padEnd(LENGTH_WIDTH);
}

/**
 * The metadata of a file of `before` objects, changed to that of `after`, in the same number of bytes; `undefined` if
 * it does not fit.
 */
export function withCount(text: Uint8Array, before: number, after: number): Uint8Array | undefined {
  const { root } = parseJson(text);
  const shape = root.type === "object" ? root.members.get("shape") : undefined;
  if (shape === undefined) return text;
  if (shape.type !== "array" || shape.items.length !== 1) return undefined;
  const length = shape.items[0]!;
  if (length.type !== "number" || Number(length.text) !== before) return undefined;
  // Node offsets count UTF-16 units of the text, so only ASCII may precede this one.
  const at = length.offset;
  const found = new TextDecoder().decode(text.subarray(0, at + LENGTH_WIDTH + 1)).slice(at);
  const room = /^\d+ */.exec(found)?.[0].length ?? 0;
  const digits = String(after);
  if (digits.length > room || text.subarray(0, at).some((byte) => byte > 127)) return undefined;
  const changed = text.slice();
  changed.set(encodeUtf8(digits.padEnd(room)), at);
  return changed;
}

/** The same, in more bytes if necessary, with room for a longer number. All other members are kept. */
export function grownText(
  { stored, document }: { readonly stored: Uint8Array; readonly document: JsonDocument },
  before: number,
  after: number,
): Uint8Array {
  return withCount(stored, before, after) ?? encodeUtf8(withRoom(document, after));
}

function withRoom({ root }: JsonDocument, count: number): string {
  if (root.type !== "object") return printJson(root, "compact", { nonFinite: "token" });
  const members = Array.from(root.members, ([name, value]) => {
    const text = name === "shape" ? `[${padLength(count)}]` : printJson(value, "compact", { nonFinite: "token" });
    return `${printJson(jsonString(name), "compact")}:${text}`;
  });
  return `{${members.join(",")}}`;
}
