/**
 * Keeps what was read in memory, whole values and parts, bounded by bytes. What is kept is believed for a while; then,
 * where the store knows versions, it is asked whether they are the same, and else read again. Reads of the same bytes at
 * the same time are one. Writes through this store are seen at once; others' when the while is over.
 */
import { type ByteRange, formatRange } from "../../bytes/byte-range.ts";
import { HyperslabError } from "../../errors.ts";
import { checkRange } from "../byte-request.ts";
import { checkVersion } from "../object-version.ts";
import { type SharedRead, sharedRead } from "../shared-read.ts";
import type { GetOptions, ObjectVersion, Store } from "../store.ts";
import { checkKey } from "../store-key.ts";
import { type ObjectCache, objectCache } from "./object-cache.ts";
import type { StoreOperation } from "./with-trace.ts";
import { wrapRequests } from "./wrap-requests.ts";

export interface CacheOptions {
  /** Bytes to keep at most; default 64 MiB. */
  readonly bytes?: number | undefined;
  /** Milliseconds for which kept bytes are believed; default 60 000. `Infinity`: for good, 0: ask every time. */
  readonly maximumAge?: number | undefined;
}

interface Answer {
  readonly bytes: Uint8Array | undefined;
  readonly validator: string | undefined;
}

const writes: readonly StoreOperation[] = ["set", "delete"];
const wideWrites: readonly StoreOperation[] = ["deletePrefix", "rename"];

/** The same store, with exactly its capabilities. */
export function withCache(store: Store, options: CacheOptions = {}): Store {
  const { bytes: budget = 64 * 1024 * 1024, maximumAge = 60_000 } = options;
  if (!(budget >= 0) || !(maximumAge >= 0)) {
    throw new HyperslabError("invalid-request", "bytes and maximumAge of a cache are 0 or more");
  }
  const cache = objectCache(budget, Date.now);
  const reading = new CachedReads(store, cache, maximumAge);
  const wrapped = wrapRequests(
    store,
    async (operation, key, request) => {
      const changes = writes.includes(operation) ? [key] : wideWrites.includes(operation) ? undefined : [];
      if (changes?.length === 0) return request();
      reading.forget(changes);
      try {
        return await request();
      } finally {
        reading.forget(changes);
      }
    },
    (prefix, given) => store.list?.(prefix, given) ?? nothing(),
  );
  return {
    ...wrapped,
    get: async (key, given = {}) => {
      given.signal?.throwIfAborted();
      checkKey(key);
      checkRange(given.range, { location: store.location, key });
      return reading.get(key, given);
    },
  };
}

class CachedReads {
  readonly #store: Store;
  readonly #cache: ObjectCache;
  readonly #maximumAge: number;
  readonly #reads = new Map<string, SharedRead<Answer>>();
  readonly #checks = new Map<string, SharedRead<boolean>>();
  /** Counts writes: what was read across one is not kept. */
  #writes = 0;

  constructor(store: Store, cache: ObjectCache, maximumAge: number) {
    this.#store = store;
    this.#cache = cache;
    this.#maximumAge = maximumAge;
  }

  async get(key: string, { range, signal, version }: GetOptions): Promise<Uint8Array | undefined> {
    const place = { location: this.#store.location, key };
    if (await this.#isTrue(key, version, signal)) {
      const object = this.#cache.object(key);
      const bytes = this.#cache.find(key, range);
      if (object?.absent === true) return undefined;
      if (object !== undefined && bytes !== undefined) {
        checkVersion(version, object.validator, place);
        return bytes.slice();
      }
    }
    const answer = await this.#read(key, range).join(signal);
    checkVersion(version, answer.validator, place);
    return answer.bytes?.slice();
  }

  /** Forgets these objects; undefined: all. */
  forget(keys: readonly string[] | undefined): void {
    this.#writes += 1;
    this.#reads.clear();
    this.#checks.clear();
    if (keys === undefined) this.#cache.clear();
    else for (const key of keys) this.#cache.drop(key);
  }

  /** May what is kept of this object be handed out? Asks the store if it has been long. */
  async #isTrue(key: string, version: ObjectVersion | undefined, signal: AbortSignal | undefined): Promise<boolean> {
    const object = this.#cache.object(key);
    if (object === undefined) return false;
    if (version?.validator !== undefined && version.validator !== object.validator) return false;
    if (Date.now() - object.checked < this.#maximumAge) return true;
    if (object.validator === undefined || this.#store.head === undefined) {
      this.#cache.drop(key);
      return false;
    }
    return joined(this.#checks, key, (inner) => this.#ask(key, inner)).join(signal);
  }

  async #ask(key: string, signal: AbortSignal): Promise<boolean> {
    const before = this.#writes;
    const info = await this.#store.head?.(key, { signal });
    const object = this.#cache.object(key);
    if (object === undefined || before !== this.#writes) return false;
    if (info?.validator === object.validator) {
      object.checked = Date.now();
      return true;
    }
    this.#cache.drop(key);
    return false;
  }

  #read(key: string, range: ByteRange | undefined): SharedRead<Answer> {
    const name = range === undefined ? key : `${key}\0${formatRange(range)}`;
    return joined(this.#reads, name, async (signal) => {
      const before = this.#writes;
      const version: ObjectVersion = {};
      const bytes = await this.#store.get(key, { range, signal, version });
      if (before === this.#writes) this.#cache.add(key, range, bytes, version.validator);
      return { bytes, validator: version.validator };
    });
  }
}

/** The read of this name that is under way, or a new one. */
function joined<T>(
  reads: Map<string, SharedRead<T>>,
  name: string,
  run: (signal: AbortSignal) => Promise<T>,
): SharedRead<T> {
  const known = reads.get(name);
  if (known !== undefined && !known.abandoned) return known;
  const started = sharedRead((signal) =>
    run(signal).finally(() => {
      if (reads.get(name) === started) reads.delete(name);
    }),
  );
  reads.set(name, started);
  return started;
}

async function* nothing(): AsyncGenerator<never> {}
