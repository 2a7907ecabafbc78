/** Datasets that xarray wrote in Zarr v2 and v3, and how a copy from one to the other compares with its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { copy } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";

export type Bytes = Map<string, Uint8Array>;
type Json = Readonly<Record<string, unknown>>;

export const folder: string = unpack("fixtures/xarray-copies/datasets.tar.gz");
export const names: readonly string[] = Object.keys(JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")));

export const inMemory = (store: Bytes, key: string): Json => JSON.parse(Buffer.from(store.get(key)!).toString("utf8"));
const onDisk = (name: string, key: string): Json => JSON.parse(readFileSync(join(folder, name, key), "utf8"));
const keysOf = (store: Bytes, end: string): readonly string[] =>
  [...store.keys()].filter((key) => key.endsWith(end)).sort();

export async function checkToV3(name: string): Promise<void> {
  const target: Bytes = new Map();
  await copy(join(folder, `${name}.v2`), target, { format: "zarr3" });
  for (const key of keysOf(target, "zarr.json")) {
    const [made, wanted] = [inMemory(target, key), onDisk(`${name}.v3`, key)];
    expect(made["attributes"], key).toEqual(wanted["attributes"]);
    expect(made["dimension_names"], key).toEqual(wanted["dimension_names"]);
  }
}

export async function checkToV2(name: string): Promise<void> {
  const target: Bytes = new Map();
  await copy(join(folder, `${name}.v3`), target, { format: "zarr2" });
  for (const key of keysOf(target, ".zarray")) {
    const [made, wanted] = [inMemory(target, key), onDisk(`${name}.v2`, key)];
    // A mask of NaN masks nothing: the fill value stays, and absent chunks stay absent.
    const isInert = wanted["fill_value"] === null && /-none$/.test(name) && made["fill_value"] === "NaN";
    expect(isInert ? null : made["fill_value"], key).toEqual(wanted["fill_value"]);
    const attributes = key.replace(/zarray$/, "zattrs");
    expect(inMemory(target, attributes), attributes).toEqual(onDisk(`${name}.v2`, attributes));
  }
}
