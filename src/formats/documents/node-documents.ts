/** Reads the documents of one node and of the groups above it from a store. */
import type { JsonView } from "../../bytes/json/view.ts";
import type { GroupNode } from "../../model/node.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import type { DropAbove, OpenOptions } from "../format.ts";
import { NO_NOTES, type NoteList } from "../notes.ts";
import type { Ancestors, ConsolidatedBlock, Dialect, NodeDocuments } from "./dialect.ts";
import { type DocumentOptions, getDocument, webPageError } from "./document.ts";
import { joinPath } from "./node-path.ts";

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

/** A web page is a note if the node can do without the document, and an error if the document is decisive. */
function reportPages(tree: Tree, documents: NodeDocuments, pages: readonly string[], options?: OpenOptions): void {
  const decides = tree.dialect.kindOf(documents) === undefined;
  for (const key of pages) {
    if (!decides) tree.notes.addNote({ key, message: "the store returned a web page; treated as absent" });
    else if (options?.onWebPage === undefined) throw webPageError(tree.store, key);
    else options.onWebPage(key);
  }
}

/** Documents that are known without querying the store. */
export type KnownDocuments = (path: string) => NodeDocuments | undefined;

/** The existing groups at these paths, from the root down; none unless the dialect needs them. */
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

/** The documents of the node at `base`; a block that is a separate document of the root is read before them. */
export async function openingDocuments(tree: Tree, base: string, options?: OpenOptions): Promise<NodeDocuments> {
  const { carrier } = tree.dialect.consolidation;
  const isOwn = tree.dialect.rounds.some((names) => names.includes(carrier));
  // One request for the block at the root may save all others.
  if (isOwn || base !== "" || options?.consolidated === false) return getNodeDocuments(tree, base, options);
  const first: Tree = { ...tree, dialect: { ...tree.dialect, rounds: [[carrier]], kindOf: () => undefined } };
  const documents = await getNodeDocuments(first, base, { ...options, onWebPage: () => undefined });
  const own = blockOf(tree, documents)?.get("");
  if (own !== undefined) return new Map([...documents, ...own]);
  return getNodeDocuments(tree, base, options);
}

/** The consolidated metadata that a group carries, if it is of a known kind. */
export function blockOf(tree: Tree, documents: NodeDocuments): ConsolidatedBlock | undefined {
  if (tree.dialect.kindOf(documents) === "array") return undefined;
  const block = tree.dialect.consolidation.read(documents, tree.notes);
  return block === "unknown" ? undefined : block;
}
