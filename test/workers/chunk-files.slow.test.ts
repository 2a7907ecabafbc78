/** Files that workers read and write by themselves where the name or the content of a chunk takes more than its key. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import threads from "node:worker_threads";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { fixedBytes } from "../../src/dataset/array/fixed-bytes.ts";
import type { HyperslabError, NewArrayOptions } from "../../src/index.ts";
import type { ToWorker } from "../../src/workers/task/messages.ts";
import { afterKill, recordedTarget } from "../operations/bloscpack/recorded-target.ts";
import { same, sampleBytes } from "../operations/bloscpack/sample-bytes.ts";
import { taskName } from "./task-name.ts";

/** What workers were given. */
const given: string[] = [];
const { Worker } = threads;
threads.Worker = class extends Worker {
  override postMessage(task: ToWorker, transfer: ArrayBuffer[]): void {
    given.push(taskName(task));
    super.postMessage(task, transfer);
  }
};
beforeEach(() => {
  given.length = 0;
});

const built = (file: string): string => pathToFileURL(resolve("dist", file)).href;
const library: typeof import("../../src/index.ts") = await import(built("lib/index.js"));
const { memorySource }: typeof import("../../src/exports/stores.ts") = await import(built("lib/stores.js"));
const { append, create, openArray } = library;
const folder = mkdtempSync(join(tmpdir(), "hyperslab-chunk-files-"));
const place = (name: string): string => join(folder, name);
afterAll(() => {
  threads.Worker = Worker;
  rmSync(folder, { recursive: true, force: true });
});

/** 40 MiB, so that workers start. */
const BYTES = sampleBytes(40 * 2 ** 20);
const VALUES = new Float32Array(BYTES.buffer, BYTES.byteOffset, BYTES.byteLength / 4);
const WITHOUT = { workers: false } as const;

async function bytesOf(path: string, selection?: string, options = {}): Promise<Uint8Array> {
  return fixedBytes((await (await openArray(path)).read(selection, { ...options, as: "bytes" })).data);
}

async function failureOf(run: () => Promise<unknown>): Promise<HyperslabError> {
  const error = await run().catch((caught: unknown) => caught);
  if (!library.isHyperslabError(error)) throw new Error(`no error of ours: ${String(error)}`);
  return error;
}

describe("Zarr v2 that does not say how its keys look", () => {
  async function unsaid(name: string, separator: "." | "/"): Promise<string> {
    const path = place(name);
    const options = { format: "zarr2", shape: [10, 1024, 1024], dtype: "float32", chunks: [1, 512, 512] } as const;
    await (await create(path, { ...options, chunkKeys: { separator } })).write(undefined, VALUES, WITHOUT);
    const { dimension_separator: said, ...document } = JSON.parse(readFileSync(join(path, ".zarray"), "utf8"));
    expect(said).toBe(separator);
    writeFileSync(join(path, ".zarray"), JSON.stringify(document));
    return path;
  }

  it.each(["/", "."] as const)(
    "with %s in them is read and written by workers where the chunks are",
    async (separator) => {
      const path = await unsaid(separator === "/" ? "nested" : "flat", separator);
      expect(same(await bytesOf(path), BYTES)).toBe(true);
      expect(given).toContain("read");
      await library.copy(path, `${path}-anew`, { format: "zarr3", chunks: [10, 128, 128] });
      expect(same(await bytesOf(`${path}-anew`, undefined, WITHOUT), BYTES)).toBe(true);
      const before = readdirSync(path, { recursive: true }).sort();
      const negated = VALUES.map((value) => -value - 1);
      await (await openArray(path)).write(undefined, negated);
      expect(given).toContain("write");
      expect(readdirSync(path, { recursive: true }).sort()).toEqual(before);
      expect(same(await bytesOf(path, undefined, WITHOUT), new Uint8Array(negated.buffer))).toBe(true);
    },
  );
});

describe("Bloscpack files", () => {
  const blosc = { name: "blosc", configuration: { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 4 } };
  interface Layout extends Pick<NewArrayOptions, "codecs"> {
    readonly shape: readonly number[];
    readonly dtype: "float32" | "float64" | "uint32";
  }
  const LAYOUTS: Readonly<Record<string, Layout>> = {
    "rows that chunks hold whole": { shape: [160, 256, 256], dtype: "float32", codecs: [blosc] },
    "rows that end within chunks": { shape: [16, 655, 1000], dtype: "float32", codecs: [blosc] },
    "rows longer than chunks": { shape: [2, 5_242_880], dtype: "float32", codecs: [blosc] },
    "one dimension": { shape: [5_242_880], dtype: "float64" },
    "Fortran's order": {
      shape: [256, 64, 640],
      dtype: "float32",
      codecs: [{ name: "transpose", configuration: { order: [2, 1, 0] } }, blosc],
    },
    "the other byte order": {
      shape: [320, 256, 128],
      dtype: "uint32",
      codecs: [{ name: "bytes", configuration: { endian: "big" } }, blosc],
    },
  };

  /** The first bytes as elements of another type. */
  function valuesOf({ shape, dtype }: Layout): Float32Array | Float64Array | Uint32Array {
    const Type = { float32: Float32Array, float64: Float64Array, uint32: Uint32Array }[dtype];
    const count = shape.reduce((product, length) => product * length, 1);
    return new Type(BYTES.slice(0, count * Type.BYTES_PER_ELEMENT).buffer);
  }

  it.each(Object.entries(LAYOUTS))("with %s are read by workers as without", async (name, layout) => {
    const path = place(`${name}.blp`);
    const values = valuesOf(layout);
    await (await create(path, layout)).write(undefined, values, WITHOUT);
    given.length = 0;
    const whole = await bytesOf(path);
    expect(given).toContain("read");
    expect(same(whole, BYTES.subarray(0, values.byteLength))).toBe(true);
    const selection = layout.shape.map((_, axis) => (axis === 0 ? "1:" : "::-1")).join();
    expect(same(await bytesOf(path, selection), await bytesOf(path, selection, WITHOUT))).toBe(true);
  });

  it("that are damaged are refused as without workers", async () => {
    const path = place("damaged.blp");
    await (await create(path, { shape: [10_485_760], dtype: "float32", codecs: [blosc] })).write(undefined, VALUES);
    const bytes = readFileSync(path);
    bytes[Math.floor(bytes.byteLength / 2)]! ^= 1;
    writeFileSync(path, bytes);
    const failure = await failureOf(() => bytesOf(path));
    expect(given).toContain("read");
    expect(failure.message).toContain("adler32");
    expect(failure).toEqual(await failureOf(() => bytesOf(path, undefined, WITHOUT)));
  });

  it("whose append was interrupted are read as they were", async () => {
    const path = place("interrupted.blp");
    const options = { shape: [10_000_000], dtype: "float32", codecs: [blosc] } as const;
    await (await create(path, options)).write(undefined, VALUES.subarray(0, 10_000_000));
    const before = new Uint8Array(readFileSync(path));
    const recorded = recordedTarget(before);
    await append(recorded.target, memorySource(sampleBytes(4 * 300_000, 5)));
    // All is written but the header, which comes last of what is synced.
    const last = recorded.changes.findLastIndex((change) => change.kind === "write");
    expect(recorded.changes[last]).toMatchObject({ offset: 0 });
    writeFileSync(path, await afterKill(before, recorded.changes, last));
    expect(same(await bytesOf(path), BYTES.subarray(0, 40_000_000))).toBe(true);
    expect(given).toContain("read");
  });

  it.each(Object.entries(LAYOUTS))("with %s are written by workers byte for byte as without", async (name, layout) => {
    const [path, other] = [place(`${name}-written.blp`), place(`${name}-here.blp`)];
    await (await create(other, layout)).write(undefined, valuesOf(layout), WITHOUT);
    expect(given).toEqual([]);
    await (await create(path, layout)).write(undefined, valuesOf(layout));
    // What a worker would write by itself is no such file.
    expect([given.includes("encode-frames"), given.includes("write")]).toEqual([true, false]);
    expect(same(readFileSync(path), readFileSync(other))).toBe(true);
  });
});
