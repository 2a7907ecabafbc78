/** A netCDF-4 file of 1 GB that netCDF4 and h5py made, with holes on the disk where it is zero. */
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { openGroup } from "../../src/index.ts";

export interface GigabyteFile {
  readonly size: number;
  readonly slices: readonly {
    readonly array: string;
    readonly selection: string;
    readonly values: readonly number[];
  }[];
}

/** Ranges that a server was asked for, and how many bytes these are. */
export interface Cost {
  readonly requests: number;
  readonly bytes: number;
}

export function writeGigabyteFile(path: string): GigabyteFile {
  const { size, slices, parts } = JSON.parse(
    gunzipSync(readFileSync("fixtures/hdf5/gigabyte.json.gz")).toString(),
  ) as GigabyteFile & { readonly parts: readonly (readonly [number, string])[] };
  const file = openSync(path, "w");
  ftruncateSync(file, size);
  for (const [offset, data] of parts) {
    const bytes = Buffer.from(data, "base64");
    writeSync(file, bytes, 0, bytes.byteLength, offset);
  }
  closeSync(file);
  return { size, slices };
}

/** Opens the file anew for every slice. */
export async function expectFewRequests(
  url: string,
  { slices }: GigabyteFile,
  spent: () => Promise<Cost>,
): Promise<readonly Cost[]> {
  const all: Cost[] = [];
  for (const { array, selection, values } of slices) {
    await spent();
    const group = await openGroup(url);
    const variable = await group.openArray(array);
    expect(variable.shape).toEqual([512, 512, 512]);
    const opened = await spent();
    expect(opened.requests).toBeLessThanOrEqual(12);
    expect(opened.bytes).toBeLessThanOrEqual(8 * 2 ** 20);
    const { data } = await variable.read(selection);
    expect(Array.from(data as Float32Array)).toEqual(values);
    const read = await spent();
    expect(read.requests).toBeLessThanOrEqual(3);
    all.push(opened, read);
  }
  return all;
}
