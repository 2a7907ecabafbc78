/** Bloscpack of either kind: elements of fixed size (../bloscpack/hierarchy.ts) or variable-length objects. */
import { isFixedSize } from "../../../model/data-types/data-type.ts";
import type { ArrayNode, Node } from "../../../model/node.ts";
import type { Store, StoreOptions } from "../../../stores/store.ts";
import type { ChunkAccess, FormatNote, Hierarchy, ReadNodeOptions, ShownArray } from "../../format.ts";
import { BloscpackHierarchy } from "../hierarchy.ts";
import { ObjectsHierarchy } from "./hierarchy.ts";

export class EitherHierarchy implements Hierarchy {
  readonly format = "bloscpack";
  readonly consolidated = false;
  readonly store: Store;
  readonly #fixed: BloscpackHierarchy;
  readonly #objects: ObjectsHierarchy;
  /** That of the node which was read or written last. */
  #current: Hierarchy;

  constructor(store: Store) {
    this.store = store;
    this.#objects = new ObjectsHierarchy(store);
    this.#fixed = new BloscpackHierarchy(store, (path, prefix) => this.#objects.offer(path, prefix));
    this.#current = this.#fixed;
  }

  get title(): string {
    return this.#current.title;
  }

  get notes(): readonly FormatNote[] {
    return this.#current.notes;
  }

  async readNode(path: string, options?: ReadNodeOptions): Promise<Node | undefined> {
    const fixed = await this.#fixed.readNode(path, options);
    const node = fixed ?? (await this.#objects.readNode(path, options));
    if (node !== undefined) this.#current = fixed === undefined ? this.#objects : this.#fixed;
    return node;
  }

  async listChildren(): Promise<readonly Node[]> {
    return [];
  }

  chunks(array: ArrayNode): ChunkAccess {
    return this.#of(array).chunks(array);
  }

  shownArray(array: ArrayNode, options?: StoreOptions): Promise<ShownArray> {
    return this.#of(array).shownArray(array, options);
  }

  defaultCodecs(
    ...[dataType]: Parameters<BloscpackHierarchy["defaultCodecs"]>
  ): ReturnType<BloscpackHierarchy["defaultCodecs"]> {
    return this.#fixed.defaultCodecs(dataType);
  }

  normalize(node: Node): Node {
    return this.#of(node).normalize(node);
  }

  writeNode(node: Node, options?: StoreOptions): Promise<Node> {
    this.#current = this.#of(node);
    return this.#of(node).writeNode(node, options);
  }

  async deleteNode(path: string, options?: StoreOptions): Promise<void> {
    await this.#fixed.deleteNode(path, options);
    await this.#objects.deleteNode(path, options);
  }

  #of(node: Node): BloscpackHierarchy | ObjectsHierarchy {
    return node.kind === "array" && !isFixedSize(node.dataType) ? this.#objects : this.#fixed;
  }
}
