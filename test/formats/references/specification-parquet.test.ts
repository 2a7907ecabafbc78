/** The Parquet example of the specification, run by fsspec and zarr-python 2: the files that it names, and their values. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { create, makeReferences, openArray, openGroup, saveReferencesAsParquet } from "../../../src/index.ts";
import { scratchFolder } from "../../scratch-folder.ts";
import { untar } from "../../untar.ts";

/** As the specification lists them. */
const FILES = ["ref.parquet/deep/name/refs.0.parq", "ref.parquet/name/refs.0.parq", "ref.parquet/.zmetadata"];

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
