/**
 * The only way to read inside a thing: a chunk object, a shard, a zip, an HDF5 file. Making one costs nothing.
 * `undefined` means that the thing is proven absent; a range that reaches past the end gives fewer bytes, never padding,
 * and it is for the reader to call that short.
 */
import type { ByteRange } from "./byte-range.ts";
import { resolveRange } from "./byte-range.ts";
import type { ByteRoom } from "./byte-room.ts";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where the bytes may lie, by a caller who gives them back there. */
  readonly room?: ByteRoom | undefined;
}

/**
 * Ties reads of one object together. The first answer fills it in; an answer that comes from another version of the
 * object is `invalid-data`. Where versions are not known it stays empty.
 */
export interface ObjectVersion {
  validator?: string | undefined;
}

export interface ByteSource {
  read(range?: ByteRange, options?: ReadOptions): Promise<Uint8Array | undefined>;
  size?(options?: ReadOptions): Promise<number | undefined>;
  /** True: each read gives memory of its own, which the caller may keep and change. Otherwise it may be the source's. */
  readonly fresh?: boolean;
  /** True: bytes may be read to `ReadOptions.room`, because nothing on the way keeps them. */
  readonly lends?: boolean;
  /** The version that all reads of this source are of; a reader that knows it already may fill it in. */
  readonly version?: ObjectVersion;
  /** The version that is there now, by asking; undefined if there is none, or it is not known. */
  validator?(options?: ReadOptions): Promise<string | undefined>;
  /**
   * The thing as it is now, for several reads: they see that version even if another takes its place, or fail if it was
   * changed where it lies. `undefined`: it is proven absent. Absent method: `version` has to tell.
   */
  hold?(options?: HoldOptions): Promise<HeldSource | undefined>;
}

export interface HoldOptions {
  readonly signal?: AbortSignal | undefined;
  /** True: perhaps its version is all that is wanted. It is opened with the first read, and must be the same then. */
  readonly late?: boolean | undefined;
}

/** A source that holds something open. Its version is known from the start, or is good for nothing but these reads. */
export interface HeldSource extends ByteSource {
  close(): void;
}

/** A source over bytes that are in memory already. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    read: async (range) => {
      const { start, end } = resolveRange(range, bytes.byteLength);
      return bytes.subarray(start, end);
    },
    size: async () => bytes.byteLength,
  };
}
