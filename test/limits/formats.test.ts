import { rmSync } from "node:fs";
import { expect } from "vitest";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { readLayout } from "../../src/formats/bloscpack/file-layout.ts";
import "../../src/formats/limits.ts";
import { encodeUtf8 } from "../../src/bytes/text/utf8.ts";
import { noteList } from "../../src/formats/notes.ts";
import { RecordWriter } from "../../src/formats/references/parquet/record-writer.ts";
import { writeReferences } from "../../src/formats/references/write-json.ts";
import { readPickle } from "../../src/formats/zarr-v0/pickle.ts";
import { create, importArray, memoryStore, memoryTarget, openArray, openGroup, pack } from "../../src/index.ts";
import { ReferenceSet } from "../../src/model/virtual/reference-set.ts";
import { packObjects } from "../../src/operations/pack/varlen/pack-objects.ts";
import { countingStore } from "../counting-store.ts";
import { unpackRepositories } from "../formats/icechunk/repositories.ts";
import { recordFile, valueAt } from "../scanners/netcdf3/record-file.ts";
import { describeLimits } from "./crossing.ts";
import { around, oneFile, readSlices, readTexts, samples, texts } from "./samples.ts";

const refused = expect.objectContaining({ code: "unsupported" });
const UNCOMPRESSED = { level: 0, typeSize: 1 } as const;

async function fileOf(length: number): Promise<Uint8Array> {
  const target = memoryTarget();
  await pack(memorySource(samples(length)), target, UNCOMPRESSED);
  return target.bytes();
}

/** A Parquet set of three references, each in a file of its own. */
function parquetSet(): Map<string, Uint8Array> {
  const array = { zarr_format: 2, shape: [4], chunks: [1], dtype: "|u1", fill_value: 0, order: "C" };
  const document = {
    metadata: { ".zgroup": { zarr_format: 2 }, "a/.zarray": { ...array, compressor: null, filters: null } },
  };
  const entries = new Map([[".zmetadata", encodeUtf8(JSON.stringify({ ...document, record_size: 1 }))]]);
  for (const chunk of [1, 2, 3]) {
    const writer = new RecordWriter(1, { codec: "UNCOMPRESSED", compress: (bytes) => bytes });
    writer.set(0, { kind: "range", url: "u", offset: 0, length: chunk });
    entries.set(`a/refs.${chunk}.parq`, writer.finish());
  }
  return entries;
}

/** Opens directories of objects whose index has all kinds of lengths. */
async function indexes(): Promise<void> {
  for (const length of [1, 20, 50, 90, 200]) {
    const store = memoryStore();
    await packObjects(texts(7), store, { superchunk: 3, attributes: { note: "x".repeat(length) } });
    const array = await openArray(store);
    expect(array.attributes).toMatchObject({ note: "x".repeat(length) });
    expect([...(await array.read()).data]).toEqual(texts(7));
  }
}

/** A reference set of JSON with one key, whose entry has so many bytes, read in blocks. */
async function references(valueBytes: number): Promise<void> {
  const text = `{".zgroup": {"zarr_format": 2}, "k": "${"x".repeat(valueBytes)}"}`;
  const root = await openGroup(new Map([["s.json", new TextEncoder().encode(text)]]), { path: "s.json" });
  expect((await root.hierarchy.store.get("k"))?.byteLength).toBe(valueBytes);
}

/** Reads all of an array whose references lie in several manifests, twice: what was given up is read again. */
async function manifests(): Promise<void> {
  const folder = unpackRepositories("v2");
  try {
    const array = await openArray(`${folder}/split|icechunk:split`);
    const { data } = await array.read();
    expect(Array.from(data.slice(0, 3) as Uint16Array)).toEqual([0, 1, 2]);
    expect((await array.read()).data).toEqual(data);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads a variable of files of six records at these distances, in this many reads each. */
async function recordsApart(distances: readonly (readonly [step: number, reads: number])[]): Promise<void> {
  for (const [step, reads] of distances) {
    const variables = [
      { name: "t", type: "int32", inner: 1 },
      { name: "v", type: "int8", inner: step - 4 },
    ] as const;
    const file = recordFile(variables, 6);
    expect(file.step).toBe(step);
    const inner = memoryStore();
    await inner.set!("a.nc", file.bytes);
    const { store, counts } = countingStore(inner);
    const array = await (await openGroup(store, { path: "a.nc" })).openArray("t");
    counts.gets = 0;
    expect(Array.from((await array.read()).data as ArrayLike<number>)).toEqual(
      Array.from({ length: 6 }, (_, at) => valueAt(at, 0)),
    );
    expect(counts.gets, `${step} bytes apart`).toBe(reads);
  }
}

describeLimits("formats", {
  spacedBytes: {
    at: 40,
    run: (limit) =>
      recordsApart([
        [limit - 4, 1],
        [limit, 1],
        [limit + 4, 6],
      ]),
  },
  spanBytes: {
    at: 40,
    run: (limit) =>
      recordsApart([
        [limit / 5, 2],
        [limit / 2 - 4, 3],
        [limit / 2, 3],
        [limit - 4, 6],
        [limit, 6],
        [limit + 4, 6],
      ]),
  },
  // The room for a file's content is the larger of this and a multiple of its length.
  icechunkContentBytes: { run: manifests },
  icechunkKeptBytes: { run: manifests },
  prefixBytes: {
    at: 300,
    // No more than this is read, so that more is never compared; files that are longer are read here.
    sides: ["below", "at"],
    run: async (limit) => {
      const overhead = (await fileOf(1)).byteLength - 1;
      for (const length of [...around(limit), 2 * limit]) {
        const file = await fileOf(length - overhead);
        expect(file.byteLength).toBe(length);
        const layout = await readLayout(memorySource(file));
        expect(layout?.table.fileSize).toBe(length < limit ? length : undefined);
        const { data } = await (await openArray(oneFile(file))).read();
        expect(data).toEqual(samples(length - overhead));
      }
    },
  },
  objectPrefixBytes: {
    at: 40,
    // This much is read; nothing is compared with it.
    sides: [],
    run: () => readTexts(texts(12), { attributes: { note: "y".repeat(100) } }),
  },
  indexBytes: { run: indexes },
  walkedBytes: {
    at: 24,
    // It is compared with what is asked for, which is always a head of 16 bytes.
    sides: ["below"],
    run: () => readSlices(samples(2000), { chunkSize: 300, offsets: false, codec: "lz4" }),
  },
  metadataBytes: {
    at: 100,
    run: async (limit) => {
      const stored = async (length: number): Promise<Uint8Array> => {
        const target = memoryTarget();
        await packObjects(["a"], target, { attributes: { n: "x".repeat(length) } });
        return target.bytes();
      };
      const size = async (length: number): Promise<number> =>
        new DataView((await stored(length)).buffer).getUint32(24, true);
      const empty = await size(0);
      for (const length of around(limit)) {
        const file = oneFile(await stored(length - empty));
        if (length > limit) await expect(openArray(file)).rejects.toThrow(refused);
        else expect([...(await (await openArray(file)).read()).data]).toEqual(["a"]);
      }
    },
  },
  superchunks: {
    at: 3,
    run: async () => {
      for (const count of [4, 5, 6]) {
        const store = memoryStore();
        await packObjects(texts(count), store, { superchunk: 2 });
        expect([...(await (await openArray(store)).read()).data]).toEqual(texts(count));
      }
      const store = memoryStore();
      const made = packObjects(texts(7), store, { superchunk: 2 }).then(() => openArray(store));
      await expect(made).rejects.toThrow(refused);
    },
  },
  elementBytes: {
    at: 8,
    run: async () => {
      for (const dtype of ["S7", "S8", "S9"]) {
        const store = new Map<string, Uint8Array>();
        const made = create(store, { shape: [2], dtype, format: "zarr2" } as never).then(() => openArray(store));
        if (dtype === "S9") await expect(made).rejects.toThrow(refused);
        else expect((await made).dtype).toBe(dtype);
      }
    },
  },
  chunksAlong: {
    at: 4,
    run: async () => {
      for (const count of [3, 4, 5]) {
        const store = new Map<string, Uint8Array>();
        const lengths = Array.from({ length: count }, (_, i) => i + 1);
        const length = lengths.reduce((sum, each) => sum + each, 0);
        const made = create(store, { shape: [length], dtype: "int8", chunks: [lengths] }).then(() => openArray(store));
        if (count > 4) await expect(made).rejects.toThrow(refused);
        else {
          const array = await made;
          await array.write("...", new Int8Array(length).fill(3));
          expect((await array.read()).data).toEqual(new Int8Array(length).fill(3));
        }
      }
    },
  },
  pickleBytes: {
    at: 20,
    run: (limit) => {
      const pickle = (length: number): Uint8Array => {
        const text = "a".repeat(length - 8);
        return new TextEncoder().encode(`(V${text}\np0\nt.`.slice(0, length));
      };
      for (const length of around(limit)) {
        const bytes = pickle(length);
        expect(bytes.byteLength).toBe(length);
        if (length > limit) expect(() => readPickle(bytes, "k")).toThrow(/at most 20 are read/);
        else expect(readPickle(bytes, "k")).toBeDefined();
      }
    },
  },
  notes: {
    at: 3,
    run: () => {
      const list = noteList();
      for (let i = 0; i < 6; i++) list.addNote({ key: "k", message: `note ${i}` });
      expect(list.notes.map(({ message }) => message)).toEqual(["note 0", "note 1", "note 2"]);
    },
  },
  // Pieces grow by whole members of different lengths.
  referencePieceBytes: {
    at: 40,
    run: async (limit) => {
      for (const length of around(limit)) {
        // `{"version":1`, `,"refs":` and the member before the closing braces are parts of their own.
        const set = new ReferenceSet();
        set.table.add("k", { kind: "inline", bytes: new TextEncoder().encode("a".repeat(length - 27)) });
        const target = memoryTarget();
        await writeReferences(set, target);
        expect(JSON.parse(new TextDecoder().decode(target.bytes())).refs["k"]).toHaveLength(length - 27);
      }
    },
  },
  regularReferences: {
    at: 4,
    run: async (limit) => {
      for (const count of around(limit)) {
        const set = new ReferenceSet();
        for (let i = 0; i < count; i++) {
          set.table.add(`a/${i}`, { kind: "range", url: "u", offset: i * 10, length: 10 });
        }
        const target = memoryTarget();
        await writeReferences(set, target, { gen: true });
        expect("gen" in JSON.parse(new TextDecoder().decode(target.bytes()))).toBe(count >= limit);
      }
    },
  },
  urlTemplates: {
    at: 3,
    run: async (limit) => {
      for (const count of around(limit)) {
        const set = new ReferenceSet();
        for (let i = 0; i < count; i++) set.table.add(`a/${i}`, { kind: "whole", url: `s3://bucket/folder/${i}` });
        const target = memoryTarget();
        await writeReferences(set, target, { templates: true });
        const { templates } = JSON.parse(new TextDecoder().decode(target.bytes()));
        expect(Object.keys(templates)).toHaveLength(count > limit ? 1 : count);
      }
    },
  },
  referenceBlockBytes: {
    at: 50,
    // This much is read at once; nothing is compared with it.
    sides: [],
    run: async (limit) => {
      for (const length of around(limit)) await references(length);
    },
  },
  referenceMemberBytes: {
    at: 64,
    also: { "formats.referenceBlockBytes": 32 },
    run: async () => {
      // Blocks of 32 bytes: an entry is longer than what is at hand again and again.
      await references(1);
      await references(20);
      await expect(references(500)).rejects.toThrow(refused);
    },
  },
  generatedReferences: {
    at: 5,
    run: async (limit) => {
      for (const stop of around(limit)) {
        const gen = [{ key: "k{{i}}", url: "u", dimensions: { i: { stop } } }];
        const text = JSON.stringify({ version: 1, gen, refs: { ".zgroup": { zarr_format: 2 } } });
        const opened = openGroup(new Map([["s.json", new TextEncoder().encode(text)]]), { path: "s.json" });
        if (stop > limit) await expect(opened).rejects.toThrow(/limit/);
        else expect((await opened).kind).toBe("group");
      }
    },
  },
  expandedReferences: {
    at: 5,
    run: async (limit) => {
      for (const stop of around(limit)) {
        // The second of two entries crosses it: the keys of neither are those of chunks.
        const gen = ["j", "k"].map((name, at) => ({
          key: `${name}{{i}}y`,
          url: "u",
          dimensions: { i: { stop: at === 0 ? 2 : stop - 2 } },
        }));
        const text = JSON.stringify({ version: 1, gen, refs: { ".zgroup": { zarr_format: 2 } } });
        const opened = openGroup(new Map([["s.json", new TextEncoder().encode(text)]]), { path: "s.json" });
        if (stop > limit) await expect(opened).rejects.toThrow(/limit/);
        else expect((await opened).kind).toBe("group");
      }
    },
  },
  referenceRecordBytes: {
    // Each file has one reference, which takes 41 bytes; the first file is not there.
    at: 82,
    run: async () => {
      const { store, counts } = countingStore(memoryStore(parquetSet()));
      const inner = (await openGroup(store)).hierarchy.store;
      expect(await inner.head!("a/0")).toBeUndefined();
      for (const chunk of [1, 2, 3, 1]) expect(await inner.head!(`a/${chunk}`)).toEqual({ size: chunk });
      const files = counts.keys.filter((key) => key.endsWith(".parq"));
      expect(files).toEqual([0, 1, 2, 3, 1].map((number) => `a/refs.${number}.parq`));
    },
  },
  npyHeaderBytes: {
    at: 86,
    run: async (limit) => {
      for (const length of around(limit)) {
        const head = "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }".padEnd(length);
        const file = new Uint8Array([
          0x93,
          ...new TextEncoder().encode("NUMPY"),
          1,
          0,
          length,
          0,
          ...new TextEncoder().encode(head),
          7,
        ]);
        const made = importArray(memoryStore(), file, { format: "npy", create: {} });
        if (length > limit) await expect(made).rejects.toThrow("bytes long");
        else expect((await made).elements).toBe(1);
      }
    },
  },
});
