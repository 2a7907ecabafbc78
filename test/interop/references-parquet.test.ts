/** Our Parquet sets read by fsspec, by zarr-python with xarray, and by VirtualiZarr: the same references and values. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { encodeUtf8 } from "../../src/bytes/text/utf8.ts";
import { appendParquet, saveParquet } from "../../src/dataset/virtual/save-parquet.ts";
import { openArray, openStore } from "../../src/index.ts";
import { ReferenceSet } from "../../src/model/virtual/reference-set.ts";
import { scratchFolder } from "../scratch-folder.ts";

let python = "";
beforeAll(() => {
  python = ensureEnvironment("kerchunk");
}, 300_000);

function ask(program: string, set: string, ...given: readonly string[]): unknown {
  const { stdout, stderr, status } = spawnSync(
    python,
    ["test/interop/references_parquet_peer.py", program, set, ...given],
    {
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

type Ref = readonly [url: string, offset: number, length: number] | readonly [url: string] | string;

function setOf(documents: Readonly<Record<string, object>>, refs: Readonly<Record<string, Ref>>): ReferenceSet {
  const set = new ReferenceSet();
  const keyOf = (key: string): { bytes: Uint8Array; from: number; to: number } => {
    const bytes = encodeUtf8(key);
    return { bytes, from: 0, to: bytes.byteLength };
  };
  for (const [key, document] of Object.entries(documents))
    set.table.addInline(keyOf(key), encodeUtf8(JSON.stringify(document)));
  for (const [key, ref] of Object.entries(refs)) {
    if (typeof ref === "string") set.table.addInline(keyOf(key), Buffer.from(ref.slice(7), "base64"));
    else if (ref.length === 1) set.table.addWhole(keyOf(key), set.table.url(ref[0]));
    else set.table.addRange(keyOf(key), set.table.url(ref[0]), ref[1], ref[2]);
  }
  return set;
}

const array = (shape: readonly number[], chunks: readonly number[], dtype = "<f8"): object => {
  return { zarr_format: 2, shape, chunks, dtype, compressor: null, filters: null, fill_value: -1, order: "C" };
};
const base64 = (text: string): string => `base64:${Buffer.from(text).toString("base64")}`;

it.each([4, 1000])("fsspec finds every reference, in files of %i", async (recordSize) => {
  const path = join(scratchFolder(), "set.parq");
  const refs: Record<string, Ref> = {
    "a/0.0": ["s3://bucket/é.nc", 2 ** 53 - 1, 2 ** 52],
    "a/0.2": ["file.nc", 5, 0],
    "a/1.0": ["whole.nc"],
    "a/1.1": base64("\0\u00ff text"),
    "a/2.2": base64("base64:abcd"),
    "b/0": base64(""),
    "g/c/3": ["file.nc", 0, 1],
    "s/0": base64("x"),
  };
  const documents = {
    ".zgroup": { zarr_format: 2 },
    ".zattrs": { title: "é" },
    "a/.zarray": array([5, 3], [2, 1]),
    "b/.zarray": array([1], [1]),
    "g/.zgroup": { zarr_format: 2 },
    "g/c/.zarray": array([9], [2]),
    "s/.zarray": array([], []),
  };
  await saveParquet(setOf(documents, refs), await openStore(path), { recordSize });
  const absent = ["a/0.1", "a/2.0", "g/c/0", "g/c/4"];
  expect(ask("fsspec", path, JSON.stringify([...Object.keys(refs), ...absent]))).toEqual({
    ...refs,
    ...Object.fromEntries(absent.map((key) => [key, null])),
  });
});

/** Two files of times, and a set of each. */
function part(folder: string, name: string, first: number): ReferenceSet {
  const file = join(folder, `${name}.bin`);
  // VirtualiZarr does not read inline values.
  writeFileSync(join(folder, "x.bin"), Float64Array.of(1, 2, 3, 4));
  writeFileSync(
    file,
    Float64Array.from({ length: 12 }, (_, index) => first + index),
  );
  const documents = {
    ".zgroup": { zarr_format: 2 },
    "time/.zarray": array([2], [2]),
    "time/.zattrs": { _ARRAY_DIMENSIONS: ["time"] },
    "x/.zarray": array([4], [4]),
    "x/.zattrs": { _ARRAY_DIMENSIONS: ["x"] },
    "v/.zarray": array([2, 4], [1, 4]),
    "v/.zattrs": { _ARRAY_DIMENSIONS: ["time", "x"], units: "K" },
  };
  return setOf(documents, {
    "time/0": [file, 0, 16],
    "x/0": [join(folder, "x.bin"), 0, 32],
    "v/0.0": [file, 16, 32],
    "v/1.0": [file, 48, 32],
  });
}

it("xarray and VirtualiZarr read a set that was appended to as we do", async () => {
  const folder = scratchFolder();
  const path = join(folder, "set.parq");
  const store = await openStore(path);
  await saveParquet(part(folder, "one", 0), store, { recordSize: 3 });
  await appendParquet([{ references: part(folder, "two", 100) }], store, { dimension: "time" });
  const found = ask("xarray", path);
  const rows = [2, 6, 102, 106].map((start) => [0, 1, 2, 3].map((index) => start + index));
  expect(found).toEqual({
    time: { dims: ["time"], dtype: "float64", values: [0, 1, 100, 101] },
    x: { dims: ["x"], dtype: "float64", values: [1, 2, 3, 4] },
    v: { dims: ["time", "x"], dtype: "float64", values: rows },
  });
  expect([...(await (await openArray(`${path}::v`)).read()).data]).toEqual(rows.flat());
  const [one, two] = ["one", "two"].map((name) => `file://${join(folder, `${name}.bin`)}`);
  expect(ask("virtualizarr", path)).toMatchObject({
    time: { shape: [4], chunks: { "0": [one, 0, 16], "1": [two, 0, 16] } },
    v: {
      shape: [4, 4],
      chunks: { "0.0": [one, 16, 32], "1.0": [one, 48, 32], "2.0": [two, 16, 32], "3.0": [two, 48, 32] },
    },
  });
});

it("xarray and VirtualiZarr read a set that was appended to along its last dimension", async () => {
  const folder = scratchFolder();
  const path = join(folder, "set.parq");
  const store = await openStore(path);
  const piece = (name: string, start: number): ReturnType<typeof setOf> => {
    const file = join(folder, `${name}.bin`);
    const parts = [start, start + 1, ...[0, 1, 2, 3].map((index) => 10 * start + index)];
    writeFileSync(file, Float64Array.from(parts));
    const documents = {
      ".zgroup": { zarr_format: 2 },
      "x/.zarray": array([2], [2]),
      "x/.zattrs": { _ARRAY_DIMENSIONS: ["x"] },
      "v/.zarray": array([2, 2], [2, 2]),
      "v/.zattrs": { _ARRAY_DIMENSIONS: ["time", "x"] },
    };
    return setOf(documents, { "x/0": [file, 0, 16], "v/0.0": [file, 16, 32] });
  };
  await saveParquet(piece("a", 0), store, { recordSize: 2 });
  for (const [name, start] of [["b", 2] as const, ["c", 4] as const]) {
    await appendParquet([{ references: piece(name, start) }], store, { dimension: "x" });
  }
  const rows = [
    [0, 1, 20, 21, 40, 41],
    [2, 3, 22, 23, 42, 43],
  ];
  expect(ask("xarray", path)).toEqual({
    x: { dims: ["x"], dtype: "float64", values: [0, 1, 2, 3, 4, 5] },
    v: { dims: ["time", "x"], dtype: "float64", values: rows },
  });
  expect([...(await (await openArray(`${path}::v`)).read()).data]).toEqual(rows.flat());
  const [a, b, c] = ["a", "b", "c"].map((name) => `file://${join(folder, `${name}.bin`)}`);
  expect(ask("virtualizarr", path)).toMatchObject({
    v: { shape: [2, 6], chunks: { "0.0": [a, 16, 32], "0.1": [b, 16, 32], "0.2": [c, 16, 32] } },
  });
});
