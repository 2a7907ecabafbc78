/** Every fixture through `open`: type, shape, values, irregularities, and what must be refused. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { arrayHandle } from "../../../src/dataset/array/array-handle.ts";
import { readRegion } from "../../../src/dataset/engine/read-region.ts";
import { type NdArray, openArray } from "../../../src/index.ts";
import { filledChunk } from "../../../src/model/grid/chunk.ts";
import { copyElements } from "../../../src/model/lattice/copy.ts";
import { contiguous } from "../../../src/model/lattice/lattice.ts";
import { wholeSelection } from "../../../src/model/selection/axis-selection.ts";
import { zeroElement } from "../../../src/model/values/fill-value.ts";
import { fortran } from "../../model/naive-array.ts";
import { failure } from "./failure.ts";
import { fixtureFile, plainFiles } from "./fixture-files.ts";

const readable = plainFiles().filter(({ expect_error }) => expect_error === undefined);
const broken = plainFiles().filter(({ expect_error }) => expect_error !== undefined);

/** The elements in C order, little-endian. */
async function elements(array: NdArray): Promise<Uint8Array> {
  const { node, hierarchy } = array;
  const chunk = filledChunk(node.dataType, node.shape, zeroElement(node.dataType));
  await readRegion(arrayHandle(hierarchy, node), wholeSelection(node.shape), chunk);
  return chunk.bytes ?? new Uint8Array(0);
}

describe("fixtures", () => {
  it.each(readable)("$name: values", async (file) => {
    const array = await openArray(file.path);
    const found = await elements(array);
    expect(found.byteLength).toBe(file.raw_size);
    expect(createHash("sha256").update(stored(array, found)).digest("hex")).toBe(file.raw_sha256);
  });

  it.each(broken)("$name: $expect_error", async (file) => {
    const error = await failure(async () => elements(await openArray(file.path)));
    expect(error.message).toMatch(/byte \d+/);
    expect(error.message).toContain(file.path);
  });
});

/** Back to the bytes that the file holds: big-endian where it says so, in Fortran's order where that. */
function stored(array: NdArray, found: Uint8Array): Uint8Array {
  const { node } = array;
  const { itemSize = 1 } = node.dataType;
  let bytes = found;
  if (node.codecs[0]?.name === "transpose") {
    bytes = new Uint8Array(found.byteLength);
    copyElements(found, contiguous(node.shape), bytes, fortran(node.shape), itemSize);
  }
  const endian = node.codecs.at(-1)?.configuration.members.get("endian");
  if (endian?.type !== "string" || endian.value !== "big") return bytes;
  const swapped = bytes.slice();
  for (let at = 0; at < swapped.byteLength; at += itemSize) swapped.subarray(at, at + itemSize).reverse();
  return swapped;
}

describe("arrays of NumPy", () => {
  it.each([
    ["numpy-b1", "bool", [20, 30, 10]],
    ["numpy-be_f4", "float32", [20, 30, 10]],
    ["numpy-le_U4", "U4", [20, 30, 10]],
    ["numpy-le_c16", "complex128", [20, 30, 10]],
    ["numpy-le_m8s", "timedelta64[s]", [20, 30, 10]],
    ["numpy-0d", "float64", []],
    ["numpy-record", "struct", [1000]],
    ["numpy-old-dtype-list", "struct", [100]],
  ])("%s is %s", async (name, dtype, shape) => {
    const array = await openArray(fixtureFile(name).path);
    expect(array.shape).toEqual(shape);
    expect(String(array.dtype)).toContain(dtype);
    expect(array.hierarchy.title).toBe("Bloscpack v3");
    expect(array.hierarchy.notes).toEqual([]);
    expect(array.attributes).toEqual({});
  });

  it("keep other metadata as attributes", async () => {
    const array = await openArray(fixtureFile("meta-default").path);
    expect(array.attributes).toEqual(fixtureFile("meta-default").metadata);
    const list = await openArray(fixtureFile("meta-list").path);
    expect(list.attributes).toEqual({ metadata: fixtureFile("meta-list").metadata });
  });
});

describe("what is odd", () => {
  it.each([
    ["v2-offsets", ["version 2 of the format; bloscpack reads 3"]],
    ["v3-streaming", ["the number of chunks is not recorded"]],
    ["nooffsets-nochecksum", ["there are no offsets: chunks are found by walking the file"]],
    ["v3-offsets-unfilled", ["offsets were never filled in: the writer was interrupted"]],
    ["checksum-md5", []],
  ])("%s", async (name, messages) => {
    const { hierarchy } = await openArray(fixtureFile(name).path);
    expect(hierarchy.notes.map(({ message }) => message)).toEqual(messages);
  });
});
