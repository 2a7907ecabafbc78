/**
 * Retries failed requests where that is safe: reads, listings and idempotent writes, but not renames. The delay grows
 * with each attempt, with jitter, so that many clients do not return at once; a server's Retry-After is respected.
 */
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { sleep } from "../sleep.ts";
import type { Store, StoreEntry, StoreOptions } from "../store.ts";
import { compareKeys } from "../store-key.ts";
import type { StoreOperation } from "./with-trace.ts";
import { type RunRequest, wrapRequests } from "./wrap-requests.ts";

/** A request that failed and will be sent again. */
export interface RetryEvent {
  /** The method of the store. */
  readonly operation: StoreOperation;
  /** The requested key. */
  readonly key: string;
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  /** Why it failed. */
  readonly error: HyperslabError;
}

/** When and how often failed requests are sent again. */
export interface RetryOptions {
  /** The total number of attempts; default 5. */
  readonly attempts?: number | undefined;
  /** The first delay, in milliseconds, doubled with each attempt; default 100. */
  readonly delay?: number | undefined;
  /** The longest delay between two attempts, unless the server asks for more; default 10 000. */
  readonly maximumDelay?: number | undefined;
  /**
   * Milliseconds after which no further attempt begins; default 60 000. If a server asks for a longer wait, the request
   * fails.
   */
  readonly budget?: number | undefined;
  /** Called before each delay. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** For tests: returns a number from 0 to 1. */
  readonly random?: (() => number) | undefined;
}

/** The same store, with exactly its capabilities. */
export function withRetry(store: Store, options: RetryOptions = {}): Store {
  const run: RunRequest = (operation, key, request, signal) =>
    operation === "rename" ? request() : retried(operation, key, request, signal, options);
  return wrapRequests(store, run, (prefix, given) => listWithRetries(store, prefix, given, run));
}

/** Runs a request, retrying as long as that may help. */
export async function retried<T>(
  operation: StoreOperation,
  key: string,
  request: () => Promise<T>,
  signal: AbortSignal | undefined,
  options: RetryOptions,
): Promise<T> {
  const { attempts = 5, budget = 60_000, onRetry } = options;
  const started = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      if (signal?.aborted === true || !isHyperslabError(error)) throw error;
      if (!mayRetry(error)) throw error.request === undefined ? error : withAttempts(error, attempt);
      const delay = delayAfter(attempt, error, options);
      if (attempt >= attempts || performance.now() - started + delay > budget) throw withAttempts(error, attempt);
      onRetry?.({ operation, key, attempt, delay, error });
      await sleep(delay, signal);
    }
  }
}

/** A failure may say whether it is transient; otherwise only the store's own failures are. */
function mayRetry(error: HyperslabError): boolean {
  return error.request?.transient ?? error.code === "io";
}

/** At least half of the doubled delay and at most all of it; at least what the server asked for, plus a little. */
function delayAfter(attempt: number, error: HyperslabError, options: RetryOptions): number {
  const { delay = 100, maximumDelay = 10_000, random = Math.random } = options;
  const step = Math.min(maximumDelay, delay * 2 ** (attempt - 1));
  const jittered = step * (0.5 + 0.5 * random());
  const asked = error.request?.retryAfter;
  return asked === undefined ? jittered : asked + (step / 2) * random();
}

function withAttempts(error: HyperslabError, attempts: number): HyperslabError {
  const { code, what, place, hint, cause, request } = error;
  const tries = attempts === 1 ? "" : ` (tried ${attempts} times)`;
  const asked = request?.retryAfter;
  const wait = asked === undefined ? "" : `; the server asks to wait ${Math.ceil(asked / 1000)} s`;
  return new HyperslabError(code, `${what}${tries}${wait}`, {
    ...place,
    request: { kind: "store", transient: true, ...request, attempts },
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A listing that fails is restarted after the last key it returned: listings are in order. */
async function* listWithRetries(
  store: Store,
  prefix: string,
  options: StoreOptions | undefined,
  run: RunRequest,
): AsyncGenerator<StoreEntry> {
  let last: string | undefined;
  let entries: AsyncIterator<StoreEntry> | undefined;
  const next = async (): Promise<StoreEntry | undefined> => {
    entries ??= (store.list?.(prefix, options) ?? none())[Symbol.asyncIterator]();
    try {
      for (;;) {
        const step = await entries.next();
        if (step.done === true) return undefined;
        if (last === undefined || compareKeys(step.value.key, last) > 0) return step.value;
      }
    } catch (error) {
      entries = undefined;
      throw error;
    }
  };
  try {
    for (;;) {
      const entry = await run("list", prefix, next, options?.signal);
      if (entry === undefined) return;
      last = entry.key;
      yield entry;
    }
  } finally {
    await entries?.return?.();
  }
}

async function* none(): AsyncGenerator<StoreEntry> {}
