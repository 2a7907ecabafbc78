/** How many tasks run at once, in which order, and how long they may keep the thread. */

/**
 * Runs `task` for every item, at most `limit` at a time, taking items as needed. After the first failure no more items are
 * taken; the failure is thrown once the running tasks have ended, so none of them outlives the call. However many items
 * there are, timers run and the signal is checked in between.
 */
export async function forEachBounded<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  task: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  if (signal !== undefined) expectListeners(signal);
  let failed = false;
  let failure: unknown;
  const longTurn = turnLimiter();
  const runner = async (): Promise<void> => {
    for (let isFirst = true; !failed; isFirst = false) {
      try {
        signal?.throwIfAborted();
        // Awaiting a value that is not a promise would cost every item a turn.
        const step = iterator.next();
        const next = step instanceof Promise ? await step : step;
        if (next.done === true) return;
        const pause = isFirst ? undefined : longTurn();
        if (pause !== undefined) {
          await pause;
          signal?.throwIfAborted();
          if (failed) return;
        }
        await task(next.value);
      } catch (error) {
        if (!failed) failure = error;
        failed = true;
      }
    }
  };
  // With a limit below 1, one runner still does the work; otherwise it would silently stay undone.
  await Promise.all(Array.from({ length: limit >= 1 ? Math.floor(limit) : 1 }, runner));
  if (failed) {
    await iterator.return?.();
    throw failure;
  }
}

/** Like `forEachBounded`, with the results in the order of the items. */
export async function mapBounded<T, R>(
  items: Iterable<T>,
  limit: number,
  task: (item: T) => Promise<R>,
  signal?: AbortSignal,
): Promise<R[]> {
  const results: R[] = [];
  await forEachBounded(
    [...items].entries(),
    limit,
    async ([index, item]) => {
      results[index] = await task(item);
    },
    signal,
  );
  return results;
}

/**
 * Yields the results in the order of the items, with at most `limit` tasks ahead of the consumer. If the consumer stops,
 * running tasks are awaited.
 */
export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  task: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const next = task(item);
      // The failure is thrown when its turn comes.
      next.catch(() => {});
      pending.push(next);
      if (pending.length >= limit) yield await pending.shift()!;
    }
    while (pending.length > 0) yield await pending.shift()!;
  } finally {
    await Promise.allSettled(pending);
  }
}

/** Serialises writers of one key in the order in which they were called, so that the last one wins. */
export type InOrder = (key: string, run: () => Promise<void>) => Promise<void>;

export function keyOrder(): InOrder {
  const last = new Map<string, Promise<void>>();
  return async (key, run) => {
    const before = last.get(key);
    const mine = before === undefined ? run() : before.then(run, run);
    last.set(key, mine);
    try {
      await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

const shared = new WeakSet<AbortSignal>();

/** For a signal with many listeners: Node treats more than ten as a leak and warns on stderr. */
export function expectListeners(signal: AbortSignal): void {
  if (shared.has(signal)) return;
  shared.add(signal);
  try {
    globalThis.process?.getBuiltinModule?.("node:events").setMaxListeners(0, signal);
  } catch {
    // Signals that are not Node's own cause no such warning.
  }
}

// Turns of the event loop. Work that awaits only values that are ready never lets timers, input or an abort signal
// run, however often it awaits. Now and then it has to yield.

/** Half a frame of a 60 Hz screen: a pause of this length goes unnoticed. */
export const LONGEST_TURN_MILLISECONDS = 8;

/** Runs after the current task and its microtasks. `setTimeout` would take one to four milliseconds. */
export function afterThisTurn(run: () => void): void {
  if (typeof setImmediate === "function") {
    setImmediate(run);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(undefined);
}

/**
 * For loops of many steps: called between two steps, returns a promise for the end of this turn if the turn has lasted too
 * long. A turn counts from its first step, so work that awaits other things does not pause needlessly.
 */
export function turnLimiter(): () => Promise<void> | undefined {
  let turn: Promise<void> | undefined;
  let start = 0;
  const end = (resolve: () => void): void =>
    afterThisTurn(() => {
      turn = undefined;
      resolve();
    });
  return () => {
    if (turn !== undefined) return performance.now() - start > LONGEST_TURN_MILLISECONDS ? turn : undefined;
    start = performance.now();
    turn = new Promise(end);
    return undefined;
  };
}
