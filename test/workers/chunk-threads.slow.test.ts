/** Threads of Node for stores that are no directories, on the built package: what they do, and that results are the same. */

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import threads from "node:worker_threads";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { ToWorker } from "../../src/workers/task/messages.ts";
import { taskName } from "./task-name.ts";

/** Work that a thread was given: "decode" and "encode". The library sees this class, because it looks for it when needed. */
const given: string[] = [];
/** The next thread that is given something ends at once. */
let die = false;
const { Worker } = threads;
threads.Worker = class extends Worker {
  override postMessage(task: ToWorker, transfer: ArrayBuffer[]): void {
    if (task.kind === "decode" || task.kind === "encode") given.push(taskName(task));
    super.postMessage(task, transfer);
    if (!die) return;
    die = false;
    // However far it came, it was not heard of.
    this.removeAllListeners("message");
    void this.terminate();
  }
};

const library: typeof import("../../src/index.ts") = await import(pathToFileURL(resolve("dist/lib/index.js")).href);
const folder = mkdtempSync(join(tmpdir(), "hyperslab-threads-"));
afterAll(() => {
  threads.Worker = Worker;
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => void given.splice(0));

/** 40 MiB, so that threads start by themselves. */
const SHAPE = [10, 1024, 1024];
const VALUES = Float32Array.from({ length: 10 * 1024 * 1024 }, (_, i) => Math.round(Math.sin(i / 900) * 1000) / 10);
const same = (a: { readonly buffer: ArrayBufferLike }, b: { readonly buffer: ArrayBufferLike }): boolean =>
  Buffer.compare(Buffer.from(a.buffer), Buffer.from(b.buffer)) === 0;

const LAYOUTS = {
  zstd: { chunks: [1, 512, 512], codecs: ["zstd"] },
  gzip: { chunks: [1, 1000, 1000], codecs: [{ name: "gzip", configuration: { level: 1 } }] },
  shards: { chunks: [1, 128, 256], shards: [4, 512, 1024], codecs: ["zstd"] },
} as const;

describe.each(Object.entries(LAYOUTS))("%s in memory", (_, layout) => {
  it("is encoded and decoded by threads as without them", async () => {
    const options = { shape: SHAPE, dtype: "float32", fillValue: -1, ...layout } as const;
    const [on, off] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()];
    const array = await library.create(on, options);
    await array.write(undefined, VALUES);
    expect(new Set(given)).toEqual(new Set(["encode"]));
    await (await library.create(off, options)).write(undefined, VALUES, { workers: false });
    expect([...on.keys()].sort()).toEqual([...off.keys()].sort());
    for (const [key, value] of on) expect(Buffer.compare(value, off.get(key)!), key).toBe(0);
    given.length = 0;
    expect(same((await array.read()).data, VALUES)).toBe(true);
    expect(new Set(given)).toEqual(new Set(["decode"]));
    for (const selection of ["::-1, 3:1000:7, ...", ":, 511, ::2", "2:9, 100:900, 5:1020"]) {
      const here = await array.read(selection, { workers: false });
      expect(same((await array.read(selection)).data, here.data), selection).toBe(true);
    }
    const into = new Float32Array(new SharedArrayBuffer(VALUES.byteLength));
    await array.read(undefined, { into });
    expect(same(into, VALUES)).toBe(true);
  });
});

it("in an archive, and over HTTP", async () => {
  const path = join(folder, "array.zip");
  const archive = await library.create(path, { shape: SHAPE, dtype: "float32", ...LAYOUTS.zstd });
  await archive.write(undefined, VALUES);
  await archive.hierarchy.store.close?.();
  expect(given).toContain("encode");
  given.length = 0;
  const array = await library.openArray(path, { dtype: "float32" });
  expect(same((await array.read()).data, VALUES)).toBe(true);
  expect(given).toContain("decode");

  const objects = new Map<string, Uint8Array>();
  const made = await library.create(objects, { shape: SHAPE, dtype: "float32", ...LAYOUTS.shards });
  await made.write(undefined, VALUES);
  const server = createServer(({ url = "/", headers }, response) => {
    const value = objects.get(url.slice(1));
    if (value === undefined) return void response.writeHead(404).end();
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
    if (from === undefined || to === undefined) return void response.writeHead(200).end(value);
    const start = from === "" ? value.length - Number(to) : Number(from);
    const end = from === "" || to === "" ? value.length : Math.min(value.length, Number(to) + 1);
    response.writeHead(206, { "content-range": `bytes ${start}-${end - 1}/${value.length}` });
    response.end(value.subarray(start, end));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  given.length = 0;
  const far = await library.openArray(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    dtype: "float32",
  });
  expect(same((await far.read()).data, VALUES)).toBe(true);
  expect(given).toContain("decode");
  const part = ":, 100:900, 5:1020";
  expect(same((await far.read(part)).data, (await made.read(part, { workers: false })).data)).toBe(true);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

describe("no thread is used", () => {
  it.each([
    ["for codecs that cost less than handing over", { chunks: [1, 512, 512], codecs: ["blosc"] }, undefined],
    ["for small chunks", { chunks: [1, 64, 64], codecs: ["zstd"] }, undefined],
    ["if the caller wants none", LAYOUTS.zstd, false],
  ] as const)("%s", async (_, layout, workers) => {
    const array = await library.create(new Map(), { shape: SHAPE, dtype: "float32", ...layout });
    await array.write(undefined, VALUES, { workers });
    await array.read(undefined, { workers });
    expect(given).toEqual([]);
  });
});

describe("what goes wrong in a thread", () => {
  it("names key, chunk and codec, as without it", async () => {
    const store = new Map<string, Uint8Array>();
    const array = await library.create(store, { shape: SHAPE, dtype: "float32", ...LAYOUTS.gzip });
    await array.write(undefined, VALUES);
    store.set("c/3/0/0", store.get("c/3/0/0")!.subarray(0, 1000));
    const fails = (workers?: boolean): Promise<unknown> => array.read(undefined, { workers }).catch((error) => error);
    const [on, off] = [await fails(), await fails(false)];
    expect(library.isHyperslabError(on, "invalid-data") && on.place).toMatchObject({
      key: "c/3/0/0",
      chunk: [3, 0, 0],
      codec: "gzip",
    });
    expect(String(on)).toBe(String(off));
  });

  it("is reported as such when the thread dies; the next call has others", async () => {
    const store = new Map<string, Uint8Array>();
    const array = await library.create(store, { shape: SHAPE, dtype: "float32", ...LAYOUTS.zstd });
    await array.write(undefined, VALUES);
    die = true;
    const error = await array.read().catch((reason: unknown) => reason);
    expect(library.isHyperslabError(error, "io") && error.message).toContain("a worker died");
    given.length = 0;
    expect(same((await array.read()).data, VALUES)).toBe(true);
    expect(given).toContain("decode");
  });

  it("stops at an abort, for reading and for writing", async () => {
    const array = await library.create(new Map(), { shape: SHAPE, dtype: "float32", ...LAYOUTS.zstd });
    for (const call of [
      (options: { signal: AbortSignal; onProgress: () => void }) => array.write(undefined, VALUES, options),
      (options: { signal: AbortSignal; onProgress: () => void }) => array.read(undefined, options),
    ]) {
      const controller = new AbortController();
      const onProgress = (): void => controller.abort(new Error("enough"));
      await expect(call({ signal: controller.signal, onProgress })).rejects.toThrow("enough");
    }
    await array.write(undefined, VALUES);
    expect(same((await array.read()).data, VALUES)).toBe(true);
  });
});
