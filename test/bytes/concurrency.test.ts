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
