/** Getting the documents of nodes from a store: of one node, of a group's children, of a whole tree. */
import { mapBounded } from "../../bytes/concurrency.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import type { OpenOptions } from "../format.ts";
import type { NoteList } from "../notes.ts";
import type { Dialect, NodeDocuments } from "../spelling/dialect.ts";
import { type DocumentOptions, getDocument, webPageError } from "./document.ts";
import { joinPath, relativePath } from "./node-path.ts";
import { canList, childPrefixes, REQUESTS } from "./prefix-operations.ts";

/** One tree: its spelling, its place, and where oddities are told. */
export interface Tree {
  readonly dialect: Dialect;
  readonly store: Store;
  readonly notes: NoteList;
}

export type NodeDocumentOptions = OpenOptions & DocumentOptions;

/** The documents of the node at `path`; none of the markers among them if there is no node. */
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

/** These documents of a node, all asked for at once; pages in place of documents count as absent. */
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
  const keys = Array.from(names, (name) => ({ name, key: joinPath(path, name) }));
  const answers = await Promise.all(keys.map(({ key }) => getDocument(store, key, notes, options, dialect.decode)));
  for (const [index, answer] of answers.entries()) {
    const { name, key } = keys[index]!;
    if (answer === "web page") pages.push(key);
    else if (answer !== "absent") documents.set(name, answer);
  }
}

/** Where a page stands in for a document that may be absent, the node is good; where it decides, it is not. */
function reportPages(tree: Tree, documents: NodeDocuments, pages: readonly string[], options?: OpenOptions): void {
  const decides = tree.dialect.kindOf(documents) === undefined;
  for (const key of pages) {
    if (!decides) tree.notes.addNote({ key, message: "the store answers with a web page; taken as absent" });
    else if (options?.onWebPage === undefined) throw webPageError(tree.store, key);
    else options.onWebPage(key);
  }
}

/** Documents of the nodes right below a group, by path, in the order of their names. Needs a store that can list. */
export async function getChildDocuments(
  tree: Tree,
  path: string,
  options?: StoreOptions &
    DocumentOptions & { readonly onError?: ((path: string, error: unknown) => void) | undefined },
): Promise<ReadonlyMap<string, NodeDocuments>> {
  if (!canList(tree.store)) {
    throw new HyperslabError("unsupported", "the children of a group cannot be found: this store cannot list", {
      location: tree.store.location,
      node: path,
      hint: "Consolidate the metadata where the data can be listed (hyperslab consolidate), or open the child by its path.",
    });
  }
  const names = (await childPrefixes(tree.store, path, options)).filter((name) => tree.dialect.mayBeNode(name));
  const children = await mapBounded(
    names,
    REQUESTS,
    async (name) => {
      const child = joinPath(path, name);
      try {
        return [child, await getNodeDocuments(tree, child, options)] as const;
      } catch (error) {
        if (options?.onError === undefined || options.signal?.aborted === true) throw error;
        options.onError(child, error);
        return undefined;
      }
    },
    options?.signal,
  );
  return new Map(
    children
      .filter((child) => child !== undefined && tree.dialect.kindOf(child[1]) !== undefined)
      .map((child) => child!),
  );
}

/** Documents of a group and of everything below it, by path relative to it. Arrays are not looked into. */
export async function walkDocuments(
  tree: Tree,
  base: string,
  own: NodeDocuments,
  options?: StoreOptions & DocumentOptions,
): Promise<ReadonlyMap<string, NodeDocuments>> {
  const found = new Map<string, NodeDocuments>([["", own]]);
  let groups = tree.dialect.kindOf(own) === "group" ? [base] : [];
  while (groups.length > 0) {
    const levels = await mapBounded(groups, 4, (group) => getChildDocuments(tree, group, options), options?.signal);
    groups = [];
    for (const children of levels) {
      for (const [path, documents] of children) {
        found.set(relativePath(path, base), documents);
        if (tree.dialect.kindOf(documents) === "group") groups.push(path);
      }
    }
  }
  return found;
}
