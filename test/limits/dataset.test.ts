import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { batches, isWorthWorkers } from "../../src/dataset/engine/batches.ts";
import "../../src/dataset/limits.ts";
import { readsAtOnce } from "../../src/dataset/transfer.ts";
import { settle } from "../../src/dataset/virtual/settle.ts";
import { type CreateArrayOptions, create, memoryStore, openArray, type Store } from "../../src/index.ts";
import { regularGrid } from "../../src/model/grid/chunk-grid.ts";
import { type ChunkStep, planChunks } from "../../src/model/grid/chunk-plan.ts";
import { selectionCount, wholeSelection } from "../../src/model/selection/axis-selection.ts";
import { ReferenceSet } from "../../src/model/virtual/reference-set.ts";
import { chunksIn } from "../../src/model/virtual/table-chunks.ts";
import { describeLimits } from "./crossing.ts";
import { around, numbers, roundTrip, samples } from "./samples.ts";

let folder = "";
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-limits-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newPlace = (name = "array.zarr"): string => join(folder, `${count++}-${name}`);

/** So low that every call is worth a worker. */
const EAGER = { "dataset.workerBytes": 1, "dataset.startedWorkerBytes": 1, "dataset.workerChunkBytes": 1 };

const GZIP = ["bytes", { name: "gzip", configuration: { level: 1 } }] as CreateArrayOptions["codecs"];

describeLimits("dataset", {
  batchBytes: { at: 360, run: (limit) => coverAll(limit) },
  batchSteps: { at: 5, run: () => coverAll() },
  weighedSteps: {
    at: 4,
    also: { "dataset.workerBytes": 4000, "dataset.startedWorkerBytes": 4000 },
    // Steps are counted one by one, and no further than to the limit.
    sides: ["below", "at"],
    run: async () => {
      for (const length of [9, 12, 15, 1200]) {
        await roundTrip(newPlace(), { shape: [length], dtype: "int32", chunks: [3], codecs: GZIP });
      }
    },
  },
  packedBatchBytes: {
    also: EAGER,
    run: async () => {
      for (const chunkSize of [40, 64, 100, 300]) {
        await roundTrip(newPlace("x.blp"), {
          shape: [90, 2],
          dtype: "int32",
          format: "bloscpack",
          chunks: [chunkSize >> 3, 2],
        } as never);
      }
    },
  },
  bytesAtOnce: {
    at: 4096,
    run: () => {
      const store = { ...memoryStore(), concurrency: 512 };
      expect([10, 2047, 2048, 2049].map((bytes) => readsAtOnce(store, bytes))).toEqual([204, 16, 16, 16]);
    },
  },
  cacheBytes: {
    run: async () => {
      for (const length of [10, 30, 50]) {
        const store = memoryStore();
        const array = await create(store, { shape: [4 * length], dtype: "int16", chunks: [length] });
        const values = Int16Array.from(numbers(4 * length));
        await array.write("...", values);
        for (let time = 0; time < 3; time++) {
          for (let at = 0; at < 4 * length; at += 7) expect(await array.item([at])).toBe(values[at]);
        }
      }
    },
  },
  seenChunks: {
    at: 3,
    run: async () => {
      const array = await create(memoryStore(), { shape: [24], dtype: "int8", chunks: [4] });
      const values = Int8Array.from({ length: 24 }, (_, i) => i);
      await array.write("...", values);
      for (let time = 0; time < 3; time++) {
        for (let at = 0; at < 24; at++) expect(await array.item([(at * 5) % 24])).toBe((at * 5) % 24);
      }
    },
  },
  replacedObjects: {
    at: 3,
    run: async () => {
      const array = await create(memoryStore(), { shape: [24], dtype: "int8", chunks: [4] });
      for (let time = 0; time < 4; time++) {
        for (let at = 0; at < 24; at++) {
          await array.write([at], at + time);
          for (let again = 0; again < 3; again++) expect(await array.item([at])).toBe(at + time);
        }
      }
    },
  },
  workerBytes: {
    at: 300,
    also: { "dataset.startedWorkerBytes": 1 },
    run: async () => {
      for (const [length, chunk] of [
        [30, 16],
        [75, 75],
        [200, 16],
      ] as const) {
        await roundTrip(newPlace(), { shape: [length], dtype: "int32", chunks: [chunk], codecs: GZIP });
      }
    },
  },
  startedWorkerBytes: {
    at: 512,
    run: (limit) => {
      expect(around(limit).map((bytes) => isWorthWorkers({ running: false } as never, bytes))).toEqual([
        false,
        true,
        true,
      ]);
    },
  },
  workerChunkBytes: {
    at: 64,
    also: { "dataset.workerBytes": 1, "dataset.startedWorkerBytes": 1 },
    run: async () => {
      for (const length of [15, 16, 17]) {
        const store = memoryStore();
        const array = await create(store, { shape: [3 * length], dtype: "int32", chunks: [length], codecs: GZIP });
        const values = Int32Array.from(numbers(3 * length));
        await array.write("...", values, { workers: true });
        expect((await (await openArray(store)).read(null, { workers: true })).data).toEqual(values);
      }
    },
  },
  pageCores: {
    at: 3,
    also: { "dataset.workerBytes": 1 },
    run: async () => {
      for (const hardwareConcurrency of [2, 3, 4]) {
        vi.stubGlobal("navigator", { hardwareConcurrency });
        vi.stubGlobal("Worker", class {});
        await roundTrip(memoryStore(), { shape: [50], dtype: "int32", chunks: [16], codecs: GZIP });
        vi.unstubAllGlobals();
      }
    },
  },
  rowBytes: {
    at: 16,
    also: EAGER,
    run: async () => {
      for (const columns of [3, 4, 5]) {
        await roundTrip(newPlace(), { shape: [40, columns], dtype: "int32", chunks: [8, columns], codecs: ["bytes"] });
      }
    },
  },
  fewPositions: { run: () => shrunk(memoryStore) },
  askedPositions: {
    at: 3,
    also: { "dataset.fewPositions": 1 },
    run: async () => {
      await shrunk(unlisted, [1, 2, 3]);
      await expect(shrunk(unlisted, [4])).rejects.toThrow(/one by one/);
    },
  },
  inlineBytes: {
    at: 40,
    run: async (limit) => {
      for (const length of around(limit)) {
        const settled = settle(await prefixed(length));
        if (length > limit) await expect(settled).rejects.toThrow(`more than ${limit} bytes are not plain parts`);
        else
          expect([...chunksIn((await settled)!.references.table, "x", 1)]).toEqual([
            { coords: Uint32Array.of(0), reference: { kind: "inline", bytes: samples(length) } },
          ]);
      }
    },
  },
});

/** A virtual array of one chunk of this length, which begins with bytes that its file does not have in that place. */
async function prefixed(length: number): Promise<Parameters<typeof settle>[0]> {
  const store = memoryStore(new Map([["x/0", samples(length)]]));
  const { node } = await create(memoryStore(), { shape: [length], dtype: "uint8" });
  const references = new ReferenceSet();
  references.table.add("x/0", { kind: "range", url: "", offset: 1, length: length - 1 });
  const nodes = new Map([["x", { ...node, path: "x" }]]);
  return { store, virtual: { nodes, references, prefixes: new Map([["x/0", samples(1)]]), notes: [] } };
}

/** A store that cannot list. */
function unlisted(): Store {
  const { location, get, set, delete: remove } = memoryStore();
  return { location, get, set: set!, delete: remove! };
}

/** Arrays of which so many chunks are cut off: what is left is right, and what was cut off is gone when they grow again. */
async function shrunk(open: () => Store, counts: readonly number[] = [1, 2, 3, 4, 6]): Promise<void> {
  for (const gone of counts) {
    const array = await create(open(), { shape: [4 * (gone + 1)], dtype: "int16", chunks: [4], fillValue: -1 });
    const values = Int16Array.from({ length: 4 * (gone + 1) }, (_, i) => i);
    await array.write("...", values);
    await array.resize([4]);
    expect((await array.read()).data).toEqual(values.subarray(0, 4));
    await array.resize([4 * (gone + 1)]);
    expect((await array.read()).data).toEqual(values.map((value) => (value < 4 ? value : -1)));
  }
}

/** Batches of a read that cover every element once. */
function coverAll(most?: number): void {
  for (const shape of [
    [40, 9],
    [13, 30],
  ]) {
    for (const block of [undefined, [2, 3]]) {
      const plan = planChunks(regularGrid(shape, [10, 3]), wholeSelection(shape));
      const seen = new Uint8Array(shape[0]! * shape[1]!);
      for (const { steps } of batches(plan, 4, block)) {
        if (most !== undefined && steps.length > 1) expect(bytesOf(steps)).toBeLessThanOrEqual(most);
        for (const { target } of steps) {
          const [rows, columns] = target.map((axis) => (axis.kind === "range" ? axis : expect.fail()));
          for (let i = 0; i < rows!.count; i++) {
            for (let j = 0; j < columns!.count; j++) seen[(rows!.start + i) * shape[1]! + columns!.start + j]! += 1;
          }
        }
      }
      expect(seen).toEqual(new Uint8Array(seen.length).fill(1));
    }
  }
}

/** What is selected by steps of elements of 4 bytes. */
function bytesOf(steps: readonly ChunkStep[]): number {
  return steps.reduce((sum, { target }) => sum + 4 * selectionCount(target), 0);
}
