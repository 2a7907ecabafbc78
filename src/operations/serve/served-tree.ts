/** What can be served: values by key, each in one version, and their listings. */
import type { ByteRoom } from "../../bytes/source/byte-room.ts";
import type { DirectoryListing } from "../../stores/store.ts";

/** Options of requests to a tree. */
export interface TreeRequest {
  readonly signal?: AbortSignal | undefined;
  /** Memory for what is read; the caller returns it. Values in memory ignore it. */
  readonly room?: ByteRoom | undefined;
}

/** One version of a value. The caller closes it. */
export interface ServedValue {
  readonly size: number;
  /** Equal for equal bytes of one key, and for nothing else; undefined if that cannot be determined at the moment. */
  readonly validator: string | undefined;
  /** True if the bytes must be read in one call, because several might see different versions. */
  readonly atOnce?: boolean;
  /** Exactly the bytes from `start` up to, but not including, `end`; fails if the value was changed meanwhile. */
  read(start: number, end: number, request?: TreeRequest): Promise<Uint8Array>;
  close(): void;
}

/** Keys to values. A key that may not be served is `not-allowed`; `undefined` means that there is no such value. */
export interface ServedTree {
  /** What is served, for display: a path or URL without secrets. */
  readonly location: string;
  value(key: string, request?: TreeRequest): Promise<ServedValue | undefined>;
  /** The entries directly below a prefix, without those that may not be served; `undefined` if there are none. */
  list(prefix: string, request?: TreeRequest): Promise<DirectoryListing | undefined>;
  /** Releases files and connections. */
  close(): Promise<void>;
}

/** Bytes in memory as a value. */
export function bytesValue(bytes: Uint8Array, validator: string | undefined): ServedValue {
  return {
    size: bytes.byteLength,
    validator,
    read: async (start, end) => bytes.subarray(start, end),
    close: () => {},
  };
}
