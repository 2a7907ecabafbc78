/**
 * Stores made by other libraries. zarrita and related code read through `get("/key", { signal })` and, for parts,
 * `getRange("/key", { offset, length } | { suffixLength }, { signal })`; a plain Map is also such a store. Their keys
 * begin with a slash; ours never do.
 */
import type { ByteRange } from "../bytes/source/byte-range.ts";
import { displayAddress } from "../bytes/text/display-address.ts";
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../errors.ts";
import { checkRange, checkValue, cutRange } from "./byte-request.ts";
import { memoryStore } from "./memory.ts";
import type { Store, StoreOptions } from "./store.ts";
import { checkKey } from "./store-key.ts";

export type ZarritaKey = `/${string}`;
export type ZarritaRange = { readonly offset: number; readonly length: number } | { readonly suffixLength: number };

/** A store as zarrita reads it. */
export interface ZarritaStore {
  get(key: ZarritaKey, options?: { signal?: AbortSignal }): Promise<Uint8Array | undefined>;
  getRange(key: ZarritaKey, range: ZarritaRange, options?: { signal?: AbortSignal }): Promise<Uint8Array | undefined>;
}

/** A store as zarrita reads and writes it. */
export interface WritableZarritaStore extends ZarritaStore {
  set(key: ZarritaKey, value: Uint8Array): Promise<void>;
}

export type WritableStore = Store & Required<Pick<Store, "set">>;

/** A store from anything that acts as one: one of ours, a live Map, or a zarrita store. `undefined` for anything else. */
export function asStore(input: unknown): Store | undefined {
  if (isOurStore(input)) return input;
  if (input instanceof Map) return memoryStore(input, "map");
  return isForeignStore(input) ? fromZarrita(input) : undefined;
}

/** A store that zarrita accepts; it has `set` if ours can be written. */
export function toZarritaStore(store: WritableStore): WritableZarritaStore;
export function toZarritaStore(store: Store): ZarritaStore;
export function toZarritaStore(store: Store): ZarritaStore & Partial<WritableZarritaStore> {
  const { set } = store;
  return {
    get: (key, options) => store.get(withoutSlash(key), options),
    getRange: (key, range, options) =>
      store.get(withoutSlash(key), {
        ...options,
        range: "suffixLength" in range ? { suffix: range.suffixLength } : range,
      }),
    ...(set && { set: (key: ZarritaKey, value: Uint8Array) => set.call(store, withoutSlash(key), value) }),
  };
}

/** The methods that we call; the types of their arguments and results are only known at run time. */
interface ForeignStore {
  get(key: string, options?: unknown): unknown;
  getRange?(key: string, range: ZarritaRange, options?: unknown): unknown;
  set?(key: string, value: Uint8Array): unknown;
  delete?(key: string): unknown;
}

function isOurStore(input: unknown): input is Store {
  return isObject(input) && "location" in input && typeof input.location === "string" && isForeignStore(input);
}

function isForeignStore(input: unknown): input is ForeignStore {
  return isObject(input) && "get" in input && typeof input.get === "function";
}

function isObject(input: unknown): input is object {
  return typeof input === "object" && input !== null;
}

function fromZarrita(foreign: ForeignStore): Store {
  const location = nameOf(foreign);
  return {
    location,
    identity: foreign,
    get: async (key, options) => {
      options?.signal?.throwIfAborted();
      checkKey(key);
      const place = { location, key };
      checkRange(options?.range, place);
      return passErrors(place, options, () => getForeign(foreign, place, options?.range, options));
    },
    ...(typeof foreign.set === "function" && {
      set: async (key: string, value: Uint8Array, options?: StoreOptions) => {
        options?.signal?.throwIfAborted();
        checkKey(key);
        checkValue(value, { location, key });
        await passErrors({ location, key }, options, async () => foreign.set?.(`/${key}`, new Uint8Array(value)));
      },
    }),
    ...(typeof foreign.delete === "function" && {
      delete: async (key: string, options?: StoreOptions) => {
        options?.signal?.throwIfAborted();
        checkKey(key);
        await passErrors({ location, key }, options, async () => foreign.delete?.(`/${key}`));
      },
    }),
  };
}

/**
 * A range that their `getRange` cannot express (open-ended, or empty) is cut out of the whole value. The result is
 * copied: it may be the foreign store's own memory, or a Node Buffer, whose `slice` differs from that of a Uint8Array.
 */
async function getForeign(
  foreign: ForeignStore,
  place: ErrorPlace & { readonly key: string },
  range: ByteRange | undefined,
  options: StoreOptions | undefined,
): Promise<Uint8Array | undefined> {
  const key = `/${place.key}`;
  const passed = options?.signal === undefined ? undefined : { signal: options.signal };
  const asked = range === undefined || typeof foreign.getRange !== "function" ? undefined : foreignRange(range);
  const answer = await (asked === undefined ? foreign.get(key, passed) : foreign.getRange?.(key, asked, passed));
  if (answer === undefined) return undefined;
  if (!(answer instanceof Uint8Array)) {
    throw new HyperslabError("invalid-data", "the store returned something other than a Uint8Array", place);
  }
  if (asked === undefined) return cutRange(answer, range);
  const most = "suffixLength" in asked ? asked.suffixLength : asked.length;
  if (answer.byteLength <= most) return cutRange(answer, undefined);
  throw new HyperslabError("invalid-data", `the store was asked for ${most} bytes and returned ${answer.byteLength}`, {
    ...place,
    hint: "Its getRange does not keep to the range.",
  });
}

function foreignRange(range: ByteRange): ZarritaRange | undefined {
  if ("suffix" in range) return range.suffix === 0 ? undefined : { suffixLength: range.suffix };
  if (range.length === undefined || range.length === 0) return undefined;
  return { offset: range.offset, length: range.length };
}

/** Aborts and our own errors pass unchanged; anything else that a foreign store throws is a failure of the store. */
async function passErrors<T>(place: ErrorPlace, options: StoreOptions | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (options?.signal?.aborted === true || isHyperslabError(error)) throw error;
    throw new HyperslabError("io", "the store failed", { ...place, cause: error });
  }
}

/** FetchStore has a `url`, FileSystemStore a `root`; others are named by their class. */
function nameOf(foreign: object): string {
  if ("url" in foreign) return displayAddress(String(foreign.url));
  if ("root" in foreign && typeof foreign.root === "string") return foreign.root;
  return foreign.constructor?.name ?? "store";
}

function withoutSlash(key: string): string {
  return key.startsWith("/") ? key.slice(1) : key;
}
