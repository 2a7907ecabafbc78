/** Workers in a real Chromium: they decode, the values are the same, and a page that forbids them reads all the same. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { create } from "../../src/index.ts";
import { openPage, type TestPage } from "./page.ts";
import { readWithWorkers } from "./read-with-workers.ts";

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
  await store.set!("c/2/1", (await store.get("c/2/1"))!.slice(0, 100));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
    const { same, tasks } = await readWithWorkers(page, name, SELECTIONS, hasWorkers);
    expect(same).toEqual([true, true]);
    expect(tasks > 0).toBe(hasWorkers);
  });

  it(hasWorkers ? "has started workers" : "has no workers", () => {
    expect(page.page.workers().length > 0).toBe(hasWorkers);
  });

  it("says which chunk is broken: the same class, fields and cause with workers and without", async () => {
    const [on, off, thrown] = await page.page.evaluate(async (address) => {
      const array = await hyperslab.openArray(address);
      const failure = async (workers: boolean): Promise<unknown> => {
        const error: unknown = await array.read(null, { workers }).catch((reason: unknown) => reason);
        if (!hyperslab.isHyperslabError(error)) return String(error);
        const { name, code, what, place, hint, message, cause } = error;
        return { name, code, what, place, hint, message, cause: String(cause) };
      };
      const inWorker = await failure(true);
      return [inWorker, await failure(false), await array.read(null).catch((reason) => reason instanceof Error)];
    }, `${page.data}/broken.zarr`);
    expect(on).toEqual(off);
    expect(thrown).toBe(true);
    expect(on).toMatchObject({
      name: "HyperslabError",
      code: "invalid-data",
      place: { key: "c/2/1", chunk: [2, 1], codec: "zstd", direction: "decode" },
    });
  });
});

/** One file, as a bundler makes it. */
async function bundled(input: Pick<BuildOptions, "stdin" | "entryPoints">): Promise<Uint8Array> {
  const { outputFiles } = await build({ ...input, bundle: true, format: "esm", write: false, logLevel: "error" });
  return outputFiles![0]!.contents;
}

describe("a page that allows scripts of its own origin alone, and names the worker's", () => {
  let page: TestPage;
  beforeAll(async () => {
    const start = `import * as hyperslab from "./dist/lib/index.js";
hyperslab.setWorkerUrl("/bundle/worker.js");
window.hyperslab = hyperslab;`;
    const files = new Map([
      ["start.js", await bundled({ stdin: { contents: start, resolveDir: process.cwd() } })],
      ["worker.js", await bundled({ entryPoints: ["dist/lib/worker.js"] })],
    ]);
    page = await openPage(folder, { files, policy: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" });
  });
  afterAll(() => page.close());

  it.each(Object.keys(LAYOUTS))("reads the same values of %s with workers and without", async (name) => {
    const { same, tasks } = await readWithWorkers(page, name, SELECTIONS, true);
    expect(same).toEqual([true, true]);
    expect(tasks).toBeGreaterThan(0);
    expect(page.page.workers()[0]?.url()).toMatch(/\/bundle\/worker\.js$/);
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
        // Until they have begun the page decodes by itself.
        while (sent === 0) await array.read(null, { workers: true });
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

  it("are given nothing more once the caller stops", async () => {
    const [name, before, after] = await page.page.evaluate(async (address) => {
      let sent = 0;
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (this: Worker, message: { kind: string }, ...rest: unknown[]) {
        if (message.kind === "decode") sent += 1;
        Reflect.apply(postMessage, this, [message, ...rest]);
      };
      const array = await hyperslab.openArray(address);
      while (sent === 0) await array.read(null, { workers: true });
      sent = 0;
      const controller = new AbortController();
      let atAbort = -1;
      const onProgress = (): void => {
        if (!controller.signal.aborted) atAbort = sent;
        controller.abort();
      };
      const error: unknown = await array
        .read(null, { workers: true, signal: controller.signal, concurrency: 2, onProgress })
        .catch((reason) => reason);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const atEnd = sent;
      Worker.prototype.postMessage = postMessage;
      await array.read(null, { workers: true });
      return [error instanceof Error && error.name, atAbort, atEnd];
    }, `${page.data}/zstd.zarr`);
    expect(name).toBe("AbortError");
    // Of 16 chunks two were under way.
    expect(before).toBeLessThanOrEqual(3);
    expect(after).toBe(before);
  });

  it("end when nothing is left to do, and start again", async () => {
    await expect.poll(() => page.page.workers().length, { timeout: 120_000, interval: 200 }).toBe(0);
    await readWithWorkers(page, "blosc", SELECTIONS, true);
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

/** A worker's script that throws outside of all that we catch when the next chunk comes, once it is told to on a channel. */
const MORTAL = `
  const channel = new BroadcastChannel("mortal");
  let dying = false;
  channel.onmessage = ({ data }) => {
    if (data !== "die") return;
    dying = true;
    channel.postMessage("armed");
  };
  addEventListener("message", (event) => {
    if (!dying || event.data.kind !== "decode") return;
    event.stopImmediatePropagation();
    throw new Error("out of memory");
  });`;

it("a worker that dies with a chunk fails the read with a typed error, and has a successor", async () => {
  const page = await openPage(folder);
  try {
    const outcome = await page.page.evaluate(
      async ([address, mortal]) => {
        Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 });
        const { createObjectURL } = URL;
        URL.createObjectURL = (blob: Blob) => createObjectURL(new Blob([mortal, ";", blob]));
        const workers = new Set<Worker>();
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function (this: Worker, message: { kind: string }, ...rest: unknown[]) {
          if (message.kind === "decode") workers.add(this);
          Reflect.apply(postMessage, this, [message, ...rest]);
        };
        const array = await hyperslab.openArray(address, { dtype: "float32" });
        const wanted = await array.read(null, { workers: false });
        while (workers.size === 0) await array.read(null, { workers: true });
        const channel = new BroadcastChannel("mortal");
        const armed = new Promise((resolve) => {
          channel.onmessage = resolve;
        });
        channel.postMessage("die");
        await armed;
        const error: unknown = await array.read(null, { workers: true }).catch((reason) => reason);
        let got = await array.read(null, { workers: true });
        const next = got.data.every((value, i) => value === wanted.data[i]);
        while (workers.size === 1) got = await array.read(null, { workers: true });
        return {
          error: hyperslab.isHyperslabError(error) ? [error.code, error.what] : String(error),
          next,
          last: got.data.every((value, i) => value === wanted.data[i]),
          workers: workers.size,
        };
      },
      [`${page.data}/zstd.zarr`, MORTAL] as const,
    );
    const { error, ...rest } = outcome;
    expect(error).toEqual(["io", expect.stringMatching(/a worker died: .*out of memory/)]);
    expect(rest).toEqual({ next: true, last: true, workers: 2 });
  } finally {
    await page.close();
  }
});
