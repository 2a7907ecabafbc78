/** NCZarr as dialects of document trees: over the documents of Zarr v2, the same with objects of its own, and over Zarr v3. */
import { jsonBoolean, jsonObject, jsonString, withMember } from "../../bytes/json/make.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { chunksBelow } from "../documents/chunk-access.ts";
import { type Dialect, noConsolidation } from "../documents/dialect.ts";
import { parentPath } from "../documents/node-path.ts";
import type { Notes } from "../notes.ts";
import { ZARRAY, ZATTRS, ZGROUP } from "../zarr-v2/metadata.ts";
import { zarrV2Dialect } from "../zarr-v2/zarr-v2.ts";
import { CONSOLIDATED, ZARR_JSON } from "../zarr-v3/metadata.ts";
import { zarrV3Dialect } from "../zarr-v3/zarr-v3.ts";
import { OBJECTS } from "./additions.ts";
import { decodeLoose } from "./loose-json.ts";
import { kindOf, parseNode } from "./metadata.ts";

const common = {
  format: "nczarr",
  title: "NCZarr",
  kindOf,
  parse: parseNode,
  print: () => {
    throw new HyperslabError("unsupported", "NCZarr cannot be written", { hint: "Copy the dataset to Zarr v3 or v2." });
  },
  treeAware: { dimensionName: (length: number) => `_Anonymous_Dim_${length}` },
  // Dots begin the names of documents.
  mayBeNode: (name: string) => !name.startsWith("."),
  chunks: chunksBelow,
} satisfies Partial<Dialect>;

/** Versions 4.8.1 and later, over Zarr v2. */
export const overV2: Dialect = { ...zarrV2Dialect, ...common, decode: decodeLoose };

/** Version 4.8.0: NCZarr's part is in objects beside those of Zarr v2. */
export const besideV2: Dialect = {
  ...overV2,
  rounds: [
    [ZARRAY, ZATTRS, ...OBJECTS.array, ...OBJECTS.attributes],
    [ZGROUP, ...OBJECTS.group, ...OBJECTS.superblock],
  ],
  consolidation: noConsolidation(ZATTRS, "NCZarr of netCDF-C 4.8.0"),
};

/** The pull request for Zarr v3. */
export const overV3: Dialect = { ...zarrV3Dialect, ...common, decode: decodeV3 };

function decodeV3(bytes: Uint8Array, key: string, notes: Notes): JsonView | undefined {
  const view = decodeLoose(bytes, key, notes);
  return view === undefined ? undefined : unfolded(view);
}

/**
 * The pull request put the documents of all nodes, the root's own among them, into a member of the root's `zarr.json`, by key,
 * and wrote no others. Here they become the root's document with consolidated metadata as in Zarr v3.
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
