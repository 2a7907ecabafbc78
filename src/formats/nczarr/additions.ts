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
    return { superblock: first(superblock), group: first(group), array: first(array), attr: first(attributes) };
  }
  return NONE;
}

type Member = "superblock" | "group" | "array" | "attr" | "attrs";

const MEMBERS: readonly Member[] = ["superblock", "group", "array", "attr", "attrs"];

/** The members of NCZarr, by name. Until 4.9.0, names were in capitals; such a member counts only if there is no newer one. */
const OWN: ReadonlyMap<string, Member> = new Map(MEMBERS.map((member) => [`_nczarr_${member}`, member]));
const OLDER: ReadonlyMap<string, Member> = new Map(Array.from(OWN, ([name, member]) => [name.toUpperCase(), member]));

/** NCZarr's members of a document that are objects. */
function ownMembers(view: JsonView | undefined): OwnMembers {
  if (view?.node.type !== "object") return NONE;
  let found: { [name in Member]?: JsonView } | undefined;
  // Most names are not NCZarr's, and this is run for every document of a dataset.
  for (const name of view.node.members.keys()) {
    if (name.charCodeAt(0) !== UNDERSCORE) continue;
    const own = OWN.get(name);
    const member = own ?? OLDER.get(name);
    if (member === undefined) continue;
    const value = view.get(name);
    if (value?.node.type !== "object") continue;
    found ??= {};
    if (own !== undefined || found[member] === undefined) found[member] = value;
  }
  return found ?? NONE;
}

const UNDERSCORE = 0x5f;

type OwnMembers = { readonly [name in Member]?: JsonView | undefined };

const NONE: OwnMembers = {};

/** Attributes that describe the dataset and are not the user's. */
const HIDDEN = /^(_ARRAY_DIMENSIONS|_Codecs|_nczarr_(superblock|group|array|attrs?))$/i;

export function isHidden(name: string): boolean {
  return name.startsWith("_") && HIDDEN.test(name);
}
