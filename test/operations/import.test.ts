/** Values from files into arrays: what NumPy saved, what export wrote, tables, and files that do not fit. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  create,
  type DataTypeInput,
  EXPORT_FORMATS,
  type ExportFormat,
  exportArray,
  HyperslabError,
  type ImportOptions,
  importArray,
  memoryStore,
  type NdArray,
  openArray,
} from "../../src/index.ts";

interface Saved {
  readonly shape: readonly number[];
  readonly values: readonly (number | boolean | string | readonly number[])[];
}

const folder = new URL("../../fixtures/npy/", import.meta.url);
const saved: Record<string, Saved> = JSON.parse(readFileSync(new URL("values.json", folder), "utf8"));
const npy = (name: string): Uint8Array => Uint8Array.from(readFileSync(new URL(`${name}.npy`, folder)));
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** A new array of what the file holds. */
async function made(input: Uint8Array, options: Partial<ImportOptions> = {}): Promise<NdArray> {
  const store = memoryStore();
  await importArray(store, input, { format: "npy", create: { codecs: [] }, ...options });
  return openArray(store);
}

async function valuesOf(array: NdArray): Promise<readonly unknown[]> {
  const { data } = await array.read();
  const list: ArrayLike<unknown> = data;
  return Array.from(list);
}

function grid(dtype: DataTypeInput = "float64", shape: readonly number[] = [4, 3]): Promise<NdArray> {
  return create(memoryStore(), { shape, dtype, chunks: shape.map(() => 2), dims: shape.map((_, i) => `d${i}`) });
}

async function failure(work: Promise<unknown>): Promise<HyperslabError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof HyperslabError) return error;
  throw new Error("no HyperslabError was thrown", { cause: error });
}

async function bytesOf(array: NdArray, format: ExportFormat): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of exportArray(array, { format })) parts.push(part);
  return Buffer.concat(parts);
}

/** One byte after another: whatever is split across pieces is put together again. */
async function* byteByByte(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at++) yield bytes.subarray(at, at + 1);
}

describe("what NumPy saved", () => {
  it.each(Object.keys(saved))("%s", async (name) => {
    const { shape, values } = saved[name]!;
    const array = await made(npy(name));
    expect(array.shape).toEqual(shape);
    const expected = values.flat().map((value) => (typeof value === "boolean" ? Number(value) : String(value)));
    const read = (await valuesOf(array)).map((value) => (typeof value === "boolean" ? Number(value) : value));
    expect(read.map(String)).toEqual(expected.map(String));
  });

  it.each([
    ["s5", ["ab", "", "hello"]],
    ["u3", ["ab", "äö", "🌍"]],
    ["u3-big", ["ab", "äö", "x"]],
    ["datetime", [1577836800n, -(2n ** 63n), -1n]],
  ])("%s", async (name, values) => {
    expect(await valuesOf(await made(npy(name)))).toEqual(values);
  });

  it("a struct with a field in the other byte order", async () => {
    const array = await made(npy("struct"), { create: { codecs: [], format: "zarr2" } });
    expect(await array.item([0])).toEqual({ a: 1, b: 2.5 });
    expect(await array.item([1])).toEqual({ a: -3, b: 0.25 });
  });

  it("names of header version 3.0", async () => {
    const array = await made(npy("version-3"), { create: { codecs: [], format: "zarr2" } });
    expect(await array.item([1])).toEqual({ 温度: 0 });
  });

  it("objects are refused: they would have to be executed", async () => {
    const error = await failure(made(npy("object")));
    expect(error.code).toBe("unsupported");
    expect(error.message).toContain("objects");
  });
});

describe.each(EXPORT_FORMATS)("what export wrote as %s", (format) => {
  const types = ["int16", "uint64", "float32", "float64", "bool", "complex64", "U4", "S3", "datetime64[ms]"] as const;
  it.each(types)("%s", async (dtype) => {
    const source = await grid(dtype);
    const isText = /^[US]/.test(dtype);
    const list = Array.from({ length: 12 }, (_, i) => {
      if (dtype === "bool") return i % 3 === 0;
      if (dtype === "uint64") return BigInt(i) + 2n ** 63n;
      if (dtype === "datetime64[ms]") return `2020-01-${String(i + 1).padStart(2, "0")}`;
      return isText ? `"${i}` : i / (dtype.startsWith("float") ? 7 : 1);
    });
    const nested = [0, 1, 2, 3].map((row) => {
      const values = list.slice(row * 3, row * 3 + 3);
      return dtype === "complex64" ? values.map((value) => [Number(value), 1]) : values;
    });
    await source.write(null, nested);
    const target = await grid(dtype);
    const report = await importArray(target, byteByByte(await bytesOf(source, format)), { format });
    expect(report).toEqual({ format, shape: [4, 3], arrayShape: [4, 3], elements: 12 });
    expect(await valuesOf(target)).toEqual(await valuesOf(source));
  });
});

describe("where the values go", () => {
  it("a selection, with single indices left out of the file's shape", async () => {
    const array = await grid();
    await importArray(array, text("1,2,3\n"), { format: "csv", selection: "2" });
    expect(await valuesOf(array)).toEqual([0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0]);
  });

  it("a selection with a negative step", async () => {
    const array = await grid("int8", [4]);
    await importArray(array, new Uint8Array([1, 2]), { format: "raw", selection: "::-2" });
    expect(await valuesOf(array)).toEqual([0, 2, 0, 1]);
  });

  it("another numeric type, if every value fits", async () => {
    const array = await grid("uint8", [2, 3, 4]);
    expect((await failure(importArray(array, npy("f8-big"), { format: "npy" }))).message).toContain("uint8");
    const wide = await grid("float64", [2, 3, 4]);
    await importArray(wide, npy("i2-big"), { format: "npy" });
    expect(await valuesOf(wide)).toEqual(saved["i2-big"]!.values);
  });

  it("appended, by name and by number", async () => {
    const array = await grid("float32", [1, 3, 4]);
    await importArray(array, npy("f4"), { format: "npy", append: "d0" });
    expect(array.shape).toEqual([3, 3, 4]);
    expect((await valuesOf(array)).slice(12)).toEqual(saved["f4"]!.values);
    const one = await grid("int32", [3, 2]);
    await importArray(one, new Uint8Array(new Int32Array([5, 6, 7]).buffer), { format: "raw", append: 1 });
    expect(await valuesOf(one)).toEqual([0, 0, 5, 0, 0, 6, 0, 0, 7]);
  });

  it("one step of one dimension fewer is appended as a step", async () => {
    const array = await grid("int32", [2, 3, 4]);
    await importArray(array, npy("i4-fortran-2d"), { format: "npy", append: 0 });
    expect(array.shape).toEqual([3, 3, 4]);
    expect((await valuesOf(array)).slice(24)).toEqual(saved["i4-fortran-2d"]!.values);
  });

  it("a table is appended by its rows", async () => {
    const array = await grid();
    await importArray(array, text("1,2,3\r\n4,5,6\r\n"), { format: "csv", append: "d0" });
    expect(array.shape).toEqual([6, 3]);
    expect((await valuesOf(array)).slice(12)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("an append that fails leaves the array as long as it was", async () => {
    const array = await grid("float32", [1, 3, 4]);
    const short = npy("f4").subarray(0, 200);
    const error = await failure(importArray(array, short, { format: "npy", append: 0 }));
    expect(error.message).toContain("ends after");
    expect((await openArray(array.hierarchy.store)).shape).toEqual([1, 3, 4]);
  });
});

describe("files that do not fit", () => {
  const cases: readonly (readonly [string, Uint8Array, ExportFormat, RegExp])[] = [
    ["another shape", npy("scalar"), "npy", /shape \[\], which does not fit \[4, 3\]/],
    ["not a .npy file", text("1,2,3"), "npy", /not a \.npy file/],
    ["a header cut short", npy("f4").subarray(0, 60), "npy", /ends in its header/],
    ["too few raw bytes", new Uint8Array(95), "raw", /ends after 11 elements/],
    ["too many raw bytes", new Uint8Array(97), "raw", /continues after its 12 elements/],
    ["too few rows", text("1,2,3\n"), "csv", /ends after 3 values/],
    ["too many rows", text("1,2,3\n".repeat(5)), "csv", /continues after 12 values/],
    ["a row of another length", text("1,2,3\n4,5\n"), "csv", /line 2: 2 values in a row, expected 3/],
    ["a cell that is not a number", text("1,2,3\n4,x,6\n"), "csv", /line 2: "x" is not a number/],
    ["columns of something else", text("a,b,c\n1,2,3\n"), "csv", /line 1: the columns are a,b,c/],
    ["rows in another order", text("d0,d1,value\r\n0,1,5\r\n"), "csv", /line 2: the indices are 0,1, expected 0,0/],
    ["a quote that is not closed", text('d0,d1,value\r\n0,0,"5\r\n'), "csv", /line 2: a quote is not closed/],
    ["bytes that are not UTF-8", new Uint8Array([0x31, 0xff]), "csv", /not UTF-8/],
  ];
  it.each(cases)("%s", async (_, input, format, message) => {
    expect((await failure(importArray(await grid(), input, { format }))).message).toMatch(message);
  });

  it("dates do not become numbers", async () => {
    const error = await failure(importArray(await grid("int64", [3]), npy("datetime"), { format: "npy" }));
    expect(error.message).toContain("the file holds datetime64[s], the array int64");
  });

  it("a version of .npy files to come", async () => {
    const file = npy("f4");
    file[6] = 4;
    expect((await failure(made(file))).code).toBe("unsupported");
  });

  it("a header longer than any that NumPy writes", async () => {
    const file = npy("version-2");
    new DataView(file.buffer).setUint32(8, 2 ** 32 - 1, true);
    expect((await failure(made(file))).message).toContain("4294967295 bytes long");
  });
});
