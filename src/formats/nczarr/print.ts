/** Nodes to the documents of NCZarr, in any dialect that can be written. */
import { jsonArray, jsonInteger, jsonObject, jsonString, withMember } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { HyperslabError } from "../../errors.ts";
import { dataTypeOf } from "../../model/netcdf/types.ts";
import type { ArrayNode, Attributes, GroupNode, Node, NodeOrigin } from "../../model/node.ts";
import { viewDocuments } from "../documents/consolidated-blocks.ts";
import type { PrintedDocuments } from "../documents/dialect.ts";
import { asRequest } from "../documents/document.ts";
import { originalDocument } from "../documents/document-rewrite.ts";
import { joinPath, nameOf } from "../documents/node-path.ts";
import { ZARRAY, ZATTRS, ZGROUP } from "../zarr-v2/metadata.ts";
import { ZARR_JSON } from "../zarr-v3/metadata.ts";
import { additionsOf, isHidden, OBJECTS } from "./additions.ts";
import { parseContents } from "./group.ts";
import { checkNetcdfName } from "./names.ts";
import { printZarray, printZarrJson, typeToWrite } from "./print-array.ts";
import { type PrintedAttributes, printTypedAttributes } from "./print-attributes.ts";
import type { Spelling } from "./spelling.ts";

type Members = readonly (readonly [string, JsonNode])[];

/** The documents in the order in which they are written: the one that makes the node comes last. */
export function printNode(spelling: Spelling, node: Node): PrintedDocuments {
  return asRequest(() => (node.kind === "array" ? printArray(spelling, node) : printGroup(spelling, node)));
}

const word = ({ capitals }: Spelling, name: string): string =>
  capitals === true ? `_NCZARR_${name.toUpperCase()}` : `_nczarr_${name}`;

function printGroup(spelling: Spelling, node: GroupNode): PrintedDocuments {
  const isRoot = node.path === "";
  checkNewName(node);
  checkDimensionNames(node);
  const attributes = isRoot ? withWriter(spelling, node.attributes) : node.attributes;
  const printed = printTypedAttributes(attributes, spelling, presentAttributes(node));
  const superblock = jsonObject([["version", jsonString(spelling.layout === "v3" ? "3.0.0" : "2.0.0")]]);
  // A group that lists nothing and declares nothing is one of plain Zarr.
  const isPlain = node.children === undefined && (node.dimensions ?? []).length === 0;
  const contents = isPlain ? undefined : printContents(spelling, node);
  const own: Members = contents === undefined ? [] : [[word(spelling, "group"), contents]];
  const root: Members = isRoot ? [[word(spelling, "superblock"), superblock]] : [];
  const format = ["zarr_format", jsonInteger(2)] as const;
  switch (spelling.layout) {
    case "objects":
      return new Map([
        [ZATTRS, jsonObject(printed.values)],
        [OBJECTS.attributes[0], jsonObject([["types", jsonObject(printed.types)]])],
        ...(contents === undefined ? [] : [[OBJECTS.group[0], contents] as const]),
        ...(isRoot
          ? [[OBJECTS.superblock[0], jsonObject([format, ["nczarr_version", jsonString("1.0.0")]])] as const]
          : []),
        [ZGROUP, jsonObject([format])],
      ]);
    case "documents":
      return new Map([
        [ZATTRS, withTypes(spelling, printed, [])],
        [ZGROUP, jsonObject([format, ...root, ...own])],
      ]);
    case "attributes":
      return new Map([
        [ZATTRS, withTypes(spelling, printed, [...own, ...root])],
        [ZGROUP, jsonObject([format])],
      ]);
    case "v3": {
      const attributes = withTypes(spelling, printed, [...own, ...root]);
      const kind = ["node_type", jsonString("group")] as const;
      return new Map([[ZARR_JSON, jsonObject([kind, ["zarr_format", jsonInteger(3)], ["attributes", attributes]])]]);
    }
  }
}

/** Checks a node that does not exist yet. Copies are planned by printing their nodes, so they are refused early. */
function checkNewName({ origin, path }: Node): void {
  if (origin === undefined && path !== "") checkNetcdfName("variable or group", nameOf(path));
}

/** Names that a dataset already has may stay: otherwise, it could not be changed at all. */
function checkDimensionNames({ dimensions = [], origin }: GroupNode): void {
  let present: ReadonlySet<string> | undefined;
  for (const { name } of dimensions) {
    try {
      checkNetcdfName("dimension", name);
    } catch (error) {
      present ??= declaredIn(origin);
      if (!present.has(name)) throw error;
    }
  }
}

function declaredIn(origin: NodeOrigin | undefined): ReadonlySet<string> {
  const named = Array.from(origin?.documents ?? [], ([key, document]) => [nameOf(key), document] as const);
  const { group } = additionsOf(viewDocuments(new Map(named)));
  return new Set(group === undefined ? [] : parseContents(group).dimensions.map(({ name }) => name));
}

/**
 * netCDF-C records in `_NCProperties` which version wrote a dataset; here it names Hyperslab. It is added only if a
 * reader needs it to recognise the dialect.
 */
function withWriter({ layout }: Spelling, attributes: Attributes): Attributes {
  if (layout !== "objects" && !attributes.has(PROPERTIES)) return attributes;
  const version = layout === "objects" ? "1.0.0" : layout === "v3" ? "3.0.0" : "2.0.0";
  const value = jsonString(`version=2,hyperslab=1,nczarr=${version}`);
  return new Map(attributes).set(PROPERTIES, { value, dataType: dataTypeOf("char") });
}

const PROPERTIES = "_NCProperties";

function printContents(spelling: Spelling, { dimensions = [], children = [] }: GroupNode): JsonObject {
  const names = (kind: Node["kind"]): JsonNode =>
    jsonArray(children.filter((child) => child.kind === kind).map(({ name }) => jsonString(name)));
  const oldLengths = dimensions.map(({ name, length }) => [name, jsonInteger(length)] as const);
  const lengths = dimensions.map(({ name, length, unlimited }): readonly [string, JsonNode] => {
    checkDimension(spelling, name, length, unlimited);
    const size = ["size", jsonInteger(length)] as const;
    const isObject = unlimited || spelling.layout === "v3";
    return [name, isObject ? jsonObject([size, ["unlimited", jsonInteger(unlimited ? 1 : 0)]]) : size[1]];
  });
  const old: Members = [
    ["dims", jsonObject(oldLengths)],
    ["vars", names("array")],
  ];
  const now: Members = [
    ["dimensions", jsonObject(lengths)],
    ["arrays", names("array")],
  ];
  return jsonObject([...spelled(spelling, old, now), ["groups", names("group")]]);
}

/** netCDF-C takes a length of 0 for unlimited. */
function checkDimension(spelling: Spelling, name: string, length: number, isUnlimited: boolean): void {
  if (spelling.unlimited || (!isUnlimited && length > 0)) return;
  const kind = isUnlimited ? "unlimited dimensions" : "dimensions of length 0";
  throw new HyperslabError("unsupported", `NCZarr of netCDF-C ${spelling.name} has no ${kind}: ${name}`, {
    hint: "Choose the dialect any or 4.9.3.",
  });
}

function printArray(spelling: Spelling, node: ArrayNode): PrintedDocuments {
  if (node.path === "") {
    throw new HyperslabError("invalid-request", "an array of NCZarr lies in a group", {
      hint: "Give it a path: data.zarr::name.",
    });
  }
  checkNewName(node);
  // The dimension names of an existing array were checked when its group declared them.
  if (node.origin === undefined) for (const { name } of node.dimensions) checkNetcdfName("dimension", name ?? "_");
  const type = typeToWrite(node, spelling);
  for (const [axis, length] of node.shape.entries()) {
    checkDimension(spelling, node.dimensions[axis]?.name ?? String(axis), length, false);
  }
  const printed = printTypedAttributes(node.attributes, spelling, presentAttributes(node), type);
  const array = printStorage(spelling, node);
  const names = node.dimensions.map(({ name }) => jsonString(name ?? ""));
  const isScalar = node.shape.length === 0;
  const axes = jsonArray(isScalar ? spelling.scalarNames.map(jsonString) : names);
  const xarray: Members = spelling.xarray && !isWithoutNames(node) ? [["_ARRAY_DIMENSIONS", axes]] : [];
  const own: Members = [[word(spelling, "array"), array]];
  switch (spelling.layout) {
    case "objects":
      return new Map([
        [ZATTRS, jsonObject([...printed.values, ...xarray])],
        [OBJECTS.attributes[0], jsonObject([["types", jsonObject(printed.types)]])],
        [OBJECTS.array[0], array],
        [ZARRAY, printZarray(node, type, spelling)],
      ]);
    case "documents":
      return new Map([
        [ZATTRS, withTypes(spelling, printed, xarray)],
        [ZARRAY, withMember(printZarray(node, type, spelling), own[0]![0], array)],
      ]);
    case "attributes":
      return new Map([
        [ZATTRS, withTypes(spelling, printed, [...xarray, ...own])],
        [ZARRAY, printZarray(node, type, spelling)],
      ]);
    case "v3": {
      const said = type === "char" || type === "string" ? withMember(array, "nczarr_type", jsonString(type)) : array;
      const attributes = withTypes(spelling, printed, [...xarray, [word(spelling, "array"), said]]);
      return new Map([[ZARR_JSON, withMember(printZarrJson(node, type), "attributes", attributes)]]);
    }
  }
}

/** An array that was written for netCDF-C alone, with the mode `noxarray`, stays that way when it is changed. */
function isWithoutNames(node: ArrayNode): boolean {
  return lacksNames(presentAttributes(node));
}

/** The attributes in the documents that the node was read from. */
function presentAttributes(node: Node): JsonObject | undefined {
  const v3 = originalDocument(node, ZARR_JSON)?.members.get("attributes");
  return originalDocument(node, ZATTRS) ?? (v3?.type === "object" ? v3 : undefined);
}

/** Returns whether these attributes of an array are NCZarr's, but without names for xarray. */
export function lacksNames(attributes: JsonObject | undefined): boolean {
  const isOurs = attributes !== undefined && [...attributes.members.keys()].some((name) => /^_nczarr_/i.test(name));
  return isOurs && !attributes.members.has("_ARRAY_DIMENSIONS");
}

function printStorage(spelling: Spelling, node: ArrayNode): JsonObject {
  const references = node.dimensions.map(({ group, name }) => {
    if (group === undefined || name === undefined) throw new Error("a dimension without a group");
    return jsonString(`/${joinPath(group, name)}`);
  });
  const isScalar = node.shape.length === 0;
  const now: Members = [
    ["dimension_references", jsonArray(references)],
    ...(isScalar ? [["scalar", jsonInteger(1)] as const] : []),
  ];
  const storage = isScalar && spelling.members !== "new" ? "scalar" : "chunked";
  return jsonObject([
    ...spelled(spelling, [["dimrefs", jsonArray(references)]], now),
    ["storage", jsonString(storage)],
  ]);
}

function spelled({ members }: Spelling, old: Members, now: Members): Members {
  return [...(members === "new" ? [] : old), ...(members === "old" ? [] : now)];
}

/** Attributes, including those that NCZarr hides, and their types, in netCDF-C's order. */
function withTypes(spelling: Spelling, { values, types }: PrintedAttributes, hidden: Members): JsonObject {
  const isV3 = spelling.layout === "v3";
  const name = word(spelling, isV3 ? "attrs" : "attr");
  const json = jsonString(isV3 ? "json" : "|J0");
  const isTyped = isV3 || spelling.layout === "attributes";
  const listed = [...hidden.map(([own]) => own), name].filter((own) => isV3 || own !== "_ARRAY_DIMENSIONS");
  const all = [...types, ...(isTyped ? listed.map((own) => [own, json] as const) : [])];
  const table: Members = all.length === 0 ? [] : [[isV3 ? "attribute_types" : "types", jsonObject(all)]];
  return jsonObject([...values, ...hidden, [name, jsonObject(table)]]);
}

/** New attributes go before those that NCZarr hides. */
export function arrangeAttributes(name: string, document: JsonObject): JsonObject {
  if (name !== ZATTRS) return document;
  const members = [...document.members];
  return jsonObject([...members.filter(([own]) => !isHidden(own)), ...members.filter(([own]) => isHidden(own))]);
}
