/**
 * Keeps consolidated metadata up to date. A block becomes stale as soon as a document that it copies changes. So a
 * change removes every block above it, changes the documents, and writes the blocks again. If it is interrupted, there
 * is a valid block or none.
 */

import { printJson } from "../../bytes/json/print.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { StoreOptions } from "../../stores/store.ts";
import { walkDocuments } from "./child-documents.ts";
import type { ConsolidatedBlock, NodeDocuments, PrintedDocuments } from "./dialect.ts";
import { checkWritable, setDocument } from "./document.ts";
import { getDocuments, getNodeDocuments, type Tree } from "./node-documents.ts";
import { ancestorsOf, isWithin, joinPath, parentPath, relativePath } from "./node-path.ts";
import { deleteKey } from "./prefix-operations.ts";
import { type ChangeOptions, type TreeLock, withTreeLock } from "./tree-lock.ts";

/** The state of a path before a change. */
export interface PathState {
  readonly path: string;
  readonly kind: "group" | "array" | undefined;
  /** The documents that make a node, and the carrier of its block; all of them if the dialect is tree-aware. */
  readonly documents: NodeDocuments;
  readonly block: ConsolidatedBlock | "unknown" | undefined;
}

/** What a change did to the tree: removals, then additions. */
export interface TreeEdit {
  /** Nodes that are gone with everything below them. */
  readonly removed: readonly string[];
  /** Documents of nodes that are new or changed, by path. */
  readonly written: ReadonlyMap<string, NodeDocuments>;
}

export async function readStates(
  tree: Tree,
  paths: Iterable<string>,
  options?: StoreOptions,
): Promise<ReadonlyMap<string, PathState>> {
  const { dialect, notes } = tree;
  const { markers, rounds, consolidation, treeAware } = dialect;
  const names = new Set([...markers, consolidation.carrier, ...(treeAware === undefined ? [] : rounds.flat())]);
  const states = await Promise.all(
    Array.from(new Set(paths), async (path): Promise<PathState> => {
      const documents = await getDocuments(tree, path, names, { signal: options?.signal, fresh: true });
      const kind = dialect.kindOf(documents);
      const block = kind === "array" ? undefined : dialect.consolidation.read(documents, notes);
      return { path, kind, documents, block };
    }),
  );
  return new Map(states.map((state) => [state.path, state]));
}

/** Removes blocks from the store. */
export async function dropBlocks(tree: Tree, carriers: readonly PathState[], options?: StoreOptions): Promise<void> {
  const { dialect, store } = tree;
  const name = dialect.consolidation.carrier;
  for (const { path, documents } of carriers) {
    const key = joinPath(path, name);
    const rest = dialect.consolidation.without(documents);
    if (rest === undefined) await deleteKey(store, key, options);
    else await setDocument(store, key, dialect.bytesOf(name, rest, false, { nonFinite: "token" }), options);
  }
}

/**
 * Writes the blocks again after a change, and returns them by the path of their group. If other programs may be
 * changing the tree, none is written, and blocks that appeared since `states` were read are removed, because they may
 * lack this change.
 */
export async function refreshBlocks(
  tree: Tree,
  carriers: readonly PathState[],
  states: ReadonlyMap<string, PathState>,
  edit: TreeEdit,
  lock: TreeLock,
  options?: StoreOptions,
): Promise<ReadonlyMap<string, ConsolidatedBlock>> {
  const refreshed = new Map<string, ConsolidatedBlock>();
  if (!lock.proven) {
    await dropNewBlocks(tree, states, edit, options);
    for (const { path } of carriers)
      tree.notes.addNote({ key: joinPath(path, tree.dialect.consolidation.carrier), message: UNPROVEN });
    return refreshed;
  }
  // Deepest first: a group's block is in its document before an outer block copies that document.
  for (const { path, block } of [...carriers].sort((a, b) => b.path.length - a.path.length)) {
    if (block === undefined || block === "unknown") continue;
    const edited = editBlock(block, path, edit);
    await writeBlock(tree, path, edited, options);
    refreshed.set(path, edited);
  }
  return refreshed;
}

const UNPROVEN =
  "consolidated metadata was removed, because this store cannot keep other programs from changing the hierarchy at the same time; consolidate again when all changes are made";

/**
 * Another program that writes a block reads all documents afterwards. Either it sees this change, or this check sees
 * its block.
 */
async function dropNewBlocks(
  tree: Tree,
  states: ReadonlyMap<string, PathState>,
  edit: TreeEdit,
  options?: StoreOptions,
): Promise<void> {
  const changed = [...edit.removed, ...edit.written.keys()];
  const paths = [...states.keys()].filter((path) => changed.some((other) => isWithin(other, path)));
  const now = await readStates(tree, paths, options);
  await dropBlocks(
    tree,
    [...now.values()].filter(({ block }) => block !== undefined),
    options,
  );
}

/** Writes a block. Bare NaN in attributes is copied unchanged, because a block changes no values. */
async function writeBlock(tree: Tree, path: string, block: ConsolidatedBlock, options?: StoreOptions): Promise<void> {
  const { dialect, store } = tree;
  const name = dialect.consolidation.carrier;
  const bytes = dialect.bytesOf(name, dialect.consolidation.print(block), false, { nonFinite: "token" });
  await setDocument(store, joinPath(path, name), bytes, options);
}

/** The block of the group at `base` after a change. */
export function editBlock(block: ConsolidatedBlock, base: string, edit: TreeEdit): ConsolidatedBlock {
  const removed = edit.removed.filter((path) => isWithin(path, base)).map((path) => relativePath(path, base));
  const edited = new Map([...block].filter(([path]) => !removed.some((gone) => isWithin(path, gone))));
  for (const [path, documents] of edit.written) {
    if (!isWithin(path, base)) continue;
    const inside = relativePath(path, base);
    // Documents of other dialects, such as netCDF's, are kept.
    edited.set(inside, new Map([...(edited.get(inside) ?? []), ...documents]));
  }
  return edited;
}

/** New documents in the form in which they would be read. */
export function viewDocuments(printed: PrintedDocuments): NodeDocuments {
  return new Map(Array.from(printed, ([name, object]) => [name, jsonView(object)] as const));
}

const CHANGED_BELOW =
  "consolidated metadata was removed, because a node below was opened by its own address and changed; consolidate again when all changes are made";

/** Makes a change without blocks above the store. Another program may write one meanwhile, so they are removed twice. */
export async function withoutBlocksAbove<T>(tree: Tree, change: (tree: Tree) => Promise<T>): Promise<T> {
  const drop = async (): Promise<void> => {
    for (const key of (await tree.dropAbove?.()) ?? []) tree.notes.addNote({ key, message: CHANGED_BELOW });
  };
  await drop();
  const result = await change(tree);
  await drop();
  return result;
}

/** Removes the blocks of these paths, and returns the keys of the documents that carried them. */
export function removeBlocks(
  tree: Tree,
  paths: readonly string[],
  options?: ChangeOptions,
): Promise<readonly string[]> {
  return withTreeLock(tree.store, options, async () => {
    const states = await readStates(tree, paths, options);
    const carriers = [...states.values()].filter(({ block }) => block !== undefined);
    await dropBlocks(tree, carriers, options);
    return carriers.map(({ path }) => joinPath(path, tree.dialect.consolidation.carrier));
  });
}

/** Writes or removes the consolidated metadata of a group. Returns the block that is there now. */
export async function changeConsolidation(
  tree: Tree,
  path: string,
  drop: boolean,
  options?: ChangeOptions,
): Promise<ConsolidatedBlock | undefined> {
  checkWritable(tree.store);
  return withTreeLock(tree.store, options, async (lock) => {
    lock.plainGroups.clear();
    const state = (await readStates(tree, [path], options)).get(path)!;
    if (state.kind !== "group") {
      const what = state.kind === undefined ? "there is no group" : "an array has no nodes to consolidate";
      throw new HyperslabError(state.kind === undefined ? "not-found" : "invalid-request", what, { node: path });
    }
    if (drop) {
      if (state.block !== undefined) await dropBlocks(tree, [state], options);
      return undefined;
    }
    return consolidateDocuments(tree, state, lock, options);
  });
}

/** Attempts to write a block while other programs change the tree. */
const CONSOLIDATIONS = 3;

/**
 * Writes a group's block. If other programs may be changing the tree, all documents are read again afterwards: a change
 * that the block lacks was either made before that, and is seen, or is made later, and removes the block.
 */
async function consolidateDocuments(
  tree: Tree,
  { path }: PathState,
  lock: TreeLock,
  options?: StoreOptions,
): Promise<ConsolidatedBlock> {
  const current = async (): Promise<ConsolidatedBlock> => {
    const own = await getNodeDocuments(tree, path, { ...options, fresh: true });
    return walkDocuments(tree, path, own, { ...options, fresh: true });
  };
  let block = await current();
  for (let attempt = 1; ; attempt++) {
    await writeBlock(tree, path, block, options);
    if (lock.proven) return block;
    const after = await current();
    if (sameBlock(tree, block, after)) return block;
    if (attempt === CONSOLIDATIONS) break;
    block = after;
  }
  await dropBlocks(tree, [(await readStates(tree, [path], options)).get(path)!], options);
  throw new HyperslabError("io", "the hierarchy changes faster than its metadata can be consolidated", {
    node: path,
    hint: "Consolidate again when the programs that change it have finished.",
  });
}

function sameBlock({ dialect }: Tree, a: ConsolidatedBlock, b: ConsolidatedBlock): boolean {
  const text = (block: ConsolidatedBlock): string =>
    printJson(dialect.consolidation.print(block), "compact", { nonFinite: "token" });
  return text(a) === text(b);
}

/** Consolidated metadata used for reading: what the group at `base` records about itself and all nodes below it. */
export interface ConsolidatedView {
  readonly base: string;
  readonly block: ConsolidatedBlock;
  /** Paths directly below each group, all relative to `base`. */
  readonly children: ReadonlyMap<string, readonly string[]>;
}

export function viewOf(base: string, block: ConsolidatedBlock | "unknown" | undefined): ConsolidatedView | undefined {
  if (block === undefined || block === "unknown") return undefined;
  const children = new Map<string, string[]>();
  for (const path of block.keys()) {
    const parent = parentPath(path);
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [path]);
    else siblings.push(path);
  }
  return { base, block, children };
}

/** The block of the nearest group from `path` upwards that has one. */
export async function findView(
  tree: Tree,
  path: string,
  options?: StoreOptions,
): Promise<ConsolidatedView | undefined> {
  const candidates = [...ancestorsOf(path), path].reverse();
  const states = await readStates(tree, candidates, options);
  for (const base of candidates) {
    const view = viewOf(base, states.get(base)?.block);
    if (view !== undefined) return view;
  }
  return undefined;
}

/** After a failure: the block that the store has now, if any. */
export async function survivingView(tree: Tree, base: string): Promise<ConsolidatedView | undefined> {
  try {
    return viewOf(base, (await readStates(tree, [base])).get(base)?.block);
  } catch {
    return undefined;
  }
}
