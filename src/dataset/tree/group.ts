/** An open group: its attributes, its children, and changes of the tree below it. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { HyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import type { DataTypeInput, DataTypeName } from "../../model/data-types/data-type.ts";
import type { GroupNode, Node, SharedDimension } from "../../model/node.ts";
import type { HandleOptions } from "../array/array-handle.ts";
import type { DecodeOptions } from "../array/decoding.ts";
import { defineInspect, groupFacts } from "../array/inspect.ts";
import { NdArray } from "../array/nd-array.ts";
import type { DataInput, DataTypeOf } from "../array/write-value.ts";
import { forgetObjects } from "../engine/chunk-cache.ts";
import { trimSlashes } from "../open/address.ts";
import * as optionNames from "../option-names.ts";
import type { TransferOptions } from "../transfer.ts";
import {
  type AttributesInput,
  attributeTypes,
  type PlainAttributes,
  plainAttributes,
  withAttributes,
  withoutAttributes,
} from "./attributes.ts";
import type { CheckedType, CreateArrayOptions, CreateGroupOptions } from "./create-node.ts";
import type * as Dimensions from "./dimensions.ts";
import type { DimensionsInput } from "./dimensions.ts";
import { isArrayOptions, refuseNew } from "./new-options.ts";
import { type FilledArrayOptions, withDescribedData, writeNewValues } from "./new-values.ts";
import { updateNode } from "./update-node.ts";

/** Options of the methods of a group. */
export interface CallOptions {
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const NEW_ARRAY = { ...optionNames.ARRAY, data: 0 } as const;
const OPEN_ARRAY = { ...optionNames.CALL, dtype: 0 } as const;
const CONSOLIDATE = { ...optionNames.CALL, drop: 0 } as const;

/** A group that was opened or created. */
export class Group {
  static {
    defineInspect(Group.prototype, "Group", groupFacts);
  }
  /** Distinguishes a group from an array. */
  readonly kind = "group";
  /** The hierarchy that the group belongs to. */
  readonly hierarchy: Hierarchy;
  /** How arrays opened through the group are decoded: the option that the group was opened with. */
  readonly decode: boolean | DecodeOptions | undefined;
  #node: GroupNode;

  /** Groups are created by `open`, `openGroup` and `create`. */
  constructor(hierarchy: Hierarchy, node: GroupNode, { decode }: Pick<HandleOptions, "decode"> = {}) {
    this.hierarchy = hierarchy;
    this.decode = decode;
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
  /** Data types by attribute name, if the format records them. */
  get attributeTypes(): Readonly<Record<string, DataTypeName>> {
    return attributeTypes(this.#node.attributes);
  }
  /**
   * Dimensions that the group declares for the arrays below it, in definition order; empty if the format has no shared
   * dimensions.
   */
  get dimensions(): readonly SharedDimension[] {
    return this.#node.dimensions ?? [];
  }

  /** Direct children, in definition order if the format records it, else sorted by name. */
  async children(options: CallOptions = {}): Promise<readonly (Group | NdArray)[]> {
    if (hasUnknown(options, optionNames.CALL)) return refuseUnknown("children", options, optionNames.CALL);
    const nodes = await this.hierarchy.listChildren(this.path, options);
    return nodes.map((node) => openNode(this.hierarchy, node, { decode: this.decode }));
  }

  /**
   * Every node below this group, parents before children; the children of each group are in the order of `children`.
   */
  async *walk(options: CallOptions = {}): AsyncGenerator<Group | NdArray> {
    // A single generator for all levels: nested generators would pass each node through every level.
    const pending: (Group | NdArray)[] = [...(await this.children(options))].reverse();
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      yield node;
      if (node.kind === "group")
        for (const child of [...(await listedChildren(node, options))].reverse()) pending.push(child);
    }
  }

  /** A node below this group by its relative path. */
  async open(path: string, options: CallOptions = {}): Promise<Group | NdArray> {
    if (hasUnknown(options, optionNames.CALL)) return refuseUnknown("open", options, optionNames.CALL);
    const full = this.#inside(path);
    const node = await this.hierarchy.readNode(full, options);
    if (node !== undefined) return openNode(this.hierarchy, node, { decode: this.decode });
    const { missingNode } = await import("../open/failures/missing-node.ts");
    throw await missingNode({ store: this.hierarchy.store, path: full });
  }

  /** An array below this group. With `dtype` the type is checked, and known to the compiler. */
  openArray<const N extends DataTypeName>(
    path: string,
    options: CallOptions & {
      /** The data type that the array must have. */
      readonly dtype: N;
    },
  ): Promise<NdArray<N>>;
  openArray(path: string, options?: CallOptions): Promise<NdArray>;
  async openArray(path: string, options: CallOptions & { readonly dtype?: DataTypeName } = {}): Promise<NdArray> {
    if (hasUnknown(options, OPEN_ARRAY)) return refuseUnknown("openArray", options, OPEN_ARRAY);
    const { dtype, signal } = options;
    const node = await this.open(path, { signal });
    if (node instanceof NdArray && (dtype ?? node.dtype) === node.dtype) return node;
    throw await (await import("../open/failures/unexpected-node.ts")).notArray(node, options);
  }

  /** A group below this one. */
  async openGroup(path: string, options: CallOptions = {}): Promise<Group> {
    const node = await this.open(path, options);
    if (node instanceof Group) return node;
    throw (await import("../open/failures/unexpected-node.ts")).notGroup(node);
  }

  /**
   * Creates an array (given a `shape`, or `data`) or a group below this one; missing groups in between are created too.
   */
  create<const N extends DataTypeName>(path: string, options: CreateArrayOptions<N>): Promise<NdArray<N>>;
  create<const N extends DataTypeName>(
    path: string,
    options: FilledArrayOptions<N> & { readonly dtype: N },
  ): Promise<NdArray<N>>;
  create<T extends DataInput>(path: string, options: FilledArrayOptions<undefined, T>): Promise<NdArray<DataTypeOf<T>>>;
  create<const N extends DataTypeInput>(
    path: string,
    options: (CreateArrayOptions<N> | FilledArrayOptions<N>) & { readonly dtype?: CheckedType<N> | undefined },
  ): Promise<NdArray>;
  create(path: string, options?: CreateGroupOptions): Promise<Group>;
  async create(
    path: string,
    options: CreateGroupOptions | CreateArrayOptions | FilledArrayOptions = {},
  ): Promise<Group | NdArray> {
    const names = isArrayOptions(options) || "data" in options ? NEW_ARRAY : optionNames.GROUP;
    if (hasUnknown(options, names)) return refuseNew("create", options, names);
    const complete = withDescribedData(options);
    const { createNode } = await import("./create-node.ts");
    const made = await createNode(this.hierarchy, this.#inside(path), complete);
    const node = openNode(this.hierarchy, made, { decode: this.decode });
    if (node instanceof NdArray) await writeNewValues(node, options);
    return node;
  }

  /** Deletes a node and everything below it. */
  async delete(path: string, options: CallOptions = {}): Promise<void> {
    const node = await this.open(path, options);
    this.#refuseReadOnly();
    await this.hierarchy.deleteNode?.(node.path, options).finally(() => forgetObjects(this.hierarchy.store));
  }

  /** Moves a node and everything below it to another path of this group. */
  async rename(from: string, to: string, options: CallOptions = {}): Promise<void> {
    const node = await this.open(from, options);
    this.#refuseReadOnly();
    await this.hierarchy
      .renameNode?.(node.path, this.#inside(to), options)
      .finally(() => forgetObjects(this.hierarchy.store));
  }

  /** Writes consolidated metadata of the whole hierarchy, or removes it. */
  async consolidate(
    options: CallOptions & {
      /** Deletes the consolidated metadata instead. */
      readonly drop?: boolean;
    } = {},
  ): Promise<void> {
    if (hasUnknown(options, CONSOLIDATE)) return refuseUnknown("consolidate", options, CONSOLIDATE);
    if (this.hierarchy.consolidate === undefined) {
      throw new HyperslabError("unsupported", `${this.hierarchy.title} has no consolidated metadata`);
    }
    this.#refuseReadOnly();
    await this.hierarchy.consolidate(options);
  }

  /** Sets these attributes. Others are left unchanged. */
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

  /**
   * Declares or changes dimensions: `{ time: { length: 3, unlimited: true }, x: 4 }`. A new length resizes every array
   * that uses the dimension; values cut off by shrinking are lost.
   */
  async setDimensions(dimensions: DimensionsInput, options: TransferOptions = {}): Promise<void> {
    if (hasUnknown(options, optionNames.TRANSFER)) return refuseUnknown("setDimensions", options, optionNames.TRANSFER);
    await this.#changeDimensions((change) => change.setDimensions(this.hierarchy, this.path, dimensions, options));
  }

  /** Renames a dimension, including in the arrays that use it. */
  async renameDimension(from: string, to: string, options: TransferOptions = {}): Promise<void> {
    if (hasUnknown(options, optionNames.TRANSFER))
      return refuseUnknown("renameDimension", options, optionNames.TRANSFER);
    await this.#changeDimensions((change) => change.renameDimension(this.hierarchy, this.path, from, to, options));
  }

  /** Deletes dimensions that no array uses. */
  async deleteDimensions(...names: readonly string[]): Promise<void> {
    await this.#changeDimensions((change) => change.deleteDimensions(this.hierarchy, this.path, names, {}));
  }

  async #changeDimensions(change: (module: typeof Dimensions) => Promise<GroupNode>): Promise<void> {
    this.#refuseReadOnly();
    this.#node = await change(await import("./dimensions.ts"));
  }

  /** Completes pending writes (a zip archive needs that) and closes the store. */
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
  return node.kind === "group" ? new Group(hierarchy, node, options) : new NdArray(hierarchy, node, options);
}

/**
 * The children of a group that an earlier listing of the same walk returned; neither it nor the groups above it are
 * read again.
 */
export async function listedChildren(
  { hierarchy, node, path, decode }: Group,
  { signal }: CallOptions,
): Promise<readonly (Group | NdArray)[]> {
  const nodes = await hierarchy.listChildren(path, { signal, listed: node });
  const handling = { decode };
  return nodes.map((child) => openNode(hierarchy, child, handling));
}
