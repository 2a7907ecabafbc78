/**
 * Changes of a tree of documents, each under the tree's lock: read what is above, refuse what makes no sense, drop the
 * blocks that will be wrong, make the change, write the blocks again.
 */
import type { JsonObject } from "../../bytes/json/node.ts";
import { HyperslabError } from "../../errors.ts";
import type { GroupNode, Node } from "../../model/node.ts";
import type { StoreOptions } from "../../stores/store.ts";
import { NO_NOTES } from "../notes.ts";
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
import { checkWritable, hasBareNumber, setDocument, withQuotedNumbers } from "./document.ts";
import { asRequest } from "./document-errors.ts";
import { originOf, rewriteDocument } from "./document-rewrite.ts";
import { linkNode, moveDimensions, relinkNode, unlinkNode, withOwnDimensions } from "./group-links.ts";
import { getNodeDocuments, type Tree, walkDocuments } from "./node-documents.ts";
import { ancestorsOf, isWithin, joinPath, parentPath } from "./node-path.ts";
import { checkDeletes, checkMoves, deleteBelow, deleteKey, hasKeysBelow, moveBelow } from "./prefix-operations.ts";
import { type ChangeOptions, withTreeLock } from "./tree-lock.ts";

/** What a change gives: its result, and the blocks that are true after it, by the path of their group. */
export interface Changed<T> {
  readonly result: T;
  readonly blocks: ReadonlyMap<string, ConsolidatedBlock>;
}

/** A node's documents after it was written, and the groups above it, where the dialect looks at them. */
export interface WrittenNode {
  readonly documents: NodeDocuments;
  readonly above: Ancestors;
}

/** Writes a node and the groups above it that are missing. Gives the documents that are there now. */
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
    const { printed, fresh } = links === undefined ? early : documentsToWrite(tree, links.node);
    const carriers = carriersOf(states, dialect.consolidation.includesSelf ? [path, ...above] : above);
    await dropBlocks(tree, carriers, options);
    const written =
      links === undefined
        ? await writeMissingGroups(tree, states, above, options)
        : await writeGroups(tree, links.before, options);
    // Where others may be at work, the block that was read with the group may be an old one by now.
    const kept = lock.proven ? self : undefined;
    const documents = dialect.consolidation.carryOver(printed, kept?.documents ?? new Map());
    if (fresh || self.kind === undefined) await deleteOthers(tree, path, documents, options);
    await writeAll(tree, path, documents, fresh, options);
    written.set(path, viewDocuments(documents));
    for (const [group, own] of await writeGroups(tree, links?.after ?? [], options)) written.set(group, own);
    const edit: TreeEdit = { removed: [], written };
    const blocks = new Map(await refreshBlocks(tree, carriers, states, edit, lock, options));
    // The block in the group's own document went along with it.
    const own = carriers.includes(self) || kept?.block === "unknown" ? undefined : kept?.block;
    if (own !== undefined) blocks.set(path, editBlock(own, path, edit));
    if (carriers.length === 0 && dialect.hasGroups !== false && links === undefined) {
      for (const group of above) lock.plainGroups.add(group);
      if (node.kind === "group" && self.block === undefined) lock.plainGroups.add(path);
    }
    return { result: { documents: written.get(path)!, above: links?.above ?? [] }, blocks };
  });
}

/** Deletes everything at and below a path; the documents first, so that no node is ever seen without its chunks. */
export async function deleteTree(tree: Tree, path: string, options?: ChangeOptions): Promise<Changed<undefined>> {
  const { store } = tree;
  checkDeletes(store);
  return withTreeLock(store, options, async (lock) => {
    lock.plainGroups.clear();
    const states = await readStates(tree, ancestorsOf(path), options);
    refuseBelowArray(states, ancestorsOf(path), path);
    const carriers = carriersOf(states, ancestorsOf(path));
    await dropBlocks(tree, carriers, options);
    const parent = tree.dialect.treeAware && unlinkNode(tree, path, states);
    const written = await writeGroups(tree, parent === undefined ? [] : [parent], options);
    for (const name of documentNames(tree)) await deleteKey(store, joinPath(path, name), options);
    await deleteBelow(store, path, options);
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
    if (states.get(from)?.kind === undefined) throw new HyperslabError("not-found", "no node is there", { node: from });
    if (states.get(to)?.kind !== undefined || (await hasKeysBelow(store, to, options))) throw occupied(to);
    const moved = dialect.treeAware && (await movedNodes(tree, from, to, options));
    const carriers = carriersOf(states, [...ancestorsOf(from), ...ancestorsOf(to)]);
    await dropBlocks(tree, carriers, options);
    const parent = dialect.treeAware && unlinkNode(tree, from, states);
    const written =
      moved === undefined
        ? await writeMissingGroups(tree, states, ancestorsOf(to), options)
        : await writeGroups(tree, parent === undefined ? [] : [parent], options);
    const names = documentNames(tree);
    await moveBelow(store, from, to, (name) => names.has(name), options);
    for (const node of moved ?? [])
      await writeAll(tree, node.path, documentsToWrite(tree, node).printed, false, options);
    const after = moved === undefined ? [] : relinkNode(tree, from, to, states);
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
async function movedNodes(tree: Tree, from: string, to: string, options?: StoreOptions): Promise<readonly Node[]> {
  const fresh = { ...options, fresh: true };
  const own = await getNodeDocuments(tree, from, fresh);
  const found = await walkDocuments(tree, from, own, fresh);
  return Array.from(found, ([path, documents]) => {
    const node = tree.dialect.parse(joinPath(from, path), documents, NO_NOTES, []);
    const origin = originOf(joinPath(to, path), documents, [...documents.keys()]);
    return { ...moveDimensions(node, from, to), path: joinPath(to, path), origin };
  }).filter(({ kind }) => kind === "array");
}

/** A node's documents to be written, and whether they replace ones whose order of members is to be kept. */
interface NewDocuments {
  readonly printed: PrintedDocuments;
  readonly fresh: boolean;
}

/** The node's documents, with what its old ones hold beyond the model; checked by reading them back. */
function documentsToWrite(tree: Tree, node: Node): NewDocuments {
  const { dialect } = tree;
  const old = oldDocuments(tree, node);
  const before = old.size === 0 ? undefined : dialect.print(dialect.parse(node.path, viewDocuments(old), NO_NOTES, []));
  const documents = Array.from(dialect.print(node), ([name, after]) => {
    const origin = old.get(name);
    const known = before?.get(name);
    const changed = origin === undefined || known === undefined ? after : rewriteDocument(origin, known, after);
    const document = before === undefined ? changed : (dialect.arrange?.(name, changed, origin) ?? changed);
    // A document that held bare numbers before may keep them: nobody who could read it before is shut out.
    const wasLoose = [...(origin?.members ?? [])].some(
      ([member, value]) => after.members.has(member) && hasBareNumber(value),
    );
    const isLoose = wasLoose || dialect.bareNumbers === true;
    return [name, isLoose || !hasBareNumber(after) ? document : strictDocument(tree, node, name, document)] as const;
  });
  const printed = new Map(documents);
  asRequest(() => dialect.parse(node.path, viewDocuments(printed), NO_NOTES, []));
  return { printed, fresh: old.size === 0 };
}

function strictDocument(tree: Tree, node: Node, name: string, document: JsonObject): JsonObject {
  const strict = withQuotedNumbers(document);
  tree.dialect.bytesOf(name, strict, true);
  const message = "bare NaN or Infinity written as a string, because JSON has no such numbers";
  tree.notes.addNote({ key: joinPath(node.path, name), message });
  return strict;
}

/** The documents that this very node was read from, if they are of this dialect. */
function oldDocuments(tree: Tree, node: Node): PrintedDocuments {
  const old = new Map(
    Array.from(documentNames(tree))
      .map((name) => [name, node.origin?.documents.get(joinPath(node.path, name))] as const)
      .flatMap(([name, document]) => (document === undefined ? [] : [[name, document] as const])),
  );
  return tree.dialect.kindOf(viewDocuments(old)) === node.kind ? old : new Map();
}

/** Documents that a new node does not have, left behind by another one at its path, would be taken for its own. */
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

/** Groups among these that are not there are made, from the root down. Those that are there are not touched. */
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

/** Writes these groups, without blocks: those that had one are given it again after the change. */
async function writeGroups(
  tree: Tree,
  groups: readonly GroupNode[],
  options?: StoreOptions,
): Promise<Map<string, NodeDocuments>> {
  const written = new Map<string, NodeDocuments>();
  for (const group of groups) {
    const { printed, fresh } = documentsToWrite(tree, group);
    const documents = tree.dialect.consolidation.carryOver(printed, new Map());
    await writeAll(tree, group.path, documents, fresh, options);
    written.set(group.path, viewDocuments(documents));
  }
  return written;
}

function carriersOf(states: ReadonlyMap<string, PathState>, paths: Iterable<string>): readonly PathState[] {
  return Array.from(new Set(paths), (path) => states.get(path)!).filter((state) => state.block !== undefined);
}

/** Every document that belongs to a node, its block's carrier included. */
function documentNames(tree: Tree): ReadonlySet<string> {
  return new Set([tree.dialect.consolidation.carrier, ...tree.dialect.markers, ...tree.dialect.rounds.flat()]);
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
    hint: "Delete it first; what is below it goes with it.",
  });
}

function refuseImpossibleMove(from: string, to: string): void {
  const place = { node: from };
  if (from === "" || to === "") {
    throw new HyperslabError("invalid-request", "the root cannot be moved, nor anything in its place", place);
  }
  if (isWithin(to, from)) throw new HyperslabError("invalid-request", "a node cannot be moved into itself", place);
  if (isWithin(from, to)) throw occupied(to);
}

function occupied(path: string): HyperslabError {
  return new HyperslabError("exists", `something is at /${path} already`, {
    node: path,
    hint: "Choose another name, or delete what is there first.",
  });
}
