/** The one place that bounds how much is under way at once. */
import { expectListeners } from "./abort.ts";
import { turnLimiter } from "./turn.ts";

/**
 * Runs `task` for every item, at most `limit` at a time, taking items as they are needed. The first failure stops the
 * taking of items, and is thrown when what was under way has ended, so that nothing goes on behind the caller's back.
 * However many items there are, timers and the signal are heard in between.
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
        // Waiting for what is there would cost every item a turn.
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
  // Whatever the limit is, somebody has to do the work: none at all would leave it undone without a word.
  await Promise.all(Array.from({ length: limit >= 1 ? Math.floor(limit) : 1 }, runner));
  if (failed) {
    await iterator.return?.();
    throw failure;
  }
}

/** As `forEachBounded`, with the results in the order of the items. */
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
