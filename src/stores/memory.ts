/** Values in a Map. This store has every capability; the contract suite measures the others against it. */
import { HyperslabError } from "../errors.ts";
import { checkRange, checkRename, checkValue, cutRange, nothingToRename, renameTargetExists } from "./byte-request.ts";
import { checkVersion } from "./object-version.ts";
import type { DirectoryListing, Store, StoreEntry } from "./store.ts";
import { checkKey, checkPrefix, compareKeys, isBelow } from "./store-key.ts";

/**
 * A store in memory. A Map is used live: values set here appear in it, and vice versa; its keys may have the leading
 * slash that other readers use. Any other iterable is copied. Bytes are copied in and out, so that later changes of a
 * buffer never affect a stored value.
 */
export function memoryStore(
  entries?: Map<string, Uint8Array> | Iterable<readonly [string, Uint8Array]>,
  name = "memory",
): Store {
  const isLive = entries instanceof Map;
  const values = isLive ? liveMap(entries) : ownMap(entries, name);
  const validatorOf = (value: Uint8Array): string => `${isLive ? "array" : "value"} ${numberOf(value)}`;
  return {
    location: name,
    identity: isLive ? entries : values,
    get: async (key, options) => {
      options?.signal?.throwIfAborted();
      checkKey(key);
      checkRange(options?.range, { location: name, key });
      const value = values.get(key);
      if (value === undefined) return undefined;
      const bytes = bytesOf(value, name, key);
      if (options?.version !== undefined) checkVersion(options.version, validatorOf(bytes), { location: name, key });
      return cutRange(bytes, options?.range);
    },
    head: async (key, options) => {
      options?.signal?.throwIfAborted();
      checkKey(key);
      const value = values.get(key);
      if (value === undefined) return undefined;
      const bytes = bytesOf(value, name, key);
      return { size: bytes.byteLength, validator: validatorOf(bytes) };
    },
    list: (prefix, options) => listEntries(values, prefix, name, options?.signal),
    listDirectory: async (prefix, options) => {
      options?.signal?.throwIfAborted();
      checkPrefix(prefix);
      return directoryOf(values.keys(), prefix);
    },
    set: async (key, value, options) => {
      options?.signal?.throwIfAborted();
      checkKey(key);
      checkValue(value, { location: name, key });
      values.set(key, new Uint8Array(value));
    },
    delete: async (key, options) => {
      options?.signal?.throwIfAborted();
      checkKey(key);
      values.delete(key);
    },
    deletePrefix: async (prefix, options) => {
      options?.signal?.throwIfAborted();
      for (const key of keysBelow(values, prefix)) values.delete(key);
    },
    rename: async (from, to, options) => {
      options?.signal?.throwIfAborted();
      renameBelow(values, from, to, name);
    },
    // No other program can reach these values, and within this one changes are serialised by place.
    lock: async () => ({ held: true, release: async () => {} }),
  };
}

const numbers = new WeakMap<Uint8Array, number>();
let last = 0;

/** Identifies the array: a replaced value is a different one. */
function numberOf(value: Uint8Array): number {
  let number = numbers.get(value);
  if (number === undefined) numbers.set(value, (number = ++last));
  return number;
}

/** The store of this name in this process (each worker has its own), created on first use: `memory:name`. */
export function namedMemoryStore(name: string): Store {
  let store = namedStores.get(name);
  if (store === undefined) namedStores.set(name, (store = memoryStore(undefined, `memory:${name}`)));
  return store;
}

const namedStores = new Map<string, Store>();

/** What this store needs of a Map, keys without a leading slash. */
interface Values {
  get(key: string): unknown;
  set(key: string, value: Uint8Array): void;
  delete(key: string): void;
  keys(): Iterable<string>;
}

function ownMap(entries: Iterable<readonly [string, Uint8Array]> | undefined, location: string): Values {
  const map = new Map<string, Uint8Array>();
  for (const [key, value] of entries ?? []) {
    checkKey(key);
    checkValue(value, { location, key });
    map.set(key, new Uint8Array(value));
  }
  return map;
}

/** A caller's Map: `key` and `/key` are the same value, and new keys are spelled like the existing ones. */
function liveMap(map: Map<string, Uint8Array>): Values {
  const spell = (key: string): string => {
    if (map.has(key)) return key;
    const first = map.keys().next();
    return map.has(`/${key}`) || (first.done !== true && first.value.startsWith("/")) ? `/${key}` : key;
  };
  return {
    get: (key) => map.get(key) ?? map.get(`/${key}`),
    set: (key, value) => void map.set(spell(key), value),
    delete: (key) => {
      map.delete(key);
      map.delete(`/${key}`);
    },
    keys: () => new Set(Array.from(map.keys(), (key) => key.replace(/^\//, ""))),
  };
}

/** A caller's Map may hold anything. */
function bytesOf(value: unknown, location: string, key: string): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new HyperslabError("invalid-data", "the stored value is not a Uint8Array", { location, key });
}

function keysBelow(values: Values, prefix: string): string[] {
  checkPrefix(prefix);
  return Array.from(values.keys())
    .filter((key) => isBelow(key, prefix))
    .sort(compareKeys);
}

async function* listEntries(
  values: Values,
  prefix: string,
  location: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoreEntry> {
  signal?.throwIfAborted();
  for (const key of keysBelow(values, prefix)) {
    signal?.throwIfAborted();
    const value = values.get(key);
    if (value !== undefined) yield { key, size: bytesOf(value, location, key).byteLength };
  }
}

/** One level of the keys. Only its names are sorted: sorting all keys below would compare each of them to its end. */
function directoryOf(keys: Iterable<string>, prefix: string): DirectoryListing {
  const start = prefix === "" ? 0 : prefix.length + 1;
  const names: string[] = [];
  const prefixes = new Set<string>();
  for (const key of keys) {
    if (!isBelow(key, prefix)) continue;
    const slash = key.indexOf("/", start);
    if (slash < 0) names.push(key.slice(start));
    else prefixes.add(key.slice(start, slash));
  }
  return { keys: names.sort(compareKeys), prefixes: Array.from(prefixes).sort(compareKeys) };
}

function renameBelow(values: Values, from: string, to: string, location: string): void {
  checkRename(from, to, location);
  if (from === to) return;
  const moving = keysBelow(values, from);
  if (moving.length === 0) throw nothingToRename(from, location);
  if (values.get(to) !== undefined || keysBelow(values, to).length > 0) throw renameTargetExists(to, location);
  const bytes = moving.map((key) => bytesOf(values.get(key), location, key));
  moving.forEach((key, i) => {
    values.set(to + key.slice(from.length), bytes[i]!);
    values.delete(key);
  });
}
