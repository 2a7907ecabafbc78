/**
 * Bounds how many requests are under way, to one store or, over all stores on it, to one host. Requests wait in order,
 * and stores that share a host take turns, so that a long read of one does not starve the others.
 */
import { HyperslabError } from "../../errors.ts";
import type { Store, StoreEntry, StoreOptions } from "../store.ts";
import { wrapRequests } from "./wrap-requests.ts";

export interface ConcurrencyOptions {
  /** Requests at once; default 64. Stores that share a host each keep to their own limit, counting all requests. */
  readonly limit?: number | undefined;
  /**
   * Stores that are given the same name here are counted together; default: this store alone. A store that is limited
   * already is never limited by the same name again: each of the two would wait for the other.
   */
  readonly host?: string | undefined;
}

/** At a round trip of 30 ms some two thousand requests a second, which is about what one core can make use of. */
const DEFAULT_LIMIT = 64;

/** The same store, with exactly its capabilities. */
export function withConcurrency(store: Store, options: ConcurrencyOptions = {}): Store {
  const { limit = DEFAULT_LIMIT, host } = options;
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new HyperslabError("invalid-request", `${limit} is no number of requests`, { hint: "Give 1 or more." });
  }
  const client = {};
  const own = host === undefined ? makeGate(() => {}) : undefined;
  const run = async <T>(request: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    signal?.throwIfAborted();
    const gate = own ?? gateOf(host ?? "");
    await gate.enter(client, limit, signal);
    try {
      return await request();
    } finally {
      gate.leave();
    }
  };
  const wrapped = wrapRequests(
    store,
    (_, __, request, signal) => run(request, signal),
    (prefix, given) => listInTurns(store, prefix, given, run),
  );
  return { ...wrapped, concurrency: limit };
}

/** A listing takes its turn for every step: what the caller does between two steps may be requests too. */
async function* listInTurns(
  store: Store,
  prefix: string,
  options: StoreOptions | undefined,
  run: <T>(request: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T>,
): AsyncGenerator<StoreEntry> {
  const entries = store.list?.(prefix, options)[Symbol.asyncIterator]();
  if (entries === undefined) return;
  try {
    for (;;) {
      const step = await run(() => entries.next(), options?.signal);
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await entries.return?.();
  }
}

interface Waiting {
  readonly limit: number;
  start(): void;
}

interface Gate {
  enter(client: object, limit: number, signal: AbortSignal | undefined): Promise<void>;
  leave(): void;
}

/** Hosts with requests under way or waiting. */
const gates = new Map<string, Gate>();

function gateOf(host: string): Gate {
  let gate = gates.get(host);
  if (gate === undefined) gates.set(host, (gate = makeGate(() => gates.delete(host))));
  return gate;
}

function makeGate(whenIdle: () => void): Gate {
  let active = 0;
  /** A queue for each store that waits, in the order of their turns. */
  const queues = new Map<object, Set<Waiting>>();
  const admit = (): void => {
    for (const [client, queue] of queues) {
      const [first] = queue;
      if (first === undefined || active >= first.limit) continue;
      queue.delete(first);
      queues.delete(client);
      if (queue.size > 0) queues.set(client, queue);
      active += 1;
      first.start();
      return;
    }
  };
  const forget = (client: object, waiting: Waiting): void => {
    const queue = queues.get(client);
    queue?.delete(waiting);
    if (queue?.size === 0) queues.delete(client);
  };
  return {
    enter: (client, limit, signal) => {
      if (active < limit && queues.size === 0) {
        active += 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          forget(client, waiting);
          reject(signal?.reason);
        };
        const waiting: Waiting = {
          limit,
          start: () => {
            signal?.removeEventListener("abort", stop);
            resolve();
          },
        };
        signal?.addEventListener("abort", stop, { once: true });
        const queue = queues.get(client) ?? new Set();
        queues.set(client, queue.add(waiting));
        admit();
      });
    },
    leave: () => {
      active -= 1;
      admit();
      if (active === 0 && queues.size === 0) whenIdle();
    },
  };
}
