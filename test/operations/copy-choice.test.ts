/** What a copy takes from the source, and what it leaves at the target. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copy, create, isHyperslabError, openArray, openGroup, planCopy, runCopy, tree } from "../../src/index.ts";
import { sampleHierarchy } from "./sample-hierarchy.ts";

type MemoryMap = Map<string, Uint8Array>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-choice-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const numbers = (count: number): Int32Array<ArrayBuffer> => Int32Array.from({ length: count }, (_, index) => index);

async function cube(): Promise<MemoryMap> {
  const store: MemoryMap = new Map();
  await create(store, { data: numbers(240), shape: [4, 6, 10], chunks: [2, 4, 3], dims: ["t", "y", "x"] });
  return store;
}

describe("a part of an array", () => {
  it.each([
    ["1:3", [2, 6, 10]],
    ["::-1, 1:, ::3", [4, 5, 4]],
    ["2", [1, 6, 10]],
    ["..., [9, 0, 4]", [4, 6, 3]],
    ["y=2:5", [4, 3, 10]],
    ["0:0", [0, 6, 10]],
  ])("%s", async (selection, shape) => {
    const [source, target] = [await cube(), new Map()];
    const report = await copy(source, target, { selection });
    expect(report).toMatchObject({ arrays: 1, passed: 0, verified: true });
    const array = await openArray(target);
    expect([array.shape, array.chunks, array.dims]).toEqual([shape, [2, 4, 3], ["t", "y", "x"]]);
    const wanted = await (await openArray(source)).read(selection);
    expect((await array.read()).data).toEqual(wanted.data);
  });

  it("goes with another layout, in another format, and by a saved plan", async () => {
    const [source, target] = [await cube(), new Map()];
    const plan = await planCopy(source, target, { selection: "1:4", format: "zarr2", chunks: [1, 6, 10] });
    await runCopy(JSON.parse(JSON.stringify(plan)), { source, target });
    const wanted = await (await openArray(source)).read("1:4");
    expect((await (await openArray(target)).read()).data).toEqual(wanted.data);
  });

  it("of everything is a copy of everything, byte for byte", async () => {
    expect(await copy(await cube(), new Map(), { selection: ":" })).toMatchObject({ passed: 16, encoded: 0 });
  });

  it("is refused of a group, and to a Bloscpack file", async () => {
    const { store } = await sampleHierarchy("zarr3");
    await expect(copy(store, new Map(), { selection: "0" })).rejects.toThrow(/a selection needs an array/);
    const file = join(folder, "part.blp");
    await expect(copy(await cube(), file, { selection: "1:" })).rejects.toThrow(/cannot be copied to a Bloscpack file/);
  });
});

describe("nodes by name", () => {
  const pathsOf = async (target: MemoryMap): Promise<readonly string[]> => {
    const paths: string[] = [];
    for await (const { path } of (await openGroup(target)).walk()) paths.push(path);
    return paths.sort();
  };

  it.each([
    [{ include: ["lat", "words"] }, ["deep", "deep/words", "lat"]],
    [{ include: ["deep"] }, ["deep", "deep/nothing", "deep/scalar", "deep/words"]],
    [{ include: ["deep/w*"] }, ["deep", "deep/words"]],
    [{ include: ["t*"] }, ["t2m", "time"]],
    [{ include: ["t*"], exclude: ["time"] }, ["t2m"]],
    [{ include: ["**/s?alar"] }, ["deep", "deep/scalar"]],
  ])("%o", async (choice, paths) => {
    const { store } = await sampleHierarchy("zarr3");
    const target: MemoryMap = new Map();
    await copy(store, target, choice);
    expect(await pathsOf(target)).toEqual(paths);
  });

  it("leaves groups out", async () => {
    const { store } = await sampleHierarchy("zarr3");
    const target: MemoryMap = new Map();
    await copy(store, target, { exclude: ["deep"] });
    const all = await pathsOf(store);
    expect(await pathsOf(target)).toEqual(all.filter((path) => !path.startsWith("deep")));
  });

  it("refuses a name that nothing has", async () => {
    const { store } = await sampleHierarchy("zarr3");
    await expect(copy(store, new Map(), { include: ["t3m"] })).rejects.toThrow(/called "t3m".*Did you mean t2m/);
    await expect(copy(await cube(), new Map(), { include: ["x"] })).rejects.toThrow(/this is an array/);
  });
});

describe("the target", () => {
  const small = async (): Promise<MemoryMap> => {
    const store: MemoryMap = new Map();
    await create(store, { data: numbers(4), chunks: [2] });
    return store;
  };

  it("is not a directory with files of others, unless that is forced", async () => {
    const target = join(folder, "documents");
    mkdirSync(join(target, "photos"), { recursive: true });
    writeFileSync(join(target, "letter.txt"), "dear");
    for (const options of [{}, { overwrite: true }]) {
      const error: unknown = await copy(await small(), target, options).catch((reason: unknown) => reason);
      expect(isHyperslabError(error, "exists") && error.message).toMatch(/holds photos, letter.txt.*--force/s);
      await expect(planCopy(await small(), target, options)).rejects.toThrow(/not a dataset/);
    }
    await copy(await small(), target, { force: true });
    expect(readFileSync(join(target, "letter.txt"), "utf8")).toBe("dear");
    expect((await (await openArray(target)).read()).data).toEqual(numbers(4));
  });

  it.each(["zarr2", "zarr3"])("loses the dataset's own keys alone: %s", async (format) => {
    const target = join(folder, `mixed-${format}`);
    const group = await create(target, { format, attributes: { a: 1 } });
    await group.create("inner", {});
    for (const path of ["old", "inner/old"]) {
      const array = await group.create(path, { shape: [4], dtype: "int32", chunks: [2] });
      await array.write(undefined, numbers(4));
    }
    const kept = ["notes.txt", "figures/one.png", "inner/readme.md"];
    for (const name of kept) {
      mkdirSync(join(target, name, ".."), { recursive: true });
      writeFileSync(join(target, name), "mine");
    }
    await copy(await small(), target, { overwrite: true, format });
    expect(kept.filter((name) => existsSync(join(target, name)))).toEqual(kept);
    expect(["old", "inner/old", "inner/zarr.json"].filter((name) => existsSync(join(target, name)))).toEqual([]);
    // Now the root is an array, whose chunks lie beside the files.
    const { store } = await sampleHierarchy("zarr3");
    await copy(store, target, { overwrite: true, format });
    expect(kept.filter((name) => existsSync(join(target, name)))).toEqual(kept);
    expect(["c", "0", "1"].filter((name) => existsSync(join(target, name)))).toEqual([]);
    expect((await tree(target)).root.children).toEqual((await tree(store)).root.children);
  });

  it.each(["zarr2", "zarr3"])("keeps files of others in the directories of arrays: %s", async (format) => {
    const target = join(folder, `among-chunks-${format}`);
    const chunk = format === "zarr2" ? "1" : "c/1";
    const source = await create(new Map(), { format });
    await source.create("sub/new", { shape: [4], dtype: "int32", chunks: [2] });
    for (const at of ["", "/sub"]) {
      const group = await create(target, { format, overwrite: true });
      await create(group, { path: "sub/old", data: numbers(4), chunks: [2] });
      await group.consolidate();
      const kept = ["sub/old/notes.txt", "sub/old/c/figure.png", "sub/new/photo.png", "sub/readme.md"];
      // What a new array would take for its chunk has to go, whoever wrote it.
      const gone = [`sub/old/${chunk}`, "sub/old/.zarray", "sub/old/zarr.json", `sub/new/${chunk}`];
      for (const name of [...kept, `sub/new/${chunk}`]) {
        mkdirSync(join(target, name, ".."), { recursive: true });
        writeFileSync(join(target, name), "mine");
      }
      await copy(at === "" ? source : await source.open("sub"), target + at, { overwrite: true });
      expect(kept.filter((name) => existsSync(join(target, name)))).toEqual(kept);
      expect(gone.filter((name) => existsSync(join(target, name)))).toEqual([]);
      expect((await tree(target)).root.children).toMatchObject([{ name: "sub", children: [{ name: "new" }] }]);
      expect((await (await openArray(`${target}::sub/new`)).read()).data).toEqual(new Int32Array(4));
    }
  });

  it("does not show chunks of others as its own", async () => {
    const target = join(folder, "chunks-of-others");
    const source = await create(new Map(), { path: "a", shape: [4], dtype: "int32", chunks: [2], codecs: ["bytes"] });
    mkdirSync(join(target, "a", "c"), { recursive: true });
    writeFileSync(join(target, "a", "c", "0"), new Uint8Array(8).fill(1));
    const options = { force: true, verify: false };
    const error: unknown = await copy(source, `${target}::a`, options).catch((reason: unknown) => reason);
    expect(isHyperslabError(error, "exists") && error.place.key).toBe("a/c/0");
    expect(existsSync(join(target, "a", "zarr.json"))).toBe(false);
    await copy(source, `${target}::a`, { ...options, overwrite: true });
    expect((await (await openArray(`${target}::a`)).read()).data).toEqual(new Int32Array(4));
  });

  it("of a Bloscpack file is named like one", async () => {
    const target = join(folder, "packed");
    const error: unknown = await copy(await small(), target, { format: "bloscpack" }).catch(
      (reason: unknown) => reason,
    );
    expect(isHyperslabError(error, "invalid-request") && error.hint).toContain(`${target}.blp`);
    expect(existsSync(target)).toBe(false);
  });
});

describe("chunks by name", () => {
  it("leave coordinates alone", async () => {
    const store: MemoryMap = new Map();
    const group = await create(store, {});
    await group.create("time", { shape: [1000], dtype: "int32", chunks: [500], dims: ["time"] });
    await group.create("station", { shape: [7], dtype: "int8", chunks: [7], dims: ["station"] });
    await group.create("t2m", { shape: [1000, 20], dtype: "int8", chunks: [1, 20], dims: ["time", "lat"] });
    const target: MemoryMap = new Map();
    await copy(store, target, { chunks: { time: 365, lat: 10 } });
    const chunks = async (path: string): Promise<unknown> => (await openArray(target, { path })).chunks;
    expect([await chunks("time"), await chunks("station"), await chunks("t2m")]).toEqual([[500], [7], [365, 10]]);
  });

  it("are for a coordinate that is alone", async () => {
    const store: MemoryMap = new Map();
    await (await create(store, {})).create("x", { shape: [9], dtype: "int8", chunks: [9], dims: ["x"] });
    const target: MemoryMap = new Map();
    await copy(store, target, { chunks: { x: 3 } });
    expect((await openArray(target, { path: "x" })).chunks).toEqual([3]);
  });
});
