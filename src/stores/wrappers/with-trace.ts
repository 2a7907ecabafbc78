/** Tells of every request that a store is asked: what tests count, and what a network view shows. */
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import {
  type HoldValue,
  holdOf,
  markHolding,
  type RequestAnswer,
  type Store,
  type StoreEntry,
  type StoreOptions,
} from "../store.ts";

/** The methods of a store that are traced. */
export type StoreOperation =
  | Exclude<keyof Store, "location" | "watchForbidden" | "flush" | "abandon" | "close">
  | "unlock";

/** One finished request. */
export interface StoreRequest {
  /** The store that was asked, as messages name it. */
  readonly location: string;
  /** The method of the store that was called. */
  readonly operation: StoreOperation;
  /** The key, or the prefix of a listing; of a rename, where it came from. */
  readonly key: string;
  /** The part of the value that was asked for. */
  readonly range?: ByteRange;
  /** Bytes of values that were read or written; listings and `head` count none. */
  readonly bytes: number;
  /** When it began, on the clock of `performance.now()`. */
  readonly start: number;
  /** How long it took. */
  readonly milliseconds: number;
  /** Was it answered from a cache, without asking anybody? */
  readonly cached: boolean;
  /** Was there something? A listing: at least one entry. A write: it succeeded. */
  readonly found: boolean;
  /** Why it failed, if it did. */
  readonly error?: unknown;
}

/** The same store, with exactly its capabilities; `onRequest` is called once each request has ended. */
export function withTrace(store: Store, onRequest: (request: StoreRequest) => void): Store {
  const {
    location,
    head,
    listDirectory,
    set,
    delete: remove,
    deletePrefix,
    rename,
    locate,
    lock,
    watchForbidden,
    flush,
    abandon,
    close,
  } = store;
  const traced = async <T>(
    operation: StoreOperation,
    key: string,
    run: (answer: RequestAnswer) => Promise<T>,
    outcome: (result: T) => { readonly bytes?: number; readonly found?: boolean },
    range?: ByteRange,
  ): Promise<T> => {
    const start = performance.now();
    const answer: RequestAnswer = {};
    const request = (): Omit<StoreRequest, "found"> => ({
      location,
      operation,
      key,
      ...(range === undefined ? {} : { range }),
      bytes: 0,
      start,
      milliseconds: performance.now() - start,
      cached: answer.cached === true,
    });
    try {
      const result = await run(answer);
      onRequest({ ...request(), found: true, ...outcome(result) });
      return result;
    } catch (error) {
      onRequest({ ...request(), found: false, error });
      throw error;
    }
  };
  const hold = holdOf(store);
  const tracedHold: HoldValue = async (key, options) => {
    const held = await hold?.(key, options);
    // Nothing was read, but that is what an absent value costs.
    if (held === undefined) return traced("get", key, async () => undefined, presence);
    return { ...held, read: (range, asked) => traced("get", key, () => held.read(range, asked), readOutcome, range) };
  };
  const shown: Store = {
    location,
    ...(store.identity && { identity: store.identity }),
    ...(store.place !== undefined && { place: store.place }),
    ...(store.concurrency !== undefined && { concurrency: store.concurrency }),
    get: (key, options) =>
      traced("get", key, (answer) => store.get(key, { ...options, answer }), readOutcome, options?.range),
    ...(head && {
      head: (key, options) => traced("head", key, (answer) => head.call(store, key, { ...options, answer }), presence),
    }),
    ...(store.list && { list: (prefix, options) => tracedList(store, prefix, options, onRequest) }),
    ...(listDirectory && {
      listDirectory: (prefix, options) =>
        traced(
          "listDirectory",
          prefix,
          () => listDirectory.call(store, prefix, options),
          ({ keys, prefixes }) => ({ found: keys.length + prefixes.length > 0 }),
        ),
    }),
    ...(set && {
      set: (key, value, options) =>
        traced(
          "set",
          key,
          () => set.call(store, key, value, options),
          () => ({ bytes: value.byteLength }),
        ),
    }),
    ...(remove && {
      delete: (key, options) => traced("delete", key, () => remove.call(store, key, options), done),
    }),
    ...(deletePrefix && {
      deletePrefix: (prefix, options) =>
        traced("deletePrefix", prefix, () => deletePrefix.call(store, prefix, options), done),
    }),
    ...(rename && {
      rename: (from, to, options) => traced("rename", from, () => rename.call(store, from, to, options), done),
    }),
    ...(locate && {
      locate: (key) => {
        const start = performance.now();
        const path = locate.call(store, key);
        const milliseconds = performance.now() - start;
        const found = path !== undefined;
        onRequest({ location, operation: "locate", key, bytes: 0, start, milliseconds, cached: false, found });
        return path;
      },
    }),
    ...(lock && {
      lock: async (options) => {
        const right = await traced(
          "lock",
          "",
          () => lock.call(store, options),
          (found) => ({ found: found !== undefined }),
        );
        if (right === undefined) return undefined;
        return {
          get held() {
            return right.held;
          },
          release: () => traced("unlock", "", () => right.release(), done),
        };
      },
    }),
    ...(watchForbidden && { watchForbidden: (listener) => watchForbidden.call(store, listener) }),
    ...(flush && { flush: () => flush.call(store) }),
    ...(abandon && { abandon: () => abandon.call(store) }),
    ...(close && { close: () => close.call(store) }),
  };
  markHolding(shown, hold && tracedHold);
  return shown;
}

function readOutcome(value: Uint8Array | undefined): { readonly bytes: number; readonly found: boolean } {
  return { bytes: value?.byteLength ?? 0, found: value !== undefined };
}

function presence(result: unknown): { readonly found: boolean } {
  return { found: result !== undefined };
}

function done(): { readonly found: boolean } {
  return { found: true };
}

/** A listing is one request that ends when the caller stops, whether at its end, early or by an error. */
async function* tracedList(
  store: Store,
  prefix: string,
  options: StoreOptions | undefined,
  onRequest: (request: StoreRequest) => void,
): AsyncGenerator<StoreEntry> {
  const { location } = store;
  const start = performance.now();
  let found = false;
  let failure: { readonly error?: unknown } = {};
  try {
    for await (const entry of store.list?.(prefix, options) ?? []) {
      found = true;
      yield entry;
    }
  } catch (error) {
    failure = { error };
    throw error;
  } finally {
    const milliseconds = performance.now() - start;
    const request = { location, operation: "list", key: prefix, bytes: 0, start, milliseconds, cached: false } as const;
    onRequest({ ...request, found, ...failure });
  }
}
