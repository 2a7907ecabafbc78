/**
 * What NCZarr adds to the Zarr documents of a node. Its dialects put the same information in different places: separate
 * objects (netCDF-C 4.8.0), members of `.zgroup` and `.zarray` (4.8.1 to 4.9.2; in capitals until 4.9.0), attributes
 * (since 4.9.3).
 */
import type { JsonView } from "../../bytes/json/view.ts";
import type { NodeDocuments } from "../documents/dialect.ts";
import { ZARRAY, ZATTRS, ZGROUP } from "../zarr-v2/metadata.ts";
import { ZARR_JSON } from "../zarr-v3/metadata.ts";

/** Objects of the first version, each with all its names. */
export const OBJECTS = {
  superblock: [".nczarr"],
  group: [".nczgroup"],
  array: [".nczvar", ".nczarray"],
  attributes: [".nczattr", ".nczattrs"],
} as const;

export interface Additions {
  /** The attributes, including NCZarr's own. */
  readonly attributes: JsonView | undefined;
  /** Only at the root. */
  readonly superblock: JsonView | undefined;
  /** Of a group: its dimensions, variables and groups. */
  readonly group: JsonView | undefined;
  /** Of an array: its dimensions, and how it is stored. */
  readonly array: JsonView | undefined;
  /** The types of attributes, by name. */
  readonly types: JsonView | undefined;
  /** Where the members were found: in attributes, as in new versions, in `.zgroup` and `.zarray`, or in objects. */
  readonly place: "attributes" | "documents" | "objects" | undefined;
}

export function additionsOf(documents: NodeDocuments): Additions {
  const attributes = documents.get(ZATTRS) ?? documents.get(ZARR_JSON)?.get("attributes");
  const inAttributes = ownMembers(attributes);
  const inGroup = ownMembers(documents.get(ZGROUP));
  const inArray = ownMembers(documents.get(ZARRAY));
  const objects = objectsIn(documents);
  const superblock = inAttributes.superblock ?? inGroup.superblock ?? inArray.superblock;
  const group = inAttributes.group ?? inGroup.group ?? inArray.group;
  const array = inAttributes.array ?? inGroup.array ?? inArray.array;
  const typed = inAttributes.attr ?? inAttributes.attrs ?? objects.attr;
  return {
    attributes: attributes?.isNull() === true ? undefined : attributes,
    superblock: superblock ?? objects.superblock,
    group: group ?? objects.group,
    array: array ?? objects.array,
    types: typed?.get("types") ?? typed?.get("attribute_types"),
    place:
      inAttributes.group !== undefined || inAttributes.array !== undefined
        ? "attributes"
        : (superblock ?? group ?? array) !== undefined
          ? "documents"
          : (objects.superblock ?? objects.group ?? objects.array) !== undefined
            ? "objects"
            : undefined,
  };
}

/** Members in separate objects, which only the first version has. */
function objectsIn(documents: NodeDocuments): OwnMembers {
  const first = (names: readonly string[]): JsonView | undefined => {
    const name = names.find((candidate) => documents.has(candidate));
    return name === undefined ? undefined : documents.get(name);
  };
  for (const name of documents.keys()) {
    if (!name.startsWith(".ncz")) continue;
    const { superblock, group, array, attributes } = OBJECTS;
    const found: { [name in Member]?: JsonView } = {};
    for (const [member, names] of [
      ["superblock", superblock],
      ["group", group],
      ["array", array],
      ["attr", attributes],
    ] as const) {
      const view = first(names);
      if (view !== undefined) found[member] = view;
    }
    return found;
  }
  return NONE;
}

type Member = "superblock" | "group" | "array" | "attr" | "attrs";

const MEMBERS: ReadonlyMap<string, Member> = new Map(
  (["superblock", "group", "array", "attr", "attrs"] as const).map((member) => [`_nczarr_${member}`, member]),
);
/** Until 4.9.0 the names were in capitals. */
const OLDER: ReadonlyMap<string, Member> = new Map(
  Array.from(MEMBERS, ([name, member]) => [name.toUpperCase(), member] as const),
);

/** NCZarr's members of a document that are objects. */
function ownMembers(view: JsonView | undefined): OwnMembers {
  if (view?.node.type !== "object") return NONE;
  // Most documents have none of them.
  let found: { [name in Member]?: JsonView } | undefined;
  for (const [name, node] of view.node.members) {
    if (name.charCodeAt(0) !== UNDERSCORE || node.type !== "object") continue;
    const member = MEMBERS.get(name);
    const older = member === undefined ? OLDER.get(name) : undefined;
    if (member !== undefined) (found ??= {})[member] = view.get(name)!;
    else if (older !== undefined) (found ??= {})[older] ??= view.get(name)!;
  }
  return found ?? NONE;
}

const UNDERSCORE = 0x5f;

type OwnMembers = { readonly [name in Member]?: JsonView };

const NONE: OwnMembers = {};

/** Attributes that describe the dataset and are not the user's. */
const HIDDEN = /^(_ARRAY_DIMENSIONS|_Codecs|_nczarr_(superblock|group|array|attrs?))$/i;

export function isHidden(name: string): boolean {
  return name.startsWith("_") && HIDDEN.test(name);
}
