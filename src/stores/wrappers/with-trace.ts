/** Reports every request to a store, for tests that count them and for displays of network activity. */
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import { type HoldValue, holdOf, markHolding } from "../direct-reads.ts";
import { ownMethods, type RequestAnswer, type Store, type StoreEntry, type StoreOptions } from "../store.ts";

/** The methods of a store that are traced. */
export type StoreOperation =
  | Exclude<keyof Store, "location" | "keyOfMember" | "watchForbidden" | "flush" | "abandon" | "close">
  | "unlock";

/** One finished request. */
export interface StoreRequest {
  /** The location of the store, as in messages. */
  readonly location: string;
  /** The method of the store that was called. */
  readonly operation: StoreOperation;
  /** The key, the prefix of a listing, or the old name in a rename. */
  readonly key: string;
  /** The requested part of the value. */
  readonly range?: ByteRange;
  /** Bytes of values read or written; 0 for listings and `head`. */
  readonly bytes: number;
  /** When it started, on the clock of `performance.now()`. */
  readonly start: number;
  /** How long it took. */
  readonly milliseconds: number;
  /** Whether it was answered from a cache. */
  readonly cached: boolean;
  /** Whether anything was found. For a listing: at least one entry. For a write: it succeeded. */
  readonly found: boolean;
  /** Why it failed, if it did. */
  readonly error?: unknown;
}

/** The same store with the same capabilities; `onRequest` is called when a request has ended. */
export function withTrace(store: Store, onRequest: (request: StoreRequest) => void): Store {
  const own = ownMethods(store);
  const { location, get, head, list, listDirectory, set, delete: remove, deletePrefix, rename, locate, lock } = own;
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
    // Nothing was read, but the request was made.
    if (held === undefined) return traced("get", key, async () => undefined, presence);
    return { ...held, read: (range, asked) => traced("get", key, () => held.read(range, asked), readOutcome, range) };
  };
  const shown: Store = {
    ...own,
    get: (key, options) =>
      traced("get", key, (answer) => get(key, { ...options, answer }), readOutcome, options?.range),
    ...(head && {
      head: (key, options) => traced("head", key, (answer) => head(key, { ...options, answer }), presence),
    }),
    ...(list && { list: (prefix, options) => tracedList({ location, list }, prefix, options, onRequest) }),
    ...(listDirectory && {
      listDirectory: (prefix, options) =>
        traced(
          "listDirectory",
          prefix,
          () => listDirectory(prefix, options),
          ({ keys, prefixes }) => ({ found: keys.length + prefixes.length > 0 }),
        ),
    }),
    ...(set && {
      set: (key, value, options) =>
        traced(
          "set",
          key,
          () => set(key, value, options),
          () => ({ bytes: value.byteLength }),
        ),
    }),
    ...(remove && {
      delete: (key, options) => traced("delete", key, () => remove(key, options), done),
    }),
    ...(deletePrefix && {
      deletePrefix: (prefix, options) => traced("deletePrefix", prefix, () => deletePrefix(prefix, options), done),
    }),
    ...(rename && {
      rename: (from, to, options) => traced("rename", from, () => rename(from, to, options), done),
    }),
    ...(locate && {
      locate: (key) => {
        const start = performance.now();
        const path = locate(key);
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
          () => lock(options),
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

/** A listing is one request, which ends when the caller stops: at the end, early, or with an error. */
async function* tracedList(
  { location, list }: Pick<Required<Store>, "location" | "list">,
  prefix: string,
  options: StoreOptions | undefined,
  onRequest: (request: StoreRequest) => void,
): AsyncGenerator<StoreEntry> {
  const start = performance.now();
  let found = false;
  let failure: { readonly error?: unknown } = {};
  try {
    for await (const entry of list(prefix, options)) {
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
