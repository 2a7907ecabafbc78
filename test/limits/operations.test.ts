import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import {
  type CreateArrayOptions,
  copy,
  create,
  type ExportFormat,
  exportArray,
  importArray,
  listKeys,
  memoryStore,
  openArray,
  openGroup,
  type PackOptions,
  pack,
  readKey,
  type Store,
  scan,
  serve,
  stats,
  unpack,
} from "../../src/index.ts";
import { ReferenceSet } from "../../src/model/virtual/reference-set.ts";
import { parseMarker } from "../../src/operations/copy/journal.ts";
import { moveBytes } from "../../src/operations/pack/varlen/chunk-stream.ts";
import { openObjectSource } from "../../src/operations/pack/varlen/object-sources.ts";
import { packObjects } from "../../src/operations/pack/varlen/pack-objects.ts";
import { unpackObjects } from "../../src/operations/pack/varlen/unpack-objects.ts";
import "../../src/operations/limits.ts";
import { splitChunks } from "../../src/operations/refs/split-chunks.ts";
import { SharedArrays } from "../../src/operations/scan/combine/identical.ts";
import type { OpenPart } from "../../src/operations/scan/combine/part.ts";
import { entityTags } from "../../src/operations/serve/conditions.ts";
import { describeLimits } from "./crossing.ts";
import { around, numbers, oneFile, samples, texts } from "./samples.ts";

let folder = "";
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-limits-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ONE_BYTE =
  '{"zarr_format":2,"shape":[1],"chunks":[1],"dtype":"|u1","compressor":null,"filters":null,"fill_value":0,"order":"C"}';

const newPlace = (name: string): string => join(folder, `${count++}-${name}`);

async function sample(
  options: CreateArrayOptions,
  store: Store = memoryStore(),
): Promise<{ store: Store; values: number[] }> {
  const values = numbers(options.shape.reduce((product, length) => product * length, 1));
  await (await create(store, options)).write("...", { data: values, shape: options.shape });
  return { store, values };
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

/** Exports of arrays of several sizes, compared with their values. */
async function exported(format: ExportFormat): Promise<void> {
  for (const shape of [
    [3, 4],
    [7, 5],
    [10, 8],
    [2, 60],
  ]) {
    for (const chunks of [
      [2, 2],
      [5, 4],
      [1, 60],
    ]) {
      const { store, values } = await sample({
        shape,
        dtype: "uint8",
        chunks: chunks.map((c, i) => Math.min(c, shape[i]!)),
      });
      const bytes = await collect(exportArray(await openArray(store), { format }));
      if (format === "raw") expect([...bytes]).toEqual(values);
      else {
        const rows = bytes.toString("utf8").trim().split("\r\n").slice(1);
        expect(rows.map((row) => Number(row.split(",").at(-1)))).toEqual(values);
      }
    }
  }
}

/** Copies that encode anew, in blocks. */
async function copied(): Promise<void> {
  for (const [length, from, to] of [
    [40, 5, 4],
    [64, 16, 3],
    [50, 2, 25],
    [90, 30, 30],
  ] as const) {
    const { store, values } = await sample({ shape: [length, 3], dtype: "int32", chunks: [from, 2] });
    const target = memoryStore();
    await copy(store, target, { chunks: [to, 3] });
    const array = await openArray(target);
    expect(Array.from((await array.read()).data as Iterable<number>, Number)).toEqual(values);
  }
}

/** Packs and unpacks, with chunks from a few bytes to more than all. */
async function packs(
  options: PackOptions = {},
  sizes: readonly number[] = [64, 200, 333, 700, 1500, 4000],
): Promise<void> {
  const bytes = samples(3000);
  for (const chunkSize of sizes) {
    const target = memoryTarget();
    await pack(memorySource(bytes), target, { chunkSize, typeSize: 4, codec: "lz4", ...options });
    const out = memoryTarget();
    await unpack(memorySource(target.bytes()), out);
    expect(out.bytes()).toEqual(bytes);
  }
}

async function unpackedObjects(): Promise<void> {
  for (const list of [texts(3), texts(20), texts(60), new Array<string>(9).fill("x".repeat(40))]) {
    const store = memoryTarget();
    await packObjects(list, store, {});
    const path = newPlace("objects.blp");
    writeFileSync(path, store.bytes());
    const out = newPlace("lines.txt");
    await unpackObjects(path, out, { as: "lines" });
    expect(readFileSync(out, "utf8")).toBe(list.map((text) => `${text}\n`).join(""));
  }
}

/** Copies of arrays with this many chunks, every second of them stored. */
async function sparseCopies(counts: readonly number[], lists: boolean): Promise<void> {
  for (const length of counts) {
    const store = memoryStore();
    const array = await create(store, { shape: [length], dtype: "int8", chunks: [1], codecs: [] });
    await array.write("::2", 7);
    const { list: _, listDirectory: __, ...silent } = store;
    const target = memoryStore();
    await copy(lists ? store : silent, target);
    const { data } = await (await openArray(target)).read();
    expect(Array.from(data as Int8Array)).toEqual(Array.from({ length }, (___, i) => (i % 2 === 0 ? 7 : 0)));
  }
}

describeLimits("operations", {
  askedPositions: { at: 9, run: () => sparseCopies([8, 9, 10], true) },
  unlistedPositions: {
    at: 9,
    also: { "operations.askedPositions": 4 },
    run: async () => {
      await sparseCopies([8, 9], false);
      await expect(sparseCopies([10], false)).rejects.toThrow(/10 chunk positions/);
    },
  },
  exportBlockBytes: { run: () => exported("raw") },
  textBlockBytes: { run: () => exported("csv") },
  largestBlockBytes: { also: { "operations.exportBlockBytes": 8 }, run: () => exported("raw") },
  csvRows: {
    at: 4,
    // Rows are counted one by one, and the count begins again at the limit.
    sides: ["below", "at"],
    run: () => exported("csv"),
  },
  csvRowBytes: {
    at: 40,
    run: async (limit) => {
      for (const length of around(limit)) {
        // An open row waits for its end: one that is too long by then is refused.
        const array = await create(memoryStore(), { shape: [1], dtype: "float64" });
        const pieces = async function* (): AsyncGenerator<Uint8Array> {
          yield new TextEncoder().encode("1".padStart(length));
          yield new TextEncoder().encode("\n");
        };
        const written = importArray(array, pieces(), { format: "csv" });
        if (length > limit) await expect(written).rejects.toThrow("longer");
        else expect((await written).elements).toBe(1);
      }
    },
  },
  quantileValues: {
    at: 12,
    run: async (limit) => {
      for (const length of around(limit)) {
        const { store, values } = await sample({ shape: [length], dtype: "int32" });
        const found = stats(await openArray(store), { quantiles: [1] });
        if (length > limit) await expect(found).rejects.toThrow("exact quantiles");
        else expect((await found).arrays[0]?.quantiles?.[0]?.value).toBe(BigInt(Math.max(...values)));
      }
    },
  },
  distinctTexts: {
    at: 4,
    sides: ["below", "at"],
    run: async (limit) => {
      for (const length of around(limit)) {
        const array = await create(memoryStore(), { data: texts(length), dtype: "string" });
        const found = (await stats(array)).arrays[0]?.texts?.distinct;
        expect(found).toBe(length > limit ? null : length);
      }
    },
  },
  copiedBytes: { run: copied },
  copyBlockBytes: { run: copied },
  sharedBlockBytes: { run: copied },
  journalBytes: {
    at: 120,
    run: async (limit) => {
      for (const length of around(limit)) {
        const journal = JSON.stringify({
          version: 1,
          source: "s",
          arrays: { a: { units: "u", done: 1, digest: "d" } },
        });
        const bytes = new TextEncoder().encode(journal.padEnd(length));
        expect(parseMarker(bytes)?.arrays.get("a")?.done).toBe(length > limit ? undefined : 1);
      }
    },
  },
  valuePieceBytes: {
    at: 64,
    run: async (limit) => {
      for (const length of [...around(limit), 200]) {
        const store = memoryStore(new Map([["k", samples(length)]]));
        expect(new Uint8Array(await collect(readKey(store, "k")))).toEqual(samples(length));
      }
    },
  },
  listedKeys: {
    at: 3,
    run: async () => {
      for (const length of [2, 3, 4, 7]) {
        const keys = Array.from({ length }, (_, i) => `k${i}`);
        const store = memoryStore(new Map(keys.map((key, i) => [key, samples(i)])));
        const listed: (string | number | undefined)[] = [];
        for await (const { key, size } of listKeys(store, { sizes: true })) listed.push(key, size);
        expect(listed).toEqual(keys.flatMap((key, i) => [key, i]));
      }
    },
  },
  heldObjectBytes: {
    at: 195,
    run: async () => {
      const target = memoryTarget();
      await packObjects(texts(40), target, {});
      expect([...(await (await openArray(oneFile(target.bytes()))).read()).data]).toEqual(texts(40));
    },
  },
  movedBytes: {
    at: 64,
    run: async (limit) => {
      for (const length of [...around(limit), 200]) {
        for (const [from, to] of [
          [10, 40],
          [40, 10],
          [0, 300],
        ] as const) {
          const target = memoryTarget(samples(600));
          await moveBytes(target, from, target, to, length);
          const expected = samples(600);
          expected.copyWithin(to, from, from + length);
          expect(target.bytes()).toEqual(expected);
        }
      }
    },
  },
  batchObjectBytes: { at: 40, run: unpackedObjects },
  batchObjects: { run: unpackedObjects },
  linePieceBytes: {
    at: 12,
    // No more than this is read, so that more is never compared.
    sides: ["below", "at"],
    run: async () => {
      for (const text of [
        "",
        "a\n",
        "elevenbytes",
        "twelve bytes",
        "thirteen byte",
        "l1\n\ngr\u00fc\u00dfe und mehr\nlast",
        "x".repeat(40),
      ]) {
        const path = newPlace("lines.txt");
        writeFileSync(path, text);
        const lines: unknown[] = [];
        for await (const line of (await openObjectSource(path, "lines")).items as never as AsyncIterable<() => unknown>)
          lines.push(line());
        const expected = text.split("\n");
        expect(lines).toEqual(expected.at(-1) === "" ? expected.slice(0, -1) : expected);
      }
    },
  },
  packedBatchBytes: { run: () => packs() },
  unpackedBatchBytes: { run: () => packs() },
  inFlightBytes: { run: () => packs() },
  packedWorkerBytes: {
    at: 3000,
    run: async () => {
      for (const length of around(3000)) {
        const target = memoryTarget();
        await pack(memorySource(samples(length)), target, { chunkSize: 500 });
        const out = memoryTarget();
        await unpack(memorySource(target.bytes()), out);
        expect(out.bytes()).toEqual(samples(length));
      }
    },
  },
  largeChunkBytes: { also: { "operations.largePieceBytes": 256 }, run: () => packs({}, [400, 1024, 2048, 3000]) },
  largePieceBytes: { also: { "operations.largeChunkBytes": 300 }, run: () => packs({}, [400, 1024, 2048, 3000]) },
  offsetsAtOnce: { at: 3, run: () => packs({}, [1500, 1000, 750, 430]) },
  verifiedBytes: {
    run: async () => {
      for (const columns of [2, 5, 9]) {
        const { store, values } = await sample({ shape: [20, columns], dtype: "int32", chunks: [6, columns] });
        const path = newPlace("x.blp");
        await copy(store, path, { format: "bloscpack" });
        expect(Array.from((await (await openArray(path)).read()).data as Iterable<number>, Number)).toEqual(values);
      }
    },
  },
  salvagedBytes: {
    at: 16,
    // Heads of chunks, 16 bytes, are the most that is asked for.
    sides: ["below", "at"],
    run: async () => {
      const bytes = samples(3000);
      const target = memoryTarget();
      await pack(memorySource(bytes), target, { chunkSize: 250, codec: "lz4" });
      const out = memoryTarget();
      await unpack(memorySource(target.bytes()), out, { salvage: true });
      expect(out.bytes()).toEqual(bytes);
    },
  },
  // Bytes and numbers of kept chunks are counted after each of them.
  servedBytes: { at: 300, also: { "operations.servedChunks": 100 }, run: () => servesEncoded() },
  servedChunks: { at: 3, also: { "operations.servedBytes": 10_000 }, run: () => servesEncoded() },
  sentPieceBytes: {
    at: 16,
    // Pieces have this length; nothing is compared with it.
    sides: [],
    run: async (limit) => {
      const folder = newPlace("files");
      mkdirSync(folder);
      const lengths = [0, ...around(limit), 3 * limit, 5 * limit + 1];
      for (const length of lengths) writeFileSync(join(folder, `${length}`), samples(length));
      const server = await serve(folder);
      try {
        for (const length of lengths) {
          const found = await (await fetch(`${server.url}${length}`)).arrayBuffer();
          expect(new Uint8Array(found)).toEqual(samples(length));
        }
      } finally {
        await server.close();
      }
    },
  },
  keptTags: {
    at: 4,
    run: async (limit) => {
      for (const count of around(limit)) {
        // Each twice: of one more than are kept, all were forgotten when they come again.
        const tags = entityTags();
        const names = Array.from({ length: count }, (_, index) => `value ${index}`);
        const first = names.map(tags);
        expect(names.map(tags)).toEqual(first);
        expect(new Set(first).size).toBe(count);
      }
    },
  },
  smallSetBytes: {
    at: 300,
    // That much is asked for, and what came is compared with it.
    sides: [],
    run: async (limit) => {
      const refs = { ".zgroup": '{"zarr_format":2}', "x/.zarray": ONE_BYTE, "x/0": "a" };
      for (const length of around(limit)) {
        const set = newPlace("set.json");
        writeFileSync(set, JSON.stringify({ version: 1, refs }).padEnd(length));
        const { group } = await scan(set);
        expect((await (await group.openArray("x")).read()).data).toEqual(Uint8Array.of(97));
      }
    },
  },
  splitChunks: {
    at: 5,
    run: async (limit) => {
      for (const length of around(limit)) {
        const chunks = [[1, length - 1]];
        const { node } = await create(memoryStore(), { shape: [length], dtype: "uint8", chunks, codecs: [] });
        if (length > limit) expect(() => splitChunks(node)).toThrow(`would have to be cut into ${length} pieces`);
        else expect(splitChunks(node)?.node.grid).toEqual([{ kind: "fixed", extent: length, size: 1 }]);
      }
    },
  },
  comparedBytes: {
    at: 40,
    run: async (limit) => {
      for (const length of around(limit)) {
        const shared = new SharedArrays(await partOf("a.nc", length), () => true, {});
        const checked = shared.check(await partOf("b.nc", length));
        if (length <= limit) await expect(checked).rejects.toThrow("x has different values in b.nc and a.nc");
        else expect(await checked).toBeUndefined();
        const note = { path: "x", message: expect.stringContaining("not compared") };
        expect(shared.notes).toEqual(length <= limit ? [] : [note]);
      }
    },
  },
});

/** A file of a scan with one array of bytes, which are those of its name. */
async function partOf(file: string, length: number): Promise<OpenPart> {
  const store = memoryStore();
  const array = await create(store, { path: "x", shape: [length], dtype: "uint8" });
  await array.write("...", new Uint8Array(length).fill(file.charCodeAt(0)));
  const group = await openGroup(store);
  const dataset = { nodes: new Map([["x", array.node]]), references: new ReferenceSet(), notes: [] };
  return { file, group, dataset, openTarget: () => Promise.reject(new Error("it refers to nothing")) };
}

/** Five chunks of 100 bytes that are encoded anew, each asked for twice in turn. */
async function servesEncoded(): Promise<void> {
  const { store } = await sample({ shape: [125], dtype: "int32", chunks: [25], shards: [125], codecs: [] });
  const server = await serve(store, { format: "zarr2" });
  try {
    const expected = (await (await openArray(store)).read()).data;
    for (let turn = 0; turn < 2; turn++) {
      const parts: Uint8Array[] = [];
      for (let chunk = 0; chunk < 5; chunk++) {
        parts.push(new Uint8Array(await (await fetch(`${server.url}${chunk}`)).arrayBuffer()));
      }
      const bytes = new Uint8Array(Buffer.concat(parts));
      expect(new Int32Array(bytes.buffer)).toEqual(expected);
    }
  } finally {
    await server.close();
  }
}
