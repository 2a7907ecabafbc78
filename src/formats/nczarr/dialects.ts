/** NCZarr as dialects of document trees: in the documents of Zarr v2, in separate objects beside them, and in Zarr v3. */
import { jsonBoolean, jsonObject, jsonString, withMember } from "../../bytes/json/make.ts";
import { printJsonBytes } from "../../bytes/json/print.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { DEFAULT_FILLS, netcdfTypeOf } from "../../model/netcdf/types.ts";
import type { Node } from "../../model/node.ts";
import type { FillValue } from "../../model/values/fill-value.ts";
import { scalarToElement } from "../../model/values/typed-data.ts";
import { chunksBelow } from "../documents/chunk-access.ts";
import { type Dialect, type NodeDocuments, noConsolidation } from "../documents/dialect.ts";
import { parentPath } from "../documents/node-path.ts";
import type { Notes } from "../notes.ts";
import { ZARRAY, ZATTRS, ZGROUP } from "../zarr-v2/metadata.ts";
import { zarrV2Dialect } from "../zarr-v2/zarr-v2.ts";
import { CONSOLIDATED, ZARR_JSON } from "../zarr-v3/metadata.ts";
import { zarrV3Dialect } from "../zarr-v3/zarr-v3.ts";
import { additionsOf, OBJECTS } from "./additions.ts";
import { documentBytes } from "./document-bytes.ts";
import { childEntries } from "./group.ts";
import { decodeLoose } from "./loose-json.ts";
import { kindOf, parseNode } from "./metadata.ts";
import { checkNetcdfName } from "./names.ts";
import { arrangeAttributes, lacksNames, printNode } from "./print.ts";
import type { Spelling } from "./spelling.ts";

const common = {
  format: "nczarr",
  title: "NCZarr",
  kindOf,
  parse: parseNode,
  // Names of documents begin with a dot.
  mayBeNode: (name: string) => !name.startsWith("."),
  chunks: chunksBelow,
  arrange: arrangeAttributes,
  // Many builds of netCDF-C have no filters.
  defaultCodecs: () => [],
  defaultFillValue,
} satisfies Partial<Dialect>;

/** Versions 4.8.1 and later put their part into the documents of Zarr v2. */
const overV2 = { ...zarrV2Dialect, ...common, decode: decodeLoose };

/** Version 4.8.0: NCZarr's part is in objects beside those of Zarr v2. */
const besideV2 = {
  ...overV2,
  rounds: [
    [ZARRAY, ZATTRS, ...OBJECTS.array, ...OBJECTS.attributes],
    [ZGROUP, ...OBJECTS.group, ...OBJECTS.superblock],
  ],
  consolidation: noConsolidation(ZATTRS, "NCZarr of netCDF-C 4.8.0"),
};

/** The pull request for Zarr v3. */
const overV3 = { ...zarrV3Dialect, ...common, masks: "typed-attribute" as const, decode: decodeV3 };

/** The dialect of document trees that reads and writes this dialect of NCZarr. */
export function dialectOf(spelling: Spelling): Dialect {
  const family = spelling.layout === "v3" ? overV3 : spelling.layout === "objects" ? besideV2 : overV2;
  return {
    ...family,
    checkName: (name) => {
      family.checkName(name);
      checkNetcdfName("variable or group", name);
    },
    variant: spelling.name,
    ...(spelling.bareNumbers && { bareNumbers: true as const }),
    bytesOf: (_, document, __, given) => {
      const options = { ...given, ...(spelling.bareNumbers && { nonFinite: "token" as const }) };
      // No release of netCDF-C reads Zarr v3, but others do.
      return spelling.layout === "v3" ? printJsonBytes(document, "netcdf", options) : documentBytes(document, options);
    },
    print: (node) => printNode(spelling, node),
    treeAware: {
      dimensionName: (length) => `${spelling.anonymous}${length}`,
      documentsOf: (kind) => documentsOf(spelling, kind),
      entriesOf: (group) => childEntries(additionsOf(group).group),
    },
  };
}

/** The same for an existing dataset: only its arrays show whether it was written for netCDF-C alone. */
export function openedDialect(spelling: Spelling): Dialect {
  const dialect = dialectOf(spelling);
  const like = (sibling: NodeDocuments): Dialect => {
    const { node } = sibling.get(ZATTRS) ?? sibling.get(ZARR_JSON)?.get("attributes") ?? { node: undefined };
    const isWithout = node?.type === "object" && lacksNames(node);
    return isWithout ? dialectOf({ ...spelling, xarray: false }) : dialect;
  };
  return { ...dialect, treeAware: { ...dialect.treeAware!, like } };
}

function documentsOf({ layout }: Spelling, kind: Node["kind"]): readonly string[] {
  if (layout === "v3") return [ZARR_JSON];
  const plain = [kind === "array" ? ZARRAY : ZGROUP, ZATTRS];
  return layout === "objects" ? [...plain, ...OBJECTS[kind], ...OBJECTS.attributes] : plain;
}

/** Datasets of 4.8.0 are read but not changed, because no other version would read the additions. */
export function readOnlyDialect(spelling: Spelling): Dialect {
  return {
    ...dialectOf(spelling),
    print: () => {
      throw new HyperslabError("unsupported", `NCZarr of netCDF-C ${spelling.name} is read, but not changed`, {
        hint: "Copy the dataset to a newer dialect: hyperslab copy --format nczarr --dialect 4.9.3.",
      });
    },
  };
}

function decodeV3(bytes: Uint8Array, key: string, notes: Notes): JsonView | undefined {
  const view = decodeLoose(bytes, key, notes);
  return view === undefined ? undefined : unfolded(view);
}

/**
 * The pull request put the documents of all nodes, including the root's own, into a member of the root's `zarr.json`,
 * by key, and wrote no others. Here they become the root's document with consolidated metadata as in Zarr v3.
 */
function unfolded(view: JsonView): JsonView {
  const metadata = view.get("metadata");
  const own = metadata?.node.type === "object" ? metadata.get(ZARR_JSON) : undefined;
  if (own?.node.type !== "object") return view;
  const others = metadata!.entries().filter(([key]) => key !== ZARR_JSON);
  const block = jsonObject([
    ["kind", jsonString("inline")],
    ["must_understand", jsonBoolean(false)],
    ["metadata", jsonObject(others.map(([key, document]) => [parentPath(key) ?? "", document.node] as const))],
  ]);
  return jsonView(withMember(own.object(), CONSOLIDATED, block), view.source, own.field);
}

/** netCDF-C's default fill value. */
function defaultFillValue(dataType: DataType): FillValue | undefined {
  const type = netcdfTypeOf(dataType);
  return type === undefined || type === "char" || type === "string"
    ? undefined
    : scalarToElement(dataType, DEFAULT_FILLS[type]);
}
