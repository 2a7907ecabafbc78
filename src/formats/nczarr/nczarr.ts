/** The format NCZarr: what netCDF-C makes of Zarr. All its dialects are read, which no version of netCDF-C does. */
import type { Node } from "../../model/node.ts";
import type { Store } from "../../stores/store.ts";
import { viewDocuments } from "../documents/consolidated-blocks.ts";
import type { Dialect } from "../documents/dialect.ts";
import { getDocumentBytes } from "../documents/document.ts";
import { openDocuments } from "../documents/document-hierarchy.ts";
import { originOf } from "../documents/document-rewrite.ts";
import { nameOf, normalizePath } from "../documents/node-path.ts";
import type { Format, OpenedNode, OpenOptions } from "../format.ts";
import { additionsOf, OBJECTS } from "./additions.ts";
import { besideV2, overV2, overV3 } from "./dialects.ts";

export const nczarr: Format = {
  open: async ({ store, path }, options) => {
    const given = { ...options, asked: options?.asked ?? new Map() };
    const at = normalizePath(path);
    const dialect = await dialectAt(store, at, given);
    if (dialect !== undefined) return openDocuments(dialect, store, at, given);
    return at === "" ? undefined : openBelowRoot(store, at, given);
  },
};

/** The dialect of the node; undefined if there is no node, or one of plain Zarr. */
async function dialectAt(store: Store, path: string, options: OpenOptions): Promise<Dialect | undefined> {
  for (const dialect of [overV3, overV2]) {
    const documents = await documentsAt(dialect, store, path, options);
    if (documents === undefined) continue;
    const additions = additionsOf(documents);
    if (additions.place !== undefined || additions.superblock !== undefined) return dialect;
    if (dialect === overV2 && (await hasObjects(store, options))) return besideV2;
  }
  return undefined;
}

/** The documents of a node as they are, without a look into them. */
async function documentsAt(
  dialect: Dialect,
  store: Store,
  path: string,
  options: OpenOptions,
): Promise<ReturnType<typeof viewDocuments> | undefined> {
  const parse: Dialect["parse"] = (at, documents): Node => {
    return {
      kind: "group",
      path: at,
      attributes: new Map(),
      origin: originOf(at, documents, [...documents.keys()]),
    };
  };
  const { treeAware: _, ...flat } = dialect;
  const opened = await openDocuments({ ...flat, parse }, store, path, options);
  const documents = opened?.node.origin?.documents;
  return (
    documents && viewDocuments(new Map(Array.from(documents, ([key, document]) => [nameOf(key), document] as const)))
  );
}

async function hasObjects(store: Store, options: OpenOptions): Promise<boolean> {
  return (await getDocumentBytes(store, OBJECTS.superblock[0], options)) instanceof Uint8Array;
}

/** Where the root holds the documents of all nodes, there are none at their own paths. */
async function openBelowRoot(store: Store, path: string, options: OpenOptions): Promise<OpenedNode | undefined> {
  const dialect = await dialectAt(store, "", options);
  const root = dialect && (await openDocuments(dialect, store, "", options));
  const node = root?.hierarchy.consolidated === true ? await root.hierarchy.readNode(path, options) : undefined;
  return root && node && { hierarchy: root.hierarchy, node };
}
