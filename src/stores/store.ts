/**
 * Keys to bytes. `get` giving `undefined` means proven absent (ENOENT, 404, no such key); anything else that goes wrong
 * is thrown. An absent optional method is the capability: a store without `set` cannot be written. Keys are `/`-joined
 * names without a leading slash; prefixes are keys of "directories" without a trailing slash, "" is the root.
 */
import type { ByteRange } from "../bytes/source/byte-range.ts";
import type { ByteRoom } from "../bytes/source/byte-room.ts";
import type { ByteSource, HeldSource, HoldOptions, ObjectVersion } from "../bytes/source/byte-source.ts";

export type { HeldSource, HoldOptions, ObjectVersion } from "../bytes/source/byte-source.ts";
export { type ReadNow, readNowOf } from "./immediate.ts";
export { isLending, markLending } from "./lending.ts";

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
  /** The part of the value to read; absent means all of it. */
  readonly range?: ByteRange | undefined;
  /** Fails with `invalid-data` rather than read another version of the object than this one. */
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
  /** False if the right may have passed to someone else, because this program could not renew it in time. */
  readonly held: boolean;
  release(): Promise<void>;
}

/** The size and version of a value. */
export interface ObjectInfo {
  /** Its length in bytes. */
  readonly size: number;
  /** Changes when the object changes: an ETag, or size and modification time. */
  readonly validator?: string;
  /** When it was last changed, in milliseconds since 1970, if the store tells. */
  readonly modified?: number;
}

/** A key in a listing. */
export interface StoreEntry {
  /** The key, from the root of the store. */
  readonly key: string;
  /** The length of the value in bytes, if the listing tells it. */
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
  /** Where the part begins. */
  readonly offset: number;
  /** How many bytes it has. */
  readonly length: number;
  /** The version of the file that the part belongs to; another one is an error. Absent: versions are not known. */
  readonly version?: string | undefined;
}

/** Keys to bytes. Only `location` and `get` are required; an absent method is a missing capability. */
export interface Store {
  /** Its name in messages: a path or URL, without secrets. */
  readonly location: string;
  /** The object that holds the values, if there is one: stores with the same identity have the same keys and values. */
  readonly identity?: object;
  /** Where the values live, whatever address led there: with a slash and a key, one name for a value. See `placeOf`. */
  readonly place?: string;
  /** Useful concurrency on a high-latency store; extra requests queue. If absent, the reader decides. */
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
   * For stores that may take a refusal (403) for the absence of a key, which cannot always be told apart: calls `listener` with
   * each such key, at each read. Returns the function that ends it. See `forbiddenCount`.
   */
  watchForbidden?(listener: (key: string) => void): () => void;
  /** The key of the only value, if the place is one file. */
  readonly object?: string;
  /** The local directory whose files are the values, one per key, so that workers can read and write them. */
  readonly directory?: string;
  /** The local file of a key, if there is one. */
  locate?(key: string): string | undefined;
  /** Which parts of local files values are, by key; `undefined`: none is. Of the `wanted` keys alone, if they are given. */
  localRanges?(wanted?: () => Iterable<string>): Promise<((key: string) => LocalRange | undefined) | undefined>;
  /**
   * For an archive: the part of its file that is the value of a key, byte by byte. `undefined`: the value is stored in another
   * form, or there is none.
   */
  partOf?(
    key: string,
    options?: StoreOptions,
  ): Promise<{ readonly offset: number; readonly length: number } | undefined>;
  /**
   * For an archive: the key of the member of this name. Names may have the folder that all members lie in, which keys leave out.
   */
  keyOfMember?(name: string, options?: StoreOptions): Promise<string>;
  /** For an archive: lets keys begin in this folder of it, unless it holds anything or its opener chose a folder. */
  beginIn?(folder: string): void;
  /**
   * Waits for the only right to change the nodes of this store, among all programs that ask for it. The right ends with the
   * program, however that ends. Resolves to `undefined` if there is no such right (a server without conditional writes,
   * a directory that cannot be written). Absent: other programs cannot be kept out.
   */
  lock?(options?: StoreOptions): Promise<StoreLock | undefined>;
  /** For a store whose values wait to be finished, such as an archive: what was set is in it now. */
  flush?(): Promise<void>;
  /** Such a store: gives up what was set since the last flush, which cannot be finished. */
  abandon?(): Promise<void>;
  /** Releases files and connections. A store that is used again opens them again. */
  close?(): Promise<void>;
}

/**
 * A store with the same facts and methods, each of which can be called on its own: what wrappers build on. `directory` and
 * `object` are left out, because workers would read past the wrapper.
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

/**
 * Opens a value for several reads of one version, whatever becomes of its key meanwhile; the caller closes it. A directory
 * in its place is `invalid-data`, an absent value `undefined`.
 */
export type HoldValue = (key: string, options?: HoldOptions) => Promise<HeldSource | undefined>;

const holders = new WeakMap<Store, HoldValue>();

/** From now on values of this store can be held; nothing is done where there is nothing that holds them. */
export function markHolding(store: Store, hold: HoldValue | undefined): void {
  if (hold !== undefined) holders.set(store, hold);
}

/**
 * What holds values of this very store; undefined if reads are tied by `GetOptions.version`. It is not a member of the store: a
 * copy with another `get` (one that decrypts, one that counts) must not have it, for its reads would go past that.
 */
export function holdOf(store: Store): HoldValue | undefined {
  return holders.get(store);
}

/** Options of `objectSource`. */
export interface ObjectSourceOptions {
  /** True if bytes may be read to `ReadOptions.room`, because nothing on the way keeps them. */
  readonly lends?: boolean | undefined;
  /** With "error", a directory in place of the value is `invalid-data`, not an absent value. */
  readonly directory?: GetOptions["directory"];
  /** What holds the value for several reads of one version. */
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

/** Where a value is, for messages: a place that is one file needs no key. */
export function valuePlace(
  { location, object }: Pick<Store, "location" | "object">,
  key: string,
): { readonly location: string; readonly key?: string } {
  return object === key ? { location } : { location, key };
}

/** Two stores whose place and key, joined by a slash, are equal have the same value there. */
export function placeOf(store: Store): string {
  if (store.place !== undefined) return store.place;
  return store.identity === undefined ? store.location : `object:${numberOf(store.identity)}`;
}

/** Does looking for a key take no request? True of local files and archives. */
export function looksForFree(store: Store): boolean {
  return store.flush !== undefined || placeOf(store).startsWith("file:");
}

/** What locks call a value: the same name for all stores of one place. */
export function lockName(store: Store, key: string): string {
  return `${placeOf(store)}/${key}`;
}

/**
 * What caches call a value: its place, so that all who lead there share what is known, and hear of a change. A store that
 * tells neither its place nor what it lives in is itself: two of one location may have different rights, or nothing in common.
 */
export function cacheName(store: Store, key: string): string {
  if (store.place !== undefined) return `${store.place}/${key}`;
  return store.identity === undefined ? `store:${numberOf(store)}/${key}` : `object:${numberOf(store.identity)}/${key}`;
}

const numbers = new WeakMap<object, number>();
let last = 0;
let gone: (prefixes: readonly string[]) => void = () => {};
const registry = new FinalizationRegistry<number>((number) => gone([`store:${number}/`, `object:${number}/`]));

/** Calls `listener` when a store is gone, with the beginnings of its cache names: nothing can ask for them again. */
export function onStoreGone(listener: (prefixes: readonly string[]) => void): void {
  gone = listener;
}

/** A number for an object, the same each time. */
function numberOf(identity: object): number {
  let number = numbers.get(identity);
  if (number === undefined) {
    numbers.set(identity, (number = ++last));
    registry.register(identity, number);
  }
  return number;
}
