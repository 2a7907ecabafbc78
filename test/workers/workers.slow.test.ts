/** Real workers, on the built package: the same results as without, errors with their place, and no process kept alive. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import threads from "node:worker_threads";
import { afterAll, describe, expect, it } from "vitest";
import type { ToWorker } from "../../src/workers/task/messages.ts";
import { frameV07 } from "../codecs/kernels/zstd-v07-frames.ts";
import { some } from "../thorough.ts";
import { taskName } from "./task-name.ts";

/** What workers were given. The library sees this class, because it looks for it when needed. */
const given: string[] = [];
let started = 0;
/** The next worker that is given something ends at once. */
let die = false;
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args);
    started += 1;
  }
  override postMessage(task: ToWorker, transfer: ArrayBuffer[]): void {
    given.push(taskName(task));
    super.postMessage(task, transfer);
    if (!die) return;
    die = false;
    // However far it came, it was not heard of.
    this.removeAllListeners("message");
    void this.terminate();
  }
};

const library: typeof import("../../src/index.ts") = await import(pathToFileURL(resolve("dist/lib/index.js")).href);
const folder = mkdtempSync(join(tmpdir(), "hyperslab-workers-"));
afterAll(() => {
  threads.Worker = Worker;
  rmSync(folder, { recursive: true, force: true });
});

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

type TransferOptions = NonNullable<Parameters<import("../../src/index.ts").NdArray["write"]>[2]>;
const same = (a: Float32Array, b: Float32Array): boolean =>
  Buffer.compare(
    Buffer.from(a.buffer, a.byteOffset, a.byteLength),
    Buffer.from(b.buffer, b.byteOffset, b.byteLength),
  ) === 0;

it("small calls start no workers and are given to none", async () => {
  const path = join(folder, "modest");
  const array = await library.create(path, { shape: [4, 1024, 1024], dtype: "float32", chunks: [1, 512, 512] });
  const values = VALUES.subarray(0, 4 * 1024 * 1024);
  await array.write(undefined, values);
  expect(same((await array.read()).data, values)).toBe(true);
  expect([given, started]).toEqual([[], 0]);
  // Once they run, they are used for less, but not for little.
  await (await library.create(join(folder, "large"), { shape: SHAPE, dtype: "float32" })).write(undefined, VALUES);
  given.length = 0;
  await array.read();
  expect(given).toContain("read");
  // One pool for all arrays, of no more workers than there are cores.
  expect(started).toBeGreaterThan(0);
  expect(started).toBeLessThanOrEqual(availableParallelism());
  given.length = 0;
  await array.read("0, :400, :400");
  await array.item([0, 0, 0]);
  expect(given).toEqual([]);
});

describe.each(some(Object.entries(LAYOUTS), 6))("%s", (name, layout) => {
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

describe("frames of zstd 0.7", () => {
  const words = frameV07("140000 bytes");
  const CHUNKS = { zstd: words.frame, blosc: readFileSync("fixtures/blosc/old/zstd-0.7-blocks-bit.blosc") };

  it.each([
    ["zstd", "uint8", words.length, 280],
    ["blosc", "int16", 140_008, 140],
  ] as const)("in chunks of %s are read by workers as without them", async (codec, dtype, length, rows) => {
    const path = join(folder, `old-${codec}`);
    const configuration = codec === "zstd" ? {} : { cname: "zstd", clevel: 5, shuffle: "bitshuffle", typesize: 2 };
    const shape = [rows, length];
    const array = await library.create(path, {
      shape,
      dtype,
      chunks: [1, length],
      codecs: [{ name: codec, configuration }],
    });
    for (let row = 0; row < rows; row++) {
      mkdirSync(join(path, `c/${row}`), { recursive: true });
      writeFileSync(join(path, `c/${row}/0`), CHUNKS[codec]);
    }
    given.length = 0;
    for (const selection of [undefined, "::-2, 5:130000:3"]) {
      const here = await array.read(selection, { workers: false, as: "bytes" });
      const there = await array.read(selection, { as: "bytes" });
      expect(Buffer.compare(there.data, here.data)).toBe(0);
    }
    expect(given).toContain("read");
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

  it("is given nothing more once the caller stops, for reading and for writing", async () => {
    const path = join(folder, "stopped");
    const array = await library.create(path, { shape: SHAPE, dtype: "float32", chunks: [1, 512, 512], codecs: [] });
    await array.write(undefined, VALUES);
    for (const call of [
      (options: TransferOptions) => array.read(undefined, options),
      (options: TransferOptions) => array.write(undefined, VALUES, options),
    ]) {
      given.length = 0;
      await call({});
      const all = given.length;
      given.length = 0;
      const controller = new AbortController();
      const onProgress = (): void => controller.abort(new Error("enough"));
      await expect(call({ signal: controller.signal, onProgress, concurrency: 2 })).rejects.toThrow("enough");
      // Two were under way, and one may have begun when the first ended.
      expect(given.length).toBeLessThanOrEqual(3);
      expect(all).toBeGreaterThan(10);
      expect(same((await array.read()).data, VALUES)).toBe(true);
    }
  });

  it("is a typed error when a worker dies; the next call has another, and no chunk is torn", async () => {
    const array = await library.create(join(folder, "dying"), {
      shape: SHAPE,
      dtype: "float32",
      chunks: [1, 1024, 1024],
      codecs: [{ name: "gzip", configuration: { level: 1 } }],
    });
    await array.write(undefined, VALUES);
    die = true;
    const reading: unknown = await array.read().catch((reason: unknown) => reason);
    expect(library.isHyperslabError(reading, "io") && reading.what, String(reading)).toContain("a worker died");
    given.length = 0;
    expect(same((await array.read()).data, VALUES)).toBe(true);
    expect(given).toContain("read");

    const others = VALUES.map((value) => -value - 1);
    die = true;
    const writing: unknown = await array.write(undefined, others).catch((reason: unknown) => reason);
    expect(library.isHyperslabError(writing, "io") && writing.what, String(writing)).toContain("a worker died");
    const { data } = await array.read();
    for (let step = 0; step < SHAPE[0]!; step++) {
      const part = (of: Float32Array): Float32Array => of.slice(step * 1024 * 1024, (step + 1) * 1024 * 1024);
      expect([same(part(data), part(VALUES)), same(part(data), part(others))], `chunk ${step}`).toContain(true);
    }
    await array.write(undefined, others);
    expect(same((await array.read()).data, others)).toBe(true);
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
    const path = join(folder, "script");
    await (await library.create(path, { shape: SHAPE, dtype: "float32", ...LAYOUTS.blosc })).write(undefined, VALUES);
    // The timer that ends idle workers never fires, so that the script would wait for ever if they kept it alive.
    const script = `
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (action, delay, ...rest) => setTimeout(action, delay === 5000 ? 2 ** 31 - 1 : delay, ...rest);
      const { openArray } = await import(${JSON.stringify(pathToFileURL(resolve("dist/lib/index.js")).href)});
      const array = await openArray(${JSON.stringify(path)});
      const { data } = await array.read();
      console.log(data.length);`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    expect(Number(stdout)).toBe(COUNT);
  });
});
