/** Reads the documents of one node, of a group's children or of a whole tree from a store. */
import { mapBounded } from "../../bytes/concurrency.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { ChildName, GroupNode, Node } from "../../model/node.ts";
import { readNowOf } from "../../stores/immediate.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import type { DropAbove, OpenOptions } from "../format.ts";
import { NO_NOTES, type NoteList } from "../notes.ts";
import type { Ancestors, Dialect, NodeDocuments } from "./dialect.ts";
import { type DocumentOptions, getDocument, getDocumentNow, webPageError } from "./document.ts";
import { joinPath, relativePath } from "./node-path.ts";
import { canList, childPrefixes, REQUESTS } from "./prefix-operations.ts";

/** One tree: its dialect, its store, and where notes about it go. */
export interface Tree {
  readonly dialect: Dialect;
  readonly store: Store;
  readonly notes: NoteList;
  readonly dropAbove?: DropAbove | undefined;
}

export type NodeDocumentOptions = OpenOptions & DocumentOptions;

/** The documents of the node at `path`. Without a marker among them, there is no node. */
export async function getNodeDocuments(
  tree: Tree,
  path: string,
  options?: NodeDocumentOptions,
): Promise<NodeDocuments> {
  const documents = new Map<string, JsonView>();
  const pages: string[] = [];
  for (const names of tree.dialect.rounds) {
    await collect(tree, path, names, documents, pages, options);
    if (tree.dialect.kindOf(documents) !== undefined) break;
  }
  reportPages(tree, documents, pages, options);
  return documents;
}

/** The named documents of a node, requested all at once. A web page in place of a document counts as absent. */
export async function getDocuments(
  tree: Tree,
  path: string,
  names: Iterable<string>,
  options?: DocumentOptions,
): Promise<NodeDocuments> {
  const documents = new Map<string, JsonView>();
  await collect(tree, path, names, documents, [], options);
  return documents;
}

async function collect(
  { store, notes, dialect }: Tree,
  path: string,
  names: Iterable<string>,
  documents: Map<string, JsonView>,
  pages: string[],
  options?: DocumentOptions,
): Promise<void> {
  const asked = [...names];
  const answers = await Promise.all(
    asked.map((name) => getDocument(store, joinPath(path, name), notes, options, dialect.decode)),
  );
  answers.forEach((answer, index) => {
    const name = asked[index]!;
    if (answer === "web page") pages.push(joinPath(path, name));
    else if (answer !== "absent") documents.set(name, answer);
  });
}

/** The named documents without a promise, which takes longer than reading them; undefined if they cannot be had so. */
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

/** A web page is a note where the node can do without the document, and an error where the document decides. */
function reportPages(tree: Tree, documents: NodeDocuments, pages: readonly string[], options?: OpenOptions): void {
  const decides = tree.dialect.kindOf(documents) === undefined;
  for (const key of pages) {
    if (!decides) tree.notes.addNote({ key, message: "the store answers with a web page; taken as absent" });
    else if (options?.onWebPage === undefined) throw webPageError(tree.store, key);
    else options.onWebPage(key);
  }
}

/** Documents that are known without asking the store. */
export type KnownDocuments = (path: string) => NodeDocuments | undefined;

/** The groups at these paths, from the root down, that are there; none unless the dialect looks at them. */
export async function getAncestors(
  tree: Tree,
  paths: readonly string[],
  known: KnownDocuments,
  options?: StoreOptions & DocumentOptions,
): Promise<Ancestors> {
  if (tree.dialect.treeAware === undefined) return [];
  const { signal, fresh } = options ?? {};
  const found = await Promise.all(
    paths.map(async (path) => known(path) ?? (await getNodeDocuments(tree, path, { signal, fresh }))),
  );
  return parseAncestors(tree, new Map(paths.map((path, index) => [path, found[index]!])));
}

/** The groups among these documents by path, which go from the root down. */
export function parseAncestors({ dialect }: Tree, documents: ReadonlyMap<string, NodeDocuments>): Ancestors {
  const groups: GroupNode[] = [];
  for (const [path, own] of documents) {
    const node = dialect.kindOf(own) === "group" ? dialect.parse(path, own, NO_NOTES, groups) : undefined;
    if (node?.kind === "group") groups.push(node);
  }
  return groups;
}

export interface ChildDocumentOptions extends StoreOptions, DocumentOptions {
  readonly onError?: ((path: string, error: unknown) => void) | undefined;
  readonly known?: KnownDocuments | undefined;
}

/**
 * Documents of the nodes right below a group, by path: those that the group itself lists, in its order, or else those that
 * the store lists, by name.
 */
export async function getChildDocuments(
  tree: Tree,
  path: string,
  listed: readonly ChildName[] | undefined,
  options?: ChildDocumentOptions,
): Promise<ReadonlyMap<string, NodeDocuments>> {
  const names: readonly { readonly name: string; readonly kind?: Node["kind"] }[] =
    listed ?? (await storedNames(tree, path, options)).map((name) => ({ name }));
  const children = await mapBounded(
    names,
    REQUESTS,
    async ({ name, kind }) => {
      const child = joinPath(path, name);
      try {
        const documents =
          options?.known?.(child) ??
          listedNow(tree, child, kind, options) ??
          (await getListedDocuments(tree, child, kind, options));
        if (tree.dialect.kindOf(documents) !== undefined) return [child, documents] as const;
        if (listed !== undefined) throw missingChild(child);
      } catch (error) {
        if (options?.onError === undefined || options.signal?.aborted === true) throw error;
        options.onError(child, error);
      }
      return undefined;
    },
    options?.signal,
  );
  return new Map(children.filter((child) => child !== undefined));
}

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

/** The documents of a node whose kind its group says, which may be wrong. */
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

function missingChild(node: string): HyperslabError {
  return new HyperslabError("invalid-data", "the group lists this node, but it has no documents", {
    node,
    hint: "Restore its documents from a copy, or delete the node, which removes it from the list.",
  });
}

/** The children that a group's documents list; undefined where the store has to be asked. */
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
