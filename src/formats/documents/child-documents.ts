/** Documents of the children of groups, as listed by the groups or by the store. */
import { forEachBounded, mapBounded, turnLimiter } from "../../bytes/concurrency.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { ChildName, Node } from "../../model/node.ts";
import { readNowOf } from "../../stores/direct-reads.ts";
import type { StoreOptions } from "../../stores/store.ts";
import { NO_NOTES } from "../notes.ts";
import type { NodeDocuments } from "./dialect.ts";
import { type DocumentOptions, getDocumentNow } from "./document.ts";
import {
  getDocuments,
  getNodeDocuments,
  type KnownDocuments,
  type NodeDocumentOptions,
  type Tree,
} from "./node-documents.ts";
import { joinPath, relativePath } from "./node-path.ts";
import { canList, childPrefixes, REQUESTS } from "./prefix-operations.ts";

export interface ChildDocumentOptions extends StoreOptions, DocumentOptions {
  readonly onError?: ((path: string, error: unknown) => void) | undefined;
  readonly known?: KnownDocuments | undefined;
}

/**
 * Documents of the nodes directly below a group, by path: those that the group itself lists, in its order, or else
 * those that the store lists, by name.
 */
export async function getChildDocuments(
  tree: Tree,
  path: string,
  listed: readonly ChildName[] | undefined,
  options?: ChildDocumentOptions,
): Promise<ReadonlyMap<string, NodeDocuments>> {
  const names: readonly ChildToRead[] = listed ?? (await storedNames(tree, path, options)).map((name) => ({ name }));
  const found: (NodeDocuments | undefined)[] = names.map(() => undefined);
  const keep = (index: number, documents: NodeDocuments): void => {
    if (tree.dialect.kindOf(documents) !== undefined) found[index] = documents;
    else if (listed !== undefined) throw new MissingChild();
  };
  let entries: Promise<ReadonlyMap<string, JsonView>> | undefined;
  const keepError = async (index: number, child: string, caught: unknown): Promise<void> => {
    let error = caught;
    if (caught instanceof MissingChild) {
      entries ??= entriesOf(tree, path, options);
      error = missingChild(child, (await entries).get(names[index]!.name));
    }
    if (options?.onError === undefined || options.signal?.aborted === true) throw error;
    options.onError(child, error);
  };
  // Creating a promise for each child that is available at once would take longer than reading it.
  const waiting: number[] = [];
  const longTurn = turnLimiter();
  for (const [index, { name, kind }] of names.entries()) {
    const pause = index === 0 ? undefined : longTurn();
    if (pause !== undefined) await pause;
    options?.signal?.throwIfAborted();
    const child = joinPath(path, name);
    try {
      const documents = options?.known?.(child) ?? listedNow(tree, child, kind, options);
      if (documents === undefined) waiting.push(index);
      else keep(index, documents);
    } catch (error) {
      await keepError(index, child, error);
    }
  }
  const read = async (index: number): Promise<void> => {
    const { name, kind } = names[index]!;
    const child = joinPath(path, name);
    try {
      keep(index, await getListedDocuments(tree, child, kind, options));
    } catch (error) {
      await keepError(index, child, error);
    }
  };
  if (waiting.length > 0) await forEachBounded(waiting, REQUESTS, read, options?.signal);
  const children = new Map<string, NodeDocuments>();
  for (const [index, documents] of found.entries()) {
    if (documents !== undefined) children.set(joinPath(path, names[index]!.name), documents);
  }
  return children;
}

/** A child by name, and what its group says it is. */
type ChildToRead = Pick<ChildName, "name"> & Partial<ChildName>;

function listedNow(
  tree: Tree,
  path: string,
  kind: Node["kind"] | undefined,
  options?: NodeDocumentOptions,
): NodeDocuments | undefined {
  const names = kind && tree.dialect.treeAware?.documentsOf?.(kind);
  const documents = names && documentsNow(tree, path, names, options);
  return documents !== undefined && tree.dialect.kindOf(documents) === kind ? documents : undefined;
}

/** The documents of a node whose kind its group claims, possibly wrongly. */
async function getListedDocuments(
  tree: Tree,
  path: string,
  kind: Node["kind"] | undefined,
  options?: NodeDocumentOptions,
): Promise<NodeDocuments> {
  const names = kind && tree.dialect.treeAware?.documentsOf?.(kind);
  if (names !== undefined) {
    const documents = await getDocuments(tree, path, names, options);
    if (tree.dialect.kindOf(documents) === kind) return documents;
  }
  return getNodeDocuments(tree, path, options);
}

async function storedNames(tree: Tree, path: string, options?: StoreOptions): Promise<readonly string[]> {
  if (!canList(tree.store)) {
    throw new HyperslabError("unsupported", "the children of a group cannot be found: this store cannot list", {
      location: tree.store.location,
      node: path,
      hint: "Consolidate the metadata where the data can be listed (hyperslab consolidate), or open the child by its path.",
    });
  }
  return (await childPrefixes(tree.store, path, options)).filter((name) => tree.dialect.mayBeNode(name));
}

/** A listed child has no documents. */
class MissingChild extends Error {}

function missingChild(node: string, entry: JsonView | undefined): HyperslabError {
  return new HyperslabError("invalid-data", "the group lists this node, but it has no documents", {
    ...(entry?.source && { key: entry.source.key, field: entry.field, ...entry.position }),
    node,
    hint: "Restore its documents from a copy, or delete the node, which removes it from the list.",
  });
}

/** Where the group lists its children. Its documents are read again, because only this message refers to them. */
async function entriesOf(
  tree: Tree,
  path: string,
  options?: ChildDocumentOptions,
): Promise<ReadonlyMap<string, JsonView>> {
  const group = options?.known?.(path) ?? (await getNodeDocuments(tree, path, options));
  return tree.dialect.treeAware?.entriesOf?.(group) ?? new Map();
}

/**
 * The named documents without a promise, which would take longer than reading them; undefined if they are not available
 * that way.
 */
function documentsNow(
  { store, notes, dialect }: Tree,
  path: string,
  names: readonly string[],
  options?: DocumentOptions,
): NodeDocuments | undefined {
  const readNow = options?.asked === undefined ? readNowOf(store) : undefined;
  if (readNow === undefined) return undefined;
  const documents = new Map<string, JsonView>();
  for (const name of names) {
    const answer = getDocumentNow(readNow, store, joinPath(path, name), notes, dialect.decode);
    if (answer === "later") return undefined;
    if (answer !== "absent") documents.set(name, answer);
  }
  return documents;
}

/** The children that a group's documents list; undefined if the store has to be queried. */
function listedChildren({ dialect }: Tree, path: string, own: NodeDocuments): readonly ChildName[] | undefined {
  if (dialect.treeAware === undefined) return undefined;
  const node = dialect.parse(path, own, NO_NOTES, []);
  return node.kind === "group" ? node.children : undefined;
}

/** Documents of a group and of every node below it, by path relative to it. */
export async function walkDocuments(
  tree: Tree,
  base: string,
  own: NodeDocuments,
  options?: StoreOptions & DocumentOptions,
): Promise<ReadonlyMap<string, NodeDocuments>> {
  const found = new Map<string, NodeDocuments>([["", own]]);
  let groups: (readonly [string, NodeDocuments])[] = tree.dialect.kindOf(own) === "group" ? [[base, own]] : [];
  while (groups.length > 0) {
    const levels = await mapBounded(
      groups,
      4,
      ([path, documents]) => getChildDocuments(tree, path, listedChildren(tree, path, documents), options),
      options?.signal,
    );
    groups = [];
    for (const children of levels) {
      for (const child of children) {
        found.set(relativePath(child[0], base), child[1]);
        if (tree.dialect.kindOf(child[1]) === "group") groups.push(child);
      }
    }
  }
  return found;
}
