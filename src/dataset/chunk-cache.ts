/**
 * What reads remember: shard indexes and decoded chunks, in one cache with a budget in bytes, least recently used first
 * to go. Entries belong to a store's object and to one state of it: our own writes forget it, and where the store tells
 * cheaply whether an object has changed (a local directory), an older state is never used.
 *
 * A decoded chunk is kept from its second reading on: points picked at random would otherwise only fill the cache.
 */
import type { ObjectVersion } from "../bytes/byte-source.ts";
import type { ObjectMemo } from "../codecs/codec.ts";

/** Modest: a few dozen chunks of a mebibyte, or indexes of two million inner chunks. */
export const DEFAULT_CACHE_BYTES: number = 32 * 1024 * 1024;

/** Chunks whose first reading is remembered by name alone. */
const SEEN_NAMES = 4096;

export interface CacheStats {
  /** Bytes held, of how many allowed. Shared by all arrays unless an array was opened with its own `cacheBytes`. */
  readonly bytes: number;
  readonly budget: number;
  /** Indexes and decoded chunks of this array that were found, or not. */
  readonly hits: number;
  readonly misses: number;
}

interface RememberedObject {
  readonly validator: string | undefined;
  /** The version that a read of the store found, where that tells. */
  readonly version: string | undefined;
  readonly entries: Map<string, Uint8Array>;
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
  forget(object: string): void;
  readonly bytes: number;
  readonly budget: number;
}

export function chunkCache(budget: number): ChunkCache {
  const objects = new Map<string, RememberedObject>();
  const seen = new Set<string>();
  let bytes = 0;

  const forget = (object: string): void => {
    for (const value of objects.get(object)?.entries.values() ?? []) bytes -= value.byteLength;
    objects.delete(object);
  };
  const makeRoom = (keep: string): void => {
    for (const oldest of objects.keys()) {
      if (bytes <= budget) return;
      if (oldest !== keep) forget(oldest);
    }
    if (bytes > budget) forget(keep);
  };
  const remember = (
    object: string,
    state: Omit<RememberedObject, "entries">,
    name: string,
    value: Uint8Array,
  ): void => {
    if (objects.get(object)?.version !== state.version) forget(object);
    const known = objects.get(object) ?? { ...state, entries: new Map<string, Uint8Array>() };
    bytes += value.byteLength - (known.entries.get(name)?.byteLength ?? 0);
    known.entries.set(name, value);
    objects.delete(object);
    objects.set(object, known);
    makeRoom(object);
  };
  const seenBefore = (name: string): boolean => {
    if (seen.delete(name)) return true;
    if (seen.size >= SEEN_NAMES) seen.clear();
    seen.add(name);
    return false;
  };

  return {
    has: (object) => objects.has(object),
    of: (object, validator, counts, version) => {
      if (objects.has(object) && objects.get(object)?.validator !== validator) forget(object);
      return {
        get: (name) => {
          const known = objects.get(object);
          const value = known?.entries.get(name);
          if (value === undefined) counts.misses += 1;
          else counts.hits += 1;
          if (value !== undefined && version !== undefined) version.validator ??= known?.version;
          return value;
        },
        set: (name, value) => remember(object, { validator, version: version?.validator }, name, value),
        wants: (name, length) => length <= budget / 4 && seenBefore(`${object}\0${name}`),
      };
    },
    forget,
    get bytes() {
      return bytes;
    },
    budget,
  };
}

/** The cache that all arrays share. */
export const sharedCache: ChunkCache = chunkCache(DEFAULT_CACHE_BYTES);
