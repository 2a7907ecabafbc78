/** What can be served: values by key, each in one version, and listings of them. */
import type { ByteRoom } from "../../bytes/source/byte-room.ts";
import type { DirectoryListing } from "../../stores/store.ts";

/** Options of questions to a tree. */
export interface TreeRequest {
  readonly signal?: AbortSignal | undefined;
  /** Memory for what is read; whoever asked returns it. Values that lie in memory ignore it. */
  readonly room?: ByteRoom | undefined;
}

/** One version of a value. Whoever asked for it closes it. */
export interface ServedValue {
  readonly size: number;
  /** Equal for equal bytes of one key, and for nothing else; undefined if that cannot be said at the moment. */
  readonly validator: string | undefined;
  /** True: what is sent has to be read by one call, because several might see different versions. */
  readonly atOnce?: boolean;
  /** Exactly the bytes from `start` up to, but not including, `end`; fails if the value was changed meanwhile. */
  read(start: number, end: number, request?: TreeRequest): Promise<Uint8Array>;
  close(): void;
}

/** Keys to values. A key that may not be served is `not-allowed`; `undefined` means that there is no such value. */
export interface ServedTree {
  /** What is served, for people: a path or URL without secrets. */
  readonly location: string;
  value(key: string, request?: TreeRequest): Promise<ServedValue | undefined>;
  /** What lies directly below a prefix, without what may not be served; `undefined` if nothing does. */
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
