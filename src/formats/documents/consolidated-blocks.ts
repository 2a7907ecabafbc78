/**
 * Keeping consolidated metadata true. A block is wrong from the moment a document that it copies changes. So a change
 * goes: drop every block above it, make the change, write the blocks again with the change in them. Wherever that is
 * cut off, there is either a true block or none.
 */

import { printJson } from "../../bytes/json/print.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { StoreOptions } from "../../stores/store.ts";
import type { ConsolidatedBlock, NodeDocuments, PrintedDocuments } from "./dialect.ts";
import { checkWritable, setDocument } from "./document.ts";
import { getDocuments, getNodeDocuments, type Tree, walkDocuments } from "./node-documents.ts";
import { isWithin, joinPath, relativePath } from "./node-path.ts";
import { deleteKey } from "./prefix-operations.ts";
import { type ChangeOptions, type TreeLock, withTreeLock } from "./tree-lock.ts";

/** What is at a path before a change. */
export interface PathState {
  readonly path: string;
  readonly kind: "group" | "array" | undefined;
  /** The documents that make a node, and the carrier of its block; all of them where the dialect is tree-aware. */
  readonly documents: NodeDocuments;
  readonly block: ConsolidatedBlock | "unknown" | undefined;
}

/** What a change did to the tree. Removals count before additions. */
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

/** Takes the blocks away from the store. */
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
 * Writes the blocks again after a change, and gives them by the path of their group. Where others may be changing the tree at
 * the same time, none is written, and those that came up since `states` were read are dropped: they may lack this change.
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
  // From the deepest up, so that a group's block is in its document before an outer block copies that document.
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

/** Whoever writes a block reads all documents afterwards; so either they see this change, or this sees their block. */
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

/** Puts a block into the store. Bare NaN in a child's attributes is copied as it is: a block changes no values. */
export async function writeBlock(
  tree: Tree,
  path: string,
  block: ConsolidatedBlock,
  options?: StoreOptions,
): Promise<void> {
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
    // Documents that are no part of this dialect (netCDF's own) stay.
    edited.set(inside, new Map([...(edited.get(inside) ?? []), ...documents]));
  }
  return edited;
}

/** Made documents in the form in which they would be read. */
export function viewDocuments(printed: PrintedDocuments): NodeDocuments {
  return new Map(Array.from(printed, ([name, object]) => [name, jsonView(object)] as const));
}

/** Writes the block of a group from what is below it, or drops it. Gives the block that is there now. */
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
      const what = state.kind === undefined ? "no group is there" : "an array has nothing below it to consolidate";
      throw new HyperslabError(state.kind === undefined ? "not-found" : "invalid-request", what, { node: path });
    }
    if (drop) {
      if (state.block !== undefined) await dropBlocks(tree, [state], options);
      return undefined;
    }
    return consolidateDocuments(tree, state, lock, options);
  });
}

/** How often a block is made again before it is given up, while others keep changing the tree. */
const CONSOLIDATIONS = 3;

/**
 * Makes a group's block. Where others may be changing the tree, all documents are read again afterwards: a change that the
 * block lacks was made before that, and is seen, or is made after that, and finds the block and drops it.
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
    hint: "Consolidate again when the programs that change it are done.",
  });
}

function sameBlock({ dialect }: Tree, a: ConsolidatedBlock, b: ConsolidatedBlock): boolean {
  const text = (block: ConsolidatedBlock): string =>
    printJson(dialect.consolidation.print(block), "compact", { nonFinite: "token" });
  return text(a) === text(b);
}
