/** Tables with labels in their columns, against what pandas writes of the same data, and read back. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  between,
  create,
  dump,
  type ExportOptions,
  exportArray,
  importArray,
  labels,
  memoryStore,
  type NdArray,
  nearest,
  openArray,
} from "../../src/index.ts";
import { runCli } from "../cli/run-cli.ts";
import { unpack } from "../fixture-sets.ts";

const folder = unpack("fixtures/cf-labels/datasets.tar.gz");

async function csv(array: NdArray, options: Omit<ExportOptions, "format"> = {}): Promise<string> {
  let text = "";
  for await (const part of exportArray(array, { format: "csv", ...options })) text += new TextDecoder().decode(part);
  return text;
}

/** pandas writes 50.0 for a float: numbers are compared as numbers. */
function cells(text: string): readonly (readonly (string | number)[])[] {
  expect(text.endsWith("\r\n")).toBe(true);
  return text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(",").map((cell) => (/^-?[\d.]+$/.test(cell) ? Number(cell) : cell)));
}

const truth = (name: string): string => readFileSync(`fixtures/cf-labels/${name}.csv`, "utf8");
const variable = (name: string, form = 3): Promise<NdArray> => openArray(join(folder, `${name}.v${form}.zarr::v`));

describe("csv with labels", () => {
  it.each([2, 3])("is what pandas writes of Zarr v%i, long and wide", async (form) => {
    const air = await variable("air", form);
    const day = { time: "2013-01-03", lat: between(45, 50), lon: between(205, 215) };
    expect(cells(await csv(air, { selection: labels(day) }))).toEqual(cells(truth("air-long")));
    const line = labels({ ...day, lat: nearest(47.5) });
    expect(cells(await csv(air, { selection: line, wide: true }))).toEqual(cells(truth("air-wide")));
    const rasm = await variable("rasm", form);
    const winter = labels("time=1981-01..1981-03, y=0");
    expect(cells(await csv(rasm, { selection: winter }))).toEqual(cells(truth("rasm-long")));
  });

  it("has indices on demand, and where there is no coordinate", async () => {
    const air = await variable("air");
    const text = await csv(air, { selection: "0, 1:3, 5", indices: true });
    expect(text).toBe("lat,value\r\n1,32\r\n2,59\r\n");
    expect(await csv(await variable("bare"), { selection: "1:3, ::2" })).toBe(
      "x,y,v\r\n1,10,3\r\n1,30,5\r\n2,10,6\r\n2,30,8\r\n",
    );
    expect(await csv(await openArray(join(folder, "small.v3.zarr::level")))).toBe(
      "level,value\r\n0,1000\r\n1,850\r\n2,700\r\n3,500\r\n4,250\r\n",
    );
  });

  it("has a wide form of one dimension, and of indices, and of rows cut by blocks", async () => {
    const names = await variable("names");
    expect(await csv(names, { wide: true })).toBe(
      "sorted,wien,graz,linz\r\ngraz,0,1,2\r\nlinz,3,4,5\r\nwien,6,7,8\r\n",
    );
    expect(await csv(names, { wide: true, indices: true, selection: "::2" })).toBe(
      "sorted,0,1,2\r\n0,0,1,2\r\n2,6,7,8\r\n",
    );
    expect(await csv(names, { wide: true, selection: "1" })).toBe("wien,graz,linz\r\n3,4,5\r\n");
    await expect(csv(names, { wide: true, selection: "1, 1" })).rejects.toThrow(/no wide form/);
    const air = await variable("air");
    const lines = (await csv(air, { wide: true })).split("\r\n");
    expect(lines).toHaveLength(1 + 60 * 25 + 1);
    expect(lines[1501]).toBe("");
    expect(lines[1500]!.split(",").slice(0, 3)).toEqual(["2013-01-15T18:00:00", "15", String(60 * 25 * 27 - 27)]);
  });

  it("is read back by labels, by indices, and refused in another order", async () => {
    const root = await create(memoryStore());
    await (await root.create("x", { shape: [2], dtype: "float64", dims: ["x"] })).write(null, [1, 0]);
    const v = await root.create("v", { shape: [2], dtype: "int32", dims: ["x"] });
    const put = (text: string): Promise<unknown> => importArray(v, new TextEncoder().encode(text), { format: "csv" });
    await put("x,v\r\n1,7\r\n0,8\r\n");
    expect([...((await v.read()).data as Int32Array)]).toEqual([7, 8]);
    expect(await csv(v)).toBe("x,v\r\n1,7\r\n0,8\r\n");
    await put("x,value\r\n0,5\r\n1,6\r\n");
    expect(await csv(v)).toBe("x,v\r\n1,5\r\n0,6\r\n");
    await expect(put("x,v\r\n0,5\r\n1,6\r\n")).rejects.toThrow(/line 2: the labels are 0, expected 1/);
  });

  it("has values as their attributes mean them, and with indices as they are stored", async () => {
    const root = await create(memoryStore());
    const attributes = { scale_factor: 0.5, add_offset: 10, _FillValue: -1 };
    const v = await root.create("v", { shape: [3], dtype: "int16", dims: ["x"], attributes });
    await v.write(null, [0, 1, -1]);
    expect(await csv(v)).toBe("x,v\r\n0,10\r\n1,10.5\r\n2,NaN\r\n");
    expect(await csv(v, { indices: true })).toBe("x,value\r\n0,0\r\n1,1\r\n2,-1\r\n");
    const put = (text: string): Promise<unknown> => importArray(v, new TextEncoder().encode(text), { format: "csv" });
    await expect(put(await csv(v))).rejects.toThrow(/has decoded values.*--indices/s);
    await put("x,value\r\n0,4\r\n1,3\r\n2,2\r\n");
    expect([...((await v.read()).data as Int16Array)]).toEqual([4, 3, 2]);
    const when = await root.create("when", {
      ...{ shape: [2], dtype: "float64", dims: ["x2"] },
      attributes: { units: "days since 2000-02-28", calendar: "noleap" },
    });
    await when.write(null, [1, Number.NaN]);
    expect(await csv(when)).toBe("x2,when\r\n0,2000-03-01T00:00:00\r\n1,NaT\r\n");
    const alone = await create(memoryStore(), { shape: [1], dtype: "int16", attributes: { scale_factor: 0.5 } });
    await importArray(alone, new TextEncoder().encode("dim_0,value\n0,7\n"), { format: "csv" });
    expect(await csv(alone)).toBe("dim_0,value\r\n0,7\r\n");
    const plain = await root.create("plain", { shape: [2], dtype: "int16", dims: ["x2"] });
    expect(await csv(plain)).toBe("x2,plain\r\n0,0\r\n1,0\r\n");
  });

  it("says so where values are decoded on demand, and is not read back as stored values", async () => {
    const store = memoryStore();
    const root = await create(store, { format: "zarr2" });
    const put = (array: NdArray, text: string): Promise<unknown> =>
      importArray(array, new TextEncoder().encode(text), { format: "csv" });
    // Only the fill value of Zarr v2 says what is missing.
    const v = await root.create("v", { shape: [2], dtype: "float32", dims: ["x"], fillValue: -9 });
    await v.write(null, [1.5, -9]);
    expect(await csv(v)).toBe("x,v\r\n0,1.5\r\n1,-9\r\n");
    expect(await csv(v, { decode: true })).toBe("x,v (decoded)\r\n0,1.5\r\n1,NaN\r\n");
    await put(v, await csv(v));
    await expect(put(v, await csv(v, { decode: true }))).rejects.toThrow(/"v \(decoded\)" has decoded values/);
    // Indices, where stored values are expected; and an array without a name.
    const packed = await root.create("p", { shape: [1], dtype: "int16", dims: ["y"], attributes: { scale_factor: 2 } });
    await packed.write(null, [3]);
    const table = await csv(packed, { indices: true, decode: true });
    expect(table).toBe("y,value (decoded)\r\n0,6\r\n");
    await expect(put(packed, table)).rejects.toThrow(/has decoded values/);
    expect(await csv(packed, { decode: true })).toBe("y,p\r\n0,6\r\n");
    await expect(put(packed, await csv(packed))).rejects.toThrow(/has decoded values/);
    const alone = await create(memoryStore(), { shape: [1], dtype: "int16", attributes: { scale_factor: 0.5 } });
    await expect(put(alone, await csv(alone, { decode: true }))).rejects.toThrow(/has decoded values/);
    expect((await v.read()).data).toEqual(Float32Array.of(1.5, -9));
    expect((await packed.read()).data).toEqual(Int16Array.of(3));
  });

  it("masks what is not valid neither here nor in dump -t, as xarray does not", async () => {
    const root = await create(memoryStore());
    const attributes = { scale_factor: 0.5, valid_range: [0, 10] };
    const v = await root.create("v", { shape: [3], dtype: "int16", dims: ["x"], attributes });
    await v.write(null, [-4, 4, 40]);
    expect(await csv(v)).toBe("x,v\r\n0,-2\r\n1,2\r\n2,20\r\n");
    let text = "";
    for await (const piece of dump(root, { times: "text" })) text += piece;
    expect(text).toContain(" v = -4, 4, 40 ;");
    expect((await v.read(null, { decode: { valid: true } })).data).toEqual(Float64Array.of(Number.NaN, 2, Number.NaN));
    expect((await v.read(null, { decode: true })).data).toEqual(Float64Array.of(-2, 2, 20));
  });

  it("is refused where labels cannot be read, with a way out", async () => {
    const root = await create(memoryStore());
    await root.create("x", { shape: [3], dtype: "float64", dims: ["x"] });
    const v = await root.create("v", { shape: [2], dtype: "int32", dims: ["x"] });
    await expect(csv(v)).rejects.toThrow(/labels of "x" cannot be used: the coordinate \/x has 3 values.*--indices/s);
    expect(await csv(v, { indices: true })).toBe("x,value\r\n0,0\r\n1,0\r\n");
    const options: ExportOptions = { format: "npy", wide: true };
    await expect(exportArray(v, options).next()).rejects.toThrow(/wide is for csv/);
  });

  it("is written by the program", async () => {
    const address = `${join(folder, "air.v3.zarr")}::v[time=2013-01-03, lat~48, lon=205..215]`;
    const { stdout, code } = await runCli(["export", address, "-", "--as", "csv", "--wide"]);
    expect([code, cells(stdout)]).toEqual([0, cells(truth("air-wide"))]);
    const dumped = await runCli([
      "dump",
      `${join(folder, "air.v3.zarr")}::v`,
      "-S",
      "time=2013-01-03T06, lat==47.5, lon=205..",
    ]);
    expect([dumped.code, dumped.stdout]).toEqual([0, expect.stringContaining("6373, 6374, 6375")]);
    const missed = await runCli(["dump", `${join(folder, "air.v3.zarr")}::v[lat==48]`]);
    expect([missed.code, missed.stderr]).toEqual([3, expect.stringMatching(/"48" is not a label.*47\.5/s)]);
    const unclear = await runCli(["dump", `${join(folder, "air.v3.zarr")}::v[lat=47.5]`]);
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringMatching(/lat~47\.5.*lat==47\.5/s)]);
  });
});
