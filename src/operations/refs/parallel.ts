/** Work on many things, a few at a time. The first failure ends it. */
export async function inParallel<T>(
  items: Iterable<T>,
  concurrency: number | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true && !failed; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency ?? DEFAULT_CONCURRENCY) }, worker));
}

const DEFAULT_CONCURRENCY = 16;
