/**
 * Limits concurrent requests to one store or, over all its stores, to one host. Requests wait in order, and stores that
 * share a host take turns, so that a long read of one does not starve the others.
 */
import { HyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";
import type { Store, StoreEntry, StoreOptions } from "../store.ts";
import { wrapRequests } from "./wrap-requests.ts";

/** How many requests are sent at once. */
export interface ConcurrencyOptions {
  /**
   * Concurrent requests; default 128, and up to 512 while only the round trip takes time. Stores that share a host each
   * keep to their own limit, counting all requests.
   */
  readonly limit?: number | undefined;
  /**
   * Stores with the same name here are counted together; default: this store alone. A store that is already limited is
   * never limited under the same name again, because each of the two would wait for the other.
   */
  readonly host?: string | undefined;
}

/** The same store, with exactly its capabilities. */
export function withConcurrency(store: Store, options: ConcurrencyOptions = {}): Store {
  const { limit, host } = options;
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1)) {
    throw new HyperslabError("invalid-request", `not a valid number of requests: ${limit}`, { hint: "Use 1 or more." });
  }
  const client = {};
  const own = host === undefined ? makeGate() : undefined;
  const fixed = limit === undefined ? undefined : fixedLimit(limit);
  const run = async <T>(request: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    signal?.throwIfAborted();
    const gate = own ?? gateOf(host ?? "");
    const limited = fixed ?? gate.limit;
    if (!gate.enter(limited)) await gate.wait(client, limited, signal);
    const started = performance.now();
    try {
      const result = await request();
      limited.ended(performance.now() - started, gate.active() >= limited.current);
      return result;
    } finally {
      gate.leave();
    }
  };
  const wrapped = wrapRequests(
    store,
    (_, __, request, signal) => run(request, signal),
    (prefix, given) => listInTurns(store, prefix, given, run),
  );
  return { ...wrapped, concurrency: limit ?? storeLimits.mostRequests.value };
}

/** A listing takes a turn for every step, because the caller may make requests between two steps. */
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
  readonly limit: RequestLimit;
  start(): void;
}

interface Gate {
  /** The limit of its stores, except for those with a limit of their own. */
  readonly limit: RequestLimit;
  active(): number;
  /** Returns whether a request may proceed, or must wait. */
  enter(limit: RequestLimit): boolean;
  wait(client: object, limit: RequestLimit, signal: AbortSignal | undefined): Promise<void>;
  leave(): void;
}

/** Hosts, least recently used first. Idle ones are kept for what was learnt about them. */
const gates = new Map<string, Gate>();

function gateOf(host: string): Gate {
  const known = gates.get(host);
  if (known !== undefined) return known;
  const gate = makeGate();
  gates.set(host, gate);
  for (const [name, other] of gates) {
    if (!storeLimits.knownHosts.isExceededBy(gates.size)) break;
    if (other.active() === 0 && other !== gate) gates.delete(name);
  }
  return gate;
}

function makeGate(): Gate {
  let active = 0;
  /** A queue per waiting store, in the order of their turns. */
  const queues = new Map<object, Set<Waiting>>();
  const admit = (): void => {
    if (queues.size === 0) return;
    for (const [client, queue] of queues) {
      const first = queue.values().next().value;
      if (first === undefined || active >= first.limit.current) continue;
      queue.delete(first);
      if (queue.size === 0 || queues.size > 1) {
        queues.delete(client);
        if (queue.size > 0) queues.set(client, queue);
      }
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
    limit: adaptiveLimit(),
    active: () => active,
    enter: (limit) => {
      if (active >= limit.current || queues.size > 0) return false;
      active += 1;
      return true;
    },
    wait: (client, limit, signal) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(client) ?? new Set();
        queues.set(client, queue);
        if (signal === undefined) {
          queue.add({ limit, start: resolve });
          admit();
          return;
        }
        const stop = (): void => {
          forget(client, waiting);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          limit,
          start: () => {
            signal.removeEventListener("abort", stop);
            resolve();
          },
        };
        signal.addEventListener("abort", stop, { once: true });
        queue.add(waiting);
        admit();
      }),
    leave: () => {
      active -= 1;
      // A limit that has grown admits two.
      admit();
      admit();
    },
  };
}

export interface RequestLimit {
  readonly current: number;
  /** A request succeeded. `full` if the limit was reached at the time. */
  ended(milliseconds: number, full: boolean): void;
}

/** The shortest time grows slowly, because the route may have become longer: it doubles after 1400 responses. */
const FORGETTING = 1.0005;

/**
 * Useful concurrency. The longer the round trip, the more requests it holds: while responses take about as long as the
 * quickest one did, requests wait only for the round trip, and one more fits. When responses take much longer, the
 * server, the connection or this processor is the limit, and more requests would only queue.
 */
export function adaptiveLimit(): RequestLimit {
  let current = storeLimits.fewestRequests.value;
  let quickest = Number.POSITIVE_INFINITY;
  return {
    get current() {
      return current;
    },
    ended: (milliseconds, full) => {
      quickest = Math.min(milliseconds, quickest * FORGETTING);
      if (milliseconds <= 3 * quickest) current = storeLimits.mostRequests.cap(full ? current + 1 : current);
      else if (milliseconds > 8 * quickest) current = storeLimits.fewestRequests.atLeast(current - 1);
    },
  };
}

export function fixedLimit(limit: number): RequestLimit {
  return { current: limit, ended: () => {} };
}
