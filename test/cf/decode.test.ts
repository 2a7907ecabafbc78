/** Decoded reads: how they are asked for, what they say, what they refuse, and where xarray is not followed. */
import { spawnSync } from "node:child_process";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type CfDate,
  copy,
  create,
  exportArray,
  memoryStore,
  type NdArray,
  open,
  openArray,
  typed,
} from "../../src/index.ts";

type Attributes = Readonly<Record<string, unknown>>;

/** A small array of Zarr v3 in memory. */
async function stored(
  dtype: string,
  values: ArrayBufferView<ArrayBuffer> | readonly unknown[],
  attributes: Attributes,
  options: { readonly shape?: readonly number[]; readonly dims?: readonly string[] } = {},
): Promise<NdArray> {
  const length = ArrayBuffer.isView(values) ? Reflect.get(values, "length") : values.length;
  const shape = options.shape ?? [Number(length)];
  const array = await create(memoryStore(), { shape, dtype, attributes, format: "zarr3", dims: options.dims });
  await array.write(null, values);
  return array;
}

const decoded = async (array: NdArray, options = {}) => array.read(null, { decode: { ...options } });

describe("a decoded read", () => {
  const packed = { scale_factor: 0.5, add_offset: 10.0, _FillValue: -1 };

  it("is asked for by the read, or when the array is opened", async () => {
    const array = await stored("int16", Int16Array.of(0, 3, -1), packed);
    expect((await array.read()).data).toEqual(Int16Array.of(0, 3, -1));
    const meant = Float64Array.of(10, 11.5, Number.NaN);
    expect((await array.read(null, { decode: true })).data).toEqual(meant);
    const opened = await openArray(array, { decode: true });
    expect((await opened.read()).data).toEqual(meant);
    expect((await opened.read(null, { decode: false })).data).toEqual(Int16Array.of(0, 3, -1));
    expect(await opened.item([1])).toBe(11.5);
    expect(await array.item([1])).toBe(3);
    expect((await opened.read("1:2", { as: "float32" })).data).toEqual(Float32Array.of(11.5));
  });

  it("goes down from the group that was opened", async () => {
    const store = memoryStore();
    const group = await create(store, { format: "zarr3" });
    const array = await group.create("a/b", { shape: [2], dtype: "int8", attributes: { scale_factor: 0.5 } });
    await array.write(null, [1, 3]);
    const opened = await open(store, { decode: true });
    if (opened.kind !== "group") throw new Error("not a group");
    expect((await (await opened.openArray("a/b")).read()).data).toEqual(Float64Array.of(0.5, 1.5));
    const seen: unknown[] = [];
    for await (const node of opened.walk()) if (node.kind === "array") seen.push((await node.read()).data);
    expect(seen).toEqual([Float64Array.of(0.5, 1.5)]);
  });

  it("never changes what a copy writes", async () => {
    const opened = await openArray(await stored("int16", Int16Array.of(0, 3, -1), packed), { decode: true });
    const target = memoryStore();
    await copy(opened, target);
    expect((await (await openArray(target)).read()).data).toEqual(Int16Array.of(0, 3, -1));
  });

  it("is what a table shows, if asked for", async () => {
    const textOf = async (array: NdArray, decode: boolean): Promise<string> => {
      let text = "";
      for await (const part of exportArray(array, { format: "csv", decode })) text += Buffer.from(part).toString();
      return text.replaceAll("\r\n", " ");
    };
    const array = await stored("int16", Int16Array.of(0, 3, -1), packed);
    expect(await textOf(array, true)).toBe("dim_0,value (decoded) 0,10 1,11.5 2,NaN ");
    expect(await textOf(array, false)).toBe("dim_0,value 0,0 1,3 2,-1 ");
    const times = await stored("int16", Int16Array.of(59), { units: "days since 2000-01-01", calendar: "noleap" });
    expect(await textOf(times, true)).toBe("dim_0,value (decoded) 0,2000-03-01T00:00:00 ");
    await expect(exportArray(array, { format: "npy", decode: true }).next()).rejects.toThrow(/decode is for csv/);
  });

  it("refuses memory and options that do not belong to it", async () => {
    const array = await stored("int16", Int16Array.of(0, 3, -1), packed);
    await expect(array.read(null, { decode: true, into: new Float64Array(3) })).rejects.toThrow(/into is for stored/);
    await expect(array.read(null, { decode: { flag: true } as object })).rejects.toThrow(/flag/);
    await expect(array.read(null, { decode: { times: "unix" as "iso" } })).rejects.toThrow(/times/);
  });
});

describe("times", () => {
  const days = { units: "days since 2000-01-01", calendar: "standard" };

  it("are nanoseconds, dates, texts", async () => {
    const array = await stored("int32", Int32Array.of(0, 366), days);
    const { data, dataType } = await decoded(array);
    expect(dataType.name).toBe("datetime64[ns]");
    expect(data).toEqual(BigInt64Array.of(946_684_800_000_000_000n, 978_307_200_000_000_000n));
    expect((await decoded(array, { times: "iso" })).data).toEqual(["2000-01-01T00:00:00", "2001-01-01T00:00:00"]);
    expect((await decoded(array, { times: "dates" })).data).toMatchObject([{ year: 2000 }, { year: 2001, month: 1 }]);
    expect((await array.read("1", { decode: true, as: "string" })).data).toEqual(["2001-01-01T00:00:00.000000000"]);
  });

  it("are dates of their calendar where nanoseconds cannot be, with null for missing ones", async () => {
    const array = await stored("int16", Int16Array.of(59, -1), { ...days, calendar: "noleap", _FillValue: -1 });
    const { data, dataType } = await decoded(array);
    const date: CfDate = {
      calendar: "noleap",
      year: 2000,
      month: 3,
      day: 1,
      hour: 0,
      minute: 0,
      second: 0,
      nanosecond: 0,
    };
    expect({ data, type: dataType.name }).toEqual({ data: [date, null], type: "object" });
    expect((await decoded(array, { times: "iso" })).data).toEqual(["2000-03-01T00:00:00", "NaT"]);
  });

  it("of bounds have the units of their coordinate", async () => {
    const group = await create(memoryStore(), { format: "zarr3" });
    const time = await group.create("time", {
      shape: [1],
      dtype: "int32",
      dims: ["time"],
      attributes: { ...days, bounds: "bnds" },
    });
    const bounds = await group.create("bnds", { shape: [1, 2], dtype: "int32", dims: ["time", "nv"] });
    await time.write(null, [0]);
    await bounds.write(null, [[0, 1]]);
    expect((await decoded(bounds, { times: "iso" })).data).toEqual(["2000-01-01T00:00:00", "2000-01-02T00:00:00"]);
  });

  it("stay numbers where the calendar is none, and that is noted", async () => {
    const slab = await decoded(await stored("int16", Int16Array.of(1), { ...days, calendar: "none" }));
    expect(slab.data).toEqual(Int16Array.of(1));
    expect(slab.notes).toEqual(['the calendar "none" has no dates; times stay numbers']);
  });

  describe("of Temporal", () => {
    afterEach(() => vi.unstubAllGlobals());

    it("are refused where there is none", async () => {
      vi.stubGlobal("Temporal", undefined);
      await expect(decoded(await stored("int32", Int32Array.of(0), days), { times: "temporal" })).rejects.toThrow(
        /no Temporal/,
      );
    });

    it("are made where there is one, for the Gregorian calendar", async () => {
      vi.stubGlobal("Temporal", { PlainDateTime: { from: (text: string) => ({ text }) } });
      const array = await stored("int32", Int32Array.of(0, -365), {
        units: "days since 0001-01-01",
        calendar: "proleptic_gregorian",
      });
      expect((await decoded(array, { times: "temporal" })).data).toEqual([
        { text: "+000001-01-01T00:00:00" },
        { text: "+000000-01-02T00:00:00" },
      ]);
      const noleap = await stored("int32", Int32Array.of(0), { ...days, calendar: "noleap" });
      await expect(decoded(noleap, { times: "temporal" })).rejects.toThrow(/Temporal has no 2000-01-01/);
    });

    // Node 20 has it with a flag only, which threads and forks of the tests are not started with.
    const script = (texts: readonly string[]): string =>
      `console.log(JSON.stringify(${JSON.stringify(texts)}.map((text) => String(Temporal.PlainDateTime.from(text)))))`;
    const realTemporal = (texts: readonly string[]): unknown => {
      const flagged = spawnSync(process.execPath, ["--harmony-temporal", "-e", script(texts)], { encoding: "utf8" });
      return flagged.status === 0 ? JSON.parse(flagged.stdout) : undefined;
    };

    it.skipIf(realTemporal([]) === undefined)("are what the runtime's own Temporal takes", async () => {
      const asked: string[] = [];
      vi.stubGlobal("Temporal", { PlainDateTime: { from: (text: string) => asked.push(text) } });
      const units = { units: "microseconds since 1970-01-01", calendar: "proleptic_gregorian" };
      const times = BigInt64Array.of(0n, -1n, 10n ** 15n + 1n, -62_135_596_800_000_000n, -62_200_000_000_000_001n);
      await decoded(await stored("int64", times, units), { times: "temporal" });
      // The years as ISO 8601 has them; NumPy gives the same dates.
      expect(realTemporal(asked)).toEqual([
        "1970-01-01T00:00:00",
        "1969-12-31T23:59:59.999999",
        "2001-09-09T01:46:40.000001",
        "0001-01-01T00:00:00",
        "-000002-12-17T14:13:19.999999",
      ]);
    });
  });
});

describe("on request", () => {
  it("gives flags by name", async () => {
    const attributes = { flag_values: [0, 1, 2], flag_meanings: "good  doubtful bad", _FillValue: -1 };
    const array = await stored("int8", Int8Array.of(0, 2, -1, 7), attributes);
    expect((await decoded(array, { flags: true })).data).toEqual(["good", "bad", null, "7"]);
    expect((await decoded(array)).data).toEqual(Float32Array.of(0, 2, Number.NaN, 7));
    const masks = { flag_masks: [1, 2, 12, 12], flag_values: [1, 2, 4, 8], flag_meanings: "a b c d" };
    const bits = await stored("uint8", Uint8Array.of(3, 9, 0), masks);
    expect((await decoded(bits, { flags: true })).data).toEqual(["a b", "a d", ""]);
    const wrong = await stored("int8", Int8Array.of(0), { flag_values: [0, 1], flag_meanings: "one" });
    await expect(decoded(wrong, { flags: true })).rejects.toThrow(/attribute flag_meanings: 1 names for 2 flags/);
  });

  it("masks what is not valid, which xarray does not", async () => {
    const array = await stored("int16", Int16Array.of(-5, 0, 5, 50), {
      valid_min: 0,
      valid_max: 10,
      scale_factor: 0.5,
    });
    expect((await decoded(array)).data).toEqual(Float64Array.of(-2.5, 0, 2.5, 25));
    expect((await decoded(array, { valid: true })).data).toEqual(Float64Array.of(Number.NaN, 0, 2.5, Number.NaN));
    const range = await stored("float32", Float32Array.of(-5, 5), { valid_range: [0, 10] });
    expect((await decoded(range, { valid: true })).data).toEqual(Float32Array.of(Number.NaN, 5));
  });
});

describe("texts", () => {
  it("are rows of characters, unless a character is selected", async () => {
    const array = await create(memoryStore(), { shape: [2, 3], dtype: "S1", format: "zarr2", dims: ["x", "letter"] });
    await array.write(null, [
      ["a", "b", "c"],
      ["d", "", ""],
    ]);
    const slab = await array.read(null, { decode: true });
    expect([slab.data, slab.shape, slab.dims, slab.dataType.name]).toEqual([["abc", "d"], [2], ["x"], "S3"]);
    expect((await array.read(":, 0", { decode: true })).data).toEqual(["a", "d"]);
    expect((await array.read("1", { decode: true })).shape).toEqual([]);
  });
});

describe("where xarray is not followed", () => {
  it("keeps missing integers in units of time NaN", async () => {
    const slab = await decoded(await stored("int16", Int16Array.of(1, -1), { units: "days", _FillValue: -1 }));
    expect(slab.data).toEqual(Float32Array.of(1, Number.NaN));
  });

  it("compares missing_value with the sign given by _Unsigned", async () => {
    const slab = await decoded(await stored("int8", Int8Array.of(1, -1), { _Unsigned: "true", missing_value: -1 }));
    expect(slab.data).toEqual(Float32Array.of(1, Number.NaN));
  });

  it("keeps the fractions of floats with an integer factor, and missing values", async () => {
    expect((await decoded(await stored("float32", Float32Array.of(1.5), { scale_factor: 2 }))).data).toEqual(
      Float64Array.of(3),
    );
    const integers = await stored("int16", Int16Array.of(4, -1), { scale_factor: 2, _FillValue: -1 });
    expect((await decoded(integers)).data).toEqual(Float64Array.of(8, Number.NaN));
  });

  it("says what was rounded or passed over", async () => {
    const wide = await stored("int64", BigInt64Array.of(2n ** 53n + 1n), { missing_value: 1 });
    expect((await decoded(wide)).notes).toEqual([
      "int64 values are rounded: float64 does not hold all of them exactly",
    ]);
    const other = await stored("float32", Float32Array.of(1e20), { missing_value: 1e20 });
    expect((await decoded(other)).notes[0]).toMatch(/^missing_value 100000000000000000000 is not a value of float32/);
    const nan = await stored("int16", Int16Array.of(1), { missing_value: "NaN" });
    expect((await decoded(nan)).notes).toEqual(["missing_value is NaN, which no int16 is: nothing is missing by it"]);
    const sign = await stored("int16", Int16Array.of(1), { _Unsigned: "yes" });
    expect((await decoded(sign)).notes[0]).toMatch(/^_Unsigned is neither/);
  });

  it("takes the types that NCZarr records for factors", async () => {
    const store = memoryStore();
    const group = await create(store, { format: "nczarr", dimensions: { x: 2 } });
    const attributes = {
      scale_factor: typed(0.1, "float32"),
      add_offset: typed(1, "float32"),
      _FillValue: typed(-1, "int16"),
    };
    const array = await group.create("v", { shape: [2], dtype: "int16", dims: ["x"], attributes, fillValue: -1 });
    await array.write(null, [3, -1]);
    const expected = Math.fround(Math.fround(3 * Math.fround(0.1)) + 1);
    expect((await decoded(array)).data).toEqual(Float32Array.of(expected, Number.NaN));
  });
});

describe("what attributes cannot mean", () => {
  it.each([
    [{ scale_factor: "0.1" }, /^attribute scale_factor: "0\.1" is not a number/],
    [{ scale_factor: "NaN" }, /^attribute scale_factor: NaN would make every value NaN/],
    [{ add_offset: [1, 2] }, /^attribute add_offset: 2 numbers/],
    [{ missing_value: { a: 1 } }, /^attribute missing_value/],
    [{ _FillValue: "none" }, /^attribute _FillValue: "none" is not a number/],
    [{ units: "days since launch" }, /^attribute units: "days since launch" has the reference date "launch"/],
    [{ units: "days since 2000-01-01", calendar: "lunar" }, /^attribute calendar: "lunar"/],
    [{ _Unsigned: "true", missing_value: 70000 }, /^attribute missing_value: 70000 is not a value of int16/],
  ])("%j is refused by name; the stored values can be read", async (attributes, message) => {
    const array = await stored("int16", Int16Array.of(1, 2), attributes);
    await expect(decoded(array)).rejects.toThrow(message);
    expect((await array.read()).data).toEqual(Int16Array.of(1, 2));
  });
});
