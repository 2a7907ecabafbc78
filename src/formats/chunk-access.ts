/** What the engine needs to know about the chunks of an array. They may lie in many files and on several servers. */
import type { ByteSource } from "../bytes/source/byte-source.ts";
import type { ChunkGrid } from "../model/grid/chunk-grid.ts";
import type { AxisSelection } from "../model/selection/axis-selection.ts";
import type { StoreOptions } from "../stores/store.ts";

/** A chunk on the local disk: a file, or a part of one. An absent file is an absent chunk. */
export interface ChunkFile {
  readonly directory: string;
  /** The name of the directory in messages. */
  readonly location: string;
  /** The file, below the directory. */
  readonly key: string;
  /** The part of the file that is the chunk; all of it if undefined. */
  readonly part?: { readonly offset: number; readonly length: number };
  /** The version of the file that the part belongs to; any other version is an error. Undefined if versions are unknown. */
  readonly version?: string | undefined;
}

/** Chunks on the local disk, which workers read and write without this thread. */
export interface ChunkFiles {
  /** Returns undefined if the chunk lies elsewhere; `partial` is then true. */
  file(coords: readonly number[]): ChunkFile | undefined;
  /**
   * True if workers may only read, because writing takes more than encoding, or because chunks are parts of files. A
   * failed read is retried through `ChunkAccess.source`.
   */
  readonly readOnly: boolean;
  /** True if some chunks lie elsewhere. */
  readonly partial?: boolean;
}

/** A chunk that is stored. */
export interface StoredChunk {
  readonly coords: readonly number[];
  readonly key: string;
  /** Its size in bytes, if the listing includes it. */
  readonly size?: number;
}

/** What is known about the chunks of one array besides their bytes. */
export interface ChunkFacts {
  /** Where the array is, for messages. */
  readonly location: string;
  /** Useful concurrency on a high-latency store. If undefined, the reader decides. */
  readonly concurrency?: number | undefined;
  /** The store key, or whatever identifies the chunk within the array's store. */
  key(coords: readonly number[]): string;
  /** Where a chunk is, for messages. */
  place(coords: readonly number[]): {
    readonly location: string;
    readonly key?: string;
    /** For larger chunks: the coordinates in the array of the first chunk that this one contains. */
    readonly chunk?: readonly number[];
  };
  /** The name of a chunk for locks: the same for every handle that leads to it. */
  lockName(coords: readonly number[]): string;
  /** The name of a chunk for caches: never the same for two objects. */
  cacheName(coords: readonly number[]): string;
}

/**
 * Everything the engine needs to know about chunks. They may lie in many files and on several servers. After opening,
 * per-chunk work touches no format code.
 */
export interface ChunkAccess extends ChunkFacts {
  /** The bytes of a chunk, their version, and whether they may be lent. */
  source(coords: readonly number[]): ByteSource;
  set?(coords: readonly number[], bytes: Uint8Array, options?: StoreOptions): Promise<void>;
  delete?(coords: readonly number[], options?: StoreOptions): Promise<void>;
  /** The stored chunks, as listed by the store; some may lie outside the grid. Fails if a server cannot list. */
  stored?(options?: StoreOptions): AsyncIterable<StoredChunk>;
  /**
   * If missing, or if it resolves to undefined, chunks are read only by `source` and written only by `set`. `wanted`
   * are the chunks of interest; others may be left out.
   */
  files?(wanted?: () => Iterable<readonly number[]>): Promise<ChunkFiles | undefined>;
  /**
   * Larger chunks with the same elements, if the selection is read faster from those. Every call returns the same ones.
   * Only for arrays whose chunks are all stored, and never written.
   */
  larger?(selection: readonly AxisSelection[]): LargerChunks | undefined;
}

/** The elements of an array in larger chunks, on a grid of their own, for reading. */
export interface LargerChunks {
  readonly grid: ChunkGrid;
  readonly access: ChunkAccess;
}
