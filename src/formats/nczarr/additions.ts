/**
 * What NCZarr adds to the Zarr documents of a node. Its dialects put the same things into different places: objects of their own
 * (netCDF-C 4.8.0), members of `.zgroup` and `.zarray` (4.8.1 to 4.9.2, until 4.9.0 in capitals), attributes (since 4.9.3).
 */
import type { JsonView } from "../../bytes/json/view.ts";
import type { NodeDocuments } from "../documents/dialect.ts";
import { ZARRAY, ZATTRS, ZGROUP } from "../zarr-v2/metadata.ts";
import { ZARR_JSON } from "../zarr-v3/metadata.ts";

/** Objects of the first version, each by all its names. */
export const OBJECTS = {
  superblock: [".nczarr"],
  group: [".nczgroup"],
  array: [".nczvar", ".nczarray"],
  attributes: [".nczattr", ".nczattrs"],
} as const;

export interface Additions {
  /** The attributes, NCZarr's own among them. */
  readonly attributes: JsonView | undefined;
  /** Only at the root. */
  readonly superblock: JsonView | undefined;
  /** Of a group: its dimensions, variables and groups. */
  readonly group: JsonView | undefined;
  /** Of an array: its dimensions, and how it is stored. */
  readonly array: JsonView | undefined;
  /** The types of attributes, by name. */
  readonly types: JsonView | undefined;
  /** Where the members were found: in attributes, as new versions have them, or in `.zgroup` and `.zarray`, or in objects. */
  readonly place: "attributes" | "documents" | "objects" | undefined;
}

export function additionsOf(documents: NodeDocuments): Additions {
  const attributes = documents.get(ZATTRS) ?? documents.get(ZARR_JSON)?.get("attributes");
  const inAttributes = memberFinder([attributes]);
  const inDocuments = memberFinder([documents.get(ZGROUP), documents.get(ZARRAY)]);
  const objectOf = (names: readonly string[]): JsonView | undefined =>
    names.map((name) => documents.get(name)).find((view) => view !== undefined);
  const find = (name: string): JsonView | undefined => inAttributes(name) ?? inDocuments(name);
  const typed = inAttributes("attr") ?? inAttributes("attrs") ?? objectOf(OBJECTS.attributes);
  const own = [find("superblock"), find("group"), find("array")];
  const objects = [objectOf(OBJECTS.superblock), objectOf(OBJECTS.group), objectOf(OBJECTS.array)];
  const [superblock, group, array] = own.map((view, index) => view ?? objects[index]);
  const isInAttributes = inAttributes("group") !== undefined || inAttributes("array") !== undefined;
  const isInDocuments = own.some((view) => view !== undefined);
  const isInObjects = objects.some((view) => view !== undefined);
  const place = isInAttributes ? "attributes" : isInDocuments ? "documents" : isInObjects ? "objects" : undefined;
  return {
    attributes: attributes?.isNull() === true ? undefined : attributes,
    superblock,
    group,
    array,
    types: typed?.get("types") ?? typed?.get("attribute_types"),
    place,
  };
}

/** Finds `_nczarr_NAME`, in capitals too. */
function memberFinder(views: readonly (JsonView | undefined)[]): (name: string) => JsonView | undefined {
  return (name) => {
    for (const view of views) {
      if (view?.node.type !== "object") continue;
      const found = view.get(`_nczarr_${name}`) ?? view.get(`_NCZARR_${name.toUpperCase()}`);
      if (found?.node.type === "object") return found;
    }
    return undefined;
  };
}

/** Attributes that describe the dataset and belong to no user. */
const HIDDEN = /^(_ARRAY_DIMENSIONS|_Codecs|_nczarr_(superblock|group|array|attrs?))$/i;

export function isHidden(name: string): boolean {
  return HIDDEN.test(name);
}
