/** Locks by key: one holder at a time, any number of keys at once. */
import { expect, it } from "vitest";
import { withLock, withLocks } from "../../src/dataset/engine/key-lock.ts";

/** A promise that is kept when told. */
function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

it("takes as many keys as a batch of tiny chunks has", async () => {
  const keys = Array.from({ length: 300_000 }, (_, i) => `c/${i}`);
  expect(await withLocks(keys, async () => "done")).toBe("done");
});

it("waits for the holder of any of its keys, and others wait for it", async () => {
  const log: string[] = [];
  const gates = { b: gate(), all: gate() };
  const held = (name: string, until?: Promise<void>) => async (): Promise<void> => {
    log.push(`${name} begins`);
    await until;
    log.push(`${name} ends`);
  };
  const runs = [
    withLock("b", held("b", gates.b.passed)),
    withLocks(["c", "a", "b", "a"], held("all", gates.all.passed)),
    withLock("a", held("a")),
    withLock("d", held("d")),
  ];
  await runs[3];
  expect(log).toEqual(["b begins", "d begins", "d ends"]);
  gates.b.open();
  await runs[0];
  const last = withLocks(["b", "c"], held("last"));
  gates.all.open();
  await Promise.all([...runs, last]);
  const afterAll = log.slice(log.indexOf("all ends"));
  expect(log.slice(3, 6)).toEqual(["b ends", "all begins", "all ends"]);
  expect(afterAll.sort()).toEqual(["a begins", "a ends", "all ends", "last begins", "last ends"]);
});

it("two holders of many keys in any order never wait for each other", async () => {
  let inside = 0;
  const action = async (): Promise<void> => {
    inside += 1;
    expect(inside).toBe(1);
    await Promise.resolve();
    inside -= 1;
  };
  const keys = ["a", "b", "c", "d"];
  await Promise.all(Array.from({ length: 20 }, (_, i) => withLocks(i % 2 ? keys : keys.toReversed(), action)));
  expect(inside).toBe(0);
});

it("a holder that fails lets go", async () => {
  const failed = withLocks(["a", "b"], async () => {
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await withLock("b", async () => 1)).toBe(1);
});
