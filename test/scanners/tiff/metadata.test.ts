/** Metadata of GeoTIFF files as tifffile and GDAL read them (scripts/fixtures/tiff_metadata.py). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Group, open } from "../../../src/index.ts";
import { tiffFolder } from "./truth.ts";

interface Metadata {
  readonly keys: Readonly<Record<string, number | string | number[]>>;
  readonly items: Readonly<Record<string, string>>;
  readonly scales: readonly number[];
  readonly offsets: readonly number[];
  readonly nodata: string | null;
  /** The centres of pixels; absent if the image is rotated. */
  readonly x?: readonly number[];
  readonly y?: readonly number[];
}

const truth: Readonly<Record<string, { metadata?: Metadata }>> = JSON.parse(
  readFileSync(join(tiffFolder, "truth.json"), "utf8"),
);
const files = Object.entries(truth).flatMap(([name, { metadata }]) =>
  metadata === undefined ? [] : [[name, metadata] as const],
);

test("there are files", () => expect(files.length).toBeGreaterThan(5));

describe.each(files)("%s", (name, { keys, items, scales, offsets, nodata, x, y }) => {
  const opened = open(join(tiffFolder, `${name}.tif`)) as Promise<Group>;
  const attributes = async (): Promise<Readonly<Record<string, unknown>>> =>
    (await (await opened).openArray("0")).attributes;

  test("keys of GeoTIFF", async () => {
    const found = (await attributes())["GeoKeys"] as Record<string, unknown>;
    for (const [key, value] of Object.entries(keys)) expect(found[key.replace(/GeoKey$/, "")], key).toEqual(value);
  });

  test("items of GDAL", async () => {
    expect((await attributes())["gdal"] ?? {}).toEqual(items);
  });

  test("the value that means no data", async () => {
    const found = (await attributes())["_FillValue"];
    expect(found === undefined ? null : Number(found)).toEqual(nodata === null ? null : Number(nodata));
  });

  test("scale and offset, if all bands share them", async () => {
    const { scale_factor: scale, add_offset: offset } = await attributes();
    const isShared = new Set(scales).size === 1 && new Set(offsets).size === 1;
    if (isShared) expect([scale ?? 1, offset ?? 0]).toEqual([scales[0], offsets[0]]);
    else expect([scale, offset]).toEqual([undefined, undefined]);
  });

  test("coordinates, unless it is rotated", async () => {
    const names = (await (await opened).children()).map((child) => child.name);
    for (const [axis, expected] of [["x", x] as const, ["y", y] as const]) {
      expect(names.includes(axis)).toBe(expected !== undefined);
      if (expected === undefined) continue;
      const { data } = await (await (await opened).openArray(axis)).read();
      expect(data.length).toBe(expected.length);
      for (const [index, value] of expected.entries()) expect(data[index]).toBeCloseTo(value, 6);
    }
  });
});
