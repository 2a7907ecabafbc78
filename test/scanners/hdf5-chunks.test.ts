/** Where chunks lie, as h5py tells it: one by one and all at once; and how few reads it takes to get there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ByteSource, memorySource } from "../../src/bytes/source/byte-source.ts";
import type { VirtualDataset } from "../../src/model/virtual/virtual-dataset.ts";
import { hdf5 } from "../../src/scanners/hdf5/hdf5.ts";
import { externalRows, hasTooManyChunks, MOST_ROW_CHUNKS, rowsPerChunk } from "../../src/scanners/hdf5/row-chunks.ts";
import { unpack } from "../fixture-sets.ts";

type Chunk = readonly [coords: readonly number[], offset: number, size: number, mask: number];
interface Expected {
  readonly file: string;
  readonly withOthers?: boolean;
  readonly arrays: Readonly<Record<string, { readonly chunks?: readonly Chunk[] }>>;
}
const files = ["h5py", "structures"].flatMap((archive) => {
  const folder = unpack(`fixtures/hdf5/${archive}.tar.gz`);
  const expected: { readonly files: readonly Expected[] } = JSON.parse(
    readFileSync(join(folder, "expected.json"), "utf8"),
  );
  return expected.files.map((each) => ({ ...each, folder }));
});

/** HDF5 does not say which chunks at the edge are stored without filters. */
function isComparable({ file, withOthers }: Expected): boolean {
  return withOthers !== true && !file.startsWith("plain_edges");
}

async function scan(source: ByteSource): Promise<VirtualDataset> {
  return (await hdf5.scan({ source, place: {}, name: "a.h5" }))!;
}

test("offsets, sizes and masks are those of h5py", async () => {
  let checked = 0;
  for (const { folder, file, arrays } of files.filter(isComparable)) {
    const dataset = await scan(memorySource(readFileSync(join(folder, file))));
    for (const [path, { chunks }] of Object.entries(arrays)) {
      const pending = dataset.pending?.get(path);
      for (const [coords, offset, size, mask] of chunks?.slice(0, 40) ?? []) {
        const found = await pending!.find(coords);
        expect(found, `${file} ${path} ${coords}`).toMatchObject({ reference: { offset, length: size }, mask });
        checked += 1;
      }
      await pending?.load();
      for (const [coords, offset, length, mask] of chunks ?? []) {
        const key = `${path}/${coords.join(".")}`;
        // Array types add axes of one chunk each.
        const { table } = dataset.references;
        const reference = table.find(key) ?? table.find(`${key}.0`) ?? table.find(`${key}.0.0`);
        expect(reference, `${file} ${key}`).toMatchObject({ offset, length });
        expect(dataset.masks?.get(key) ?? 0).toBe(mask);
      }
    }
  }
  expect(checked).toBeGreaterThan(2500);
});

test("contiguous values are cut into chunks of rows of one length, if that is possible", () => {
  expect(rowsPerChunk([10, 10], 4)).toBe(10);
  expect(rowsPerChunk([2 ** 18], 4)).toBe(2 ** 18);
  expect(rowsPerChunk([2 ** 19], 4)).toBe(2 ** 18);
  expect(rowsPerChunk([48, 64, 128], 4)).toBe(24);
  expect(rowsPerChunk([1_000_003], 8)).toBe(1_000_003);
  expect(rowsPerChunk([3, 2 ** 20], 4)).toBe(1);
  expect(rowsPerChunk([], 8)).toBe(1);
});

test("chunks of values in several files end where the files do", () => {
  const part = (size: number) => ({ name: "a.raw", offset: 0, size });
  expect(externalRows([20, 30], 4, [], [part(Number.POSITIVE_INFINITY)])).toBe(20);
  expect(externalRows([20, 30], 4, [], [part(600), part(1800)])).toBe(5);
  expect(externalRows([20, 30], 4, [], [part(1200), part(960), part(240)])).toBe(2);
  expect(externalRows([20, 30], 4, [], [part(601), part(1799)])).toBe("cut");
});

test("no lengths of a file take references without end", () => {
  expect(hasTooManyChunks(MOST_ROW_CHUNKS - 1, 1)).toBe(false);
  expect(hasTooManyChunks(MOST_ROW_CHUNKS, 1)).toBe(false);
  expect(hasTooManyChunks(MOST_ROW_CHUNKS + 1, 1)).toBe(true);
  expect(hasTooManyChunks(2 * MOST_ROW_CHUNKS, 2)).toBe(false);
});
