/** The alpha of Zarr v3 (2020 to 2022), for the registry: read only. */

import { mapBounded } from "../../bytes/concurrency.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import type { Node } from "../../model/node.ts";
import type { DirectoryListing, Store, StoreOptions } from "../../stores/store.ts";
import { getDocument } from "../documents/document.ts";
import { joinPath, normalizePath, relativePath } from "../documents/node-path.ts";
import { canList, hasKeysBelow, REQUESTS } from "../documents/prefix-operations.ts";
import type { Format, Hierarchy, ListOptions, ReadNodeOptions } from "../format.ts";
import { type NoteList, noteList } from "../notes.ts";
import { CONSOLIDATED, type DocumentsByKey, type EntryPoint, readBlock, readEntryPoint } from "./entry-point.ts";
import { chunkAccess, parseArray, parseGroup } from "./metadata.ts";

export const zarrV3Alpha: Format = {
  open: async ({ store, path }, options) => {
    const at = normalizePath(path);
    const notes = noteList();
    try {
      const entryPoint = await readEntryPoint(store, notes, options);
      if (entryPoint === undefined) return undefined;
      const block = options?.consolidated === false ? undefined : await readBlock(store, notes, options);
      const hierarchy = alphaHierarchy({ store, entryPoint, notes, block });
      const node = await hierarchy.readNode(at, { signal: options?.signal });
      return node === undefined ? undefined : { hierarchy, node };
    } catch (error) {
      throw atPlace(error, { location: store.location, node: at });
    }
  },
};

/**
 * The tree of the alpha, read-only. Metadata is separate from chunks, below `meta/root`; a group exists even without a
 * document if anything lies below its path, and always at the root.
 */
const FORMAT = "zarr3-alpha";
const TITLE = "Zarr v3 alpha";
const META = "meta/root";

/** What reading needs to know about one hierarchy. */
export interface AlphaTree {
  readonly store: Store;
  readonly entryPoint: EntryPoint;
  readonly notes: NoteList;
  readonly block: DocumentsByKey | undefined;
}

function alphaHierarchy(tree: AlphaTree): Hierarchy {
  const located = async <T>(node: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw atPlace(error, { location: tree.store.location, node });
    }
  };
  return {
    format: FORMAT,
    title: TITLE,
    store: tree.store,
    consolidated: tree.block !== undefined,
    notes: tree.notes.notes,
    readNode: (path, options) => {
      const at = normalizePath(path);
      return located(at, () => readNode(tree, at, options));
    },
    listChildren: (path, options) => {
      const at = normalizePath(path);
      return located(at, () => listChildren(tree, at, options));
    },
    chunks: (array) => chunkAccess(tree.store, array),
  };
}

/** `hasBelow` is whether there are keys of other nodes below the path; undefined if unknown. */
async function readNode(
  tree: AlphaTree,
  path: string,
  options?: ReadNodeOptions,
  hasBelow?: boolean,
): Promise<Node | undefined> {
  const { notes, entryPoint } = tree;
  const block = options?.fresh === true ? undefined : tree.block;
  const keyOf = (kind: Node["kind"]): string => `${joinPath(META, path)}.${kind}${entryPoint.suffix}`;
  const [array, group] = await Promise.all([
    documentAt(tree, block, keyOf("array"), options),
    documentAt(tree, block, keyOf("group"), options),
  ]);
  if (array !== undefined) {
    if (group !== undefined || (hasBelow ?? (await isAlsoGroup(tree, block, path, options)))) {
      const what =
        "an array and a group at the same path; the array is used, and nodes below it are opened by their paths";
      notes.add(group ?? array, what);
    }
    return parseArray(path, array, notes);
  }
  const exists = group !== undefined || path === "" || (await isImplied(tree, block, path, options));
  return exists ? parseGroup(path, group, notes) : undefined;
}

/**
 * Returns whether there is a group without a document at the path of an array. Checked only for the root, if the store
 * can list.
 */
async function isAlsoGroup(
  tree: AlphaTree,
  block: DocumentsByKey | undefined,
  path: string,
  options?: StoreOptions,
): Promise<boolean> {
  if (path !== "" || (block === undefined && !canList(tree.store))) return false;
  return (await childrenOf(tree, path, options)).length > 0;
}

async function documentAt(
  { store, notes }: AlphaTree,
  block: DocumentsByKey | undefined,
  key: string,
  options?: StoreOptions,
): Promise<JsonView | undefined> {
  if (block !== undefined) return block.get(key);
  const answer = await getDocument(store, key, notes, options);
  if (answer !== "web page") return answer === "absent" ? undefined : answer;
  notes.addNote({ key, message: "the store returned a web page; treated as absent" });
  return undefined;
}

async function isImplied(
  { store }: AlphaTree,
  block: DocumentsByKey | undefined,
  path: string,
  options?: StoreOptions,
): Promise<boolean> {
  const prefix = joinPath(META, path);
  if (block === undefined) return hasKeysBelow(store, prefix, options);
  return [...block.keys()].some((key) => key.startsWith(`${prefix}/`));
}

async function listChildren(tree: AlphaTree, path: string, options?: ListOptions): Promise<readonly Node[]> {
  const nodes = await mapBounded(
    await childrenOf(tree, path, options),
    REQUESTS,
    async ({ name, hasBelow }) => {
      const child = joinPath(path, name);
      try {
        return await readNode(tree, child, options, hasBelow);
      } catch (error) {
        const located = atPlace(error, { location: tree.store.location, node: child });
        if (options?.onError === undefined || options.signal?.aborted === true) throw located;
        options.onError(child, located);
        return undefined;
      }
    },
    options?.signal,
  );
  return nodes.filter((node) => node !== undefined);
}

interface Child {
  readonly name: string;
  readonly hasBelow: boolean;
}

/** Names of documents directly below a path, and of deeper folders, sorted. */
async function childrenOf(tree: AlphaTree, path: string, options?: StoreOptions): Promise<readonly Child[]> {
  const { keys, prefixes } = await levelOf(tree, joinPath(META, path), options);
  const endings = [`.array${tree.entryPoint.suffix}`, `.group${tree.entryPoint.suffix}`];
  const documents = keys.flatMap((key) => {
    const ending = endings.find((candidate) => key.endsWith(candidate) && key !== candidate);
    return ending === undefined ? [] : [key.slice(0, -ending.length)];
  });
  const names = [...new Set([...documents, ...prefixes])].sort();
  const isBlock = path === "" && names.includes(CONSOLIDATED) && (await holdsBlockOnly(tree, options));
  const shown = isBlock ? names.filter((name) => name !== CONSOLIDATED) : names;
  return shown.map((name) => ({ name, hasBelow: prefixes.includes(name) }));
}

/** Returns whether the group `consolidated` contains only what consolidating left, and nothing of a user. */
async function holdsBlockOnly(tree: AlphaTree, options?: StoreOptions): Promise<boolean> {
  const { keys, prefixes } = await levelOf(tree, joinPath(META, CONSOLIDATED), options);
  const isOurs = (key: string): boolean => key === ".zmetadata";
  return prefixes.length === 0 && keys.every(isOurs) && (tree.block !== undefined || keys.length > 0);
}

/** One level of the existing keys, in the block or in the store. */
async function levelOf(tree: AlphaTree, prefix: string, options?: StoreOptions): Promise<DirectoryListing> {
  const { store, block } = tree;
  if (block !== undefined) return levelAmong(block.keys(), prefix);
  if (store.listDirectory !== undefined) return store.listDirectory(prefix, options);
  if (!canList(store)) {
    throw new HyperslabError("unsupported", "the children of a group cannot be found: this store cannot list", {
      location: store.location,
      hint: "Open the child by its path, or copy the data from where it can be listed.",
    });
  }
  const keys: string[] = [];
  for await (const { key } of store.list!(prefix, options)) keys.push(key);
  return levelAmong(keys, prefix);
}

function levelAmong(all: Iterable<string>, prefix: string): DirectoryListing {
  const keys = new Set<string>();
  const prefixes = new Set<string>();
  for (const key of all) {
    if (!key.startsWith(`${prefix}/`)) continue;
    const rest = relativePath(key, prefix);
    const slash = rest.indexOf("/");
    if (slash < 0) keys.add(rest);
    else prefixes.add(rest.slice(0, slash));
  }
  return { keys: [...keys].sort(), prefixes: [...prefixes].sort() };
}
