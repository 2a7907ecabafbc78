/** A copy that was interrupted goes on: it writes what is missing and nothing else, proves the rest, and never mixes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { markerKey } from "../../src/dataset/open/unfinished.ts";
import { type CopyOptions, copy, create, isHyperslabError, open, openArray } from "../../src/index.ts";
import {
  chunksAt,
  expectEqual,
  expectResumed,
  interrupted,
  type ResumeCase,
  resumed,
  server,
  sources,
  targets,
  ways,
} from "./resume-cases.ts";

describe("what is missing is written, and nothing else", () => {
  it.each<ResumeCase>([
    ["directory", "directory", "passed through"],
    ["directory", "directory", "encoded anew"],
    ["server", "archive", "to another format"],
    ["archive", "memory", "encoded anew"],
    ["bucket", "directory", "passed through"],
    ["memory", "bucket", "passed through"],
    ["directory", "bucket", "encoded anew"],
  ])("%s to %s, %s", (...given) => expectResumed(given, 7));

  it("and what the journal proves is not even read", async () => {
    for (const from of ["directory", "archive", "server"] as const) {
      const source = await sources[from]();
      const target = targets.directory();
      await interrupted(source, target, {}, 20);
      const before = (await chunksAt(target)).size;
      const { report, read } = await resumed(source, target, { verify: false });
      expect([report.kept, report.compared < before]).toEqual([before, true]);
      expect(read.length).toBeLessThanOrEqual(56 - (before - report.compared));
    }
  });

  it("without a journal, by comparing bytes", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 9);
    rmSync(join(target, markerKey("")));
    const before = (await chunksAt(target)).size;
    expect((await resumed(source, target)).report).toMatchObject({ kept: before, compared: before });
  });

  it.each(["{", '{"version":1,"source":"elsewhere::","arrays":{}}', '{"version":9}', "null"])(
    "with a journal that is none: %s",
    async (text) => {
      const [source, target] = [await sources.directory(), targets.directory()];
      await interrupted(source, target, {}, 9);
      writeFileSync(join(target, markerKey("")), text);
      const before = (await chunksAt(target)).size;
      expect((await resumed(source, target)).report).toMatchObject({ kept: before, compared: before });
    },
  );

  it("with nothing there yet, and with everything", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    expect((await resumed(source, target)).report).toMatchObject({ kept: 0, passed: 36 });
    const { report, written } = await resumed(source, target);
    expect([report.kept, report.passed, written]).toEqual([36, 0, []]);
  });

  it("before all documents were written", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await copy(source, target, { format: "zarr2" });
    for (const key of ["deep/b/.zarray", "deep/b/.zattrs", "a/.zattrs"]) rmSync(join(target, key));
    rmSync(join(target, "deep/b/7"));
    expect((await resumed(source, target)).written).toEqual(["deep/b/7"]);
    await expectEqual(source, target);
  });

  it("into a group of a hierarchy that holds other things", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await create(`${target}::other`, { data: [1, 2, 3], dtype: "int8" });
    await interrupted(source, target, { path: "in/here" }, 5);
    const { written } = await resumed(source, target, { path: "in/here" });
    expect(written.length).toBeGreaterThan(20);
    await expectEqual(source, `${target}::in/here`);
    expect((await openArray(`${target}::other`)).shape).toEqual([3]);
  });

  it("where a chunk of the target was lost in between", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 30, 1);
    rmSync(join(target, "a/c/0/1"));
    const { written } = await resumed(source, target);
    expect(written).toContain("a/c/0/1");
    await expectEqual(source, target);
  });

  it("with a lossy codec that is not verified", async () => {
    const source = await sources.directory();
    const options = { path: "", codecs: [{ name: "numcodecs.quantize", configuration: { digits: 1, dtype: "<f8" } }] };
    const [target, whole] = [targets.directory(), targets.directory()];
    await copy(`${source}::deep/b`, whole, { ...options, verify: false });
    await interrupted(`${source}::deep/b`, target, { ...options, verify: false }, 4);
    rmSync(join(target, markerKey("")), { force: true });
    await copy(`${source}::deep/b`, target, { ...options, verify: false, resume: true });
    expect(await chunksAt(target)).toEqual(await chunksAt(whole));
  });
});

describe("two states of the source are never mixed", () => {
  const refused = async (copying: Promise<unknown>, message: RegExp): Promise<void> => {
    const error = await copying.catch((reason: unknown) => reason);
    expect(isHyperslabError(error, "exists") && error.hint).toContain("--overwrite");
    expect(String(error)).toMatch(message);
  };

  it.each(Object.keys(ways))("a chunk that was copied has changed: %s", async (way) => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, ways[way]!, 12, 1);
    const before = await chunksAt(target);
    await (await openArray(source, { path: "a" })).write([0, 0], 77);
    await refused(copy(source, target, { ...ways[way], resume: true }), /differs from the source .*chunk 0/);
    expect([...before].every(([key]) => existsSync(join(target, key)))).toBe(true);
    await copy(source, target, { ...ways[way], overwrite: true });
    await expectEqual(source, target);
  });

  it("a chunk of a server has changed", async () => {
    const [source, target] = [await sources.server(), targets.directory()];
    await interrupted(source, target, {}, 12, 1);
    const key = `${source.slice(server.origin.length + 1)}/a/c/0/0`;
    server.values.set(key, Uint8Array.from(server.values.get(key)!).fill(1, 20, 21));
    await refused(copy(source, target, { resume: true }), /differs from the source/);
  });

  it("a chunk has vanished from the source", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 12, 1);
    rmSync(join(source, "a/c/0/0"));
    await refused(copy(source, target, { resume: true }), /differs from the source/);
  });

  it("a chunk without a node is where the source has none", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    mkdirSync(join(target, "a/c/2"), { recursive: true });
    writeFileSync(join(target, "a/c/2/0"), readFileSync(join(source, "a/c/0/0")));
    rmSync(join(source, "a/c/2"), { recursive: true, force: true });
    await refused(copy(source, target, { force: true }), /chunks of one, which the new array would show .*a\/c\/2\/0/);
  });

  it("a chunk of the target has changed, though not its length", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 20, 1);
    const file = join(target, "a/c/0/0");
    writeFileSync(file, readFileSync(file).fill(0, 15, 16));
    await refused(copy(source, target, { resume: true }), /differs from the source/);
  });

  it("a chunk that was not copied yet may change, and one that was may be touched", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 5, 1);
    await (await openArray(source, { path: "deep/b" })).write(["60:"], 9);
    utimesSync(join(source, "a/c/0/0"), new Date(), new Date(statSync(join(source, "a/c/0/0")).mtimeMs + 5000));
    expect((await resumed(source, target)).report.compared).toBeGreaterThan(0);
    await expectEqual(source, target);
  });

  it.each<[string, (source: string) => Promise<unknown>, RegExp]>([
    [
      "attributes",
      async (source) => (await open(`${source}::deep/b`)).setAttributes({ units: "C" }),
      /attributes differ/,
    ],
    ["shape", async (source) => (await openArray(`${source}::a`)).resize([50, 10]), /the shape is \[40,10\], not/],
    [
      "type",
      (source) => create(`${source}::a`, { shape: [40, 10], dtype: "int16", overwrite: true }),
      /data type is int32/,
    ],
    ["a node less", async (source) => rmSync(join(source, "deep"), { recursive: true }), /no such node/],
  ])("metadata of the source have changed: %s", async (_, change, message) => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 30, 1);
    await change(source);
    await refused(copy(source, target, { resume: true }), message);
  });

  it("a node more is copied", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 5, 1);
    await create(`${source}::more`, { data: [1, 2], dtype: "int8" });
    await copy(source, target, { resume: true });
    expect((await (await openArray(`${target}::more`)).read()).data).toEqual(Int8Array.of(1, 2));
  });

  it.each<[CopyOptions, RegExp]>([
    [{ chunks: { n: 5 } }, /chunk lengths differ/],
    [{ codecs: ["zstd"] }, /codecs differ/],
    [{ format: "zarr2" }, /hierarchy already/],
  ])("other options: %o", async (options, message) => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 5, 1);
    await expect(copy(source, target, { ...options, resume: true })).rejects.toThrow(message);
  });
});

describe("asking for it", () => {
  it("excludes overwriting", async () => {
    await expect(copy("a", "b", { resume: true, overwrite: true })).rejects.toThrow(/not both/);
  });

  it("is what the error of a plain second run speaks of", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 5, 1);
    await expect(copy(source, target)).rejects.toThrow(/interrupted.*--resume/);
    await copy(source, target, { resume: true });
    const error = await copy(source, target).catch(String);
    expect(error).not.toContain("--resume");
  });

  it("leaves nothing of its own behind", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 5, 1);
    expect(existsSync(join(target, markerKey("")))).toBe(true);
    await copy(source, target, { resume: true });
    const names = readdirSync(target, { recursive: true }).map(String);
    expect(names.filter((name) => /hyperslab|partial/.test(name))).toEqual([]);
  });
});
