/** Reference sets opened as the hierarchies that they describe: local targets, errors, what is asked of targets. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wasmZstdEngine } from "../../../src/codecs/bytes-to-bytes/zstd/engine.ts";
import { copy, create, type Group, info, open, openArray, openGroup } from "../../../src/index.ts";
import { failure } from "../open-documents.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-references-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const values = Float32Array.from({ length: 30 * 40 }, (_, i) => i / 3);

/** A Zarr hierarchy, and a set that refers to its chunks as ranges of one file. */
async function makeSet(format: "zarr2" | "zarr3", name: string): Promise<string> {
  const zarr = join(folder, `${name}.zarr`);
  const root = await create(zarr, { format, attributes: { title: name } });
  const array = await root.create("deep/air", {
    shape: [30, 40],
    dtype: "float32",
    chunks: [10, 16],
    dims: ["y", "x"],
  });
  await array.write(undefined, values);
  const refs: Record<string, unknown> = {};
  const parts: Uint8Array[] = [new Uint8Array(100)];
  let end = 100;
  for await (const { key } of root.hierarchy.store.list!("")) {
    const bytes = (await root.hierarchy.store.get(key))!;
    if (/\.z\w+$|zarr\.json$/.test(key)) refs[key] = new TextDecoder().decode(bytes);
    else {
      refs[key] = [`data/${name}.bin`, end, bytes.byteLength];
      parts.push(bytes);
      end += bytes.byteLength;
    }
  }
  mkdirSync(join(folder, "data"), { recursive: true });
  writeFileSync(join(folder, "data", `${name}.bin`), Buffer.concat(parts));
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ version: 1, refs }));
  return path;
}

describe.each(["zarr2", "zarr3"] as const)("references to %s", (format) => {
  it("open like the hierarchy itself", async () => {
    const path = await makeSet(format, `plain-${format}`);
    const root = await openGroup(path);
    expect(root.attributes).toEqual({ title: `plain-${format}` });
    const names: string[] = [];
    for await (const node of root.walk()) names.push(node.path);
    expect(names).toEqual(["deep", "deep/air"]);
    const array = await root.openArray("deep/air", { dtype: "float32" });
    expect((await array.read()).data).toEqual(values);
    expect((await array.read("5, 3:20:4")).data).toEqual(Float32Array.of(203, 207, 211, 215, 219).map((i) => i / 3));
    expect((await openArray(`${path}::deep/air`)).shape).toEqual([30, 40]);
    expect(await info(path)).toMatchObject({ format });
  });

  it("can be copied to a real store, verified", async () => {
    const path = await makeSet(format, `copied-${format}`);
    const target = join(folder, `target-${format}.zarr`);
    expect(await copy(path, target)).toMatchObject({ verified: true });
    expect((await openArray(`${target}/deep/air`)).shape).toEqual([30, 40]);
    expect((await (await openArray(`${target}/deep/air`)).read()).data).toEqual(values);
  });

  it("have fill values where they have no key, and nowhere else", async () => {
    const path = await makeSet(format, `sparse-${format}`);
    const set = JSON.parse(readFileSync(path, "utf8"));
    const chunk = Object.keys(set.refs).find((key) => /1[./]1$/.test(key))!;
    delete set.refs[chunk];
    writeFileSync(path, JSON.stringify(set));
    const array = await openArray(`${path}::deep/air`);
    expect((await array.read("10:20, 16:32")).data).toEqual(new Float32Array(160));
    set.refs[chunk] = ["data/nowhere.bin", 0, 10];
    writeFileSync(path, JSON.stringify(set));
    await expect((await openArray(`${path}::deep/air`)).read()).rejects.toThrow(/nowhere\.bin, which does not exist/);
    set.refs[chunk] = [`data/sparse-${format}.bin`, 0];
    writeFileSync(path, JSON.stringify(set));
    await expect((await openArray(`${path}::deep/air`)).read()).rejects.toThrow(/2 items/);
    expect((await (await openArray(`${path}::deep/air`)).read("0, 0:3")).data).toEqual(values.slice(0, 3));
  });

  it("refuse a target that is cut off", async () => {
    const path = await makeSet(format, `short-${format}`);
    const set = JSON.parse(readFileSync(path, "utf8"));
    const ends = Object.values<unknown>(set.refs).map((value) => (Array.isArray(value) ? value[1] + value[2] : 0));
    truncateSync(join(folder, "data", `short-${format}.bin`), Math.max(...ends) - 1);
    await expect((await openArray(`${path}::deep/air`)).read()).rejects.toThrow(/ends before|shorter|short/);
  });
});

describe("what a set may refer to", () => {
  const set = (url: string): string =>
    JSON.stringify({
      ".zarray": {
        zarr_format: 2,
        shape: [4],
        chunks: [4],
        dtype: "|u1",
        compressor: null,
        fill_value: 7,
        order: "C",
        filters: null,
      },
      "0": [url, 0, 4],
    });

  it("is what is beside it, unless more is allowed", async () => {
    mkdirSync(join(folder, "sets"), { recursive: true });
    writeFileSync(join(folder, "outside.bin"), "abcd");
    writeFileSync(join(folder, "sets", "set.json"), set("../outside.bin"));
    const path = join(folder, "sets", "set.json");
    await expect((await openArray(path)).read()).rejects.toMatchObject({ code: "not-allowed" });
    const allowed = await openArray(path, { allow: [folder] });
    expect([...(await allowed.read()).data]).toEqual([97, 98, 99, 100]);
  });

  it("is not a JSON file that is something else", async () => {
    writeFileSync(join(folder, "other.json"), '{"a": 1}');
    await expect(open(join(folder, "other.json"))).rejects.toThrow(/not a set of references/);
  });

  it("is nothing that has to be opened to look at the rest", async () => {
    writeFileSync(join(folder, "far.json"), set("https://no-such-host.invalid/x"));
    const array = await openArray(join(folder, "far.json"));
    expect(array.shape).toEqual([4]);
  });
});

it("a set in a group of a Map opens too", async () => {
  const root: Group = await openGroup(
    new Map([["x.json", new TextEncoder().encode('{".zgroup": {"zarr_format": 2}}')]]),
    {
      path: "x.json",
    },
  );
  expect(await root.children()).toEqual([]);
});

it.each([
  ["gz", gzipSync],
  ["zst", zstd],
  ["zstd", zstd],
] as const)("a set that is compressed opens: .json.%s", async (ending, compress) => {
  const text = JSON.stringify({ ".zgroup": { zarr_format: 2 }, ".zattrs": { title: "é".repeat(100_000) } });
  const path = join(folder, `compressed.json.${ending}`);
  writeFileSync(path, await compress(Buffer.from(text)));
  expect((await openGroup(path)).attributes["title"]).toHaveLength(100_000);
  const damaged = Buffer.from(readFileSync(path));
  writeFileSync(path, damaged.subarray(0, -6));
  await expect(openGroup(path)).rejects.toMatchObject({ name: "HyperslabError" });
});

describe("a Zstandard file that begins with a skippable frame", () => {
  const made = new Uint8Array(readFileSync("fixtures/references/pzstd.json.zst"));
  const skippable = (number: number, length: number, content: Uint8Array): Uint8Array => {
    const header = new DataView(new ArrayBuffer(8));
    header.setUint32(0, 0x184d2a50 + number, true);
    header.setUint32(4, length, true);
    return Buffer.concat([new Uint8Array(header.buffer), content]);
  };
  const openedFrom = async (bytes: Uint8Array): Promise<number | undefined> => {
    const root = await openGroup(new Map([["set.json", bytes]]), { path: "set.json" });
    return (await (await root.openArray("a", { dtype: "uint8" })).read("7")).data[0];
  };

  it("as pzstd writes it, opens whatever its name says", async () => {
    expect([...made.subarray(0, 4)]).toEqual([0x50, 0x2a, 0x4d, 0x18]);
    expect(await openedFrom(made)).toBe(120);
    const path = join(folder, "pzstd.json.zst");
    writeFileSync(path, made);
    expect((await (await openArray(`${path}::a`)).read("7")).data).toEqual(Uint8Array.of(120));
  });

  it.each([0, 1, 15])("opens with the magic number %i of the sixteen, and several such frames", async (number) => {
    const content = new Uint8Array(100_000);
    const more = Buffer.concat([skippable(number, content.byteLength, content), skippable(number, 0, made)]);
    expect(await openedFrom(more)).toBe(120);
  });

  it.each([
    ["longer than the file", skippable(0, 2 ** 32 - 1, made), "truncated"],
    ["cut off", made.subarray(0, 6), "truncated"],
    [
      "followed by something else",
      skippable(3, 4, Buffer.from('skip{"version": 1}')),
      "byte 12 on is not a zstd frame",
    ],
  ])("is refused if it is %s", async (_, bytes, said) => {
    const error = await failure(openedFrom(bytes));
    expect(error).toMatchObject({ code: "invalid-data" });
    expect(error.message).toContain(said);
  });
});

it("a set that refers to itself gives its own bytes, and its documents are not followed further", async () => {
  const path = join(folder, "itself.json");
  const document = {
    zarr_format: 2,
    shape: [4],
    chunks: [4],
    dtype: "|u1",
    compressor: null,
    fill_value: 0,
    order: "C",
    filters: null,
  };
  const refs = {
    ".zgroup": { zarr_format: 2 },
    "a/.zarray": document,
    "a/0": ["itself.json", 0, 4],
    "b/.zarray": ["itself.json"],
  };
  writeFileSync(path, JSON.stringify({ version: 1, refs }));
  expect((await (await openArray(`${path}::a`)).read()).data).toEqual(Uint8Array.from(Buffer.from('{"ve')));
  await expect(openArray(`${path}::b`)).rejects.toMatchObject({ code: "invalid-data" });
});

async function zstd(bytes: Uint8Array): Promise<Uint8Array> {
  return (await wasmZstdEngine()).compress(bytes, 3, true);
}
