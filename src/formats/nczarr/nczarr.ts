/** The format NCZarr: netCDF-C's extension of Zarr. All its dialects are read, which no single version of netCDF-C does. */
import type { Node } from "../../model/node.ts";
import type { Store } from "../../stores/store.ts";
import { beginInOwnFolder } from "../documents/archive-folder.ts";
import { viewDocuments } from "../documents/consolidated-blocks.ts";
import type { Dialect, NodeDocuments } from "../documents/dialect.ts";
import { getDocumentBytes } from "../documents/document.ts";
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import { originOf } from "../documents/document-rewrite.ts";
import { joinPath, nameOf, normalizePath } from "../documents/node-path.ts";
import type { Format, OpenedNode, OpenOptions } from "../format.ts";
import { ZARR_JSON } from "../zarr-v3/metadata.ts";
import { additionsOf, OBJECTS } from "./additions.ts";
import { dialectOf, openedDialect, readOnlyDialect } from "./dialects.ts";
import { spellingNamed } from "./spelling.ts";

export const nczarr: Format = {
  open: async ({ store, path }, options) => {
    const given = { ...options, asked: options?.asked ?? new Map() };
    const at = normalizePath(path);
    const dialect = await dialectAt(store, at, given);
    if (dialect !== undefined) return openDocuments(dialect, store, at, given);
    return at === "" ? undefined : openBelowRoot(store, at, given);
  },
  create: (store, options) => {
    const dialect = dialectOf(spellingNamed(options?.dialect));
    beginInOwnFolder(store);
    return createDocuments(dialect, store);
  },
};

/** The dialect of the node; undefined if nothing is there, or only plain Zarr. */
async function dialectAt(store: Store, path: string, options: OpenOptions): Promise<Dialect | undefined> {
  // Documents that were already requested come first; otherwise, one request for consolidated metadata may suffice.
  const isAsked = options.asked?.has(joinPath(path, ZARR_JSON)) === true;
  for (const name of isAsked ? ["v3", "4.9.3"] : ["4.9.3", "v3"]) {
    const spelling = spellingNamed(name);
    const documents = await documentsAt(dialectOf(spelling), store, path, options);
    if (documents === undefined) continue;
    const { place, superblock } = additionsOf(documents);
    if (place !== undefined || superblock !== undefined) {
      const own = name === "v3" ? name : place !== "documents" ? "4.9.3" : memberDialect(documents);
      return openedDialect(spellingNamed(own));
    }
    if (name !== "v3" && (await hasObjects(store, options))) return readOnlyDialect(spellingNamed("4.8.0"));
  }
  return undefined;
}

/** The dialect of a node with NCZarr's members in `.zgroup` or `.zarray`. */
function memberDialect(documents: NodeDocuments): string {
  const { group, array } = additionsOf(documents);
  const hasNew = group?.get("dimensions") !== undefined || array?.get("dimension_references") !== undefined;
  if (hasNew) return "any";
  const hasCapitals = [...documents.values()].some(({ node }) => {
    return node.type === "object" && [...node.members.keys()].some((name) => name.startsWith("_NCZARR_"));
  });
  return hasCapitals ? "4.9.0" : "4.9.2";
}

/** The documents of a node, unparsed. */
async function documentsAt(
  dialect: Dialect,
  store: Store,
  path: string,
  options: OpenOptions,
): Promise<NodeDocuments | undefined> {
  const parse: Dialect["parse"] = (at, documents): Node => {
    const origin = originOf(at, documents, [...documents.keys()]);
    return { kind: "group", path: at, attributes: new Map(), origin };
  };
  const { treeAware: _, ...flat } = dialect;
  const opened = await openDocuments({ ...flat, parse }, store, path, options);
  const documents = opened?.node.origin?.documents;
  if (documents === undefined) return undefined;
  return viewDocuments(new Map(Array.from(documents, ([key, document]) => [nameOf(key), document] as const)));
}

async function hasObjects(store: Store, options: OpenOptions): Promise<boolean> {
  return (await getDocumentBytes(store, OBJECTS.superblock[0], options)) instanceof Uint8Array;
}

/** If the root holds the documents of all nodes, there are none at their own paths. */
async function openBelowRoot(store: Store, path: string, options: OpenOptions): Promise<OpenedNode | undefined> {
  const dialect = await dialectAt(store, "", options);
  const root = dialect && (await openDocuments(dialect, store, "", options));
  const node = root?.hierarchy.consolidated === true ? await root.hierarchy.readNode(path, options) : undefined;
  return root && node && { hierarchy: root.hierarchy, node };
}
