/** Compares an open array with what a manifest says of it, to the bit. */

import { expect } from "vitest";
import { fixedBytes } from "../../src/dataset/array/fixed-bytes.ts";
import type { NdArray, Selection } from "../../src/index.ts";
import type { FixtureArray, FixtureValues } from "../fixture-sets.ts";

export async function expectArray(array: NdArray, expected: FixtureArray): Promise<void> {
  expect(array.shape).toEqual(expected.shape);
  expect(array.dtype).toBe(expected.dtype === "vlen-array" ? "ragged" : expected.dtype);
  // Manifests give no chunks for rectilinear grids, also for those that turn out to be regular.
  if (expected.chunks !== null) expect(array.chunks).toEqual(expected.chunks);
  expect(array.shards ?? null).toEqual(expected.shards);
  if (expected.dims !== null) expect(array.dims.map((name) => name ?? null)).toEqual(expected.dims);
  if (expected.attributes !== undefined) expect(portable(array.attributes)).toEqual(withoutDims(expected));
  expect((await readValues(array, undefined)).values).toEqual(expected.values);
  for (const slice of expected.slices) {
    const { shape, values } = await readValues(array, slice.selection);
    expect([shape, values], slice.selection).toEqual([slice.shape, slice.values]);
  }
}

interface ReadValues {
  readonly shape: readonly number[];
  readonly values: FixtureValues;
}

async function readValues(array: NdArray, selection: Selection | undefined): Promise<ReadValues> {
  if (array.dataType.itemSize !== undefined) {
    const { data, shape } = await array.read(selection, { as: "bytes" });
    return { shape, values: Buffer.from(fixedBytes(data)).toString("base64") };
  }
  const { data, shape } = await array.read(selection);
  return { shape, values: Array.from<unknown>(data).map(portableItem) };
}

function portableItem(item: unknown): unknown {
  if (!ArrayBuffer.isView(item)) return portable(item);
  return Buffer.from(item.buffer, item.byteOffset, item.byteLength).toString("base64");
}

/** v2 keeps dimension names in an attribute, which is no user attribute. */
function withoutDims(expected: FixtureArray): unknown {
  const { _ARRAY_DIMENSIONS: _, ...rest } = Object(expected.attributes);
  return rest;
}

/** Numbers that no double holds exactly as the manifest writes them: `{"$number": text}`. */
function portable(value: unknown): unknown {
  if (typeof value === "bigint") return { $number: String(value) };
  if (typeof value === "number" && !Number.isFinite(value)) return { $number: String(value) };
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, portable(part)]));
}
