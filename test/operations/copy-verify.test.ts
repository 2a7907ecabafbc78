/** Verification reads both sides again, believes nothing that the copy remembers, and leaves what fails marked. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { markerKey } from "../../src/dataset/open/unfinished.ts";
import { type CopyOptions, copy, create, memoryStore, open, openArray, type Store } from "../../src/index.ts";
import { objectServer } from "../stores/object-server.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-verify-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Values = Map<string, Uint8Array>;

async function numbers(): Promise<Values> {
  const map: Values = new Map();
  await create(map, { data: Int32Array.from({ length: 64 }, (_, i) => i + 1), chunks: [8], codecs: ["gzip"] });
  return map;
}

const ways: Readonly<Record<string, CopyOptions>> = {
  "passed through": {},
  "encoded anew": { chunks: [4], codecs: ["zstd"] },
};

/** A store that does something else with the value of one chunk than keeping it. */
function unfaithful(store: Store, key: string, instead: (value: Uint8Array) => Promise<void>): Store {
  return { ...store, set: async (asked, value) => (asked === key ? instead(value) : store.set!(asked, value)) };
}

describe.each(Object.keys(ways))("chunks that are %s", (way) => {
  const options = ways[way]!;

  it("a chunk that is lost without a word", async () => {
    const store = memoryStore();
    const losing = unfaithful(store, "c/3", async () => {});
    await expect(copy(await numbers(), losing, options)).rejects.toThrow(/does not read back.*c\/3/s);
    expect(await store.get(markerKey(""))).toBeDefined();
    await expect(open(store, { complete: true })).rejects.toThrow(/not finished/);
    // A store that has come to its senses: the chunk is missing, and is written.
    const source = await numbers();
    expect(await copy(source, store, { ...options, resume: true })).toMatchObject({ verified: true });
    expect((await (await openArray(store)).read()).data).toEqual((await (await openArray(source)).read()).data);
    expect(await store.get(markerKey(""))).toBeUndefined();
  });

  it("a chunk that is lost after it was read back once", async () => {
    const store = memoryStore();
    const forgetting: Store = {
      ...store,
      set: async (key, value) => {
        await store.set!(key, value);
        // The last chunk takes an earlier one with it.
        if (key === (way === "passed through" ? "c/7" : "c/15")) await store.delete!("c/1");
      },
    };
    await expect(copy(await numbers(), forgetting, { ...options, concurrency: 1 })).rejects.toThrow(
      /does not read back/,
    );
  });

  it("a source that changes meanwhile", async () => {
    const source = await numbers();
    const other = await numbers();
    await (await openArray(other)).write("0:1", 99);
    const target = memoryStore();
    const changing: Store = {
      ...target,
      set: async (key, value) => {
        await target.set!(key, value);
        if (key.startsWith("c/")) source.set("c/0", other.get("c/0")!);
      },
    };
    await expect(copy(source, changing, options)).rejects.toThrow(/does not read back/);
  });

  it("says what was compared, and how", async () => {
    const { verified, verification } = await copy(await numbers(), new Map(), options);
    const decoded = { stored: 0, decoded: 16, bytes: 256 };
    const stored = { stored: 8, decoded: 0, bytes: expect.any(Number) };
    expect([verified, verification]).toEqual([true, way === "passed through" ? stored : decoded]);
    const quick = await copy(await numbers(), new Map(), { ...options, verify: false });
    expect([quick.verified, quick.verification]).toEqual([false, undefined]);
  });
});

it("reads past a cache of the store", async () => {
  const server = await objectServer();
  try {
    const source = server.add(await numbers());
    const cacheDirectory = mkdtempSync(join(folder, "cache-"));
    const reads = (): number => server.seen.filter(({ url }) => url.endsWith("/c/3")).length;
    await copy(source, new Map(), { sourceStore: { cacheDirectory } });
    expect(reads()).toBe(2);
    await copy(source, new Map(), { sourceStore: { cacheDirectory }, verify: false });
    expect(reads()).toBe(2);
  } finally {
    await server.close();
  }
});

describe("consolidated metadata", () => {
  it("that the target cannot have are left out, or refused before anything is written", async () => {
    const source: Values = new Map();
    const root = await create(source, {});
    await (await root.create("a", { shape: [3], dtype: "int32" })).write(undefined, Int32Array.of(1, 2, 3));
    await root.consolidate();
    const target: Values = new Map();
    await expect(copy(source, target, { format: "zarr3-draft", consolidate: true })).rejects.toThrow(
      /no consolidated metadata/,
    );
    expect(target.size).toBe(0);
    expect(await copy(source, target, { format: "zarr3-draft" })).toMatchObject({ arrays: 1, verified: true });
    expect((await (await openArray(target, { path: "a" })).read()).data).toEqual(Int32Array.of(1, 2, 3));
  });
});

describe("to a Bloscpack file", () => {
  const names = (): readonly string[] => readdirSync(folder).filter((name) => name.includes("target.blp"));

  it.each([false, true])("interrupted while it is verified, with a file there before: %s", async (before) => {
    const source = await numbers();
    const target = join(folder, "target.blp");
    rmSync(target, { force: true });
    if (before) await create(target, { data: [5, 6], dtype: "int16" });
    const old = before ? readFileSync(target) : undefined;
    const controller = new AbortController();
    const phases = new Set<string>();
    const copying = copy(source, target, {
      overwrite: before,
      signal: controller.signal,
      onProgress: ({ phase }) => {
        phases.add(phase);
        if (phase === "verify") controller.abort();
      },
    });
    // One slab: the abort comes after it, and is heard before the file is put in its place.
    await expect(copying).rejects.toThrow(/abort/i);
    expect([...phases]).toEqual(["write", "verify"]);
    expect(names()).toEqual(before ? ["target.blp"] : []);
    if (old !== undefined) expect(readFileSync(target)).toEqual(old);
    expect(await copy(source, target, { overwrite: before })).toMatchObject({
      verification: { decoded: 1, bytes: 256 },
    });
    expect(names()).toEqual(["target.blp"]);
  });

  it("two copies at once: one is refused", async () => {
    const target = join(folder, "one.blp");
    const ends = await Promise.allSettled([copy(await numbers(), target), copy(await numbers(), target)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await (await openArray(target)).read()).data).toHaveLength(64);
  });

  it("what a copy that was killed left beside it is removed", async () => {
    const left = ["killed.blp.lock", ".killed.blp.0123456789ab-1.partial", ".killed.blp.x.0123456789ab-1.partial"];
    const owner = { process: 2 ** 22 + 1, host: (await import("node:os")).hostname(), token: "t" };
    for (const name of left) writeFileSync(join(folder, name), JSON.stringify(owner));
    await copy(await numbers(), join(folder, "killed.blp"), { resume: true });
    expect(readdirSync(folder).filter((name) => name.includes("killed"))).toEqual([left[2], "killed.blp"]);
  });
});
