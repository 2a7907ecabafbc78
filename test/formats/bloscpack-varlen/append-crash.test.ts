/** A crash at any moment of an append leaves the old objects or all, whether the process or the power goes. */
import { describe, expect, it } from "vitest";
import { appendObjects, memoryStore, memoryTarget, openArray, packObjects, type Store } from "../../../src/index.ts";
import { afterKill, afterPowerCut, recordedTarget, tornPoints } from "../../operations/bloscpack/recorded-target.ts";

const old = Array.from({ length: 9 }, (_, i) => `old ${i} `.repeat(40 * i));
const more = Array.from({ length: 12 }, (_, i) => `new ${i} `.repeat(120 * i));

async function objectsIn(bytes: Uint8Array): Promise<readonly unknown[]> {
  const store = memoryStore();
  await store.set?.("x.blp", bytes);
  return [...(await (await openArray(store, { path: "x.blp" })).read()).data];
}

async function recorded(attributes: Record<string, unknown> = {}) {
  const file = memoryTarget();
  await packObjects(old, file, { reserve: 20, level: 1, attributes });
  const before = file.bytes();
  const target = recordedTarget(before);
  await appendObjects(target.target, more, { level: 1 });
  return { before, changes: target.changes, after: target.bytes() };
}

async function check(left: Uint8Array): Promise<"old" | "new"> {
  const found = await objectsIn(left);
  const state = found.length === old.length ? "old" : "new";
  expect(found).toEqual(state === "old" ? old : [...old, ...more]);
  // Whatever was left can be appended to.
  const target = memoryTarget(left);
  if (state === "old") {
    await appendObjects(target, ["another"]);
    expect(await objectsIn(target.bytes())).toEqual([...found, "another"]);
  }
  return state;
}

describe.each([
  ["few metadata", {}],
  ["metadata of more than a block", { text: "x".repeat(9000) }],
])("a file with %s", (_, attributes) => {
  it("is the old or the new one when the process is killed after or within any write", async () => {
    const { before, changes, after } = await recorded(attributes);
    const seen = new Set<string>();
    for (let count = 0; count <= changes.length; count++) {
      for (const torn of tornPoints(changes[count]))
        seen.add(await check(await afterKill(before, changes, count, torn)));
    }
    expect([...seen].sort()).toEqual(["new", "old"]);
    expect(await check(after)).toBe("new");
  });

  it("is the old or the new one when the power goes", async () => {
    const { before, changes } = await recorded(attributes);
    let seed = 1;
    const keeps = (): boolean => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 16) % 2 === 0;
    };
    for (let count = 0; count <= changes.length; count++) {
      for (let round = 0; round < 4; round++) await check(await afterPowerCut(before, changes, count, keeps));
    }
  });
});

it("a directory is the old or the new one after every file that was put", async () => {
  const states: ReadonlyMap<string, Uint8Array>[] = [];
  const files = new Map<string, Uint8Array>();
  const memory = memoryStore(files);
  const store: Store = {
    ...memory,
    set: async (key, value, options) => {
      states.push(new Map(files));
      await memory.set?.(key, value, options);
    },
  };
  await packObjects(old, store, { superchunk: 4 });
  states.length = 0;
  await appendObjects(store, more);
  states.push(new Map(files));
  const lengths: number[] = [];
  for (const state of states) {
    const found = [...(await (await openArray(memoryStore(new Map(state)))).read()).data];
    expect(found).toEqual(found.length === old.length ? old : [...old, ...more]);
    lengths.push(found.length);
  }
  expect(new Set(lengths)).toEqual(new Set([old.length, old.length + more.length]));
});

it("is not believed where it was cut off inside the header", async () => {
  await expect(appendObjects(memoryTarget(new Uint8Array(20)), ["a"])).rejects.toThrow(/byte/);
});
