/** Bounded work under one signal. */
import { expect, it } from "vitest";
import { forEachBounded } from "../../src/bytes/concurrency.ts";

it("lets any number of waiters share a signal, without a warning", async () => {
  const { signal } = new AbortController();
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", onWarning);
  await forEachBounded(
    Array.from({ length: 40 }),
    40,
    async () => {
      const listener = (): void => {};
      signal.addEventListener("abort", listener, { once: true });
      await new Promise((resolve) => setTimeout(resolve, 1));
      signal.removeEventListener("abort", listener);
    },
    signal,
  );
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

it("hears the signal however many items there are, though none of them waits for anything", async () => {
  const MANY = 20_000_000;
  let taken = 0;
  const items = function* (): Generator<number> {
    for (; taken < MANY; taken++) yield taken;
  };
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error("enough")));
  await expect(forEachBounded(items(), 4, async () => {}, controller.signal)).rejects.toThrow("enough");
  expect(taken).toBeLessThan(MANY);
});

it("does not start an item that was taken before a pause, if another fails during the pause", async () => {
  const started: number[] = [];
  let fail = (): void => {};
  const failing = new Promise<void>((_, reject) => {
    fail = () => reject(new Error("no"));
  });
  const run = forEachBounded([0, 1, 2, 3, 4], 2, async (item) => {
    started.push(item);
    if (item === 1) await failing;
    if (item !== 2) return;
    // Item 3 is taken at the end of a long turn, and is held back until the next.
    for (const end = performance.now() + 20; performance.now() < end; );
    void (async () => {
      for (let i = 0; i < 100; i++) await undefined;
      fail();
    })();
  });
  await expect(run).rejects.toThrow("no");
  expect(started).toEqual([0, 1, 2]);
});
