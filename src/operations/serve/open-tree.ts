/** The data at an address, as a tree that can be served: files unchanged, or a dataset as plain Zarr. */

import { NdArray } from "../../dataset/array/nd-array.ts";
import { type AddressInput, openStore } from "../../dataset/open/address.ts";
import { type OpenOptions, openAddress } from "../../dataset/open/open.ts";
import { Group } from "../../dataset/tree/group.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { Store } from "../../stores/store.ts";
import { withPrefix } from "../../stores/wrappers/with-prefix.ts";
import { leftOutTexts } from "../info/left-out.ts";
import { nameRules } from "./served-names.ts";
import type { ServedTree } from "./served-tree.ts";
import { storeTree } from "./store-tree.ts";
import { type ServedFormat, spellDataset } from "./zarr-spelling.ts";
import { zarrTree } from "./zarr-tree.ts";

/** How an address is served: `files` byte for byte, `zarr` as a plain Zarr tree, `auto` whichever fits. */
export type ServeAs = "auto" | "files" | "zarr";

/** Options of `openTree`. */
export interface TreeOptions extends Pick<OpenOptions, "store" | "allow" | "signal"> {
  readonly as?: ServeAs | undefined;
  readonly format?: ServedFormat | undefined;
  readonly paths?: readonly string[] | undefined;
}

/** A tree, and notes about it. */
export interface OpenedTree {
  readonly tree: ServedTree;
  /** What is served: `files`, or the format of the Zarr tree. */
  readonly served: "files" | ServedFormat;
  /** What Zarr does not record about the dataset. */
  readonly lost: readonly string[];
  readonly notes: readonly string[];
}

export async function openTree(input: AddressInput | Group | NdArray, options: TreeOptions): Promise<OpenedTree> {
  const { as = "auto", store: settings } = options;
  if (as === "files") return files(input, options);
  const node = await openAddress(input, { store: settings, allow: options.allow, signal: options.signal }).catch(
    (error: unknown) => {
      // There is no dataset, but there may be files.
      if (as === "auto" && isHyperslabError(error, "not-found") && !isNode(input)) return undefined;
      throw error;
    },
  );
  if (node === undefined) return files(input, options);
  if (as === "auto" && options.format === undefined && isPlainZarr(node)) return plainZarr(node, options);
  return spelled(node, options);
}

function isNode(input: unknown): input is Group | NdArray {
  return input instanceof Group || input instanceof NdArray;
}

/** Zarr v2 or v3 whose documents and chunks lie in one store under their own keys: nothing needs to be translated. */
function isPlainZarr({ hierarchy: { format, store } }: Group | NdArray): boolean {
  return (format === "zarr2" || format === "zarr3") && store.localRanges === undefined && store.object === undefined;
}

function plainZarr({ hierarchy, path }: Group | NdArray, options: TreeOptions): OpenedTree {
  return {
    tree: storeTree(withPrefix(hierarchy.store, path), nameRules(options)),
    served: "files",
    lost: [],
    notes: [],
  };
}

async function files(input: AddressInput | Group | NdArray, options: TreeOptions): Promise<OpenedTree> {
  if (isNode(input)) {
    throw new HyperslabError("invalid-request", "an opened node is served as Zarr, not as files", {
      hint: "Leave as (--as) out, or pass the address of its store.",
    });
  }
  const store = await openStore(input, options.store);
  await refuseNothing(store, options);
  return { tree: storeTree(store, nameRules(options)), served: "files", lost: [], notes: [] };
}

/** A directory that does not exist looks like an empty one. */
async function refuseNothing(store: Store, { signal }: TreeOptions): Promise<void> {
  const { object, location } = store;
  const listing = object === undefined ? await store.listDirectory?.("", { signal }) : undefined;
  const isThere = object === undefined || (await store.head?.(object, { signal })) !== undefined;
  if (isThere && (listing === undefined || listing.keys.length + listing.prefixes.length > 0)) return;
  throw new HyperslabError("not-found", "there is nothing to serve", {
    location,
    hint: "Name a directory with files in it, an archive, a bucket, or a dataset.",
  });
}

async function spelled(node: Group | NdArray, options: TreeOptions): Promise<OpenedTree> {
  const dataset = await spellDataset(node, options);
  const { store } = node.hierarchy;
  const tree = await zarrTree(dataset, store.location, nameRules({ paths: options.paths, isDataset: true }), async () =>
    store.close?.(),
  );
  return { tree, served: dataset.format, lost: dataset.lost, notes: [...leftOutTexts(node), ...dataset.notes] };
}
