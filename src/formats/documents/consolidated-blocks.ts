/**
 * Keeping consolidated metadata true. A block is wrong from the moment a document that it copies changes. So a change
 * goes: drop every block above it, make the change, write the blocks again with the change in them. Wherever that is
 * cut off, there is either a true block or none.
 */
import { jsonView } from "../../bytes/json/view.ts";
import type { StoreOptions } from "../../stores/store.ts";
import type { ConsolidatedBlock, NodeDocuments, PrintedDocuments } from "./dialect.ts";
import { setDocument } from "./document.ts";
import { getDocuments, type Tree } from "./node-documents.ts";
import { isWithin, joinPath, relativePath } from "./node-path.ts";
import { deleteKey } from "./prefix-operations.ts";
import type { TreeLock } from "./tree-lock.ts";

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
