/**
 * A small dialect in the manner of NCZarr, for tests: groups list their children and declare dimensions, arrays refer to
 * dimensions by path, attributes have types. Three documents: `.tgroup` or `.tvar`, and `.tattrs` beside it.
 */

import {
  jsonArray,
  jsonInteger,
  jsonObject,
  jsonString,
  withMember,
  withoutMember,
} from "../../../src/bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../../src/bytes/json/node.ts";
import { printJsonBytes } from "../../../src/bytes/json/print.ts";
import { type JsonView, jsonView } from "../../../src/bytes/json/view.ts";
import { HyperslabError } from "../../../src/errors.ts";
import { chunkTail, storeChunkAccess } from "../../../src/formats/documents/chunk-access.ts";
import type {
  Ancestors,
  ConsolidatedBlock,
  Consolidation,
  Dialect,
  NodeDocuments,
  PrintedDocuments,
} from "../../../src/formats/documents/dialect.ts";
import { createDocuments, openDocuments } from "../../../src/formats/documents/document-hierarchy.ts";
import { originOf } from "../../../src/formats/documents/document-rewrite.ts";
import { joinPath, nameOf, parentPath } from "../../../src/formats/documents/node-path.ts";
import type { Format } from "../../../src/formats/format.ts";
import type { Notes } from "../../../src/formats/notes.ts";
import type { FormatDescriptor } from "../../../src/formats/registry.ts";
import * as v3 from "../../../src/formats/zarr-v3/metadata.ts";
import { dataTypeNamed } from "../../../src/model/data-types/data-type.ts";
import type { ArrayNode, Attributes, ChildName, Dimension, GroupNode, Node } from "../../../src/model/node.ts";

const GROUP = ".tgroup";
const ARRAY = ".tvar";
const ATTRIBUTES = ".tattrs";
const ALL = ".tall";

function kindOf(documents: NodeDocuments): Node["kind"] | undefined {
  if (documents.has(ARRAY)) return "array";
  return documents.has(GROUP) ? "group" : undefined;
}

function parseNode(path: string, documents: NodeDocuments, notes: Notes, above: Ancestors): Node {
  const attributes = parseAttributes(documents.get(ATTRIBUTES));
  const origin = originOf(path, documents, [ARRAY, GROUP, ATTRIBUTES]);
  const array = documents.get(ARRAY);
  if (array !== undefined) return { ...parseArray(path, array, notes, above), attributes, origin };
  const view = documents.get(GROUP)!;
  const names = (member: string, kind: Node["kind"]): readonly ChildName[] =>
    view
      .required(member)
      .items()
      .map((name) => ({ name: name.string(), kind }));
  const dimensions = [...view.required("dims").entries()].map(([name, dimension]) => {
    if (dimension.node.type === "number") return { name, length: dimension.integer(0), unlimited: false };
    return { name, length: dimension.required("size").integer(0), unlimited: true };
  });
  const children = [...names("vars", "array"), ...names("groups", "group")];
  return { kind: "group", path, attributes, dimensions, children, origin };
}

function parseAttributes(view: JsonView | undefined): Attributes {
  const types = view?.get("types");
  const entries = view === undefined ? [] : [...view.required("values").object().members];
  return new Map(
    entries.map(([name, value]) => {
      const type = types?.get(name)?.string();
      const dataType = type === undefined ? undefined : dataTypeNamed(type === "char" ? "S1" : type);
      return [name, dataType === undefined ? { value } : { value, dataType }];
    }),
  );
}

/** The document is that of Zarr v3, with references to dimensions in place of names. */
function parseArray(path: string, view: JsonView, notes: Notes, above: Ancestors): ArrayNode {
  const refs = view.required("dimrefs").items();
  const plain = jsonView(withoutMember(view.object(), "dimrefs"), view.source, view.field);
  const node = v3.parseNode(path, new Map([[v3.ZARR_JSON, plain]]), notes);
  if (node.kind !== "array") return view.fail("not an array");
  const dimensions = refs.map((ref, axis): Dimension => {
    const full = ref.string();
    const group = (parentPath(full) ?? "").replace(/^\//, "");
    const name = nameOf(full);
    const home = above.find((other) => other.path === group);
    if (home === undefined) return { name, group };
    const declared = home.dimensions?.find((dimension) => dimension.name === name);
    if (declared === undefined) return ref.fail(`/${group} declares no dimension ${name}`);
    if (declared.length !== node.shape[axis]) notes.add(ref, `the length is ${declared.length} in /${group}`);
    return { name, group, unlimited: declared.unlimited };
  });
  return { ...node, dimensions };
}

function printNode(node: Node): PrintedDocuments {
  return new Map([
    [ATTRIBUTES, printAttributes(node.attributes)],
    node.kind === "array" ? [ARRAY, printArray(node)] : [GROUP, printGroup(node)],
  ]);
}

function printGroup({ dimensions = [], children = [] }: GroupNode): JsonObject {
  const names = (kind: Node["kind"]): JsonNode =>
    jsonArray(children.filter((child) => child.kind === kind).map(({ name }) => jsonString(name)));
  const dims = dimensions.map(({ name, length, unlimited }): readonly [string, JsonNode] => {
    const size = jsonInteger(length);
    return [name, unlimited ? jsonObject([["size", size]]) : size];
  });
  return jsonObject([
    ["dims", jsonObject(dims)],
    ["vars", names("array")],
    ["groups", names("group")],
  ]);
}

function printAttributes(attributes: Attributes): JsonObject {
  const types = [...attributes].flatMap(([name, { dataType }]) => {
    if (dataType === undefined) return [];
    return [[name, jsonString(dataType.name === "S1" ? "char" : dataType.name)] as const];
  });
  return jsonObject([
    ["values", jsonObject(Array.from(attributes, ([name, { value }]) => [name, value] as const))],
    ["types", jsonObject(types)],
  ]);
}

function printArray(node: ArrayNode): JsonObject {
  if (node.path === "") throw new HyperslabError("invalid-request", "an array lies in a group");
  const { dimensions, attributes: _, ...array } = node;
  const unnamed = dimensions.map(() => ({ name: undefined }));
  const printed = v3.printNode({ ...array, attributes: new Map(), dimensions: unnamed }).get(v3.ZARR_JSON)!;
  const refs = dimensions.map(({ group, name }) => {
    if (group === undefined || name === undefined) throw new Error("a dimension without a group");
    return jsonString(`/${joinPath(group, name)}`);
  });
  return withMember(printed, "dimrefs", jsonArray(refs));
}

const consolidation: Consolidation = {
  carrier: ALL,
  includesSelf: true,
  read: (documents) => {
    const view = documents.get(ALL);
    if (view === undefined) return undefined;
    const block = new Map<string, Map<string, JsonView>>();
    for (const [key, document] of view.entries()) {
      const path = parentPath(key) ?? "";
      block.set(path, (block.get(path) ?? new Map<string, JsonView>()).set(nameOf(key), document));
    }
    return block;
  },
  print: (block: ConsolidatedBlock) =>
    jsonObject(
      [...block].flatMap(([path, documents]) =>
        [...documents]
          .filter(([name]) => name !== ALL)
          .map(([name, { node }]) => [joinPath(path, name), node] as const),
      ),
    ),
  without: () => undefined,
  carryOver: (printed) => printed,
};

export const toyDialect: Dialect = {
  format: "toync",
  title: "Toy netCDF",
  rounds: [[ARRAY, ATTRIBUTES], [GROUP]],
  markers: [ARRAY, GROUP],
  consolidation,
  treeAware: { dimensionName: (length) => `dim_${length}` },
  kindOf,
  parse: parseNode,
  print: printNode,
  bytesOf: (_, document, __, options) => printJsonBytes(document, "compact", options),
  checkName: () => {},
  mayBeNode: (name) => name !== "data",
  chunks: (store, array) =>
    storeChunkAccess(store, array.shape.length, (coords) => joinPath(array.path, chunkTail(array.chunkKeys, coords))),
};

export const toync: Format = {
  open: ({ store, path }, options) => openDocuments(toyDialect, store, path, options),
  create: (store) => createDocuments(toyDialect, store),
};

export const toyncDescriptor: FormatDescriptor = {
  name: toyDialect.format,
  title: toyDialect.title,
  writes: "tree",
  directory: { node: [ARRAY, GROUP], group: [GROUP] },
  load: async () => toync,
};
