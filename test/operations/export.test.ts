/** Exports against what NumPy itself saves; tables and bytes against what is in the array. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  create,
  type DataTypeInput,
  type ExportOptions,
  type ExportReport,
  exportArray,
  isHyperslabError,
  type NdArray,
  openArray,
} from "../../src/index.ts";

interface NpyVector {
  readonly kind: "npy";
  readonly dtype: DataTypeInput;
  readonly shape: readonly number[];
  readonly file: string;
  /** For texts of variable length. */
  readonly values?: readonly string[];
}

const vectors = readFileSync(new URL("./vectors/npy.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): NpyVector => JSON.parse(line))
  .filter(({ kind }) => kind === "npy");

interface Exported {
  readonly bytes: Buffer;
  readonly report: ExportReport;
}

async function exported(array: NdArray, options: ExportOptions): Promise<Exported> {
  const parts: Uint8Array[] = [];
  const stream = exportArray(array, options);
  for (;;) {
    const step = await stream.next();
    if (step.done === true) return { bytes: Buffer.concat(parts), report: step.value };
    parts.push(step.value);
  }
}

/** Version, header without its padding, and what follows it. */
function npyParts(file: Buffer): { readonly version: number; readonly header: string; readonly values: Buffer } {
  const version = file[6]!;
  const start = version === 1 ? 10 : 12;
  const length = version === 1 ? file.readUInt16LE(8) : file.readUInt32LE(8);
  expect((start + length) % 64).toBe(0);
  const header = file.toString("utf8", start, start + length);
  expect(header.endsWith("\n")).toBe(true);
  return { version, header: header.trim(), values: file.subarray(start + length) };
}

/** An array of one uncompressed chunk that holds these bytes. */
async function arrayOf(dtype: DataTypeInput, shape: readonly number[], bytes: Uint8Array): Promise<NdArray> {
  const store = new Map<string, Uint8Array>();
  const chunks = shape.map((length) => Math.max(1, length));
  const array = await create(store, { shape, dtype, chunks, codecs: [], format: "zarr2" });
  const key = array.hierarchy.chunks(array.node).key(shape.map(() => 0));
  if (bytes.byteLength > 0) store.set(key, new Uint8Array(bytes));
  return array;
}

describe("npy", () => {
  it.each(vectors.filter(({ values }) => values === undefined))("$dtype of shape $shape", async (vector) => {
    const expected = npyParts(Buffer.from(vector.file, "base64"));
    const array = await arrayOf(vector.dtype, vector.shape, expected.values);
    const { bytes, report } = await exported(array, { format: "npy" });
    expect(npyParts(bytes)).toEqual(expected);
    expect(report).toMatchObject({ format: "npy", shape: vector.shape, bytes: bytes.byteLength });
  });

  it("texts become as wide as the longest", async () => {
    const { values, shape, file } = vectors.find((vector) => vector.dtype === "string")!;
    const array = await create(new Map(), { data: [...values!], shape, dtype: "string", chunks: [2] });
    const { bytes, report } = await exported(array, { format: "npy" });
    expect(npyParts(bytes)).toEqual(npyParts(Buffer.from(file, "base64")));
    expect(report.dtype).toBe("U4");
  });

  it("floats that NumPy has not become float32", async () => {
    const array = await create(new Map(), { data: [1.5, -448, Number.NaN], shape: [3], dtype: "float8_e4m3fn" });
    const { header, values } = npyParts((await exported(array, { format: "npy" })).bytes);
    expect(header).toContain("'<f4'");
    expect([values.readFloatLE(0), values.readFloatLE(4), values.readFloatLE(8)]).toEqual([1.5, -448, Number.NaN]);
  });

  it("refuses what has no form, by name and before a byte", async () => {
    const rows = await create(new Map(), { data: [new Uint8Array(2)], shape: [1], dtype: "bytes" });
    const stream = exportArray(rows, { format: "npy" });
    await expect(stream.next()).rejects.toSatisfy((error) => isHyperslabError(error, "unsupported"));
    const nul = await create(new Map(), { data: ["a\0"], shape: [1], dtype: "string" });
    await expect(exportArray(nul, { format: "npy" }).next()).rejects.toThrow(/NUL/);
    await expect(exported(rows, { format: "raw" })).rejects.toThrow(/no fixed size/);
  });
});

describe("selections", async () => {
  const array = await create(new Map(), {
    data: { data: Int16Array.from({ length: 24 }, (_, i) => i), shape: [4, 6] },
    dtype: "int16",
    shape: [4, 6],
    chunks: [3, 4],
    dims: ["y", "x"],
  });

  it.each([
    ["1, ::-2", [6], [11, 9, 7]],
    ["::-1, 0", [4], [18, 12, 6, 0]],
    ["[0, 3, 0], [5, 1]", [3, 2], [5, 1, 23, 19, 5, 1]],
    ["-1, -1", [], [23]],
    ["2:2", [0, 6], []],
    ["newaxis, 0, :2", [1, 2], [0, 1]],
  ])("%s", async (selection, _, expected) => {
    const { bytes, report } = await exported(array, { format: "raw", selection });
    expect([...new Int16Array(new Uint8Array(bytes).buffer)]).toEqual(expected);
    const whole = await array.read(selection);
    expect(report.shape).toEqual(whole.shape);
  });

  it("gives the indices in the array, not in the selection", async () => {
    const { bytes } = await exported(array, { format: "csv", selection: "::-3, [4, 1]" });
    expect(bytes.toString()).toBe("y,x,value\r\n3,4,22\r\n3,1,19\r\n0,4,4\r\n0,1,1\r\n");
  });

  it("fails before a byte on a selection that does not fit", async () => {
    await expect(exportArray(array, { format: "npy", selection: "0, 0, 0" }).next()).rejects.toThrow(/3 entries/);
  });

  it("fails on an absent chunk if asked to", async () => {
    const store = new Map<string, Uint8Array>();
    await create(store, { shape: [2], dtype: "int8", chunks: [1] });
    const empty = await openArray(store);
    await expect(exported(empty, { format: "raw", missing: "error" })).rejects.toThrow(/absent/);
    expect([...(await exported(empty, { format: "raw" })).bytes]).toEqual([0, 0]);
  });
});

describe("csv", () => {
  const csv = async (array: NdArray): Promise<string> => (await exported(array, { format: "csv" })).bytes.toString();

  it("quotes what would break a row", async () => {
    const data = ["plain", 'with "quotes"', "a,b", "two\nlines", ""];
    const array = await create(new Map(), { data, shape: [5], dtype: "string", dims: ["a,b"] });
    expect(await csv(array)).toBe(
      '"a,b",value\r\n0,plain\r\n1,"with ""quotes"""\r\n2,"a,b"\r\n3,"two\nlines"\r\n4,\r\n',
    );
  });

  it("gives complex numbers two columns and structs one a field", async () => {
    const complex = await create(new Map(), { data: [[1, -2.5]], shape: [1], dtype: "complex64" });
    expect(await csv(complex)).toBe("dim_0,real,imaginary\r\n0,1,-2.5\r\n");
    const at = { fields: [{ name: "lat", dtype: "float32" }] };
    const fields = [
      { name: "id", dtype: "int64" },
      { name: "at", dtype: at },
      { name: "n", dtype: "uint8", shape: [2] },
      { name: "t", dtype: "datetime64[s]" },
    ];
    const struct = await create(new Map(), { shape: [], dtype: { fields }, format: "zarr2" });
    await struct.write([], { id: 2n ** 60n, at: { lat: 0.1 }, n: [1, 2], t: 86_400n });
    expect(await csv(struct)).toBe('id,at.lat,n,t\r\n1152921504606846976,0.1,"[1, 2]",1970-01-02T00:00:00\r\n');
  });

  it("writes dates, exact integers, the sign of zero and the shortest floats", async () => {
    const times = await create(new Map(), { data: [-(2n ** 63n), 0n], shape: [2], dtype: "datetime64[D]" });
    expect(await csv(times)).toBe("dim_0,value\r\n0,NaT\r\n1,1970-01-01\r\n");
    const floats = await create(new Map(), { data: [0.1, -0, Number.NaN, Number.NEGATIVE_INFINITY], dtype: "float32" });
    expect(await csv(floats)).toBe("dim_0,value\r\n0,0.1\r\n1,-0\r\n2,NaN\r\n3,-Infinity\r\n");
    const flags = await create(new Map(), { data: [true, false] });
    expect(await csv(flags)).toBe("dim_0,value\r\n0,true\r\n1,false\r\n");
  });

  it("is only a header for nothing", async () => {
    expect(await csv(await create(new Map(), { shape: [0, 3], dtype: "int8" }))).toBe("dim_0,dim_1,value\r\n");
  });

  it("hands rows on in pieces", async () => {
    const array = await create(new Map(), { data: Int32Array.from({ length: 20_000 }, (_, i) => i) });
    const parts: string[] = [];
    for await (const part of exportArray(array, { format: "csv" })) parts.push(Buffer.from(part).toString());
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.join("").split("\r\n").length).toBe(20_002);
    expect(parts.join("").endsWith("19999,19999\r\n")).toBe(true);
  });
});
