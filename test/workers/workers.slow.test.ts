/** Real workers, on the built package: the same results as without, errors with their place, and no process kept alive. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const library: typeof import("../../src/index.ts") = await import(pathToFileURL(resolve("dist/node/index.js")).href);
const folder = mkdtempSync(join(tmpdir(), "hyperslab-workers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** 48 MiB, so that workers start. */
const SHAPE = [12, 1024, 1024];
const COUNT = SHAPE.reduce((a, b) => a * b);
const VALUES = Float32Array.from({ length: COUNT }, (_, i) => Math.round(Math.sin(i / 900) * 1000) / 10);

const LAYOUTS = {
  raw: { chunks: [1, 512, 512], codecs: [] },
  small: { chunks: [1, 40, 100], codecs: [] },
  blosc: {
    chunks: [5, 300, 700],
    codecs: [
      { name: "blosc", configuration: { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 4, blocksize: 0 } },
    ],
  },
  zstd: { chunks: [1, 256, 1024], codecs: ["zstd"] },
  "blosc and checksum": {
    chunks: [1, 512, 512],
    codecs: [
      { name: "blosc", configuration: { cname: "zstd", clevel: 1, shuffle: "bitshuffle", typesize: 4 } },
      "crc32c",
    ],
  },
  "blosc shard": {
    chunks: [1, 128, 256],
    shards: [4, 512, 1024],
    codecs: [{ name: "blosc", configuration: { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 4 } }],
  },
  // Larger than what workers keep in kernel memory.
  "blosc whole": {
    chunks: SHAPE,
    codecs: [{ name: "blosc", configuration: { cname: "lz4", clevel: 1, shuffle: "noshuffle", typesize: 4 } }],
  },
  "lz4 delta": {
    chunks: [3, 200, 1024],
    codecs: [{ name: "numcodecs.lz4", configuration: { acceleration: 1 } }],
  },
  gzip: { chunks: [2, 512, 512], codecs: [{ name: "gzip", configuration: { level: 1 } }] },
  shard: { chunks: [1, 128, 256], shards: [4, 512, 1024], codecs: ["crc32c"] },
  big: {
    chunks: [1, 1024, 1024],
    codecs: [
      { name: "transpose", configuration: { order: [2, 0, 1] } },
      { name: "bytes", configuration: { endian: "big" } },
    ],
  },
} as const;

describe.each(Object.entries(LAYOUTS))("%s", (name, layout) => {
  it("is written by workers and read the same with and without them", async () => {
    const path = join(folder, name);
    const array = await library.create(path, { shape: SHAPE, dtype: "float32", fillValue: -1, ...layout });
    await array.write(undefined, VALUES);
    const plain = await array.read(undefined, { workers: false });
    expect(Buffer.compare(Buffer.from(plain.data.buffer), Buffer.from(VALUES.buffer))).toBe(0);
    for (const selection of [undefined, "::-1, 3:1000:7, ...", "[1, 0, 5], :, 100:900", ":, 511, ::2"]) {
      const here = await array.read(selection, { workers: false });
      const there = await array.read(selection);
      expect(there.shape).toEqual(here.shape);
      expect(Buffer.compare(Buffer.from(there.data.buffer), Buffer.from(here.data.buffer)), String(selection)).toBe(0);
    }
    const into = new Float32Array(new SharedArrayBuffer(COUNT * 4));
    await array.read(undefined, { into });
    expect(Buffer.compare(Buffer.from(into.buffer), Buffer.from(VALUES.buffer))).toBe(0);
    const shared = await array.read(undefined, { shared: true });
    expect([plain.data.buffer instanceof ArrayBuffer, shared.data.buffer instanceof SharedArrayBuffer]).toEqual([
      true,
      true,
    ]);
    expect((await array.read()).data.buffer).toBeInstanceOf(ArrayBuffer);
    expect(Buffer.compare(Buffer.from(shared.data.buffer), Buffer.from(VALUES.buffer))).toBe(0);
  });

  it("is updated in part by workers as without them", async () => {
    const path = join(folder, `${name}-part`);
    const array = await library.create(path, { shape: SHAPE, dtype: "float32", fillValue: -1, ...layout });
    await array.write(undefined, VALUES);
    const part = Float32Array.from({ length: 10 * 1000 * 1000 }, (_, i) => i % 777);
    await array.write("1:11, 7:1007, 3:1003", part);
    const { data } = await array.read("1:11, 7:1007, 3:1003", { workers: false });
    expect(Buffer.compare(Buffer.from(data.buffer), Buffer.from(part.buffer))).toBe(0);
    expect(await array.item([0, 0, 0])).toBe(VALUES[0]);
    expect(await array.item([11, 1023, 1023])).toBe(VALUES[COUNT - 1]);
  });
});

describe("what goes wrong in a worker", () => {
  it("names key, chunk and codec", async () => {
    const path = join(folder, "broken");
    const array = await library.create(path, {
      shape: SHAPE,
      dtype: "float32",
      chunks: [1, 1024, 1024],
      codecs: ["gzip"],
    });
    await array.write(undefined, VALUES);
    truncateSync(join(path, "c/3/0/0"), 1000);
    const error = await array.read().catch((reason: unknown) => reason);
    expect(library.isHyperslabError(error, "invalid-data"), String(error)).toBe(true);
    if (library.isHyperslabError(error)) {
      expect(error.place).toMatchObject({ key: "c/3/0/0", chunk: [3, 0, 0], codec: "gzip", direction: "decode" });
    }
  });

  it("stops at an abort", async () => {
    const array = await library.openArray(join(folder, "raw"));
    const controller = new AbortController();
    const reading = array.read(undefined, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
  });

  it("absent chunks read as the fill value, and none is left half written", async () => {
    const path = join(folder, "sparse");
    const array = await library.create(path, { shape: SHAPE, dtype: "float32", chunks: [1, 1024, 1024], fillValue: 9 });
    await array.write("0", 5);
    const { data } = await array.read();
    expect([data[0], data[1024 * 1024], data.at(-1)]).toEqual([5, 9, 9]);
    await array.write(undefined, 9);
    expect(readdirSync(path)).toEqual(["zarr.json"]);
  });
});

describe("a script that used workers", () => {
  it("ends by itself, and not before its work is done", async () => {
    const script = `
      import { openArray } from ${JSON.stringify(pathToFileURL(resolve("dist/node/index.js")).href)};
      const array = await openArray(${JSON.stringify(join(folder, "blosc"))});
      const { data } = await array.read();
      console.log(data.length);`;
    const started = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    expect(Number(stdout)).toBe(COUNT);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
