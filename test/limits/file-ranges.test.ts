/** Chunks of one array that are parts of several files, or lie elsewhere: workers read those that are local. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import threads from "node:worker_threads";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { resolveRange } from "../../src/bytes/source/byte-range.ts";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { NdArray } from "../../src/dataset/array/nd-array.ts";
import { isHyperslabError } from "../../src/errors.ts";
import type { ChunkAccess, ChunkFile, Hierarchy } from "../../src/formats/format.ts";
import { create, memoryStore } from "../../src/index.ts";
import { gridShape } from "../../src/model/grid/chunk-grid.ts";
import type { ToWorker } from "../../src/workers/task/messages.ts";
import { taskName } from "../workers/task-name.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-ranges-"));
/** What workers were given, and which chunks this thread read. */
const given: string[] = [];
const readHere: string[] = [];
const { Worker } = threads;
threads.Worker = class extends Worker {
  override postMessage(message: ToWorker, transfer: ArrayBuffer[]): void {
    given.push(taskName(message));
    super.postMessage(message, transfer);
  }
};
afterAll(() => {
  threads.Worker = Worker;
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  given.length = 0;
  readHere.length = 0;
});

const SHAPE = [40, 30];
const VALUES = Int32Array.from({ length: 1200 }, (_, i) => i * 3 - 500);
const LAYOUTS = {
  zstd: { chunks: [8, 10], codecs: ["zstd"] },
  raw: { chunks: [8, 10], codecs: [] },
  blosc: { chunks: [40, 7], codecs: ["blosc", "crc32c"] },
  shards: { chunks: [4, 5], shards: [20, 15], codecs: ["zstd"] },
} as const;

type Where = "local" | "elsewhere" | "absent";
type WhereOf = (coords: readonly number[]) => Where;
const everywhere: WhereOf = () => "local";
let count = 0;

/** The array in memory, and the same chunks as parts of three files in two directories, or in memory, or nowhere. */
async function rangesOf(layout: object, whereOf: WhereOf = everywhere) {
  const store = memoryStore();
  const array = await create(store, { shape: SHAPE, dtype: "int32", fillValue: -7, ...layout });
  await array.write(undefined, VALUES);
  const { node, hierarchy } = array;
  const stored = hierarchy.chunks(node);
  const base = join(folder, String(++count));
  const files = ["one", "two", "three"].map((name, i) => {
    return { directory: folder, location: `place ${i % 2}`, key: `${count}-${name}`, parts: [Buffer.from("head")] };
  });
  const table = new Map<string, ChunkFile>();
  const elsewhere = new Map<string, Uint8Array>();
  let next = 0;
  for await (const { coords } of stored.stored!()) {
    const bytes = (await stored.source(coords).read())!;
    if (whereOf(coords) === "absent") await store.delete!(stored.key(coords));
    if (whereOf(coords) === "elsewhere") elsewhere.set(coords.join(), bytes);
    if (whereOf(coords) !== "local") continue;
    const { parts, ...file } = files[next++ % 3]!;
    const offset = parts.reduce((sum, { length }) => sum + length, 0);
    parts.push(Buffer.from(bytes), Buffer.from("gap"));
    table.set(coords.join(), { ...file, part: { offset, length: bytes.length } });
  }
  for (const { key, parts } of files) writeFileSync(join(folder, key), Buffer.concat(parts));
  const access: ChunkAccess = {
    location: base,
    key: (coords) => `chunk ${coords}`,
    place: (coords) => ({ location: base, key: `chunk ${coords}` }),
    lockName: (coords) => `${base}/${coords}`,
    cacheName: (coords) => `${base}/${coords}`,
    source: (coords) => {
      readHere.push(coords.join());
      const remote = elsewhere.get(coords.join());
      const file = table.get(coords.join());
      if (remote !== undefined) return memorySource(remote);
      if (file?.part === undefined) return { read: async () => undefined };
      const { directory, key, part } = file;
      return {
        read: async (range) => {
          const { start, end } = resolveRange(range, part.length);
          await using handle = await open(join(directory, key));
          const bytes = new Uint8Array(end - start);
          const { bytesRead } = await handle.read(bytes, 0, bytes.length, part.offset + start);
          return bytes.subarray(0, bytesRead);
        },
      };
    },
    files: async () => ({
      file: (coords) => table.get(coords.join()),
      readOnly: true,
      partial: whereOf !== everywhere,
    }),
  };
  const virtual: Hierarchy = {
    format: "ranges",
    title: "Ranges",
    store: memoryStore(),
    consolidated: false,
    notes: [],
    readNode: async () => node,
    listChildren: async () => [],
    chunks: () => access,
  };
  return { array, virtual: new NdArray(virtual, node), table };
}

describe.each(Object.entries(LAYOUTS))("%s", (_, layout) => {
  it.each([undefined, "::-1, 3:28:2", "[1, 0, 5, 39], :", "7:33, 4:"])("in parts of files: %s", async (selection) => {
    const { array, virtual } = await rangesOf(layout);
    const wanted = await array.read(selection, { workers: false });
    given.length = 0;
    expect((await virtual.read(selection)).data).toEqual(wanted.data);
    expect(given).toContain("read");
    // Pieces of a shard that was written just now may be of two versions, and are read again by this thread.
    if (!("shards" in layout)) expect([new Set(given), readHere]).toEqual([new Set(["read"]), []]);
    expect((await virtual.read(selection, { workers: false })).data).toEqual(wanted.data);
    expect(readHere).not.toEqual([]);
    const { data } = await virtual.read(selection, { shared: true });
    expect(Int32Array.from(data as Int32Array)).toEqual(wanted.data);
  });

  it("some of them elsewhere, some absent: workers read what is local, this thread the rest", async () => {
    const kinds: readonly Where[] = ["local", "elsewhere", "local", "absent"];
    const whereOf: WhereOf = ([row = 0, column = 0]) => kinds[(row + column) % 4]!;
    const { array, virtual, table } = await rangesOf(layout, whereOf);
    const wanted = await array.read(undefined, { workers: false });
    given.length = 0;
    const steps: number[] = [];
    const { data } = await virtual.read(undefined, { onProgress: ({ done }) => void steps.push(done) });
    expect(data).toEqual(wanted.data);
    expect(given).toContain("read");
    if (!("shards" in layout)) expect(readHere.some((name) => table.has(name))).toBe(false);
    expect(readHere.length).toBeGreaterThan(0);
    expect(steps.at(-1)).toBe(gridShape(array.node.grid).reduce((product, along) => product * along));
  });
});

it("a file that ends too soon is an error that names the chunk", async () => {
  const { virtual, table } = await rangesOf(LAYOUTS.zstd);
  const [name, { directory, key, part }] = [...table].at(-1)! as [string, Required<ChunkFile>];
  truncateSync(join(directory, key), part.offset + part.length - 2);
  for (const workers of [undefined, false]) {
    const error = await virtual.read(undefined, { workers }).catch((reason: unknown) => reason);
    expect(isHyperslabError(error, "invalid-data"), String(error)).toBe(true);
    expect(isHyperslabError(error) && error.place.chunk).toEqual(name.split(",").map(Number));
  }
  expect(given).toContain("read");
});
