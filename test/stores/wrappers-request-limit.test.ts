import { afterEach, expect, test, vi } from "vitest";
import { storeLimits } from "../../src/stores/limits.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { adaptiveLimit, fixedLimit, withConcurrency } from "../../src/stores/wrappers/with-concurrency.ts";

afterEach(() => void vi.useRealTimers());

function after(answers: number, milliseconds: (i: number) => number, full = true): number {
  const limit = adaptiveLimit();
  for (let i = 0; i < answers; i++) limit.ended(milliseconds(i), full);
  return limit.current;
}

test("a long way takes more at once, as long as nothing else takes time", () => {
  expect(after(0, () => 30)).toBe(128);
  expect(after(64, () => 30)).toBe(192);
  expect(after(128, (i) => 30 + (i % 20))).toBe(256);
  expect(after(5000, () => 30)).toBe(storeLimits.mostRequests.value);
});

test("few at a time prove nothing", () => {
  expect(after(1000, () => 30, false)).toBe(128);
});

test("where answers queue, there are not more", () => {
  expect(after(1000, (i) => (i === 0 ? 0.3 : 6))).toBe(128);
});

test("when they begin to queue, there are fewer again, and never too few", () => {
  expect(after(300, (i) => (i < 200 ? 30 : 400))).toBe(328 - 100);
  expect(after(1400, (i) => (i < 200 ? 30 : 400))).toBe(128);
});

test("that the way has become longer is learnt", () => {
  expect(after(3500, (i) => (i < 100 ? 10 : 40))).toBeGreaterThan(300);
});

test("a limit that was given stays", () => {
  const limit = fixedLimit(3);
  for (let i = 0; i < 100; i++) limit.ended(30, true);
  expect(limit.current).toBe(3);
});

test("a store far away is asked more and more at once, within what is said", async () => {
  // Its answers take the same time each, however busy the machine is.
  vi.useFakeTimers();
  let active = 0;
  let most = 0;
  const far = {
    ...memoryStore(),
    get: async (): Promise<undefined> => {
      most = Math.max(most, (active += 1));
      await new Promise((resolve) => setTimeout(resolve, 40));
      active -= 1;
    },
  };
  const store = withConcurrency(far);
  const many = Promise.all(Array.from({ length: 600 }, (_, i) => store.get(String(i))));
  await vi.runAllTimersAsync();
  await many;
  expect(most).toBeGreaterThan(128);
  expect(most).toBeLessThanOrEqual(store.concurrency ?? 0);
  expect(store.concurrency).toBe(storeLimits.mostRequests.value);
  most = 0;
  const narrow = withConcurrency(far, { limit: 5 });
  const few = Promise.all(Array.from({ length: 20 }, (_, i) => narrow.get(String(i))));
  await vi.runAllTimersAsync();
  await few;
  expect([most, narrow.concurrency]).toEqual([5, 5]);
});
