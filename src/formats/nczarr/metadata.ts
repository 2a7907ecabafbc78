/** Parses the documents of NCZarr in any of its dialects: Zarr's own parsers, plus NCZarr's additions and deviations. */
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { catalogueVersion } from "../../model/codec-catalogue/catalogue.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import type { ArrayNode, Dimension, Node } from "../../model/node.ts";
import type { Ancestors, NodeDocuments } from "../documents/dialect.ts";
import { originOf } from "../documents/document-rewrite.ts";
import { isWithin, joinPath, nameOf, parentPath, relativePath } from "../documents/node-path.ts";
import { keptUnlessNoted, type Notes } from "../notes.ts";
import { parseNamedAttributes } from "../spelling/members.ts";
import * as v2 from "../zarr-v2/metadata.ts";
import * as v3 from "../zarr-v3/metadata.ts";
import { type Additions, additionsOf, OBJECTS } from "./additions.ts";
import { parseTypedAttributes } from "./attributes.ts";
import { parseContents } from "./group.ts";
import { liesAboutByteOrder, type RootFacts, rootFacts } from "./root.ts";
import { type TidyOptions, tidyV2, tidyV3 } from "./tidy-array.ts";

/** Every document that a node may have, in any dialect. */
const DOCUMENTS: readonly string[] = [v2.ZARRAY, v2.ZGROUP, v2.ZATTRS, v3.ZARR_JSON, ...Object.values(OBJECTS).flat()];

export function kindOf(documents: NodeDocuments): Node["kind"] | undefined {
  return documents.has(v3.ZARR_JSON) ? v3.kindOf(documents) : v2.kindOf(documents);
}

export function parseNode(path: string, documents: NodeDocuments, notes: Notes, above: Ancestors): Node {
  const additions = additionsOf(documents);
  const attributes = parseTypedAttributes(additions.attributes, additions.types);
  const origin = originOf(path, documents, DOCUMENTS);
  if (kindOf(documents) === "array") {
    const { node, dimensions, netcdfType } = parseArray(path, documents, additions, notes, above);
    const { kind, dataType, shape, grid, codecs, fillValue, chunkKeys } = node;
    const said = { kind, path, dataType, shape, grid, codecs, fillValue, chunkKeys, dimensions, attributes, origin };
    return netcdfType === undefined ? said : { ...said, netcdfType };
  }
  const group = documents.has(v3.ZARR_JSON)
    ? v3.parseNode(path, documents, notes)
    : v2.parseNode(path, documents, notes);
  if (group.kind !== "group") throw new Error("not a group");
  if (additions.group === undefined) {
    notes.add(placeIn(documents), "a group without NCZarr's members; its nodes are found by listing");
    return { ...group, attributes, origin };
  }
  return { ...group, attributes, origin, ...parseContents(additions.group) };
}

function placeIn(documents: NodeDocuments): JsonView {
  for (const view of documents.values()) return view;
  return jsonView({ type: "null", offset: -1 });
}

interface ParsedArray extends Pick<ArrayNode, "dimensions"> {
  readonly node: PlainArray;
  readonly netcdfType: NetcdfType | undefined;
}

/** The array as described by Zarr. `.zarray` does not name dimensions. */
type PlainArray = v2.ArrayMembers & Partial<Pick<ArrayNode, "dimensions">>;

interface LikeArray {
  /** The tree of `.zarray`. */
  readonly own: JsonNode;
  readonly place: Additions["place"];
  /** Trees of short documents are kept after the hierarchy is gone. */
  readonly above: WeakRef<Ancestors>;
  /** The codecs that were known then. */
  readonly codecs: number;
  readonly parsed: ParsedArray;
}

/** By NCZarr's own part of it: most arrays of a group are like the one before. */
const likeArrays = new WeakMap<JsonNode, LikeArray>();

function parseArray(
  path: string,
  documents: NodeDocuments,
  additions: Additions,
  notes: Notes,
  above: Ancestors,
): ParsedArray {
  const { array, place } = additions;
  const own = documents.has(v3.ZARR_JSON) ? undefined : documents.get(v2.ZARRAY)?.node;
  if (own === undefined || array === undefined) return parseOneArray(path, documents, additions, notes, above);
  const codecs = catalogueVersion();
  const like = likeArrays.get(array.node);
  const isLike = like?.own === own && like.place === place && like.codecs === codecs && like.above.deref() === above;
  if (isLike) return like.parsed;
  return keptUnlessNoted(
    notes,
    (noting) => parseOneArray(path, documents, additions, noting, above),
    (parsed) => likeArrays.set(array.node, { own, place, above: new WeakRef(above), codecs, parsed }),
  );
}

function parseOneArray(
  path: string,
  documents: NodeDocuments,
  additions: Additions,
  notes: Notes,
  above: Ancestors,
): ParsedArray {
  const { array } = additions;
  const root = rootFacts(above);
  const references = array?.get("dimension_references") ?? array?.get("dimrefs");
  if (references === undefined)
    notes.add(array ?? placeIn(documents), "an array without NCZarr's references to dimensions");
  const { node, netcdfType } = parsePlain(path, documents, isScalar(array), additions, root, notes);
  const { shape } = node;
  const dimensions =
    references === undefined
      ? namedDimensions(documents, array, node, notes)
      : parseReferences(references, shape, path, above, root, notes);
  return { node, dimensions, netcdfType };
}

interface KnownReferences {
  /** Trees of short documents are kept after the hierarchy is gone. */
  readonly above: WeakRef<Ancestors>;
  readonly shape: readonly number[];
  readonly dimensions: readonly Dimension[];
}

/** Arrays that are alike share a tree, and so the dimensions that were found by it, below the same groups. */
const knownReferences = new WeakMap<JsonNode, KnownReferences>();

function parseReferences(
  view: JsonView,
  shape: readonly number[],
  array: string,
  above: Ancestors,
  root: RootFacts | undefined,
  notes: Notes,
): readonly Dimension[] {
  const known = knownReferences.get(view.node);
  if (known?.shape === shape && known.above.deref() === above) return known.dimensions;
  const items = shape.length === 0 ? view.items().filter(isNoScalarMark) : view.items();
  if (items.length !== shape.length) {
    view.fail(`${items.length} references to dimensions for an array of ${shape.length} dimensions`);
  }
  return keptUnlessNoted(
    notes,
    (noting) => items.map((item, axis) => parseReference(item, shape[axis]!, array, above, root, noting)),
    (dimensions) => knownReferences.set(view.node, { above: new WeakRef(above), shape, dimensions }),
  );
}

interface KnownArray {
  readonly options: TidyOptions;
  /** The codecs that were known then. */
  readonly codecs: number;
  readonly parsed: Omit<ParsedArray, "dimensions">;
}

/** Arrays that are alike share a tree here too. */
const knownArrays = new WeakMap<JsonNode, KnownArray>();

function parsePlain(
  path: string,
  documents: NodeDocuments,
  isOne: boolean,
  { array, place }: Additions,
  root: RootFacts | undefined,
  notes: Notes,
): Omit<ParsedArray, "dimensions"> {
  const own = documents.get(v3.ZARR_JSON) ?? documents.get(v2.ZARRAY)!;
  const options = {
    isScalar: isOne && isShapeOfOne(own.required("shape")),
    // If the root is unknown, the place of the members distinguishes old versions from new ones.
    liesAboutByteOrder:
      root === undefined ? place === "documents" || place === "objects" : liesAboutByteOrder(root.writer ?? [9]),
    saidType: array?.get("nczarr_type") ?? array?.get("type_alias"),
  };
  if (!documents.has(v3.ZARR_JSON)) {
    const codecs = catalogueVersion();
    const known = knownArrays.get(own.node);
    if (known?.codecs === codecs && sameOptions(known.options, options)) return known.parsed;
    return keptUnlessNoted(
      notes,
      (noting) => {
        const { view, netcdfType } = tidyV2(own, options, noting);
        return { node: v2.parseArrayMembers(path, view, noting), netcdfType };
      },
      (parsed) => knownArrays.set(own.node, { options, codecs, parsed }),
    );
  }
  const { view, netcdfType } = tidyV3(own, options);
  const node = v3.parseNode(path, new Map([[v3.ZARR_JSON, view]]), notes);
  if (node.kind !== "array") throw new Error("not an array");
  // netCDF-C's null means that nothing is filled in, which Zarr v3 itself cannot express.
  const hasFill = own.get("fill_value")?.isNull() !== true;
  return { node: hasFill ? node : { ...node, fillValue: undefined }, netcdfType };
}

function sameOptions(a: TidyOptions, b: TidyOptions): boolean {
  return (
    a.isScalar === b.isScalar && a.liesAboutByteOrder === b.liesAboutByteOrder && a.saidType?.node === b.saidType?.node
  );
}

/** Dimensions without references: by their names alone. */
function namedDimensions(
  documents: NodeDocuments,
  array: JsonView | undefined,
  node: PlainArray,
  notes: Notes,
): readonly Dimension[] {
  if (node.dimensions !== undefined) return node.dimensions;
  const attributes = array === undefined ? documents.get(v2.ZATTRS) : undefined;
  return parseNamedAttributes(attributes, node.shape.length, notes).dimensions;
}

/** Until 4.9.2, scalars had a storage kind of their own; since then they have a member. */
function isScalar(array: JsonView | undefined): boolean {
  const storage = array?.get("storage")?.node;
  if (storage?.type === "string" && storage.value === "scalar") return true;
  const scalar = array?.get("scalar");
  return scalar?.node.type === "boolean" ? scalar.boolean() : scalar?.integer(0, 1) === 1;
}

function isShapeOfOne(shape: JsonView): boolean {
  const lengths = shape.items();
  if (lengths.length > 1 || (lengths.length === 1 && lengths[0]!.integer(0) !== 1)) {
    shape.fail("a scalar has the shape [] or [1]");
  }
  return lengths.length === 1;
}

/** The pull request for Zarr v3 gave scalars a dimension that no group declares. */
function isNoScalarMark(reference: JsonView): boolean {
  return reference.string() !== "/_scalar_";
}

/** A reference is the path of a dimension: its group's, and its name. */
function parseReference(
  view: JsonView,
  length: number,
  array: string,
  above: Ancestors,
  root: RootFacts | undefined,
  notes: Notes,
): Dimension {
  const full = view.string();
  const name = nameOf(full);
  if (!full.startsWith("/") || name === "") view.fail(`${JSON.stringify(full)} is not the path of a dimension`);
  if (root?.isRoot === false || array === "") {
    notes.add(view, "the root of the dataset is unknown; only the name of the dimension is known");
    return { name };
  }
  const group = (parentPath(full) ?? "").replace(/^\//, "");
  const home = above.find((other) => other.path === group);
  // A group that is not above the array has not been read.
  if (home === undefined) {
    refuseUnlisted(view, group, above);
    return { name, group };
  }
  const declared = home.dimensions?.find((dimension) => dimension.name === name);
  if (declared === undefined) return view.fail(`/${group} declares no dimension ${JSON.stringify(name)}`);
  if (declared.length !== length) {
    const what = `/${joinPath(group, name)} has the length ${declared.length}, the array ${length}`;
    if (!declared.unlimited) view.fail(what);
    notes.add(view, what);
  }
  return { name, group, unlimited: declared.unlimited };
}

/** Refuses the path of a group which the groups above the array show to be missing. */
function refuseUnlisted(view: JsonView, group: string, above: Ancestors): void {
  const nearest = above.findLast(({ path }) => isWithin(group, path));
  if (nearest?.children === undefined) return;
  const [next] = relativePath(group, nearest.path).split("/");
  if (nearest.children.some(({ name, kind }) => name === next && kind === "group")) return;
  view.fail(`/${group} is not a group: /${nearest.path} lists no group ${JSON.stringify(next)}`);
}
