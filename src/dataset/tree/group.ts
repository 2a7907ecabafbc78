/** An open group: its attributes, its children, and everything that is done to the tree below it. */
import { HyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import type { DataTypeInput, DataTypeName } from "../../model/data-types/data-type.ts";
import type { GroupNode, Node } from "../../model/node.ts";
import type { HandleOptions } from "../array/array-handle.ts";
import { defineInspect, groupFacts } from "../array/inspect.ts";
import { NdArray } from "../array/nd-array.ts";
import { forgetObjects } from "../engine/chunk-cache.ts";
import { trimSlashes } from "../open/address.ts";
import {
  type AttributesInput,
  type PlainAttributes,
  plainAttributes,
  withAttributes,
  withoutAttributes,
} from "./attributes.ts";
import { type CreateArrayOptions, type CreateGroupOptions, createNode } from "./create-node.ts";
import { updateNode } from "./update-node.ts";

/** Options of the methods of a group. */
export interface CallOptions {
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A group that was opened or created. */
export class Group {
  static {
    defineInspect(Group.prototype, "Group", groupFacts);
  }
  /** Tells a group from an array. */
  readonly kind = "group";
  /** The hierarchy that the group belongs to. */
  readonly hierarchy: Hierarchy;
  #node: GroupNode;

  /** Groups are made by `open`, `openGroup` and `create`. */
  constructor(hierarchy: Hierarchy, node: GroupNode) {
    this.hierarchy = hierarchy;
    this.#node = node;
  }

  /** The description of the group, in the library's own terms. */
  get node(): GroupNode {
    return this.#node;
  }
  /** Path in the hierarchy; the root is "". */
  get path(): string {
    return this.#node.path;
  }
  /** The last part of the path. */
  get name(): string {
    return this.path.slice(this.path.lastIndexOf("/") + 1);
  }
  /** The attributes, by name. */
  get attributes(): PlainAttributes {
    return plainAttributes(this.#node.attributes);
  }

  /** Direct children, sorted by name. */
  async children(options: CallOptions = {}): Promise<readonly (Group | NdArray)[]> {
    const nodes = await this.hierarchy.listChildren(this.path, options);
    return nodes.map((node) => openNode(this.hierarchy, node));
  }

  /** Every node below this group, parents before children, in the order of names. */
  async *walk(options: CallOptions = {}): AsyncGenerator<Group | NdArray> {
    // Without generators in generators: a node would pass through one per level.
    const pending: (Group | NdArray)[] = [...(await this.children(options))].reverse();
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      yield node;
      if (node.kind === "group") for (const child of [...(await node.children(options))].reverse()) pending.push(child);
    }
  }

  /** A node below this group by its relative path. */
  async open(path: string, options: CallOptions = {}): Promise<Group | NdArray> {
    const full = this.#inside(path);
    const node = await this.hierarchy.readNode(full, options);
    if (node !== undefined) return openNode(this.hierarchy, node);
    const { missingNode } = await import("../open/missing-node.ts");
    throw await missingNode({ store: this.hierarchy.store, path: full });
  }

  /** Makes an array (with a `shape`) or a group below this one; missing groups on the way are made too. */
  create<const N extends DataTypeName>(path: string, options: CreateArrayOptions<N>): Promise<NdArray<N>>;
  create(path: string, options: CreateArrayOptions<DataTypeInput>): Promise<NdArray>;
  create(path: string, options?: CreateGroupOptions): Promise<Group>;
  async create(path: string, options: CreateGroupOptions | CreateArrayOptions = {}): Promise<Group | NdArray> {
    return openNode(this.hierarchy, await createNode(this.hierarchy, this.#inside(path), options));
  }

  /** Deletes a node and everything below it. */
  async delete(path: string, options: CallOptions = {}): Promise<void> {
    const node = await this.open(path, options);
    this.#refuseReadOnly();
    await this.hierarchy.deleteNode?.(node.path, options).finally(() => forgetObjects(this.hierarchy.store));
  }

  /** Moves a node with everything below it to another path of this group. */
  async rename(from: string, to: string, options: CallOptions = {}): Promise<void> {
    const node = await this.open(from, options);
    this.#refuseReadOnly();
    await this.hierarchy
      .renameNode?.(node.path, this.#inside(to), options)
      .finally(() => forgetObjects(this.hierarchy.store));
  }

  /** Writes consolidated metadata of the whole hierarchy, or removes it. */
  async consolidate(options: CallOptions & { readonly drop?: boolean } = {}): Promise<void> {
    if (this.hierarchy.consolidate === undefined) {
      throw new HyperslabError("unsupported", `${this.hierarchy.title} has no consolidated metadata`);
    }
    this.#refuseReadOnly();
    await this.hierarchy.consolidate(options);
  }

  /** Sets these attributes and leaves the others as they are. */
  async setAttributes(attributes: AttributesInput): Promise<void> {
    this.#node = await updateNode(this.hierarchy, this.#node, (node) => ({
      ...node,
      attributes: withAttributes(node.attributes, attributes),
    }));
  }

  /** Deletes these attributes; names that do not exist are ignored. */
  async deleteAttributes(...names: readonly string[]): Promise<void> {
    this.#node = await updateNode(this.hierarchy, this.#node, (node) => ({
      ...node,
      attributes: withoutAttributes(node.attributes, names),
    }));
  }

  /** Finishes what was written, where that has to be done (a zip archive), and lets go of the store. */
  async close(): Promise<void> {
    await this.hierarchy.store.close?.();
  }

  #inside(path: string): string {
    return trimSlashes(`${this.path}/${path}`);
  }

  #refuseReadOnly(): void {
    const isReadOnly = this.hierarchy.writeNode === undefined;
    if (!isReadOnly && this.hierarchy.store.set !== undefined) return;
    throw new HyperslabError("not-allowed", `${isReadOnly ? this.hierarchy.title : "the store"} cannot be written`, {
      location: this.hierarchy.store.location,
    });
  }
}

/** The public object for a node. */
export function openNode(hierarchy: Hierarchy, node: Node, options?: HandleOptions): Group | NdArray {
  return node.kind === "group" ? new Group(hierarchy, node) : new NdArray(hierarchy, node, options);
}
