/** What the engine asks about the chunks of an array. They may lie in many files and on several servers. */
import type { ByteSource } from "../bytes/source/byte-source.ts";
import type { StoreOptions } from "../stores/store.ts";

/** A chunk on the local disk: a file, or a part of one. An absent file is an absent chunk. */
export interface ChunkFile {
  readonly directory: string;
  /** What to call the directory in messages. */
  readonly location: string;
  /** The file, below the directory. */
  readonly key: string;
  /** The part of the file that is the chunk; absent: all of it. */
  readonly part?: { readonly offset: number; readonly length: number };
  /** The version of the file that the part belongs to; another one is an error. Absent: versions are not known. */
  readonly version?: string | undefined;
}

/** Chunks that lie on the local disk: workers read and write them without this thread. */
export interface ChunkFiles {
  /** Undefined: the chunk lies elsewhere. Then `partial` is true. */
  file(coords: readonly number[]): ChunkFile | undefined;
  /**
   * True: workers only read. Writing takes more than encoding, or chunks are parts of files; and what cannot be read there may
   * be readable by `ChunkAccess.source`.
   */
  readonly readOnly: boolean;
  /** True: some chunks lie elsewhere. */
  readonly partial?: boolean;
}

/** A chunk that is stored. */
export interface StoredChunk {
  readonly coords: readonly number[];
  readonly key: string;
  /** Bytes, where the listing tells. */
  readonly size?: number;
}

/** What is known of the chunks of one array besides their bytes. */
export interface ChunkFacts {
  /** Where the array is, for messages. */
  readonly location: string;
  /** Reads at once that pay, for chunks that are far away. Absent: the reader decides. */
  readonly concurrency?: number | undefined;
  /** The store key, or whatever identifies the chunk within the array's store. */
  key(coords: readonly number[]): string;
  /** Where a chunk is, for messages. */
  place(coords: readonly number[]): { readonly location: string; readonly key?: string };
  /** What locks call a chunk: the same name for every handle that leads to it. */
  lockName(coords: readonly number[]): string;
  /** What caches call a chunk: never the same name for two objects. */
  cacheName(coords: readonly number[]): string;
}

/**
 * All that the engine asks about chunks. They may lie in many files and on several servers. After opening, per-chunk work
 * touches no format code.
 */
export interface ChunkAccess extends ChunkFacts {
  /** The bytes of a chunk, their version, and whether they may be lent. */
  source(coords: readonly number[]): ByteSource;
  set?(coords: readonly number[], bytes: Uint8Array, options?: StoreOptions): Promise<void>;
  delete?(coords: readonly number[], options?: StoreOptions): Promise<void>;
  /** The chunks that are stored, as the store lists them; some may lie outside the grid. Fails where a server cannot list. */
  stored?(options?: StoreOptions): AsyncIterable<StoredChunk>;
  /**
   * Absent, or undefined at the moment: chunks are read by `source` and written by `set` alone. `wanted`: the chunks that will be
   * asked about; what is known of others may be left out.
   */
  files?(wanted?: () => Iterable<readonly number[]>): Promise<ChunkFiles | undefined>;
}
