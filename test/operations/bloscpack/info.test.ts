/** What `info` tells of Bloscpack files: chunks and codecs as the file has them, what is odd, nothing of the engine's. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { append, create, type InfoReport, info, openArray, pack, packObjects, unpack } from "../../../src/index.ts";
import { failure } from "../../formats/bloscpack/failure.ts";
import { fixtureFile, fixtureFiles } from "../../formats/bloscpack/fixture-files.ts";
import { afterKill, recordedTarget } from "./recorded-target.ts";
import { same, sampleBytes } from "./sample-bytes.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-info-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

function arrayOf({ node }: InfoReport): Extract<InfoReport["node"], { kind: "array" }> {
  if (node.kind !== "array") throw new Error("a Bloscpack file is an array");
  return node;
}

describe("codecs", () => {
  const readable = fixtureFiles().filter(({ expect_error }) => expect_error === undefined);
  it.each(readable)("$name: nothing that only the engine knows", async ({ path: file }) => {
    const { codecs } = arrayOf(await info(file));
    expect(JSON.stringify(codecs)).not.toMatch(/table_at|data_start|metadata|null|4503599627370496|clevel/);
  });

  it.each([
    [
      "v3-offsets-unfilled",
      { chunk_size: 65_536, chunks: 4, checksum: "adler32", cname: "blosclz", shuffle: "shuffle" },
    ],
    ["v3-streaming", { chunks: 4, checksum: "adler32", cname: "blosclz", shuffle: "shuffle" }],
    ["codec-zstd-s0", { chunk_size: 100_000, chunks: 2, checksum: "adler32", cname: "zstd", shuffle: "noshuffle" }],
  ])("%s", async (name, configuration) => {
    const { codecs } = arrayOf(await info(fixtureFile(name).path));
    expect(codecs).toEqual([{ name: "bloscpack", configuration: { ...configuration, typesize: 4 } }]);
  });

  it("are those of the first chunk, even if it is far from the beginning", async () => {
    writeFileSync(path("raw"), sampleBytes(2_000_000));
    await pack(path("raw"), path("a.blp"), { codec: "zstd", chunkSize: 1000, shuffle: false, workers: false });
    const { codecs } = arrayOf(await info(path("a.blp")));
    expect(codecs[0]?.configuration).toMatchObject({ cname: "zstd", shuffle: "noshuffle" });
  });

  it("show the level where the file records it", async () => {
    const codecs = [{ name: "blosc", configuration: { cname: "zstd", clevel: 3, shuffle: "bitshuffle" } }];
    const array = await create(path("a.blp"), { shape: [100], dtype: "float32", codecs, format: "bloscpack" });
    await array.write(null, new Float32Array(100));
    const { codecs: found } = arrayOf(await info(path("a.blp")));
    expect(found[0]?.configuration).toMatchObject({ cname: "zstd", clevel: 3, shuffle: "bitshuffle" });
  });

  it("of objects show their checksum", async () => {
    await packObjects(["a", "b"], path("a.blp"), { checksum: "crc32" });
    const { codecs } = arrayOf(await info(path("a.blp")));
    expect(codecs).toEqual([{ name: "bloscpack-varlen", configuration: { checksum: "crc32" } }]);
  });
});

describe("chunks", () => {
  it.each([
    ["many-chunks", [1000], [200]],
    ["v3-offsets-unfilled", [65_536], [4]],
    ["numpy-le_f4", [20, 30, 10], [1]],
  ])("%s: as the file is cut", async (name, chunks, [count]) => {
    const found = arrayOf(await info(fixtureFile(name).path));
    expect(found.chunks).toEqual(chunks);
    expect(found.grid.reduce((product, along) => product * along, 1)).toBe(count);
  });

  it("that end within rows are the whole array", async () => {
    const array = await create(path("a.blp"), {
      shape: [10, 10],
      dtype: "uint8",
      chunks: [10, 10],
      format: "bloscpack",
    });
    await array.write(null, new Uint8Array(100));
    expect(arrayOf(await info(path("a.blp"))).chunks).toEqual([10, 10]);
  });
});

describe("what is odd", () => {
  it("bytes behind the last chunk", async () => {
    const { notes } = await info(fixtureFile("append-shrinks-last").path);
    expect(notes.map(({ message }) => message)).toEqual(["44861 bytes follow the last chunk: they are not read"]);
    expect((await info(fixtureFile("append-double").path)).notes).toEqual([]);
  });

  it("that it is truncated", async () => {
    expect((await info(fixtureFile("bad-truncated").path)).notes.map(({ message }) => message)).toEqual([
      "the file is truncated: 100 bytes of its last chunk are missing",
    ]);
    writeFileSync(path("raw"), sampleBytes(500_000));
    await pack(path("raw"), path("a.blp"), { chunkSize: 100_000, codec: "lz4", level: 0 });
    writeFileSync(path("a.blp"), readFileSync(path("a.blp")).subarray(0, 200_000));
    expect((await info(path("a.blp"))).notes.map(({ message }) => message)).toEqual([
      "the file is truncated: it ends at byte 200000, its last chunk would begin at byte 400552",
    ]);
    const { lost } = await unpack(path("a.blp"), path("out"), { salvage: true });
    expect(lost.map(({ chunk }) => chunk)).toEqual([1, 2, 3, 4]);
    expect(lost[3]?.reason).toMatch(/chunk 4: its offset 400552, at byte 64, lies beyond the end of the file/);
  });

  it("an append that was interrupted", async () => {
    const bytes = sampleBytes(25_000);
    const target = recordedTarget();
    await pack(memorySource(bytes), target.target, { chunkSize: 10_000, workers: false });
    const before = target.bytes();
    const appended = recordedTarget(before);
    await append(appended.target, memorySource(sampleBytes(20_000, 3)));
    // After the length of the last chunk was changed, before the header was.
    const step = appended.changes.findIndex(({ kind }) => kind === "sync");
    writeFileSync(path("a.blp"), await afterKill(before, appended.changes, step + 2));
    const { notes } = await info(path("a.blp"));
    expect(notes.map(({ message }) => message)).toEqual([expect.stringContaining("an append was interrupted")]);
    await unpack(path("a.blp"), path("out"));
    expect(same(readFileSync(path("out")), bytes)).toBe(true);
  });
});

describe("errors name the file once", () => {
  it.each(["bad-magic", "bad-digest", "bad-truncated", "bad-meta-codec"])("%s", async (name) => {
    const file = fixtureFile(name);
    const error = await failure(async () => (await openArray(file.path)).read());
    expect(error.message.split(file.name)).toHaveLength(2);
  });

  it("and the chunk of the file, not of the engine", async () => {
    const error = await failure(async () => (await openArray(fixtureFile("bad-truncated").path)).read());
    expect(error.place.chunk).toEqual([3]);
  });
});
