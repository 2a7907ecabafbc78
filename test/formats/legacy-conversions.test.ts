/** Stores of the earliest releases and of the alpha, converted to everything that is written, and changed in place. */

import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fixedBytes } from "../../src/dataset/array/fixed-bytes.ts";
import { copy, NdArray, open, openArray, type WritableFormat } from "../../src/index.ts";
import { legacyCases } from "./legacy-stores.ts";
import { failure } from "./open-documents.ts";

const { root } = legacyCases(["0.3", "0.4", "1", "3-alpha"]);
const scratch = mkdtempSync(join(tmpdir(), "legacy-conversions-"));
afterAll(() => rmSync(scratch, { recursive: true }));

async function sourceOf(path: string): Promise<NdArray> {
  const node = await open(join(root, path), { path: path.startsWith("v3-alpha") ? "a" : "" });
  if (!(node instanceof NdArray)) throw new Error(`${path} is no array`);
  return node;
}

async function bytesOf(array: NdArray): Promise<Uint8Array> {
  return fixedBytes((await array.read(undefined, { as: "bytes" })).data);
}

/** Formats to which all chunks are moved as they are; to the others they are encoded anew. */
const CASES: readonly (readonly [string, readonly WritableFormat[]])[] = [
  ["0.3.0/shape-2d-edge", ["zarr3", "zarr2", "zarr1", "zarr0", "zarr3-draft"]],
  ["0.3.0/dtype-struct-mixed", ["zarr3", "zarr2", "zarr1", "zarr0", "zarr3-draft", "bloscpack"]],
  ["0.4.0/shape-1d-exact", ["zarr3", "zarr2", "zarr1", "zarr0", "zarr3-draft", "bloscpack"]],
  ["0.4.0/dtype-le-M8-ns", ["zarr3", "zarr2", "zarr0", "zarr3-draft", "bloscpack"]],
  ["1.1.0/order-F-3d-blosc", ["zarr3", "zarr2", "zarr1", "zarr3-draft"]],
  ["1.1.0/comp-bz2-1-F", ["zarr3", "zarr2", "zarr1", "zarr3-draft"]],
  ["v3-alpha/shape-2d-dot", ["zarr3", "zarr2", "zarr1", "zarr0", "zarr3-draft"]],
  ["v3-alpha/shard-2d-partial", ["zarr3"]],
];
const FORMATS: readonly WritableFormat[] = ["zarr3", "zarr2", "zarr1", "zarr0", "zarr3-draft", "bloscpack"];

describe.each(CASES)("%s", (path, moved) => {
  it.each(FORMATS)("to %s and back to Zarr v2", async (format) => {
    const source = await sourceOf(path);
    const values = await bytesOf(source);
    const target = format === "bloscpack" ? join(scratch, `${path.replace("/", "-")}.blp`) : new Map();
    const report = await copy(source, target, { format });
    expect([report.encoded === 0, report.verified]).toEqual([moved.includes(format), true]);
    const copied = await openArray(target);
    expect([copied.shape, copied.dtype, await bytesOf(copied)]).toEqual([source.shape, source.dtype, values]);
    const back = new Map<string, Uint8Array>();
    await copy(target, back, { format: "zarr2" });
    expect(await bytesOf(await openArray(back))).toEqual(values);
  });
});

it("what a format cannot hold is refused before a byte is written", async () => {
  const cases: readonly (readonly [string, WritableFormat, RegExp])[] = [
    ["0.3.0/fill-complex-partial", "zarr1", /cannot spell this fill value of complex128.*write Zarr v2 or v3/],
    ["0.3.0/dtype-struct-subarray", "zarr3", /the field "m" is an array/],
    ["1.1.0/shape-0d-never-written", "zarr0", /at least one dimension.*write Zarr v2 or v3/],
    ["v3-alpha/object-json2", "zarr1", /no data type for object.*Write Zarr v2 or v3/],
    ["v3-alpha/object-vlen-array", "zarr3-draft", /no place for the codec|no data type/],
  ];
  for (const [path, format, message] of cases) {
    const target = new Map<string, Uint8Array>();
    const error = await failure(copy(await sourceOf(path), target, { format }));
    expect([error.code, error.message], path).toEqual(["unsupported", expect.stringMatching(message)]);
    expect([...target.keys()], path).toEqual([]);
  }
  const file = join(scratch, "wide.blp");
  const wide = copy(await sourceOf("0.4.0/blosc-wide-type"), file, { format: "bloscpack" });
  expect((await failure(wide)).message).toMatch(/at most 255/);
  expect(existsSync(file)).toBe(false);
});

describe("in place", () => {
  const stores = ["0.3.0/shape-2d-edge", "0.4.0/shape-2d-edge", "1.1.0/shape-2d-edge"];

  it.each(stores)("%s grows along every axis, shrinks and grows again", async (path) => {
    const folder = join(scratch, path.replace("/", "-"));
    cpSync(join(root, path), folder, { recursive: true });
    const array = await openArray(folder);
    const [rows, columns] = array.shape as [number, number];
    const before = Array.from((await array.read()).data as Iterable<number>);
    await array.append(
      Int32Array.from({ length: 5 * columns }, (_, index) => -1 - index),
      0,
    );
    await array.append(
      Int32Array.from({ length: 3 * (rows + 5) }, (_, index) => 1000 + index),
      1,
    );
    const again = await openArray(folder);
    expect(again.shape).toEqual([rows + 5, columns + 3]);
    const expected = Array.from({ length: rows + 5 }, (_, row) => [
      ...Array.from({ length: columns }, (__, column) =>
        row < rows ? before[row * columns + column]! : -1 - ((row - rows) * columns + column),
      ),
      ...Array.from({ length: 3 }, (__, column) => 1000 + row * 3 + column),
    ]);
    expect(Array.from((await again.read()).data as Iterable<number>)).toEqual(expected.flat());
    await again.resize([3, 2]);
    await again.resize([4, columns]);
    const fill = Number(again.fillValue ?? 0);
    const kept = Array.from({ length: 4 * columns }, (_, index) => {
      const [row, column] = [Math.floor(index / columns), index % columns];
      return row < 3 && column < 2 ? expected[row]![column]! : fill;
    });
    expect(Array.from((await (await openArray(folder)).read()).data as Iterable<number>)).toEqual(kept);
  });
});
