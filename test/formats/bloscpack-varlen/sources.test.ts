/** Lines, JSON lists and files as objects and back, by the program; parts of objects. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ByteSource, memorySource } from "../../../src/bytes/source/byte-source.ts";
import { memoryTarget, openArray, packObjects, readObject, unpackObjects } from "../../../src/index.ts";
import { objectBatches } from "../../../src/operations/pack/varlen/object-batches.ts";
import { runCli } from "../../cli/run-cli.ts";
import { same } from "../../operations/bloscpack/sample-bytes.ts";
import { hasTinyLimits } from "../../usual-limits.ts";
import { failure } from "../bloscpack/failure.ts";

let folder: string;
const path = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-sources-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...argv: string[]): Promise<string> {
  const { code, stderr } = await runCli(argv);
  expect([code, stderr.includes("rror")]).toEqual([0, false]);
  return stderr;
}

describe.each(["x.blp", "x.blpd"])("to %s and back", (name) => {
  // A line of a megabyte in pieces of a few bytes takes minutes.
  it.skipIf(hasTinyLimits)(
    "lines",
    async () => {
      const text = `first\n\ngrüße\n${"long ".repeat(300_000)}\nlast\n`;
      writeFileSync(path("lines.txt"), text);
      const packed = path(`lines-${name}`);
      await run("pack", "--objects", "lines", path("lines.txt"), packed, "-c", "zstd");
      expect((await openArray(packed)).shape).toEqual([5]);
      writeFileSync(path("more.txt"), "more\nwithout an end");
      await run("append", packed, path("more.txt"), "--objects", "lines");
      await run("unpack", packed, path("lines.out"), "--objects", "lines", "-f");
      expect(readFileSync(path("lines.out"), "utf8")).toBe(`${text}more\nwithout an end\n`);
    },
    30_000,
  );

  it("JSON, to the digit", async () => {
    const text = '[\n{"b":1.0,"a":[1e400,12345678901234567890.10]},\n"text",\nnull\n]\n';
    writeFileSync(path("list.json"), text);
    const packed = path(`list-${name}`);
    await run("pack", "--objects", "json", path("list.json"), packed);
    expect((await openArray(packed)).dtype).toBe("object");
    await run("unpack", packed, path("list.out"), "--objects", "json", "-f");
    expect(readFileSync(path("list.out"), "utf8")).toBe(text);
  });

  it("files, with their names", async () => {
    mkdirSync(path("tree/deep"), { recursive: true });
    writeFileSync(path("tree/a.bin"), Buffer.from([0, 255, 10]));
    writeFileSync(path("tree/deep/ü.txt"), "ü");
    writeFileSync(path("tree/empty"), "");
    const packed = path(`tree-${name}`);
    await run("pack", "--objects", "files", path("tree"), packed);
    const out = path(`tree-${name}.out`);
    await run("unpack", packed, out, "--objects", "files");
    expect(readdirSync(out, { recursive: true }).map(String).sort()).toEqual(["a.bin", "deep", "deep/ü.txt", "empty"]);
    expect(readFileSync(join(out, "a.bin"))).toEqual(Buffer.from([0, 255, 10]));
    const again = await runCli(["unpack", packed, out, "--objects", "files"]);
    expect([again.code, again.stderr]).toEqual([expect.any(Number), expect.stringContaining("already")]);
    expect(again.code).not.toBe(0);
  });
});

describe("is refused", () => {
  it.each([
    ["a text that is no UTF-8", "bad.txt", Buffer.from([0x61, 10, 0xff, 10]), "lines", /not UTF-8.*bad\.txt:2/],
    ["JSON that is not a list", "object.json", Buffer.from("{}"), "json", /not a JSON list/],
    ["JSON that is none", "none.json", Buffer.from("[1,"), "json", /none\.json/],
  ])("%s", async (_, name, bytes, kind, message) => {
    writeFileSync(path(name), bytes);
    const outcome = await runCli(["pack", "--objects", kind, path(name), path("refused.blp")]);
    expect(outcome.code).not.toBe(0);
    expect(outcome.stderr).toMatch(message);
    expect(readdirSync(folder).filter((file) => file.includes("refused"))).toEqual([]);
  });

  it("an option for bytes", async () => {
    writeFileSync(path("a.txt"), "a\n");
    const outcome = await runCli(["pack", "--objects", "lines", "-z", "1M", path("a.txt"), path("a.blp")]);
    expect([outcome.code, outcome.stderr]).toEqual([
      2,
      expect.stringContaining("--chunk-size does not go with --objects"),
    ]);
  });

  it("names that lead out of the directory", async () => {
    for (const name of ["../evil", "a//b", "/abs", "a\\b", "."]) {
      await packObjects([Uint8Array.of(1)], path("evil.blp"), { attributes: { names: [name] }, overwrite: true });
      const outcome = await runCli(["unpack", path("evil.blp"), path("evil"), "--objects", "files"]);
      expect(outcome.stderr).toContain("is not a valid name of a file");
    }
  });

  it("to unpack texts with line breaks to lines, and bytes to JSON", async () => {
    await packObjects(["a", "b\nc"], path("breaks.blp"));
    const lines = await runCli(["unpack", path("breaks.blp"), path("breaks"), "--objects", "lines"]);
    expect(lines.stderr).toContain("object 1 has a line break");
    await packObjects([Uint8Array.of(1)], path("bytes.blp"));
    const json = await runCli(["unpack", path("bytes.blp"), path("bytes"), "--objects", "json"]);
    expect(json.stderr).toContain("object 0 is bytes");
  });

  it("to unpack objects as bytes, with a word on how", async () => {
    await packObjects(["a"], path("plain.blp"));
    const outcome = await runCli(["unpack", path("plain.blp"), path("plain")]);
    expect(outcome.stderr).toContain("--objects");
  });
});

it("info and cat show objects", async () => {
  await packObjects(["first", "second"], path("shown.blp"));
  const info = await runCli(["info", path("shown.blp")]);
  expect(info.stdout).toContain("Bloscpack of variable-length objects v4");
  const dump = await runCli(["dump", path("shown.blp")]);
  expect(dump.stdout).toContain("second");
});

describe("part of an object", () => {
  function counted(bytes: Uint8Array): { readonly source: ByteSource; readonly lengths: number[] } {
    const lengths: number[] = [];
    const inner = memorySource(bytes);
    const read: ByteSource["read"] = async (range, options) => {
      const found = await inner.read(range, options);
      lengths.push(found?.byteLength ?? 0);
      return found;
    };
    return { source: { read }, lengths };
  }
  const long = Uint8Array.from({ length: 8 * 2 ** 20 }, (_, i) => (i >> 9) ^ (i * 7));

  it.skipIf(hasTinyLimits).each(["zstd", "lz4", "blosclz"] as const)(
    "is read by the blocks that hold it: %s",
    async (codec) => {
      const target = memoryTarget();
      await packObjects([Uint8Array.of(1), long, Uint8Array.of(2)], target, { codec, level: 1 });
      const { source, lengths } = counted(target.bytes());
      const found = await readObject(source, 1, { start: 5_000_000, end: 5_000_100 });
      expect(found).toEqual(long.subarray(5_000_000, 5_000_100));
      // The beginning of the file, the beginning of the chunk, and blocks.
      expect(lengths.length).toBeLessThanOrEqual(4);
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(600_000);
      // Comparing so many elements one by one would take minutes.
      expect(Buffer.compare(await readObject(source, 1), long)).toBe(0);
      expect(await readObject(source, 1, { start: 8 * 2 ** 20 - 3 })).toEqual(long.subarray(-3));
      expect(await readObject(source, 1, { start: 2 ** 40 })).toEqual(new Uint8Array(0));
      expect(await readObject(source, 2)).toEqual(Uint8Array.of(2));
    },
  );

  it.skipIf(hasTinyLimits)("is read as it is where it is stored so", async () => {
    const target = memoryTarget();
    await packObjects([long], target, { level: 0 });
    const { source, lengths } = counted(target.bytes());
    expect(await readObject(source, 0, { start: 70_077, end: 70_099 })).toEqual(long.subarray(70_077, 70_099));
    expect(lengths).toEqual([4096, 4096, 22]);
  });

  it("is refused where there is none", async () => {
    const target = memoryTarget();
    await packObjects(["a"], target);
    for (const [index, options] of [
      [1, {}],
      [-1, {}],
      [0, { start: 3, end: 2 }],
      [0.5, {}],
    ] as const) {
      expect((await failure(() => readObject(target, index, options))).code).toBe("invalid-request");
    }
    expect((await failure(() => readObject(memorySource(new Uint8Array(0)), 0))).code).toBe("invalid-data");
  });
});

describe("irregular sources", () => {
  it("nothing at all is packed and unpacked", async () => {
    writeFileSync(path("none.txt"), "");
    writeFileSync(path("none.json"), "[]");
    mkdirSync(path("none"));
    for (const [kind, file] of [
      ["lines", "none.txt"],
      ["json", "none.json"],
      ["files", "none"],
    ] as const) {
      for (const packed of [path(`none-${kind}.blp`), path(`none-${kind}.blpd`)]) {
        await run("pack", "--objects", kind, path(file), packed);
        await run("unpack", "--objects", kind, packed, path(`none-${kind}.out`), "-f");
      }
    }
    expect(readFileSync(path("none-lines.out"), "utf8")).toBe("");
    expect(readFileSync(path("none-json.out"), "utf8")).toBe("[]\n");
  });

  it("a file is no directory of files, and neither is nothing", async () => {
    writeFileSync(path("one.txt"), "text");
    const file = await runCli(["pack", "--objects", "files", path("one.txt"), path("one.blp")]);
    expect([file.code, file.stderr]).toEqual([2, expect.stringMatching(/not a directory of files .*one\.txt/)]);
    const nothing = await runCli(["pack", "--objects", "files", path("nothing"), path("one.blp")]);
    expect([nothing.code, nothing.stderr]).toEqual([3, expect.stringContaining("no such directory")]);
    expect(existsSync(path("one.blp"))).toBe(false);
  });

  it("a value that is not JSON is reported with its file", async () => {
    writeFileSync(path("nan.json"), "[1, NaN]");
    const { code, stderr } = await runCli(["pack", "--objects", "json", path("nan.json"), path("nan.blp")]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/object 1: JSON cannot express the number NaN .*nan\.json/),
    ]);
  });

  it("a directory takes no room for offsets", async () => {
    writeFileSync(path("room.txt"), "a");
    const argv = ["pack", "--objects", "lines", "--reserve", "5", path("room.txt")];
    expect((await runCli([...argv, path("room.blpd")])).code).toBe(2);
    expect((await runCli([...argv, path("room.blp")])).code).toBe(0);
  });

  it("objects of many megabytes are unpacked a few at a time", async () => {
    const each = 3_000_000;
    const objects = Array.from({ length: 12 }, (_, i) => new Uint8Array(each).fill(i));
    await packObjects(objects, path("large.blp"), { codec: "lz4" });
    const array = await openArray(path("large.blp"));
    const counts: number[] = [];
    for await (const { first, items } of objectBatches(array, {})) {
      counts.push(items.length);
      expect(items.every((item, i) => item instanceof Uint8Array && same(item, objects[first + i]!))).toBe(true);
    }
    expect(Math.max(...counts.slice(1))).toBe(1);
  });
});

describe("salvage", () => {
  const texts = Array.from({ length: 40 }, (_, i) => `text ${i} ${"and more ".repeat(i)}`);

  it("takes the objects that are whole, and lists those that are lost", async () => {
    await packObjects(texts, path("s.blp"), { checksum: "crc32" });
    const bytes = readFileSync(path("s.blp"));
    const table = 32 + bytes.readUInt32LE(24);
    const offsetOf = (index: number): number => Number(bytes.readBigInt64LE(table + 8 * index));
    bytes[offsetOf(7) + 20]! ^= 1;
    bytes[offsetOf(20) + 2]! = 255;
    writeFileSync(path("s.blp"), bytes.subarray(0, offsetOf(39) + 10));
    expect((await runCli(["unpack", "--objects", "lines", path("s.blp"), path("s.out")])).code).toBe(1);
    expect(existsSync(path("s.out"))).toBe(false);
    const { code, stderr } = await runCli(["unpack", "--objects", "lines", "--salvage", path("s.blp"), path("s.out")]);
    expect(code).toBe(1);
    expect(stderr).toContain(`lost: object 7: object 7 at byte ${offsetOf(7)}: checksum mismatch (crc32)`);
    const lost = Array.from(stderr.matchAll(/^lost: object (\d+)/gm), ([, index]) => Number(index));
    expect(lost).toEqual([7, 20, 39]);
    const lines = texts.map((text, i) => (lost.includes(i) ? "\n" : `${text}\n`));
    expect(readFileSync(path("s.out"), "utf8")).toBe(lines.join(""));
  });

  it("leaves null in a list, and no file in a directory", async () => {
    await packObjects([1, [2], 3], path("j.blpd"), { type: "json", superchunk: 1 });
    rmSync(path("j.blpd/1.blp"));
    const list = await unpackObjects(path("j.blpd"), path("j.out"), { salvage: true });
    expect(list.lost.map(({ object }) => object)).toEqual([1]);
    expect(JSON.parse(readFileSync(path("j.out"), "utf8"))).toEqual([1, null, 3]);
    await unpackObjects(path("j.blpd"), path("j.files"), { salvage: true, as: "files" });
    expect(readdirSync(path("j.files")).sort()).toEqual(["0", "2"]);
  });
});
