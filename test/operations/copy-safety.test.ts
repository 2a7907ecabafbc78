/** A copy never harms its source, never leaves half a value, and notices when the store does not keep what it is given. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  copy,
  create,
  isHyperslabError,
  memoryStore,
  openArray,
  readOnly,
  type Store,
  withPrefix,
} from "../../src/index.ts";
import { withTrace } from "../../src/stores/wrappers/with-trace.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-copy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const data = Int32Array.from({ length: 64 }, (_, i) => i + 1);

async function sound(place: string | Map<string, Uint8Array>, format: "zarr2" | "zarr3" = "zarr3"): Promise<void> {
  await create(place, { data, chunks: [8], codecs: [], format, overwrite: true });
}

function files(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}

describe("into itself", () => {
  const place = join(folder, "source.zarr");
  beforeEach(() => sound(place));

  it.each([
    ["the same path", place],
    ["another spelling", `${folder}/./x/../source.zarr/`],
    ["a relative path", relative(process.cwd(), place)],
    ["a file: URL", `file://${place}`],
    ["a node inside", `${place}::inside`],
    ["a directory inside", `${place}/inside`],
    ["a link", join(folder, "link.zarr")],
    ["through a link to the folder", join(folder, "folder", "source.zarr")],
  ])("%s is refused, and nothing is lost", async (_, target) => {
    if (!existsSync(join(folder, "link.zarr"))) symlinkSync(place, join(folder, "link.zarr"));
    if (!existsSync(join(folder, "folder"))) symlinkSync(folder, join(folder, "folder"));
    for (const format of ["zarr3", "zarr2"] as const) {
      const copying = copy(place, target, { overwrite: true, format });
      await expect(copying).rejects.toSatisfy((error) => isHyperslabError(error, "invalid-request"));
    }
    expect([...(await (await openArray(place)).read()).data]).toEqual([...data]);
  });

  it("is noticed through wrappers and for Maps, which all have one name", async () => {
    const map = new Map<string, Uint8Array>();
    await sound(map);
    const wrapped = withTrace(readOnly(memoryStore(map)), () => {});
    await expect(copy(wrapped, map, { overwrite: true })).rejects.toThrow(/overlap/);
    await expect(copy(map, map, { overwrite: true })).rejects.toThrow(/overlap/);
    const other = new Map<string, Uint8Array>();
    expect(await copy(map, other)).toMatchObject({ passed: 8 });
    const store = memoryStore();
    await copy(map, withPrefix(store, "a"));
    expect(await copy(withPrefix(store, "a"), withPrefix(store, "b"))).toMatchObject({ passed: 8 });
  });
});

describe("what is at the target", () => {
  it("is kept unless overwriting is asked for", async () => {
    const [source, target] = [join(folder, "new.zarr"), join(folder, "old.zarr")];
    await sound(source);
    await create(target, { data: [1.5], dtype: "float64", overwrite: true });
    for (const format of ["zarr3", "zarr2"] as const) {
      const copying = copy(source, target, { format });
      await expect(copying).rejects.toSatisfy((error) => isHyperslabError(error, "exists"));
    }
    expect(await (await openArray(target)).item([0])).toBe(1.5);
    await copy(source, target, { overwrite: true, format: "zarr2" });
    expect((await openArray(target)).hierarchy.format).toBe("zarr2");
    expect(files(target).some((file) => file.endsWith("zarr.json"))).toBe(false);
  });

  it("is kept if the copy turns out to be impossible", async () => {
    const [source, target] = [join(folder, "new.zarr"), join(folder, "old.zarr")];
    await sound(source);
    await create(target, { data: [1.5], dtype: "float64", overwrite: true });
    for (const wish of [{ codecs: ["nonsense"] }, { chunks: [0] }, { format: "zarr2", shards: [8] }] as const) {
      await expect(copy(source, target, { overwrite: true, ...wish })).rejects.toThrow();
      expect(await (await openArray(target)).item([0])).toBe(1.5);
    }
    const fresh = join(folder, "fresh.zarr");
    await expect(copy(source, fresh, { codecs: ["nonsense"] })).rejects.toThrow(/nonsense/);
    expect(existsSync(fresh)).toBe(false);
  });
});

describe("verifying", () => {
  /** A store that changes one byte of what is written to chunks. */
  const corrupting = (): Store => {
    const store = memoryStore();
    return {
      ...store,
      set: (key, value, options) => {
        const kept = Uint8Array.from(value);
        if (key === "c/3") kept[5]! ^= 1;
        return store.set!(key, kept, options);
      },
    };
  };

  it.each([
    ["passed through", {}],
    ["encoded anew", { codecs: ["bytes"] }],
  ])("notices a store that changes chunks that are %s", async (_, options) => {
    const source = new Map<string, Uint8Array>();
    await create(source, { data, chunks: [8], codecs: _ === "encoded anew" ? ["gzip"] : [] });
    const failure = await copy(source, corrupting(), options).catch((error: unknown) => error);
    expect(isHyperslabError(failure, "invalid-data") && [failure.place.key, failure.message]).toEqual([
      expect.stringMatching(/^c\//),
      expect.stringContaining("does not read back"),
    ]);
    await expect(copy(source, corrupting(), { ...options, verify: false })).resolves.toMatchObject({ verified: false });
  });

  it("notices a store that loses chunks", async () => {
    const source = new Map<string, Uint8Array>();
    await sound(source);
    const store = memoryStore();
    const losing: Store = {
      ...store,
      set: async (key, value) => void (key.startsWith("c/") || (await store.set!(key, value))),
    };
    await expect(copy(source, losing)).rejects.toThrow(/does not read back/);
  });
});

describe("interrupted", () => {
  it.each([
    ["passing through", {}],
    ["encoding", { codecs: ["gzip"] as const }],
  ])("while %s: what is there is whole, nothing else is left", async (_, options) => {
    const [source, target] = [join(folder, "source.zarr"), join(folder, `target-${_}.zarr`)];
    await create(source, { data: new Int32Array(100_000).fill(7), chunks: [1000], codecs: [], overwrite: true });
    const controller = new AbortController();
    const copying = copy(source, target, {
      ...options,
      signal: controller.signal,
      concurrency: 4,
      onProgress: () => controller.abort(),
    });
    await expect(copying).rejects.toThrow(/abort/i);
    expect(files(target).filter((file) => file.includes("partial"))).toEqual([]);
    const copied = await openArray(target);
    for (let at = 0; at < 100_000; at += 1000) {
      const { data: values } = await copied.read(`${at}:${at + 1000}`, { as: "float64" });
      expect([0, 7]).toContain(values[0]);
      expect(new Set(values).size).toBe(1);
    }
    await copy(source, target, { ...options, overwrite: true });
    expect(readFileSync(join(target, "zarr.json"), "utf8")).toContain("int32");
    const again = await (await openArray(target, { dtype: "int32" })).read();
    expect(again.data.every((value) => value === 7)).toBe(true);
  });
});
