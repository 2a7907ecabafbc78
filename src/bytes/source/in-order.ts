/** Work under way at once, with results in the order of its items. */

/** At most `limit` results exist that were not taken yet. What is under way when the taker stops is waited for. */
export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  task: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const next = task(item);
      // Its failure is met in its turn.
      next.catch(() => {});
      pending.push(next);
      if (pending.length >= limit) yield await pending.shift()!;
    }
    while (pending.length > 0) yield await pending.shift()!;
  } finally {
    await Promise.allSettled(pending);
  }
}
