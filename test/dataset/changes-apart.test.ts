/** Changes of one hierarchy through handles that were opened apart: none is lost, and consolidated metadata stays true. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type AddressInput, create, openGroup } from "../../src/index.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { toldBy } from "./consolidated-truth.ts";
import { roundsApart } from "./rounds-apart.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-apart-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let count = 0;
const PLACES: readonly (readonly [string, number, () => AddressInput])[] = [
  ["a directory", 10, () => join(base, `${++count}.zarr`)],
  ["a memory: address", 10, () => `memory:apart-${++count}`],
  ["a zip archive", 10, () => join(base, `${++count}.zip`)],
  ["a live Map", 10, () => new Map<string, Uint8Array>()],
];

describe.each(["zarr3", "zarr2"] as const)("%s", (format) => {
  it.each(PLACES)("in %s: %i rounds of concurrent changes", async (_, rounds, place) => {
    await roundsApart(format, place(), rounds);
  });

  it("refuses all but one of several concurrent creators of a node", async () => {
    const path = join(base, `${++count}.zarr`);
    await (await create(path, { format })).consolidate();
    const roots = await Promise.all(Array.from({ length: 4 }, () => openGroup(path)));
    const outcomes = await Promise.allSettled(roots.map((root, i) => root.create("same", { attributes: { i } })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { said, stored } = await toldBy(path);
    expect(said).toEqual(stored);
  });
});

/** A store of someone else's, which cannot keep other programs out. */
function withoutLock(store: Store): Store {
  const { lock: _, ...rest } = store;
  return rest;
}

describe.each(["zarr3", "zarr2"] as const)("a store without a lock, %s", (format) => {
  it("drops consolidated metadata with the first change, and says so", async () => {
    const store = withoutLock(memoryStore());
    const root = await create(store, { format });
    await root.create("a");
    await root.consolidate();
    expect((await toldBy(store)).block).toBe(true);
    const group = await openGroup(store);
    await group.setAttributes({ b: 1 });
    expect(group.hierarchy.consolidated).toBe(false);
    const { block, stored } = await toldBy(store);
    expect([block, stored]).toEqual([false, { "": { b: 1 }, a: {} }]);
    await group.consolidate();
    const child = await openGroup(store, { path: "a" });
    await child.setAttributes({ c: 1 });
    expect((await toldBy(store)).block).toBe(false);
    expect(child.hierarchy.notes.map(({ message }) => message).join()).toMatch(/consolidate again/);
  });

  it("sees a change that came between reading and writing the block", async () => {
    const store = memoryStore();
    const root = await create(withoutLock(store), { format });
    await root.create("a");
    const name = format === "zarr3" ? "zarr.json" : ".zmetadata";
    let pending = true;
    // Someone else's change, made after all documents were read and before the block is there.
    const watched: Store = {
      ...withoutLock(store),
      location: "watched",
      identity: {},
      set: async (key, value, options) => {
        if (pending && key === name && new TextDecoder().decode(value).includes('"metadata"')) {
          pending = false;
          await (await openGroup(withoutLock(store), { path: "a", consolidated: false })).setAttributes({ late: 1 });
        }
        await store.set!(key, value, options);
      },
    };
    await (await openGroup(watched)).consolidate();
    const { block, said, stored } = await toldBy(store);
    expect(pending).toBe(false);
    expect(stored["a"]).toEqual({ late: 1 });
    expect([block, said]).toEqual([true, stored]);
  });

  it("drops a block that came up during a change", async () => {
    const store = memoryStore();
    const root = await create(withoutLock(store), { format });
    await root.create("a");
    let pending = true;
    // Someone else consolidates after this change has looked for blocks, and before it is written.
    const watched: Store = {
      ...withoutLock(store),
      location: "watched",
      identity: {},
      set: async (key, value, options) => {
        if (pending && key.startsWith("a/")) {
          pending = false;
          await (await openGroup(withoutLock(store))).consolidate();
        }
        await store.set!(key, value, options);
      },
    };
    await (await openGroup(watched, { path: "a" })).setAttributes({ late: 1 });
    expect(pending).toBe(false);
    expect(await toldBy(store)).toMatchObject({ block: false, stored: { a: { late: 1 } } });
  });
});

it("an address into a hierarchy in memory leads to its root, whose block stays true", async () => {
  const root = await create("memory:nested-apart");
  await root.create("a/b");
  await root.consolidate();
  const child = await openGroup("memory:nested-apart/a/b");
  expect(child.path).toBe("a/b");
  await child.setAttributes({ c: 1 });
  expect(await toldBy("memory:nested-apart")).toMatchObject({ block: true, said: { "a/b": { c: 1 } } });
});

it("leaves no lock behind", async () => {
  const path = join(base, "clean.zarr");
  const root = await create(path);
  await root.setAttributes({ a: 1 });
  expect(readdirSync(path)).toEqual(["zarr.json"]);
});

it("leaves no directory behind where a change is aborted", async () => {
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(create(join(base, "new/absent.zarr"), { signal })).rejects.toThrow("enough");
  const store = fileStore(join(base, "new/absent.zarr"));
  await (await store.lock!())!.release();
  expect(readdirSync(base)).not.toContain("new");
});
