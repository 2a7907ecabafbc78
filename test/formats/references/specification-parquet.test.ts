/** The Parquet example of the specification, run by fsspec and zarr-python 2: the files that it names, and their values. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { decompress } from "../../../src/dataset/open/byte-codecs.ts";
import { decompressor } from "../../../src/formats/references/parquet/decompressor.ts";
import { create, makeReferences, openArray, openGroup, saveReferencesAsParquet } from "../../../src/index.ts";
import { readParquet } from "../../../src/parquet/read.ts";
import { scratchFolder } from "../../scratch-folder.ts";
import { untar } from "../../untar.ts";

const textOf = (name: string): string => readFileSync(`fixtures/references/specification/${name}`, "utf8");
/** As the specification lists them. */
const FILES = textOf("parquet-files.txt").trim().split("\n");

it("was made by the code of the specification, word for word", () => {
  const maker = readFileSync("scripts/fixtures/make-references-specification.py", "utf8");
  expect(maker.replaceAll(/^ {4}/gm, "")).toContain(`\n\n${textOf("parquet-code.py")}\n`);
});

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
}

it("is read", async () => {
  const folder = scratchFolder();
  const archive = new URL("../../../fixtures/references/specification.tar.gz", import.meta.url);
  untar(gunzipSync(readFileSync(archive)), folder);
  expect(filesBelow(folder)).toEqual([...FILES].sort());
  const root = await openGroup(join(folder, "ref.parquet"));
  const paths: string[] = [];
  for await (const { path } of root.walk()) paths.push(path);
  expect(paths.sort()).toEqual(["deep", "deep/name", "name"]);
  for (const path of ["name", "deep/name"]) {
    const { data } = await (await openArray(join(folder, "ref.parquet"), { path })).read();
    expect(data).toEqual(Float64Array.of(1));
  }
  const { record_size, metadata } = JSON.parse(readFileSync(join(folder, "ref.parquet/.zmetadata"), "utf8"));
  expect(record_size).toBe(10000);
  // The specification says that these are texts; fsspec writes objects.
  expect(Object.values(metadata).every((document) => typeof document === "object")).toBe(true);
  const file = new Uint8Array(readFileSync(join(folder, "ref.parquet/name/refs.0.parq")));
  const columns = textOf("parquet-columns.txt").trim().split("\n");
  const names = columns.map((line) => line.slice(0, line.indexOf(":")));
  const table = await readParquet(file, {
    columns: names,
    maxRows: record_size,
    place: {},
    decompress: decompressor(decompress),
  });
  expect([...table.columns.keys()].sort()).toEqual(["offset", "path", "raw", "size"]);
  expect(table.rowCount).toBe(record_size);
});

it("is written with the same files", async () => {
  const folder = scratchFolder();
  const [zarr, json, output] = ["a.zarr", "a.json", "out/ref.parquet"].map((name) => join(folder, name));
  const root = await create(zarr!, { format: "zarr2" });
  for (const name of ["name", "deep/name"]) {
    await (await root.create(name, { shape: [1], dtype: "float64" })).write(undefined, Float64Array.of(1));
  }
  await makeReferences(zarr!, json!);
  await saveReferencesAsParquet(json!, output!);
  expect(filesBelow(join(folder, "out"))).toEqual([...FILES].sort());
  const { data } = await (await openArray(output!, { path: "deep/name", allow: ["any"] })).read();
  expect(data).toEqual(Float64Array.of(1));
});
