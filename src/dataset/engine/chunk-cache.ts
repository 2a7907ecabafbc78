/**
 * The read cache: shard indexes and decoded chunks, in one LRU cache with a budget in
 * bytes. Entries belong to the version of the object that was read; nothing is kept without a version that identifies
 * it uniquely. A read that uses an entry proves that the object still has this version: by the file it
 * holds open, by the response to its next read, or by an extra request. Our own writes also drop the entries they
 * replace.
 *
 * A decoded chunk is kept from its second read on: points picked at random would otherwise only fill the cache.
 */

import { afterThisTurn } from "../../bytes/concurrency.ts";
import { type Bound, boundValue, isBeyond } from "../../bytes/limit.ts";
import type { ObjectVersion } from "../../bytes/source/byte-source.ts";
import type { ObjectMemo } from "../../codecs/codec.ts";
import { identifiesVersion } from "../../stores/object-version.ts";
import type { Store } from "../../stores/store.ts";
import { cacheName, onStoreGone } from "../../stores/store.ts";
import { datasetLimits } from "../limits.ts";
import { noteChange } from "./changes.ts";

/** Size of the cache, and its hits and misses for an array. */
export interface CacheStats {
  /**
   * Bytes held, including keys and bookkeeping. Shared by all arrays unless an array was opened with its own
   * `cacheBytes`.
   */
  readonly bytes: number;
  /** The most bytes that the cache may hold. */
  readonly budget: number;
  /** Indexes and decoded chunks of this array that were found in the cache. */
  readonly hits: number;
  /** Indexes and decoded chunks of this array that were not found. */
  readonly misses: number;
}

/** The version in which an object was read, and the entries kept for it. */
interface RememberedObject {
  readonly version: string;
  readonly names: Set<string>;
}

/** What the cache holds of one object, for one read. */
export interface VersionedMemo extends ObjectMemo {
  /** The version of the entries taken from the cache; undefined if none were taken. */
  readonly used: string | undefined;
}

interface Entry {
  readonly object: string;
  readonly name: string;
  readonly value: Uint8Array;
}

/**
 * Memory per object and per entry besides keys and values: slots of maps and sets, typed arrays and their buffers.
 * Measured in Node 20: 1060 bytes for both, in an object with one entry.
 */
const OBJECT_BYTES = 550;
const ENTRY_BYTES = 450;

export interface ChunkCache {
  has(object: string): boolean;
  /**
   * The memo of one object. `version` is that of the read in progress: once it is known, entries of other versions are
   * not returned; entries returned earlier must be compared with it, or confirmed, by the reader.
   */
  of(object: string, version: ObjectVersion, counts: { hits: number; misses: number }): VersionedMemo;
  /** The object was replaced: its entries are dropped, and entries from reads that began earlier are not accepted. */
  forget(object: string): void;
  /** Drops all objects whose names begin with one of these prefixes, because their stores no longer exist. */
  dropStores(prefixes: ReadonlySet<string>): void;
  /** The same for all objects whose names begin with `prefix`. */
  forgetBelow(prefix: string): void;
  readonly bytes: number;
  readonly budget: number;
}

export function chunkCache(budget: Bound): ChunkCache {
  const objects = new Map<string, RememberedObject>();
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  const seen = new Set<string>();
  /**
   * When objects were replaced, as a count of replacements; objects not listed were replaced before `unnamed`, if at
   * all.
   */
  const replaced = new Map<string, number>();
  let unnamed = 0;
  let replacements = 0;
  let bytes = 0;

  const drop = (id: string, { object, name, value }: Entry): void => {
    entries.delete(id);
    bytes -= entryBytes(id, value);
    const names = objects.get(object)?.names;
    names?.delete(name);
    if (names?.size !== 0) return;
    objects.delete(object);
    bytes -= objectBytes(object);
  };
  const dropAll = (object: string): void => {
    for (const name of objects.get(object)?.names ?? []) {
      const id = idOf(object, name);
      const entry = entries.get(id);
      if (entry !== undefined) drop(id, entry);
    }
  };
  const forget = (object: string): void => {
    dropAll(object);
    replacements += 1;
    if (datasetLimits.replacedObjects.isExceededBy(replaced.size + 1)) {
      replaced.clear();
      unnamed = replacements;
    }
    replaced.set(object, replacements);
  };
  const forgetBelow = (prefix: string): void => {
    for (const object of Array.from(objects.keys())) if (object.startsWith(prefix)) dropAll(object);
    replacements += 1;
    replaced.clear();
    unnamed = replacements;
  };
  const remember = (object: string, version: string, name: string, value: Uint8Array): void => {
    if (objects.get(object)?.version !== version) dropAll(object);
    const id = idOf(object, name);
    const old = entries.get(id);
    if (old !== undefined) drop(id, old);
    const known = objects.get(object) ?? { version, names: new Set<string>() };
    if (!objects.has(object)) bytes += objectBytes(object);
    objects.set(object, known);
    known.names.add(name);
    const kept = ownMemory(value);
    entries.set(id, { object, name, value: kept });
    bytes += entryBytes(id, kept);
    for (const [oldest, entry] of entries) {
      if (!isBeyond(bytes, budget)) return;
      drop(oldest, entry);
    }
  };
  const recall = (object: string, name: string): Uint8Array | undefined => {
    const id = idOf(object, name);
    const entry = entries.get(id);
    if (entry === undefined) return undefined;
    entries.delete(id);
    entries.set(id, entry);
    return entry.value;
  };
  const seenBefore = (name: string): boolean => {
    if (seen.delete(name)) return true;
    if (datasetLimits.seenChunks.isExceededBy(seen.size + 1)) seen.clear();
    seen.add(name);
    return false;
  };

  const cache: ChunkCache = {
    has: (object) => objects.has(object),
    of: (object, version, counts) => {
      const begun = replacements;
      let used: string | undefined;
      return {
        get used() {
          return used;
        },
        get: (name) => {
          const known = objects.get(object)?.version;
          const fits = known === (used ?? version.validator ?? known);
          const value = fits ? recall(object, name) : undefined;
          if (value === undefined) counts.misses += 1;
          else counts.hits += 1;
          if (value !== undefined) used = known;
          return value;
        },
        set: (name, value) => {
          const { validator } = version;
          if (!identifiesVersion(validator) || validator !== (used ?? validator)) return;
          if (begun < (replaced.get(object) ?? unnamed)) return;
          remember(object, validator, name, value);
        },
        wants: (name, length) => !isBeyond(4 * length, budget) && seenBefore(idOf(object, name)),
      };
    },
    forget,
    dropStores: (prefixes) => {
      // There are only a few distinct prefix lengths.
      const lengths = new Set(Array.from(prefixes, (prefix) => prefix.length));
      for (const object of Array.from(objects.keys())) {
        for (const length of lengths) if (prefixes.has(object.slice(0, length))) dropAll(object);
      }
    },
    forgetBelow,
    get bytes() {
      return bytes;
    },
    get budget() {
      return boundValue(budget);
    },
  };
  // Nothing stays in such a cache, and every write would have to notify it: a verified copy makes two per array.
  if (budget === 0) return cache;
  const reference = new WeakRef(cache);
  caches.add(reference);
  deadCaches.register(cache, reference);
  return cache;
}

function objectBytes(object: string): number {
  return OBJECT_BYTES + 2 * object.length;
}

function entryBytes(id: string, value: Uint8Array): number {
  return ENTRY_BYTES + 2 * id.length + value.buffer.byteLength;
}

/** Copies a small part of a buffer, which would otherwise keep the whole buffer alive. */
function ownMemory(value: Uint8Array): Uint8Array {
  return value.buffer.byteLength > 2 * value.byteLength ? value.slice() : value;
}

/** All caches in use that keep anything: each must be notified of every write. */
const caches = new Set<WeakRef<ChunkCache>>();
const deadCaches = new FinalizationRegistry<WeakRef<ChunkCache>>((reference) => void caches.delete(reference));

/** Must be called when an object is replaced. */
export function forgetObject(object: string): void {
  noteChange();
  eachCache((cache) => cache.forget(object));
}

/** Must be called when nodes of a store are deleted or moved, because their objects are not listed anywhere. */
export function forgetObjects(store: Store): void {
  noteChange();
  const prefix = cacheName(store, "");
  eachCache((cache) => cache.forgetBelow(prefix));
}

function eachCache(run: (cache: ChunkCache) => void): void {
  for (const reference of caches) {
    const cache = reference.deref();
    if (cache === undefined) caches.delete(reference);
    else run(cache);
  }
}

/** Prefixes of the objects of stores that no longer exist. The garbage collector often finds many at once. */
const gone = new Set<string>();

onStoreGone((prefixes) => {
  if (gone.size === 0) afterThisTurn(sweep);
  for (const prefix of prefixes) gone.add(prefix);
});

function sweep(): void {
  eachCache((cache) => cache.dropStores(gone));
  gone.clear();
}

function idOf(object: string, name: string): string {
  return `${object}\0${name}`;
}

/** The cache that all arrays share. */
export const sharedCache: ChunkCache = chunkCache(datasetLimits.cacheBytes);
