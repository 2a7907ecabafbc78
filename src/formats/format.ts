/**
 * Documents to nodes and back. A format sees the `Store` interface only. Opening gives a `Hierarchy`: one tree of nodes
 * in one store, with whatever consolidated metadata it has kept in mind.
 */
import type { ByteSource } from "../bytes/byte-source.ts";
import type { ArrayNode, Node } from "../model/node.ts";
import type { Store, StoreOptions } from "../stores/store.ts";

/** Where the chunks of one array lie. After opening, per-chunk work touches no format code. */
export interface ChunkAccess {
  /** For messages and locks: the store key, or whatever identifies the chunk. */
  key(coords: readonly number[]): string;
  source(coords: readonly number[]): ByteSource;
  set?(coords: readonly number[], bytes: Uint8Array, options?: StoreOptions): Promise<void>;
  delete?(coords: readonly number[], options?: StoreOptions): Promise<void>;
  /** The local file behind the chunk, if there is one. */
  locate?(coords: readonly number[]): string | undefined;
}

/** Something odd that was accepted: a legacy spelling, a missing field. Shown by `info` and, later, `validate`. */
export interface FormatNote {
  readonly key: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Hierarchy {
  /** `zarr3` */
  readonly format: string;
  /** `Zarr v3` */
  readonly title: string;
  readonly store: Store;
  /** Were nodes answered from consolidated metadata? */
  readonly consolidated: boolean;
  readonly notes: readonly FormatNote[];
  /** undefined: proven that no node of this format is there. */
  readNode(path: string, options?: StoreOptions): Promise<Node | undefined>;
  /** Direct children, sorted by name. Unsupported where the store cannot list and nothing is consolidated. */
  listChildren(path: string, options?: StoreOptions): Promise<readonly Node[]>;
  chunks(array: ArrayNode): ChunkAccess;
  /**
   * Checks that the format can express the node and gives it back as it will be read again; nothing is written.
   * What cannot be expressed is refused as `unsupported` or `invalid-request`.
   */
  normalize?(node: Node): Node;
  /** Writes the node's documents (ancestor groups too, if absent) and keeps consolidated metadata true. */
  writeNode?(node: Node, options?: StoreOptions): Promise<Node>;
  /** Deletes the node and everything below it. */
  deleteNode?(path: string, options?: StoreOptions): Promise<void>;
  renameNode?(from: string, to: string, options?: StoreOptions): Promise<void>;
  /** Writes consolidated metadata for the whole tree; `drop` removes it instead. */
  consolidate?(options?: StoreOptions & { readonly drop?: boolean }): Promise<void>;
}

export interface Format {
  readonly name: string;
  readonly title: string;
  /** Is there a node of this format at `path`? Gives the hierarchy and that node, or undefined if proven not. */
  open(
    store: Store,
    path: string,
    options?: StoreOptions,
  ): Promise<{ readonly hierarchy: Hierarchy; readonly node: Node } | undefined>;
  /** A hierarchy for writing into a store that may be empty. Absent: read-only format. */
  create?(store: Store): Hierarchy;
}
