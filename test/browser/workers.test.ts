/** Workers in a real Chromium: they decode, the values are the same, and a page that forbids them reads all the same. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create } from "../../src/index.ts";
import { openPage, type TestPage } from "./page.ts";

declare const hyperslab: typeof import("../../src/index.ts");

const folder = mkdtempSync(join(tmpdir(), "hyperslab-workers-"));
const SIDE = 1024;
const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => Math.round(1000 * Math.sin(i / 1000)) / 8);

/** One a codec chain, and shards: one whole, one read in part, one with another inside. */
const LAYOUTS = {
  zstd: { chunks: [256, 256], codecs: ["zstd"] },
  blosc: { chunks: [256, 256], codecs: ["blosc"] },
  gzip: { chunks: [512, 256], codecs: ["gzip", "crc32c"] },
  raw: { chunks: [300, 300], codecs: [] },
  shards: { chunks: [128, 128], shards: [512, 512] },
  transposed: { chunks: [512, 512], codecs: [{ name: "transpose", configuration: { order: [1, 0] } }, "zstd"] },
} as const;

/** What is read, all over the threshold from which workers are used. */
const SELECTIONS = [":, :", "1020:9:-1, 5:900"];

beforeAll(async () => {
  for (const [name, layout] of Object.entries(LAYOUTS)) {
    const array = await create(join(folder, `${name}.zarr`), { shape: [SIDE, SIDE], dtype: "float32", ...layout });
    await array.write(undefined, values);
  }
  const broken = await create(join(folder, "broken.zarr"), {
    shape: [SIDE, SIDE],
    dtype: "float32",
    chunks: [256, 256],
  });
  await broken.write(undefined, values);
  const { store } = broken.hierarchy;
  await store.set!("c/2/1", Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  /** Are the values of each selection the same with workers and without? */
  readonly same: readonly boolean[];
  /** Chunks that were decoded by workers. */
  readonly tasks: number;
}

function readAll(page: TestPage, name: string): Promise<Outcome> {
  return page.page.evaluate(
    async ([address, selections]) => {
      let tasks = 0;
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (this: Worker, message: { kind: string }, ...rest: unknown[]) {
        if (message.kind === "decode") tasks += 1;
        Reflect.apply(postMessage, this, [message, ...rest]);
      };
      const array = await hyperslab.openArray(address, { dtype: "float32" });
      const same: boolean[] = [];
      for (const selection of selections) {
        const off = await array.read(selection, { workers: false });
        // Twice: the first time workers may still be starting.
        for (let round = 0; round < 2; round++) {
          const on = await array.read(selection, { workers: true });
          same.push(on.data.length > 0 && on.data.every((value, i) => value === off.data[i]));
        }
      }
      Worker.prototype.postMessage = postMessage;
      return { same, tasks };
    },
    [`${page.data}/${name}.zarr`, SELECTIONS] as const,
  );
}

const isolated = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

describe.each([
  ["a plain page", {}, true],
  ["an isolated page", { headers: isolated }, true],
  ["a page that allows workers from Blobs", { policy: "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:" }, true],
  ["a page that allows none", { policy: "worker-src 'none'" }, false],
  ["a page that allows its own files alone", { policy: "default-src 'self'" }, false],
] as const)("%s", (_, options, hasWorkers) => {
  let page: TestPage;
  beforeAll(async () => {
    page = await openPage(folder, options);
  });
  afterAll(() => page.close());

  it.each(Object.keys(LAYOUTS))("reads the same values of %s with workers and without", async (name) => {
    const { same, tasks } = await readAll(page, name);
    expect(same).toEqual([true, true, true, true]);
    expect(tasks > 0).toBe(hasWorkers);
  });

  it(hasWorkers ? "has started workers" : "has no workers", () => {
    expect(page.page.workers().length > 0).toBe(hasWorkers);
  });

  it("says which chunk is broken, in the same words with workers and without", async () => {
    const [on, off] = await page.page.evaluate(async (address) => {
      const array = await hyperslab.openArray(address);
      const failure = (workers: boolean): Promise<string> => array.read(null, { workers }).then(String, String);
      return [await failure(true), await failure(false)];
    }, `${page.data}/broken.zarr`);
    expect(on).toBe(off);
    expect(on).toMatch(/broken\.zarr\/c\/2\/1.*chunk 2\.1.*zstd/);
  });
});

describe("workers", () => {
  let page: TestPage;
  beforeAll(async () => {
    page = await openPage(folder, { headers: isolated });
  });
  afterAll(() => page.close());

  it.each([
    ["zstd", 2, false],
    ["zstd", 8, true],
    ["raw", 8, false],
  ])("are used for %s with %i cores by themselves: %s", async (name, cores, used) => {
    const tasks = await page.page.evaluate(
      async ([address, count]) => {
        Object.defineProperty(navigator, "hardwareConcurrency", { value: count, configurable: true });
        let sent = 0;
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
          sent += 1;
          Reflect.apply(postMessage, this, args);
        };
        const array = await hyperslab.openArray(address);
        await array.read(null, { workers: true });
        await array.read(null, { workers: true });
        sent = 0;
        await array.read();
        Worker.prototype.postMessage = postMessage;
        return sent;
      },
      [`${page.data}/${name}.zarr`, cores] as const,
    );
    expect(tasks > 0).toBe(used);
  });

  it("write into shared memory where the caller gives it", async () => {
    const same = await page.page.evaluate(async (address) => {
      const array = await hyperslab.openArray(address, { dtype: "float32" });
      const into = new Float32Array(new SharedArrayBuffer(4 * array.size));
      await array.read(null, { workers: true });
      await array.read(undefined, { into, workers: true });
      const plain = await array.read(undefined, { workers: false });
      return into.every((value, i) => value === plain.data[i]);
    }, `${page.data}/zstd.zarr`);
    expect(same).toBe(true);
  });

  it("give ordinary memory, or shared memory if asked for", async () => {
    const [plain, shared, same] = await page.page.evaluate(async (address) => {
      const array = await hyperslab.openArray(address, { dtype: "float32" });
      const off = await array.read(undefined, { workers: false });
      const on = await array.read(undefined, { workers: true });
      const there = await array.read(undefined, { workers: true, shared: true });
      return [
        Object.prototype.toString.call(on.data.buffer),
        Object.prototype.toString.call(there.data.buffer),
        there.data.every((value, i) => value === off.data[i]),
      ] as const;
    }, `${page.data}/zstd.zarr`);
    expect([plain, shared, same]).toEqual(["[object ArrayBuffer]", "[object SharedArrayBuffer]", true]);
  });

  it("stop when the caller does", async () => {
    const name = await page.page.evaluate(async (address) => {
      const array = await hyperslab.openArray(address);
      await array.read(null, { workers: true });
      const controller = new AbortController();
      const onProgress = (): void => controller.abort();
      const error: unknown = await array
        .read(null, { workers: true, signal: controller.signal, onProgress })
        .catch((reason) => reason);
      await array.read(null, { workers: true });
      return error instanceof Error && error.name;
    }, `${page.data}/zstd.zarr`);
    expect(name).toBe("AbortError");
  });

  it("end when nothing is left to do, and start again", async () => {
    await expect.poll(() => page.page.workers().length, { timeout: 15_000, interval: 200 }).toBe(0);
    await readAll(page, "blosc");
    expect(page.page.workers().length).toBeGreaterThan(0);
  });

  it("need the chunk's bytes once: as many requests as without them", async () => {
    const count = async (workers: boolean): Promise<number> => {
      page.requests();
      await page.page.evaluate(
        async ([address, use]) =>
          (await hyperslab.openArray(address)).read(":, 100:900", { workers: use }).then(() => {}),
        [`${page.data}/shards.zarr`, workers] as const,
      );
      return page.requests().length;
    };
    expect(await count(true)).toBe(await count(false));
  });
});
