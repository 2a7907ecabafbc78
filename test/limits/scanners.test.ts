/** The limits of scanners, each crossed by files below it, at it and above it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { type Group, type NdArray, open, openGroup, openStore, scan } from "../../src/index.ts";
import { Files } from "../../src/scanners/hdf5/files.ts";
import "../../src/scanners/limits.ts";
import type { ExpectedFile } from "../contracts/scanner-contract.ts";
import { unpack } from "../fixture-sets.ts";
import { expectNative, type NativeFile, nativeFiles } from "../scanners/native-files.ts";
import { describeLimits } from "./crossing.ts";
import { around } from "./samples.ts";

const sample = new Uint8Array(readFileSync(join(unpack("fixtures/grib/grib.tar.gz"), "grid_ll2.grib")));

/** The sample at another hour. */
function message(hour: number): Uint8Array {
  const bytes = sample.slice();
  bytes[16 + 16] = hour;
  return bytes;
}

const COUNT = 6;
const file = new Uint8Array(Buffer.concat(Array.from({ length: COUNT }, (_, hour) => message(hour))));
const starts = Array.from({ length: COUNT }, (_, index) => index * sample.byteLength);
const lines = (offsets: readonly number[]): string =>
  offsets.map((at, index) => `${index + 1}:${at}:d=2020010100:TMP:2 m above ground:anl:\n`).join("");
/** That an index was used shows by the note that it does not fit. */
const wrong = lines(starts.map((at) => at + 1));
const right = lines(starts);

/** Opens the file with an index beside it, and says whether that was found not to fit. */
async function openWith(index: string, bytes = file): Promise<boolean> {
  const store = await openStore("memory:limits-of-scanners");
  await store.set!("f.grib2", bytes);
  await store.set!("f.grib2.idx", new TextEncoder().encode(index));
  const group = await openGroup("memory:limits-of-scanners/f.grib2");
  expect(await hoursOf(group)).toBe(COUNT);
  return group.hierarchy.notes.some(({ message: text }) => text.includes("f.grib2.idx does not fit the file"));
}

async function hoursOf(group: Group): Promise<number | undefined> {
  for (const child of await group.children()) {
    if (child.kind === "array" && child.shape.length > 2) return (await child.read()).shape[0];
  }
  return undefined;
}

const hdf5Folder = unpack("fixtures/hdf5/h5py.tar.gz");
const structuresFolder = unpack("fixtures/hdf5/structures.tar.gz");
const netcdf3Folder = unpack("fixtures/netcdf3/files.tar.gz");

/** A netCDF-3 file with two variables of integers along records, of which it has fewer than it counts. */
function twoGrowing(counted: number, stored: number): Buffer {
  const name = (text: string): number[] => [1, text.charCodeAt(0) * 2 ** 24];
  const head = [0x43444601, counted, 10, 1, ...name("t"), 0, 0, 0, 11, 2];
  const variable = (text: string, begin: number): number[] => [...name(text), 1, 0, 0, 0, 4, 4, begin];
  const start = 4 * (head.length + 2 * variable("a", 0).length);
  const values = Array.from({ length: stored }, (_, index) => [-index, index]).flat();
  const words = [...head, ...variable("a", start), ...variable("b", start + 4), ...values];
  const bytes = Buffer.alloc(4 * words.length);
  for (const [index, word] of words.entries()) bytes.writeUInt32BE(word >>> 0, 4 * index);
  return bytes;
}

const tiffFile = (name: string): NativeFile =>
  nativeFiles().find(({ format, file: each }) => format === "tiff" && each === `${name}.tif`)!;
const openTiff = (name: string): Promise<Group | NdArray> => open(join(tiffFile(name).folder, `${name}.tif`));

/** Reads every array of a file, and compares it with what its native peer read. */
async function expectFile(folder: string, name: string, expected: readonly ExpectedFile[]): Promise<void> {
  const root = await openGroup(join(folder, name));
  const { arrays } = expected.find(({ file: each }) => each === name)!;
  for (const [path, { values, sha256 }] of Object.entries(arrays)) {
    const array = await root.openArray(path);
    if (typeof values !== "string" && sha256 === undefined) {
      await array.read();
      continue;
    }
    const data = (await array.read(undefined, { as: "bytes" })).data as Uint8Array;
    if (sha256 !== undefined) expect(createHash("sha256").update(data).digest("hex"), path).toBe(sha256);
    else expect(Buffer.from(data).toString("base64") === values, path).toBe(true);
  }
}

const expectedIn = (folder: string): readonly ExpectedFile[] =>
  JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")).files;

describeLimits("scanners", {
  rowChunkBytes: {
    // Of the three arrays, one has 80 bytes, one 1200, one 2400.
    at: 1200,
    run: () => expectFile(hdf5Folder, "contiguous-old.h5", expectedIn(hdf5Folder)),
  },
  assembledChunkBytes: {
    // Chunks of 40, 80 and 160 bytes, and what their shapes become.
    at: 80,
    run: () => expectFile(hdf5Folder, "virtual_sources-new.h5", expectedIn(hdf5Folder)),
  },
  keptNodes: {
    at: 3,
    // All are dropped at the limit.
    sides: ["below", "at"],
    run: () => expectFile(structuresFolder, "deep_indexes-old.h5", expectedIn(structuresFolder)),
  },
  keptCollections: {
    at: 2,
    run: () => expectFile(structuresFolder, "rows_of_types-old.h5", expectedIn(structuresFolder)),
  },
  searchedBytes: {
    at: 20,
    run: async (limit) => {
      for (const length of around(limit)) {
        // Zeros between two messages, and after them.
        const zeros = new Uint8Array(length);
        const store = await openStore("memory:gaps-of-scanners");
        await store.set!("f.grib2", Buffer.concat([message(0), zeros, message(1), zeros]));
        expect(await hoursOf(await openGroup("memory:gaps-of-scanners/f.grib2"))).toBe(2);
      }
    },
  },
  aheadBytes: {
    at: 64,
    also: { "scanners.headBytes": 32 },
    run: async () => {
      for (const name of ["subifds", "subifds_big", "ome"]) await expectNative(await openTiff(name), tiffFile(name));
    },
  },
  keptWindows: {
    at: 2,
    also: { "scanners.headBytes": 256, "scanners.aheadBytes": 256 },
    run: async () => expectNative(await openTiff("subifds"), tiffFile("subifds")),
  },
  unaskedBytes: {
    at: 460,
    run: async () => {
      await expectNative(await openTiff("subifds"), tiffFile("subifds"));
      // Cut off where its third directory begins: with and without asking for the size, it is refused.
      const cut = new Uint8Array(readFileSync(join(tiffFile("subifds").folder, "subifds.tif"))).subarray(0, 200);
      const store = await openStore("memory:claims-of-scanners");
      await store.set!("f.tif", cut);
      await expect(openGroup("memory:claims-of-scanners/f.tif")).rejects.toMatchObject({ code: "invalid-data" });
    },
  },
  headBytes: {
    at: 2000,
    // No more is requested at first.
    sides: ["below", "at"],
    run: async () => {
      const expected: readonly ExpectedFile[] = JSON.parse(readFileSync("fixtures/netcdf3/expected.json", "utf8"));
      for (const name of ["zoo-cdf1.nc", "zoo-cdf5.nc"]) await expectFile(netcdf3Folder, name, expected);
    },
  },
  cutRecords: {
    at: 3,
    run: async (limit) => {
      for (const stored of around(limit)) {
        const store = await openStore("memory:cut-records");
        await store.set!("f.nc", twoGrowing(stored + 2, stored));
        const group = await openGroup("memory:cut-records/f.nc");
        const array = await group.openArray("b");
        expect(array.shape).toEqual([stored + 2]);
        expect((await array.read(`${stored - 2}:${stored}`)).data).toEqual(Int32Array.of(stored - 2, stored - 1));
        const what = `the header counts ${stored + 2} records, but the file ends in record ${stored} of b`;
        for (const missing of [stored, stored + 1]) {
          await expect(array.read(String(missing))).rejects.toMatchObject({ what });
        }
        await expect(scan("memory:cut-records/f.nc")).rejects.toThrow(`but the file ends in record ${stored} of a`);
      }
    },
  },
  indexedFileBytes: {
    at: file.byteLength + 5,
    run: async (limit) => {
      for (const length of around(limit)) {
        // Bytes after the last message belong to none.
        const padded = new Uint8Array(length);
        padded.set(file);
        expect(await openWith(wrong, padded)).toBe(length >= limit);
      }
    },
  },
  indexBytes: {
    at: wrong.length + 5,
    also: { "scanners.indexedFileBytes": 1 },
    run: async (limit) => {
      for (const length of around(limit)) {
        expect(await openWith(wrong.padEnd(length, "\n"))).toBe(length <= limit);
      }
    },
  },
  headsAhead: {
    at: 3,
    also: { "scanners.indexedFileBytes": 1 },
    // Asking ends at the limit.
    sides: ["below", "at"],
    run: async () => {
      expect(await openWith(right)).toBe(false);
      expect(await openWith(wrong)).toBe(true);
    },
  },
  numberedSources: {
    at: 3,
    run: async (limit) => {
      const group = await openGroup(join(unpack("fixtures/hdf5/virtual.tar.gz"), "counts.h5"));
      const { notes } = group.hierarchy.virtual!;
      for (const count of around(limit)) {
        const name = `v${count}`;
        const losses = notes.flatMap(({ path, message }) => (path === name ? [message] : []));
        const array = count > limit ? undefined : await group.openArray(name);
        expect(array?.shape).toEqual(count > limit ? undefined : [count]);
        const refusal = `more than ${limit} sources have numbers: the name of its source n${count}-%b in this file`;
        expect(losses).toEqual(count > limit ? [expect.stringContaining(refusal)] : []);
      }
    },
  },
  otherFiles: {
    at: 3,
    run: async (limit) => {
      const hdf5File = new Uint8Array(readFileSync(join(unpack("fixtures/hdf5/h5py.tar.gz"), "sparse-old.h5")));
      for (const count of around(limit)) {
        const source = memorySource(hdf5File);
        const files = new Files({ source, place: {}, name: "own.h5", openSource: async () => memorySource(hdf5File) });
        const own = await files.own();
        const found: string[] = [];
        for (let number = 0; number < count; number++) {
          const other = await files.tryOpen(`${number}.h5`, own!);
          found.push(typeof other === "string" ? other : "open");
        }
        // One that is open already does not count again.
        expect(typeof (await files.tryOpen("0.h5", own!))).toBe("object");
        const expected = Array.from({ length: count }, (_, number) =>
          number < limit ? "open" : `more than ${limit} other files are referred to`,
        );
        expect(found).toEqual(expected);
      }
    },
  },
});
