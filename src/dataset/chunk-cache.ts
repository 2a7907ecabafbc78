/**
 * What reads remember: shard indexes and decoded chunks, in one cache with a budget in bytes, least recently used first
 * to go. Entries belong to a store's object and to one state of it: our own writes forget it, and where the store tells
 * cheaply whether an object has changed (a local directory), an older state is never used.
 *
 * A decoded chunk is kept from its second reading on: points picked at random would otherwise only fill the cache.
 */
import type { ObjectVersion } from "../bytes/byte-source.ts";
import { type Bound, boundValue, isBeyond } from "../bytes/limit.ts";
import type { ObjectMemo } from "../codecs/codec.ts";
import type { Store } from "../stores/store.ts";
import { datasetLimits } from "./limits.ts";
import { objectName } from "./object-name.ts";

export interface CacheStats {
  /** Bytes held, of how many allowed. Shared by all arrays unless an array was opened with its own `cacheBytes`. */
  readonly bytes: number;
  readonly budget: number;
  /** Indexes and decoded chunks of this array that were found, or not. */
  readonly hits: number;
  readonly misses: number;
}

/** The state in which an object was read, and what is remembered of it. */
interface RememberedObject {
  readonly validator: string | undefined;
  /** The version that a read of the store found, where that tells. */
  readonly version: string | undefined;
  readonly names: Set<string>;
}

interface Entry {
  readonly object: string;
  readonly name: string;
  readonly value: Uint8Array;
}

export interface ChunkCache {
  has(object: string): boolean;
  /**
   * The memory of one object in the state that `validator` tells; an older state is forgotten. A read that uses what is
   * remembered is tied to the version that it came from, by `version`.
   */
  of(
    object: string,
    validator: string | undefined,
    counts: { hits: number; misses: number },
    version?: ObjectVersion,
  ): ObjectMemo;
  /** The object was replaced: nothing is kept of it, neither what a read that has begun before comes with later. */
  forget(object: string): void;
  readonly bytes: number;
  readonly budget: number;
}

export function chunkCache(budget: Bound): ChunkCache {
  const objects = new Map<string, RememberedObject>();
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  const seen = new Set<string>();
  /** When objects were replaced, counted in replacements; those not named were before `unnamed`, if ever. */
  const replaced = new Map<string, number>();
  let unnamed = 0;
  let replacements = 0;
  let bytes = 0;

  const drop = (id: string, { object, name, value }: Entry): void => {
    entries.delete(id);
    bytes -= value.byteLength;
    const names = objects.get(object)?.names;
    names?.delete(name);
    if (names?.size === 0) objects.delete(object);
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
    if (datasetLimits.replacedObjects.isReachedBy(replaced.size)) {
      replaced.clear();
      unnamed = replacements;
    }
    replaced.set(object, replacements);
  };
  const remember = (object: string, state: Omit<RememberedObject, "names">, name: string, value: Uint8Array): void => {
    if (objects.get(object)?.version !== state.version) dropAll(object);
    const id = idOf(object, name);
    const old = entries.get(id);
    if (old !== undefined) drop(id, old);
    const known = objects.get(object) ?? { ...state, names: new Set<string>() };
    objects.set(object, known);
    known.names.add(name);
    entries.set(id, { object, name, value });
    bytes += value.byteLength;
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
    if (datasetLimits.seenChunks.isReachedBy(seen.size)) seen.clear();
    seen.add(name);
    return false;
  };

  const cache: ChunkCache = {
    has: (object) => objects.has(object),
    of: (object, validator, counts, version) => {
      if (objects.has(object) && objects.get(object)?.validator !== validator) dropAll(object);
      const begun = replacements;
      return {
        get: (name) => {
          const value = recall(object, name);
          if (value === undefined) counts.misses += 1;
          else counts.hits += 1;
          if (value !== undefined && version !== undefined) version.validator ??= objects.get(object)?.version;
          return value;
        },
        set: (name, value) => {
          if (begun < (replaced.get(object) ?? unnamed)) return;
          remember(object, { validator, version: version?.validator }, name, value);
        },
        wants: (name, length) => !isBeyond(4 * length, budget) && seenBefore(idOf(object, name)),
      };
    },
    forget,
    get bytes() {
      return bytes;
    },
    get budget() {
      return boundValue(budget);
    },
  };
  caches.add(new WeakRef(cache));
  return cache;
}

/** All that are in use: each has to hear of what is written, whoever writes it. */
const caches = new Set<WeakRef<ChunkCache>>();

/** An object of a store was replaced. */
export function forgetObject(store: Store, key: string): void {
  const object = objectName(store, key);
  for (const reference of caches) {
    const cache = reference.deref();
    if (cache === undefined) caches.delete(reference);
    else cache.forget(object);
  }
}

function idOf(object: string, name: string): string {
  return `${object}\0${name}`;
}

/** The cache that all arrays share. */
export const sharedCache: ChunkCache = chunkCache(datasetLimits.cacheBytes);
