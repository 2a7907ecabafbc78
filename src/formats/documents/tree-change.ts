/**
 * Changes of a tree of documents, each under the tree's lock: read the ancestors, refuse the impossible, remove the
 * blocks that will become stale, make the change, write the blocks again.
 */
import { HyperslabError } from "../../errors.ts";
import type { GroupNode, Node } from "../../model/node.ts";
import type { StoreOptions } from "../../stores/store.ts";
import { NO_NOTES } from "../notes.ts";
import { walkDocuments } from "./child-documents.ts";
import {
  dropBlocks,
  editBlock,
  type PathState,
  readStates,
  refreshBlocks,
  type TreeEdit,
  viewDocuments,
} from "./consolidated-blocks.ts";
import type { Ancestors, ConsolidatedBlock, NodeDocuments, PrintedDocuments } from "./dialect.ts";
import { checkWritable, setDocument } from "./document.ts";
import { documentNames, documentsToWrite, type NewDocuments, originOf } from "./document-rewrite.ts";
import { linkNode, moveDimensions, relinkNode, unlinkNode, withOwnDimensions } from "./group-links.ts";
import { getDocuments, getNodeDocuments, type Tree } from "./node-documents.ts";
import { ancestorsOf, isWithin, joinPath, nameOf, parentPath } from "./node-path.ts";
import { checkDeletes, checkMoves, deleteBelow, deleteKey, hasKeysBelow, moveBelow } from "./prefix-operations.ts";
import { type ChangeOptions, withTreeLock } from "./tree-lock.ts";

/** The result of a change, and the blocks that are valid after it, by the path of their group. */
export interface Changed<T> {
  readonly result: T;
  readonly blocks: ReadonlyMap<string, ConsolidatedBlock>;
}

/** A node's documents after it was written, and the groups above it, if the dialect needs them. */
export interface WrittenNode {
  readonly documents: NodeDocuments;
  readonly above: Ancestors;
}

/** Writes a node and its missing ancestors. */
export async function writeDocuments(tree: Tree, node: Node, options?: ChangeOptions): Promise<Changed<WrittenNode>> {
  const { dialect } = tree;
  const { path } = node;
  for (const name of path === "" ? [] : path.split("/")) dialect.checkName(name);
  checkWritable(tree.store);
  const early = documentsToWrite(tree, withOwnDimensions(dialect, node));
  return withTreeLock(tree.store, options, async (lock) => {
    const parent = parentPath(path);
    const isPlain = lock.proven && parent !== undefined && lock.plainGroups.has(parent);
    const above = isPlain ? [] : ancestorsOf(path);
    const states = await readStates(tree, [...above, path], options);
    refuseBelowArray(states, above, path);
    const self = states.get(path)!;
    refuseOtherKind(self, node);
    const links = dialect.treeAware && linkNode(tree, node, states);
    const isNew = self.kind === undefined && node.kind === "array";
    const like = isNew && links !== undefined ? await likeSibling(tree, path, links.above, options) : tree;
    const { printed, fresh } = links === undefined ? early : documentsToWrite(like, links.node);
    const before = printGroups(tree, links?.before ?? []);
    const after = printGroups(tree, links?.after ?? []);
    const carriers = carriersOf(states, dialect.consolidation.includesSelf ? [path, ...above] : above);
    await dropBlocks(tree, carriers, options);
    const written =
      links === undefined
        ? await writeMissingGroups(tree, states, above, options)
        : await writeGroups(tree, before, options);
    // Other programs may have changed the group's block since it was read.
    const kept = lock.proven ? self : undefined;
    const documents = dialect.consolidation.carryOver(printed, kept?.documents ?? new Map());
    if (fresh || self.kind === undefined) await deleteOthers(tree, path, documents, options);
    await writeAll(tree, path, documents, fresh, options);
    written.set(path, viewDocuments(documents));
    for (const [group, own] of await writeGroups(tree, after, options)) written.set(group, own);
    const edit: TreeEdit = { removed: [], written };
    const blocks = new Map(await refreshBlocks(tree, carriers, states, edit, lock, options));
    // The block in the group's own document was written with it.
    const own = carriers.includes(self) || kept?.block === "unknown" ? undefined : kept?.block;
    if (own !== undefined) blocks.set(path, editBlock(own, path, edit));
    if (carriers.length === 0 && dialect.hasGroups !== false && links === undefined) {
      for (const group of above) lock.plainGroups.add(group);
      if (node.kind === "group" && self.block === undefined) lock.plainGroups.add(path);
    }
    return { result: { documents: written.get(path)!, above: links?.above ?? [] }, blocks };
  });
}

/** The tree in whose dialect a new array is written: that of the first array next to it. */
async function likeSibling(tree: Tree, path: string, above: Ancestors, options?: ChangeOptions): Promise<Tree> {
  const like = tree.dialect.treeAware?.like;
  const children = above.at(-1)?.children ?? [];
  const sibling = children.find(({ name, kind }) => kind === "array" && name !== nameOf(path));
  if (like === undefined || sibling === undefined) return tree;
  const at = joinPath(parentPath(path) ?? "", sibling.name);
  const documents = await getDocuments(tree, at, tree.dialect.rounds.flat(), { signal: options?.signal, fresh: true });
  return { ...tree, dialect: like(documents) };
}

/** Deletes everything at and below a path, documents first: a node is never visible without its chunks. */
export async function deleteTree(tree: Tree, path: string, options?: ChangeOptions): Promise<Changed<undefined>> {
  const { store } = tree;
  checkDeletes(store);
  return withTreeLock(store, options, async (lock) => {
    lock.plainGroups.clear();
    const states = await readStates(tree, ancestorsOf(path), options);
    refuseBelowArray(states, ancestorsOf(path), path);
    const carriers = carriersOf(states, ancestorsOf(path));
    const parent = tree.dialect.treeAware && unlinkNode(tree, path, states);
    const printed = printGroups(tree, parent === undefined ? [] : [parent]);
    await dropBlocks(tree, carriers, options);
    const written = await writeGroups(tree, printed, options);
    for (const name of documentNames(tree)) await deleteKey(store, joinPath(path, name), options);
    await (options?.below?.() ?? deleteBelow(store, path, options));
    const edit: TreeEdit = { removed: [path], written };
    const blocks = await refreshBlocks(tree, carriers, states, edit, lock, options);
    return { result: undefined, blocks };
  });
}

/** Moves a node and everything below it. */
export async function renameTree(
  tree: Tree,
  from: string,
  to: string,
  options?: ChangeOptions,
): Promise<Changed<undefined>> {
  const { dialect, store } = tree;
  refuseImpossibleMove(from, to);
  checkMoves(store);
  for (const name of to.split("/")) dialect.checkName(name);
  return withTreeLock(store, options, async (lock) => {
    lock.plainGroups.clear();
    const states = await readStates(tree, [...ancestorsOf(from), from, ...ancestorsOf(to), to], options);
    refuseBelowArray(states, ancestorsOf(from), from);
    refuseBelowArray(states, ancestorsOf(to), to);
    if (states.get(from)?.kind === undefined) throw new HyperslabError("not-found", "there is no node", { node: from });
    if (states.get(to)?.kind !== undefined || (await hasKeysBelow(store, to, options))) throw occupied(to);
    const moved = dialect.treeAware && (await movedNodes(tree, from, to, options));
    const carriers = carriersOf(states, [...ancestorsOf(from), ...ancestorsOf(to)]);
    const parent = dialect.treeAware && unlinkNode(tree, from, states);
    const before = printGroups(tree, parent === undefined ? [] : [parent]);
    const after = printGroups(tree, moved === undefined ? [] : relinkNode(tree, from, to, states));
    await dropBlocks(tree, carriers, options);
    const written =
      moved === undefined
        ? await writeMissingGroups(tree, states, ancestorsOf(to), options)
        : await writeGroups(tree, before, options);
    const names = documentNames(tree);
    await moveBelow(store, from, to, (name) => names.has(name), options);
    for (const [path, printed] of moved ?? []) await writeAll(tree, path, printed, false, options);
    for (const [group, own] of await writeGroups(tree, after, options)) written.set(group, own);
    if (carriers.length > 0 && lock.proven) {
      const own = await getNodeDocuments(tree, to, { ...options, fresh: true });
      for (const [path, documents] of await walkDocuments(tree, to, own, { ...options, fresh: true })) {
        written.set(joinPath(to, path), documents);
      }
    }
    const edit: TreeEdit = { removed: [from], written };
    return { result: undefined, blocks: await refreshBlocks(tree, carriers, states, edit, lock, options) };
  });
}

/** Arrays of a tree-aware dialect whose documents name a path that is about to change, at their new place. */
async function movedNodes(
  tree: Tree,
  from: string,
  to: string,
  options?: StoreOptions,
): Promise<readonly (readonly [path: string, PrintedDocuments])[]> {
  const fresh = { ...options, fresh: true };
  const own = await getNodeDocuments(tree, from, fresh);
  const found = await walkDocuments(tree, from, own, fresh);
  const moved = Array.from(found, ([path, documents]) => {
    const node = tree.dialect.parse(joinPath(from, path), documents, NO_NOTES, []);
    const origin = originOf(joinPath(to, path), documents, [...documents.keys()]);
    return { ...moveDimensions(node, from, to), path: joinPath(to, path), origin };
  });
  const arrays = moved.filter(({ kind }) => kind === "array");
  return arrays.map((node) => [node.path, documentsToWrite(tree, node).printed]);
}

/** Deletes documents that an earlier node left at this path, which would be read as those of the new node. */
async function deleteOthers(
  tree: Tree,
  path: string,
  documents: PrintedDocuments,
  options?: StoreOptions,
): Promise<void> {
  const { markers, rounds, consolidation } = tree.dialect;
  const kept = new Set([...markers, consolidation.carrier, ...documents.keys()]);
  const names = rounds.flat().filter((name) => !kept.has(name));
  for (const key of names.map((name) => joinPath(path, name))) {
    if ((await tree.store.get(key, options)) !== undefined) await deleteKey(tree.store, key, options);
  }
}

async function writeAll(
  tree: Tree,
  path: string,
  documents: PrintedDocuments,
  fresh: boolean,
  options?: StoreOptions,
): Promise<void> {
  for (const [name, document] of documents) {
    const bytes = tree.dialect.bytesOf(name, document, fresh, { nonFinite: "token" });
    await setDocument(tree.store, joinPath(path, name), bytes, options);
  }
}

/** Writes the missing groups among these, from the root down. */
async function writeMissingGroups(
  tree: Tree,
  states: ReadonlyMap<string, PathState>,
  ancestors: readonly string[],
  options?: StoreOptions,
): Promise<Map<string, NodeDocuments>> {
  const written = new Map<string, NodeDocuments>();
  if (tree.dialect.hasGroups === false) return written;
  for (const ancestor of ancestors) {
    if (states.get(ancestor)?.kind !== undefined) continue;
    const documents = tree.dialect.print({ kind: "group", path: ancestor, attributes: new Map() });
    await writeAll(tree, ancestor, documents, true, options);
    written.set(ancestor, viewDocuments(documents));
  }
  return written;
}

/** A group's documents, printed before anything changes, because printing may refuse the change. */
type PrintedGroup = NewDocuments & { readonly path: string };

function printGroups(tree: Tree, groups: readonly GroupNode[]): readonly PrintedGroup[] {
  return groups.map((group) => ({ path: group.path, ...documentsToWrite(tree, group) }));
}

/** Writes these groups without blocks; groups that had one get it back after the change. */
async function writeGroups(
  tree: Tree,
  groups: readonly PrintedGroup[],
  options?: StoreOptions,
): Promise<Map<string, NodeDocuments>> {
  const written = new Map<string, NodeDocuments>();
  for (const { path, printed, fresh } of groups) {
    const documents = tree.dialect.consolidation.carryOver(printed, new Map());
    await writeAll(tree, path, documents, fresh, options);
    written.set(path, viewDocuments(documents));
  }
  return written;
}

function carriersOf(states: ReadonlyMap<string, PathState>, paths: Iterable<string>): readonly PathState[] {
  return Array.from(new Set(paths), (path) => states.get(path)!).filter((state) => state.block !== undefined);
}

function refuseBelowArray(states: ReadonlyMap<string, PathState>, ancestors: readonly string[], path: string): void {
  for (const ancestor of ancestors) {
    if (states.get(ancestor)?.kind !== "array") continue;
    throw new HyperslabError("invalid-request", `/${ancestor} is an array and cannot hold other nodes`, { node: path });
  }
}

function refuseOtherKind(self: PathState, node: Node): void {
  if (self.kind === undefined || self.kind === node.kind) return;
  throw new HyperslabError("exists", `there is ${self.kind === "array" ? "an array" : "a group"} already`, {
    node: node.path,
    hint: "Delete it first, with everything below it.",
  });
}

function refuseImpossibleMove(from: string, to: string): void {
  const place = { node: from };
  if (from === "" || to === "") {
    throw new HyperslabError("invalid-request", "the root cannot be moved or replaced by a move", place);
  }
  if (isWithin(to, from)) throw new HyperslabError("invalid-request", "a node cannot be moved into itself", place);
  if (isWithin(from, to)) throw occupied(to);
}

function occupied(path: string): HyperslabError {
  return new HyperslabError("exists", `there is already something at /${path}`, {
    node: path,
    hint: "Choose another name, or delete what is there first.",
  });
}
