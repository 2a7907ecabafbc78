/** References to foreign files: what other readers of references cannot read is refused; everything else reads as the file does. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Group, isHyperslabError, makeReferences, type NdArray, open } from "../../../src/index.ts";
import { untar } from "../../untar.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-foreign-references-"));
const set = join(folder, "set.json");
afterAll(() => rmSync(folder, { recursive: true }));

async function arraysOf(node: Group | NdArray): Promise<readonly NdArray[]> {
  if (node.kind === "array") return [node];
  const arrays: NdArray[] = [];
  for await (const inner of node.walk()) if (inner.kind === "array") arrays.push(inner);
  return arrays;
}

/** The values, or the code of the error. */
async function read(array: NdArray): Promise<unknown> {
  return array.read().then(
    ({ data }) => data,
    (error: unknown) => (isHyperslabError(error) ? error.code : String(error)),
  );
}

/** How many arrays were compared; undefined: the file was refused. */
async function compared(file: string): Promise<number | undefined> {
  const node = await open(file);
  try {
    await makeReferences(file, set, { overwrite: true });
  } catch (error) {
    // A source of this virtual dataset is not there.
    const code = /[/\\]virtual-/.test(file) ? "io" : "unsupported";
    expect(error, file).toMatchObject({ code });
    return undefined;
  }
  const root = await open(set, { allow: [folder] });
  const arrays = await arraysOf(node);
  for (const array of arrays) {
    const referred = root.kind === "group" && array.path !== "" ? await root.open(array.path) : root;
    if (referred.kind !== "array") throw new Error(`${file}::${array.path} is not an array in the set`);
    expect(await read(referred), `${file}::${array.path}`).toEqual(await read(array));
  }
  return arrays.length;
}

describe.each([
  ["HDF5", "fixtures/hdf5/h5py.tar.gz", 120],
  ["netCDF-3", "fixtures/netcdf3/files.tar.gz", 20],
  ["TIFF", "fixtures/tiff/tiff.tar.gz", 20],
  ["FITS", "fixtures/fits/files.tar.gz", 10],
] as const)("%s", (name, archive, least) => {
  const place = join(folder, name);
  beforeAll(() => untar(gunzipSync(readFileSync(archive)), place));

  it("every file is referred to as it is, or refused", async () => {
    const names = readdirSync(place, { recursive: true, encoding: "utf8" });
    const files = names.filter((file) => /\.(?:h5|nc|tif|fits)$/.test(file));
    let referred = 0;
    for (const file of files) if ((await compared(join(place, file))) !== undefined) referred += 1;
    expect(referred).toBeGreaterThanOrEqual(least);
  });
});
