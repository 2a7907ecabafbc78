/** Zarr and reference sets of ours, JSON and Parquet, read by GDAL (3.11 is the first that knows Kerchunk): the same values. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import {
  appendReferences,
  create,
  inlineReferences,
  makeReferences,
  openArray,
  saveReferences,
  saveReferencesAsParquet,
  subchunkReferences,
  verifyReferences,
  type WriteReferencesOptions,
} from "../../src/index.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";

interface Plain {
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

interface Answer {
  readonly arrays?: Readonly<Record<string, Plain>>;
  readonly error?: string;
}

const any = { store: { references: { allow: ["any"] } } };
let codecs: LinePeer<Answer>;
let parquet: LinePeer<Answer>;
beforeAll(() => {
  const python = ensureEnvironment("gdal");
  codecs = startLinePeer(python, ["test/interop/gdal_peer.py", "rasterio"]);
  parquet = startLinePeer(python, ["test/interop/gdal_peer.py", "pyogrio"]);
});
afterAll(() => {
  codecs.close();
  parquet.close();
});

/** Arrays of several types and ranks, with absent chunks, in a group too, whose coordinates exist. */
const ARRAYS: readonly (readonly [name: string, shape: readonly number[], chunks: readonly number[], dtype: string])[] =
  [
    ["air", [10, 12], [5, 4], "float32"],
    ["y", [10], [10], "int32"],
    ["x", [12], [5], "int32"],
    ["deep/counts", [3, 4, 5], [2, 3, 2], "int64"],
    ["deep/z", [3], [3], "float64"],
    ["deep/a", [4], [4], "int16"],
    ["deep/b", [5], [5], "uint8"],
  ];
const NAMES = ARRAYS.map(([name]) => name);

async function makeZarr(
  path: string,
  format: "zarr2" | "zarr3",
  chain: readonly string[] | undefined,
  isSparse = true,
): Promise<void> {
  const root = await create(path, { format });
  for (const [name, shape, chunks, dtype] of ARRAYS) {
    const dims = shape.length === 1 ? [name] : shape.length === 2 ? ["y", "x"] : ["z", "a", "b"];
    const options = { shape, dtype, chunks, fillValue: 7, dims: dims.map((dim) => dim.replace("deep/", "")) };
    const array = await root.create(name, { ...options, ...(chain === undefined ? {} : { codecs: chain }) });
    const values = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, index) => index * 3 + 1);
    if (dtype === "int64") await array.write(undefined, BigInt64Array.from(values, BigInt));
    else await array.write(undefined, Float64Array.from(values));
  }
  if (isSparse) await (await root.openArray("air")).write("5:, 4:8", new Float32Array(20).fill(7));
  await root.close();
}

async function plain(address: string): Promise<Plain> {
  const array = await openArray(address, any);
  const { data } = await array.read();
  return { shape: array.shape, values: Array.from(data as Float64Array, Number) };
}

async function expected(address: string): Promise<Record<string, Plain>> {
  return Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await plain(`${address}::${name}`)])));
}

async function readBy(peer: LinePeer<Answer>, path: string): Promise<Answer["arrays"]> {
  const { arrays, error } = await peer.ask({ path, names: NAMES });
  if (arrays === undefined) throw new Error(error);
  return arrays;
}

const chains: readonly (readonly [string, readonly string[] | undefined])[] = [
  ["the default codecs", undefined],
  ["gzip", ["gzip"]],
  ["blosc", ["blosc"]],
  ["no compression", []],
];

describe("Zarr of ours", () => {
  it.each(chains)("version 2, %s", async (_, chain) => {
    const path = join(scratchFolder(), "two.zarr");
    await makeZarr(path, "zarr2", chain);
    expect(await readBy(codecs, path)).toEqual(await expected(path));
  });

  // Shards are left out: this GDAL does not read them.
  it.each(chains)("version 3, %s", async (_, chain) => {
    const path = join(scratchFolder(), "three.zarr");
    await makeZarr(path, "zarr3", chain);
    expect(await readBy(codecs, path)).toEqual(await expected(path));
  });
});

describe("JSON sets of ours", () => {
  const versions: readonly (readonly [string, WriteReferencesOptions])[] = [
    ["version 1", {}],
    ["version 0", { version: 0 }],
  ];
  it.each(versions)("%s of Zarr v2", async (_, options) => {
    const folder = scratchFolder();
    await makeZarr(join(folder, "two.zarr"), "zarr2", undefined);
    const set = join(folder, "two.json");
    await makeReferences(join(folder, "two.zarr"), set, options);
    expect(await readBy(codecs, set)).toEqual(await expected(set));
  });

  // GDAL recognises sets by their v2 documents: a set of v3 has to be named, and have version 1.
  it("version 1 of Zarr v3", async () => {
    const folder = scratchFolder();
    await makeZarr(join(folder, "three.zarr"), "zarr3", undefined);
    const set = join(folder, "three.json");
    await makeReferences(join(folder, "three.zarr"), set);
    expect(await readBy(codecs, `ZARR:"/vsikerchunk_json_ref/{${set}}"`)).toEqual(await expected(set));
  });

  it("recorded targets, inline values, smaller chunks, appended sets", async () => {
    const folder = scratchFolder();
    const path = (name: string): string => join(folder, `${name}.json`);
    const zip = join(folder, "two.zarr.zip");
    await makeZarr(zip, "zarr2", []);
    await makeReferences(zip, path("zip"));
    expect((await verifyReferences(path("zip"), { ...any, record: path("recorded") })).ok).toBe(true);
    await inlineReferences(path("recorded"), path("inline"), { ...any, threshold: 60 });
    await subchunkReferences(path("inline"), path("cut"), { array: "air", factor: 5 });
    const next = join(folder, "next.zarr");
    await makeZarr(next, "zarr2", []);
    await (await openArray(`${next}::y`)).write(
      undefined,
      Float64Array.from({ length: 10 }, (_, i) => 100 + i),
    );
    await makeReferences(next, path("next"));
    await subchunkReferences(path("next"), path("next-cut"), { array: "air", factor: 5 });
    await appendReferences([path("cut"), path("next-cut")], path("twice"), { ...any, dim: "y" });
    for (const name of ["zip", "recorded", "inline", "cut", "twice"]) {
      expect(await readBy(codecs, path(name)), name).toEqual(await expected(path(name)));
    }
    expect((await plain(`${path("twice")}::air`)).shape).toEqual([20, 12]);
  });

  it("are read without the templates that GDAL refuses", async () => {
    const folder = scratchFolder();
    await makeZarr(join(folder, "two.zarr"), "zarr2", undefined);
    const set = join(folder, "two.json");
    await makeReferences(join(folder, "two.zarr"), set, { templates: true });
    await expect(readBy(codecs, `ZARR:"/vsikerchunk_json_ref/{${set}}"`)).rejects.toThrow("templates");
    await saveReferences(set, join(folder, "plain.json"));
    expect(await readBy(codecs, join(folder, "plain.json"))).toEqual(await expected(set));
  });
});

// Without absent chunks: GDAL takes the null path of one for the set's directory, in sets of kerchunk too.
it.each([3, 10_000])("Parquet sets of ours, %i references per file", async (recordSize) => {
  const folder = scratchFolder();
  await makeZarr(join(folder, "two.zarr"), "zarr2", ["gzip"], false);
  await makeReferences(join(folder, "two.zarr"), join(folder, "two.json"));
  await inlineReferences(join(folder, "two.json"), join(folder, "inline.json"), { ...any, threshold: 60 });
  for (const name of ["two", "inline"]) {
    const set = join(folder, `${name}.parq`);
    await saveReferencesAsParquet(join(folder, `${name}.json`), set, { recordSize });
    expect(await readBy(parquet, `ZARR:"${set}"`), name).toEqual(await expected(set));
  }
});
