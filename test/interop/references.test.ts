/** JSON reference sets: ours read by fsspec, xarray and VirtualiZarr; those of kerchunk, VirtualiZarr and tifffile read by us. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import {
  appendReferences,
  create,
  inlineReferences,
  makeReferences,
  openArray,
  rebaseReferences,
  saveReferences,
  subchunkReferences,
  verifyReferences,
  type WriteReferencesOptions,
} from "../../src/index.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";

interface Plain {
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

interface Answer {
  readonly path?: string;
  readonly arrays?: Readonly<Record<string, Plain>>;
  readonly error?: string;
}

let folder: string;
let peer: LinePeer<Answer>;
/** VirtualiZarr 2.8, which wants a newer Python. */
let newest: LinePeer<Answer>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-references-"));
  peer = startLinePeer(ensureEnvironment("kerchunk"), ["test/interop/references_peer.py"]);
  newest = startLinePeer(ensureEnvironment("virtual"), ["test/interop/references_peer.py"]);
});
afterAll(() => {
  peer.close();
  newest.close();
  rmSync(folder, { recursive: true, force: true });
});

const any = { store: { references: { allow: ["any"] } } };

async function plain(address: string): Promise<Plain> {
  const array = await openArray(address, any);
  const { data } = await array.read();
  return { shape: array.shape, values: Array.from(data as Float64Array, Number) };
}

const NAMES = ["air", "digits", "y", "x"];

/** Digits as bytes: what kerchunk makes other bytes of when it writes them. */
async function makeZarr(path: string, format: "zarr2" | "zarr3", more: object = {}): Promise<void> {
  const root = await create(path, { format, attributes: { title: "naïve" } });
  const air = await root.create("air", {
    shape: [10, 12],
    dtype: "float32",
    chunks: [5, 4],
    dims: ["y", "x"],
    ...more,
  });
  await air.write(
    undefined,
    Float32Array.from({ length: 120 }, (_, i) => i / 7),
  );
  const plainCodecs = "codecs" in more ? { codecs: [] } : {};
  const digits = await root.create("digits", { shape: [8], dtype: "uint8", chunks: [4], codecs: [], dims: ["n"] });
  await digits.write(undefined, new TextEncoder().encode("0001 10 "));
  for (const [name, length] of [["y", 10] as const, ["x", 12] as const]) {
    const axis = await root.create(name, {
      shape: [length],
      dtype: "int32",
      chunks: [length],
      dims: [name],
      ...plainCodecs,
    });
    await axis.write(
      undefined,
      Int32Array.from({ length }, (_, i) => i * 10),
    );
  }
  await root.close();
}

async function expected(set: string): Promise<Record<string, Plain>> {
  return Object.fromEntries(
    await Promise.all(NAMES.map(async (name) => [name, await plain(`${set}::${name}`)] as const)),
  );
}

async function readBy(program: string, path: string, names = NAMES, asked = peer): Promise<Answer["arrays"]> {
  const { arrays, error } = await asked.ask({ read: program, path, names });
  if (arrays === undefined) throw new Error(error);
  return Object.fromEntries(Object.entries(arrays).map(([name, { shape, values }]) => [name, { shape, values }]));
}

describe.each(["zarr2", "zarr3"] as const)("our references to %s", (format) => {
  const spellings: readonly (readonly [string, WriteReferencesOptions])[] = [
    ["version 1", {}],
    ["version 0", { version: 0 }],
    ["templates", { templates: true }],
  ];
  it.each(spellings)("%s: fsspec and xarray read the same", async (name, options) => {
    const zarr = join(folder, `${format}-${name}.zarr`);
    await makeZarr(zarr, format);
    const set = join(folder, `${format}-${name}.json`);
    await makeReferences(zarr, set, options);
    const values = await expected(set);
    expect(await readBy("fsspec", set)).toEqual(values);
    if (format === "zarr2") expect(await readBy("xarray", set)).toEqual(values);
  });

  it("inline values, recorded targets, an archive, smaller chunks, appended sets", async () => {
    const zip = join(folder, `${format}.zarr.zip`);
    await makeZarr(zip, format, { codecs: [] });
    const path = (name: string): string => join(folder, `${format}-${name}.json`);
    await makeReferences(zip, path("zip"));
    expect((await verifyReferences(path("zip"), { ...any, record: path("recorded") })).ok).toBe(true);
    await inlineReferences(path("recorded"), path("inline"), { ...any, threshold: 30 });
    await subchunkReferences(path("inline"), path("cut"), { array: "air", factor: 5 });
    const next = join(folder, `${format}-next.zarr`);
    await makeZarr(next, format, { codecs: [] });
    await (await openArray(`${next}::y`)).write(
      undefined,
      Int32Array.from({ length: 10 }, (_, i) => 100 + i * 10),
    );
    await makeReferences(next, path("next"));
    await subchunkReferences(path("next"), path("next-cut"), { array: "air", factor: 5 });
    await appendReferences([path("cut"), path("next-cut")], path("twice"), { ...any, dim: "y" });
    await saveReferences(path("twice"), path("saved"), { templates: true });
    for (const name of ["recorded", "inline", "cut", "twice", "saved"]) {
      expect(await readBy("fsspec", path(name)), name).toEqual(await expected(path(name)));
    }
    expect((await plain(`${path("saved")}::air`)).shape).toEqual([20, 12]);
  });
});

// It takes the members of a `compressor` for codecs, and knows no inline values: so without either.
it("VirtualiZarr 2.5 reads our references", async () => {
  const zarr = join(folder, "virtual.zarr");
  await makeZarr(zarr, "zarr2", { codecs: [] });
  const set = join(folder, "virtual.json");
  await makeReferences(zarr, set);
  await rebaseReferences(set, set, { rename: { [folder]: `file://${folder}` }, overwrite: true });
  expect(await readBy("virtualizarr", set)).toEqual(await expected(set));
});

it.each(["zarr2", "zarr3"] as const)(
  "VirtualiZarr 2.8 reads our references to %s, also with inline values",
  async (format) => {
    const zarr = join(folder, `virtual-${format}.zarr`);
    await makeZarr(zarr, format);
    const [set, inline] = [join(folder, `virtual-${format}.json`), join(folder, `virtual-${format}-inline.json`)];
    await makeReferences(zarr, set);
    await rebaseReferences(set, set, { rename: { [folder]: `file://${folder}` }, overwrite: true });
    await inlineReferences(set, inline, { ...any, threshold: 40 });
    const values = await expected(set);
    expect(await readBy("virtualizarr", set, NAMES, newest)).toEqual(values);
    expect(await readBy("virtualizarr", inline, NAMES, newest)).toEqual(values);
    expect(await readBy("fsspec", inline, NAMES, newest)).toEqual(values);
  },
);

it("what fsspec leaves out by default is written only when it is asked for", async () => {
  const zip = join(folder, "regular.zarr.zip");
  await makeZarr(zip, "zarr2", { chunks: [1, 12], codecs: [] });
  const [set, gen] = [join(folder, "regular.json"), join(folder, "gen.json")];
  await makeReferences(zip, set);
  await saveReferences(set, gen, { gen: true });
  expect(await plain(`${gen}::air`)).toEqual(await plain(`${set}::air`));
  expect(await readBy("fsspec", set)).toEqual(await expected(set));
});

describe("sets of others", () => {
  it.each([
    ["kerchunk", 1, "old"],
    ["virtualizarr", 2, "old"],
    ["virtualizarr", 2, "new"],
    ["virtualizarr", 3, "new"],
    ["tifffile", 0, "old"],
    ["tifffile", 1, "old"],
    ["tifffile", 1, "new"],
  ])("%s (%i, %s) read as their maker reads them", async (make, version, age) => {
    const { path, arrays, error } = await (age === "new" ? newest : peer).ask({ make, version, folder });
    if (path === undefined || arrays === undefined) throw new Error(error);
    for (const [name, { shape, values }] of Object.entries(arrays)) {
      const address = name === "" ? path : `${path}::${name}`;
      expect(await plain(address), name).toEqual({ shape, values });
    }
    expect((await verifyReferences(path, { ...any, values: true })).faults).toEqual([]);
  });
});
