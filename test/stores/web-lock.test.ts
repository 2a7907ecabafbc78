/** Locks of browsers, for directories that pages write. */
import { afterEach, expect, test, vi } from "vitest";
import { webLock } from "../../src/stores/browser/directory-store.ts";

afterEach(() => vi.unstubAllGlobals());

/** As a browser's: one holder per name, the others wait in order. */
function locks(): object {
  const tails = new Map<string, Promise<void>>();
  return {
    request: async (name: string, options: { signal?: AbortSignal }, run: () => Promise<void>) => {
      const turn = (tails.get(name) ?? Promise.resolve()).then(() => {
        options.signal?.throwIfAborted();
        return run();
      });
      tails.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
  };
}

test("one holder at a time; the next gets it when it is released", async () => {
  vi.stubGlobal("navigator", { locks: locks() });
  const order: string[] = [];
  const first = (await webLock("a", undefined))!;
  const second = webLock("a", undefined).then((lock) => {
    order.push("second");
    return lock;
  });
  await (await webLock("b", undefined))!.release();
  order.push("first");
  expect(first.held).toBe(true);
  await first.release();
  await (await second)!.release();
  expect(order).toEqual(["first", "second"]);
});

test("waiting can be aborted, and without lock support there is no lock", async () => {
  vi.stubGlobal("navigator", { locks: locks() });
  const first = (await webLock("a", undefined))!;
  const controller = new AbortController();
  const second = webLock("a", controller.signal);
  controller.abort(new Error("enough"));
  await first.release();
  await expect(second).rejects.toThrow("enough");
  vi.stubGlobal("navigator", {});
  expect(await webLock("a", undefined)).toBeUndefined();
});
