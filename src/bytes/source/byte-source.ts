/**
 * The only way to read inside an object: a chunk, a shard, a zip, an HDF5 file. Making a source costs nothing.
 * `undefined` means that the object is proven absent. A range that reaches past the end gives fewer bytes, never padding;
 * the reader decides whether that is too short.
 */
import { type ByteRange, resolveRange } from "./byte-range.ts";
import type { ByteRoom } from "./byte-room.ts";

/** Options of reads from a source. */
export interface ReadOptions {
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Memory for the bytes, from a caller that returns them to this room. */
  readonly room?: ByteRoom | undefined;
}

/**
 * Ties reads of one object together. The first response fills it in; a response from another version of the object is
 * `invalid-data`. If versions are unknown it stays empty.
 */
export interface ObjectVersion {
  /** The version: an ETag, or a text made of size and modification time. */
  validator?: string | undefined;
}

/** Bytes that can be read in ranges: a file, an object on a server, a value in memory. */
export interface ByteSource {
  /** Reads a range, or everything. `undefined` means that the object is proven absent. */
  read(range?: ByteRange, options?: ReadOptions): Promise<Uint8Array | undefined>;
  /** The length in bytes; `undefined` means that the object is proven absent. */
  size?(options?: ReadOptions): Promise<number | undefined>;
  /** True if each read returns new memory that the caller may keep and change. Otherwise it may be the source's own. */
  readonly fresh?: boolean;
  /** True if bytes may be read into `ReadOptions.room`, because no layer keeps them. */
  readonly lends?: boolean;
  /** The version that all reads of this source must match; a reader that already knows it may fill it in. */
  readonly version?: ObjectVersion;
  /** Queries the current version; undefined if the object is absent or its version unknown. */
  validator?(options?: ReadOptions): Promise<string | undefined>;
  /**
   * The object's current version, for several reads. They see that version even if the object is replaced, or fail if it
   * is changed in place. `undefined` if the object is proven absent. Without this method, `version` detects changes.
   */
  hold?(options?: HoldOptions): Promise<HeldSource | undefined>;
}

/** Options of `ByteSource.hold`. */
export interface HoldOptions {
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** True if the caller may only want the version: the object is opened by the first read and must be unchanged then. */
  readonly late?: boolean | undefined;
}

/** A source that holds something open. Its version is known from the start, or is valid for these reads only. */
export interface HeldSource extends ByteSource {
  /** Releases what is held. */
  close(): void;
}

/** A source over bytes in memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    read: async (range) => {
      const { start, end } = resolveRange(range, bytes.byteLength);
      return bytes.subarray(start, end);
    },
    size: async () => bytes.byteLength,
  };
}
