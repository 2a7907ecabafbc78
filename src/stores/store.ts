/**
 * Keys to bytes. If `get` returns `undefined`, the key is proven absent (ENOENT, 404, no such key); any other failure
 * is thrown. Capabilities are expressed by optional methods: a store without `set` cannot be written. Keys are
 * `/`-joined names without a leading slash; prefixes name "directories", without a trailing slash; "" is the root.
 */
import type { ByteRange } from "../bytes/source/byte-range.ts";
import type { ByteRoom } from "../bytes/source/byte-room.ts";
import type { ByteSource, ObjectVersion } from "../bytes/source/byte-source.ts";
import type { HoldValue } from "./direct-reads.ts";

export type { HeldSource, HoldOptions, ObjectVersion } from "../bytes/source/byte-source.ts";

/** How a request was answered; filled in by the layer that knows. */
export interface RequestAnswer {
  /** Answered from a cache, without a request. */
  cached?: boolean;
}

/** Options that every method of a store takes. */
export interface StoreOptions {
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Filled in by the store with how the request was answered. */
  readonly answer?: RequestAnswer | undefined;
}

/** Options of `Store.get`. */
export interface GetOptions extends StoreOptions {
  /** The part of the value to read; all of it if omitted. */
  readonly range?: ByteRange | undefined;
  /** Fail with `invalid-data` rather than read a version of the object other than this one. */
  readonly version?: ObjectVersion | undefined;
  /** Memory for the value, from a caller that returns it to this room. Stores that keep values ignore it. */
  readonly room?: ByteRoom | undefined;
  /** With "error", a directory in place of the value is `invalid-data`, not an absent value. */
  readonly directory?: "error" | undefined;
  /** True to bypass caches, for a change that must not build on an old value. */
  readonly fresh?: boolean | undefined;
}

/** The exclusive right to change the nodes of a store. */
export interface StoreLock {
  /** False if the right may have passed to another program, because this one could not renew it in time. */
  readonly held: boolean;
  release(): Promise<void>;
}

/** The size and version of a value. */
export interface ObjectInfo {
  /** Its length in bytes. */
  readonly size: number;
  /** Changes when the object changes: an ETag, or size and modification time. */
  readonly validator?: string;
  /** When it was last changed, in milliseconds since 1970, if the store reports it. */
  readonly modified?: number;
}

/** A key in a listing. */
export interface StoreEntry {
  /** The key, from the root of the store. */
  readonly key: string;
  /** The length of the value in bytes, if the listing includes it. */
  readonly size?: number;
}

/** One level of a listing, names only, sorted. */
export interface DirectoryListing {
  /** Names of the keys directly below the prefix. */
  readonly keys: readonly string[];
  /** Names of the prefixes directly below the prefix, without slashes. */
  readonly prefixes: readonly string[];
}

/** A part of a local file. */
export interface LocalRange {
  /** The path of the file. */
  readonly path: string;
  /** The offset of the part. */
  readonly offset: number;
  /** Its length in bytes. */
  readonly length: number;
  /** The version of the file that the part belongs to; any other version is an error. Undefined if versions are unknown. */
  readonly version?: string | undefined;
}

/** Keys to bytes. Only `location` and `get` are required; an absent method is a missing capability. */
export interface Store {
  /** Its name in messages: a path or URL, without secrets. */
  readonly location: string;
  /** The object that holds the values, if there is one: stores with the same identity have the same keys and values. */
  readonly identity?: object;
  /** Where the values live, whatever address led there: with a slash and a key, it names one value. See `placeOf`. */
  readonly place?: string;
  /** Useful concurrency on a high-latency store; extra requests queue. If undefined, the reader decides. */
  readonly concurrency?: number;
  /** The value of a key, or a range of it. `undefined` means that the key is proven absent. */
  get(key: string, options?: GetOptions): Promise<Uint8Array | undefined>;
  /** The size and version of a value; `undefined` means that the key is proven absent. */
  head?(key: string, options?: StoreOptions): Promise<ObjectInfo | undefined>;
  /** Every key below the prefix, at any depth. */
  list?(prefix: string, options?: StoreOptions): AsyncIterable<StoreEntry>;
  /** The keys and prefixes directly below a prefix. */
  listDirectory?(prefix: string, options?: StoreOptions): Promise<DirectoryListing>;
  /** Replaces the whole value atomically: readers see the old or the new one. */
  set?(key: string, value: Uint8Array, options?: StoreOptions): Promise<void>;
  /** Deleting an absent key is not an error. */
  delete?(key: string, options?: StoreOptions): Promise<void>;
  /** Deletes every key below a prefix. */
  deletePrefix?(prefix: string, options?: StoreOptions): Promise<void>;
  /** Moves everything below one prefix to another, if the store can do it without copying. */
  rename?(from: string, to: string, options?: StoreOptions): Promise<void>;
  /**
   * For stores that may interpret a refusal (403) as the absence of a key, calls `listener` with each such
   * key, at each read. Returns a function that stops it. See `forbiddenCount`.
   */
  watchForbidden?(listener: (key: string) => void): () => void;
  /** The key of the only value, if the place is one file. */
  readonly object?: string;
  /** The local directory whose files are the values, one per key, so that workers can read and write them. */
  readonly directory?: string;
  /** The local file of a key, if there is one. */
  locate?(key: string): string | undefined;
  /** The local file ranges that hold the values, by key, of the `wanted` keys if given; `undefined` if there are none. */
  localRanges?(wanted?: () => Iterable<string>): Promise<((key: string) => LocalRange | undefined) | undefined>;
  /**
   * For an archive: the part of its file that holds the value of a key, byte for byte. `undefined` if the value is
   * stored in another form, or does not exist.
   */
  partOf?(
    key: string,
    options?: StoreOptions,
  ): Promise<{ readonly offset: number; readonly length: number } | undefined>;
  /**
   * For an archive: the key of the member of this name. Names may include the folder that contains all members, which
   * keys leave out.
   */
  keyOfMember?(name: string, options?: StoreOptions): Promise<string>;
  /** For an archive: makes keys begin in this folder of it, unless the archive is not empty or its opener chose a folder. */
  beginIn?(folder: string): void;
  /**
   * Waits for the exclusive right to change the nodes of this store, among all programs that request it. The right ends
   * with the program, however that ends. Resolves to `undefined` if there is no such right (a server without
   * conditional writes, a read-only directory). Without this method, other programs cannot be kept out.
   */
  lock?(options?: StoreOptions): Promise<StoreLock | undefined>;
  /** For a store that buffers changes, such as an archive: completes everything that was set. */
  flush?(): Promise<void>;
  /** For such a store: discards what was set since the last flush, because it cannot be completed. */
  abandon?(): Promise<void>;
  /** Releases files and connections. A store that is used again reopens them. */
  close?(): Promise<void>;
}

/**
 * A store with the same properties and methods, each of which can be called on its own: the basis of wrappers.
 * `directory` and `object` are left out, because workers would bypass the wrapper.
 */
export function ownMethods(store: Store): Store {
  const { head, list, listDirectory, set, deletePrefix, rename, locate, lock, partOf, keyOfMember } = store;
  const { watchForbidden, flush, abandon, close } = store;
  return {
    location: store.location,
    ...(store.identity && { identity: store.identity }),
    ...(store.place !== undefined && { place: store.place }),
    ...(store.concurrency !== undefined && { concurrency: store.concurrency }),
    get: store.get.bind(store),
    ...(head && { head: head.bind(store) }),
    ...(list && { list: list.bind(store) }),
    ...(listDirectory && { listDirectory: listDirectory.bind(store) }),
    ...(set && { set: set.bind(store) }),
    ...(store.delete && { delete: store.delete.bind(store) }),
    ...(deletePrefix && { deletePrefix: deletePrefix.bind(store) }),
    ...(rename && { rename: rename.bind(store) }),
    ...(locate && { locate: locate.bind(store) }),
    ...(lock && { lock: lock.bind(store) }),
    ...(partOf && { partOf: partOf.bind(store) }),
    ...(keyOfMember && { keyOfMember: keyOfMember.bind(store) }),
    ...(watchForbidden && { watchForbidden: watchForbidden.bind(store) }),
    ...(flush && { flush: flush.bind(store) }),
    ...(abandon && { abandon: abandon.bind(store) }),
    ...(close && { close: close.bind(store) }),
  };
}

/** Options of `objectSource`. */
export interface ObjectSourceOptions {
  /** True if bytes may be read into `ReadOptions.room`, because no layer keeps them. */
  readonly lends?: boolean | undefined;
  /** With "error", a directory in place of the value is `invalid-data`, not an absent value. */
  readonly directory?: GetOptions["directory"];
  /** Holds the value for several reads of one version. */
  readonly hold?: HoldValue | undefined;
}

/** One value of a store as a source, in one version of it. Nothing is requested until something is read. */
export function objectSource(store: Store, key: string, options: ObjectSourceOptions = {}): ByteSource {
  const { lends = false, directory, hold } = options;
  const version: ObjectVersion = {};
  const { head } = store;
  return {
    version,
    lends,
    read: (range, given) => {
      // A whole value that can be held is always of one version.
      const tied = range !== undefined || hold === undefined || version.validator !== undefined;
      const request = { range, directory, signal: given?.signal, room: lends ? given?.room : undefined };
      return store.get(key, tied ? { ...request, version } : request);
    },
    ...(head && {
      size: async (given) => (await head.call(store, key, { signal: given?.signal }))?.size,
      validator: async (given) => (await head.call(store, key, { signal: given?.signal }))?.validator,
    }),
    ...(hold && { hold: (given) => hold(key, given) }),
  };
}

/** The place of a value, for messages: if the store is a single file, no key is needed. */
export function valuePlace(
  { location, object }: Pick<Store, "location" | "object">,
  key: string,
): { readonly location: string; readonly key?: string } {
  return object === key ? { location } : { location, key };
}

/** Two stores whose place and key, joined by a slash, are equal hold the same value there. */
export function placeOf(store: Store): string {
  if (store.place !== undefined) return store.place;
  return store.identity === undefined ? store.location : `object:${numberOf(store.identity)}`;
}

/** Returns whether checking for a key takes no request. True of local files and archives. */
export function looksForFree(store: Store): boolean {
  return store.flush !== undefined || placeOf(store).startsWith("file:");
}

/** The name of a value for locks: the same for all stores of one place. */
export function lockName(store: Store, key: string): string {
  return `${placeOf(store)}/${key}`;
}

/**
 * The name of a value for caches: its place, so that all stores that lead there share cached data and are notified of
 * changes. A store with neither a place nor an identity stands for itself: two of the same location may have different
 * rights, or nothing in common.
 */
export function cacheName(store: Store, key: string): string {
  if (store.place !== undefined) return `${store.place}/${key}`;
  return store.identity === undefined ? `store:${numberOf(store)}/${key}` : `object:${numberOf(store.identity)}/${key}`;
}

const numbers = new WeakMap<object, number>();
let last = 0;
let gone: (prefixes: readonly string[]) => void = () => {};
const registry = new FinalizationRegistry<number>((number) => gone([`store:${number}/`, `object:${number}/`]));

/** Calls `listener` when a store is garbage-collected, with the prefixes of its cache names: they are no longer in use. */
export function onStoreGone(listener: (prefixes: readonly string[]) => void): void {
  gone = listener;
}

/** A number for an object, always the same. */
function numberOf(identity: object): number {
  let number = numbers.get(identity);
  if (number === undefined) {
    numbers.set(identity, (number = ++last));
    registry.register(identity, number);
  }
  return number;
}
