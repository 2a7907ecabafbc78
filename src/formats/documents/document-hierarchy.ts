/** The `Hierarchy` over a tree of metadata documents, for every dialect: reading here, changes in `tree-change.ts`. */
import { atPlace, isHyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import type { ArrayNode, ChildName, GroupNode, Node } from "../../model/node.ts";
import type { FillValue } from "../../model/values/fill-value.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import type {
  ChunkAccess,
  ConsolidateOptions,
  DefaultCodec,
  FormatNote,
  Hierarchy,
  ListOptions,
  OpenedNode,
  OpenOptions,
  ReadNodeOptions,
} from "../format.ts";
import { NO_NOTES, noteList } from "../notes.ts";
import { getChildDocuments } from "./child-documents.ts";
import {
  type ConsolidatedView,
  changeConsolidation,
  findView,
  removeBlocks,
  survivingView,
  viewDocuments,
  viewOf,
  withoutBlocksAbove,
} from "./consolidated-blocks.ts";
import type { Ancestors, Dialect, NodeDocuments } from "./dialect.ts";
import { asRequest } from "./document.ts";
import { documentNames } from "./document-rewrite.ts";
import { withOwnDimensions } from "./group-links.ts";
import { blockOf, getAncestors, getNodeDocuments, openingDocuments, type Tree } from "./node-documents.ts";
import { ancestorsOf, isWithin, joinPath, normalizePath, relativePath } from "./node-path.ts";
import { canList } from "./prefix-operations.ts";
import { type Changed, deleteTree, renameTree, writeDocuments } from "./tree-change.ts";
import { type ChangeOptions, type TreeLock, withTreeLock } from "./tree-lock.ts";

/** Opens the node at `path`. A block that is a separate document is read before it. */
export async function openDocuments(
  dialect: Dialect,
  store: Store,
  path: string,
  options?: OpenOptions,
): Promise<OpenedNode | undefined> {
  const tree: Tree = { dialect, store, notes: noteList(), dropAbove: options?.dropAbove };
  const base = normalizePath(path);
  try {
    const documents = await openingDocuments(tree, base, options);
    if (dialect.kindOf(documents) === undefined) return undefined;
    const above = await getAncestors(tree, ancestorsOf(base), () => undefined, options);
    const node = dialect.parse(base, documents, tree.notes, above);
    const view = options?.consolidated === false ? undefined : viewOf(base, blockOf(tree, documents));
    return { hierarchy: new DocumentHierarchy(tree, view, options?.consolidated !== false), node };
  } catch (error) {
    throw atPlace(error, { location: store.location, node: base });
  }
}

/** A hierarchy over a store that may be empty. */
export function createDocuments(dialect: Dialect, store: Store): Hierarchy {
  return new DocumentHierarchy({ dialect, store, notes: noteList() }, undefined, true);
}

class DocumentHierarchy implements Hierarchy {
  readonly masks: Hierarchy["masks"];
  readonly #tree: Tree;
  /** Whether to look for a block if children cannot be listed. */
  readonly #seeksBlocks: boolean;
  #view: ConsolidatedView | undefined;
  /** The groups above those that were listed since the last change. */
  #above = new WeakMap<GroupNode, Ancestors>();

  constructor(tree: Tree, view: ConsolidatedView | undefined, seeksBlocks: boolean) {
    this.masks = tree.dialect.masks;
    this.#tree = tree;
    this.#view = view;
    this.#seeksBlocks = seeksBlocks;
  }

  get format(): string {
    return this.#tree.dialect.format;
  }

  get title(): string {
    return this.#tree.dialect.title;
  }

  get dialect(): string | undefined {
    return this.#tree.dialect.variant;
  }

  get store(): Store {
    return this.#tree.store;
  }

  get historic(): boolean {
    return this.#tree.dialect.historic === true;
  }

  get consolidated(): boolean {
    return this.#view !== undefined;
  }

  get declaresDimensions(): boolean {
    return this.#tree.dialect.treeAware !== undefined;
  }

  get canConsolidate(): boolean {
    return this.#tree.dialect.consolidation.none !== true;
  }

  get notes(): readonly FormatNote[] {
    return this.#tree.notes.notes;
  }

  addNote(note: FormatNote): void {
    this.#tree.notes.addNote(note);
  }

  async readNode(path: string, options?: ReadNodeOptions): Promise<Node | undefined> {
    const at = normalizePath(path);
    return this.#located(at, async () => {
      const documents = this.#known(at, options) ?? (await getNodeDocuments(this.#tree, at, options));
      if (this.#tree.dialect.kindOf(documents) === undefined) return undefined;
      return this.#parse(at, documents, await this.#groups(ancestorsOf(at), options));
    });
  }

  async listChildren(path: string, options?: ListOptions): Promise<readonly Node[]> {
    const at = normalizePath(path);
    return this.#located(at, async () => {
      const known = options?.listed && this.#above.get(options.listed);
      const above = known ? [...known, options.listed!] : await this.#groups([...ancestorsOf(at), at], options);
      const own = above.at(-1);
      const listed = own?.path === at ? own.children : undefined;
      const nodes: Node[] = [];
      for (const [child, documents] of await this.#childDocuments(at, listed, options)) {
        try {
          const node = this.#parse(child, documents, above);
          if (node.kind === "group" && own !== undefined) this.#above.set(node, above);
          nodes.push(node);
        } catch (error) {
          const located = atPlace(error, { location: this.store.location, node: child });
          if (options?.onError === undefined) throw located;
          options.onError(child, located);
        }
      }
      return listed === undefined ? nodes.sort((a, b) => (a.path < b.path ? -1 : 1)) : nodes;
    });
  }

  chunks(array: ArrayNode): ChunkAccess {
    return this.#tree.dialect.chunks(this.store, array);
  }

  defaultCodecs(dataType: DataType): readonly DefaultCodec[] | undefined {
    return this.#tree.dialect.defaultCodecs?.(dataType);
  }

  defaultFillValue(dataType: DataType): FillValue | undefined {
    return this.#tree.dialect.defaultFillValue?.(dataType);
  }

  normalize(node: Node): Node {
    const path = normalizePath(node.path);
    try {
      const { dialect } = this.#tree;
      const documents = viewDocuments(dialect.print(withOwnDimensions(dialect, { ...node, path })));
      const { origin: _, ...parsed } = asRequest(() => dialect.parse(path, documents, NO_NOTES, []));
      // Dimensions are assigned to groups when the node is written.
      const isLinked = dialect.treeAware !== undefined && node.kind === "array" && parsed.kind === "array";
      const normal = isLinked ? { ...parsed, dimensions: node.dimensions } : parsed;
      return node.origin === undefined ? normal : { ...normal, origin: node.origin };
    } catch (error) {
      throw atPlace(error, { node: path });
    }
  }

  async writeNode(node: Node, options?: ChangeOptions): Promise<Node> {
    const path = normalizePath(node.path);
    return this.#located(path, async () => {
      const { documents, above } = await this.#changing([path], (tree) =>
        writeDocuments(tree, { ...node, path }, options),
      );
      return this.#parse(path, documents, above);
    });
  }

  get documents(): ReadonlySet<string> {
    return documentNames(this.#tree);
  }

  async deleteNode(path: string, options?: ChangeOptions): Promise<void> {
    const at = normalizePath(path);
    await this.#located(at, () => this.#changing([at], (tree) => deleteTree(tree, at, options)));
  }

  async renameNode(from: string, to: string, options?: ChangeOptions): Promise<void> {
    const [source, target] = [normalizePath(from), normalizePath(to)];
    await this.#located(source, () =>
      this.#changing([source, target], (tree) => renameTree(tree, source, target, options)),
    );
  }

  exclusively<T>(run: (lock: TreeLock) => Promise<T>, options?: StoreOptions): Promise<T> {
    return withTreeLock(this.store, options, run);
  }

  dropConsolidated(paths: readonly string[], options?: StoreOptions): Promise<readonly string[]> {
    return removeBlocks(this.#tree, paths, options);
  }

  async consolidate(options?: ConsolidateOptions): Promise<void> {
    const path = normalizePath(options?.path ?? "");
    await this.#located(path, async () => {
      const block = await changeConsolidation(this.#tree, path, options?.drop === true, options);
      if (block !== undefined) this.#view = viewOf(path, block);
      else if (this.#view?.base === path) this.#view = undefined;
    });
  }

  /** The documents in the view; undefined if it does not cover this path. */
  #fromView(path: string): NodeDocuments | undefined {
    if (this.#view === undefined || !isWithin(path, this.#view.base)) return undefined;
    return this.#view.block.get(relativePath(path, this.#view.base)) ?? new Map();
  }

  #groups(paths: readonly string[], options?: ReadNodeOptions): Promise<Ancestors> {
    return getAncestors(this.#tree, paths, (at) => this.#known(at, options), options);
  }

  #known(path: string, options: ReadNodeOptions | undefined): NodeDocuments | undefined {
    return options?.fresh === true ? undefined : this.#fromView(path);
  }

  async #childDocuments(
    path: string,
    listed: readonly ChildName[] | undefined,
    options?: ListOptions,
  ): Promise<ReadonlyMap<string, NodeDocuments>> {
    if (listed !== undefined) {
      return getChildDocuments(this.#tree, path, listed, { ...options, known: (at) => this.#known(at, options) });
    }
    if (options?.fresh === true) return getChildDocuments(this.#tree, path, undefined, options);
    if (this.#view === undefined && this.#seeksBlocks && !canList(this.store)) {
      this.#view = await findView(this.#tree, path, options);
    }
    const view = this.#view;
    if (view === undefined || !isWithin(path, view.base)) return this.#listedDocuments(path, options);
    const children = view.children.get(relativePath(path, view.base)) ?? [];
    return new Map(
      children
        .map((child) => [joinPath(view.base, child), view.block.get(child)!] as const)
        .filter(([, documents]) => this.#tree.dialect.kindOf(documents) !== undefined),
    );
  }

  /** Only a request shows whether a server can list. If not, there may be a block further up. */
  async #listedDocuments(path: string, options?: ListOptions): Promise<ReadonlyMap<string, NodeDocuments>> {
    try {
      return await getChildDocuments(this.#tree, path, undefined, options);
    } catch (error) {
      if (!isHyperslabError(error, "unsupported") || this.#view !== undefined || !this.#seeksBlocks) throw error;
      this.#view = await findView(this.#tree, path, options);
      if (this.#view === undefined) throw error;
      return this.#childDocuments(path, undefined, options);
    }
  }

  /** Adopts the new state of the view. */
  async #changing<T>(paths: readonly string[], change: (tree: Tree) => Promise<Changed<T>>): Promise<T> {
    this.#above = new WeakMap();
    const view = this.#view;
    const touched = view !== undefined && paths.some((path) => isWithin(path, view.base));
    try {
      const { result, blocks } = await withoutBlocksAbove(this.#tree, change);
      if (touched) this.#view = viewOf(view.base, blocks.get(view.base));
      return result;
    } catch (error) {
      if (touched) this.#view = await survivingView(this.#tree, view.base);
      throw error;
    }
  }

  #parse(path: string, documents: NodeDocuments, above: Ancestors): Node {
    return this.#tree.dialect.parse(path, documents, this.#tree.notes, above);
  }

  async #located<T>(node: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw atPlace(error, { location: this.store.location, node });
    }
  }
}
