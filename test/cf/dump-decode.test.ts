/** `dump` with decoded values: as text whose header fits them, so that `gen` reads it, and as JSON. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isoText } from "../../src/cf/time/date.ts";
import {
  type CfDate,
  create,
  type DumpOptions,
  dump,
  type Group,
  gen,
  memoryStore,
  openGroup,
  type Store,
} from "../../src/index.ts";
import { floatText } from "../../src/model/values/float-text.ts";
import { unpack } from "../fixture-sets.ts";

async function text(input: string | Store | object, options: DumpOptions): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of dump(input, options)) pieces.push(piece);
  return pieces.join("\n");
}

async function sample(): Promise<Group> {
  const group = await create(memoryStore(), { format: "zarr3" });
  const time = { units: "hours since 2026-01-01", calendar: "noleap", bounds: "time_bounds" };
  await group.create("time", { data: [0, 1416], dtype: "int32", dims: ["time"], attributes: time });
  await group.create("time_bounds", { shape: [2, 2], dtype: "int32", dims: ["time", "nv"] });
  await (await group.openArray("time_bounds")).write(null, [
    [0, 24],
    [1416, 1440],
  ]);
  const packed = { scale_factor: 0.01, add_offset: 273.15, _FillValue: -32768, valid_range: [-5000, 5000], units: "K" };
  const t = await group.create("t", { shape: [2, 3], dtype: "int16", dims: ["time", "x"], attributes: packed });
  await t.write(null, [
    [0, 100, -32768],
    [-1, 6000, 5],
  ]);
  await group.create("u", { data: [-1, 1, 2], dtype: "int8", dims: ["x"], attributes: { _Unsigned: "true" } });
  await group.create("n", { data: [1.5, Number.NaN, 2], dtype: "float32", dims: ["x"] });
  const flags = { flag_values: [0, 1], flag_meanings: "land sea", _FillValue: 9 };
  await group.create("f", { data: [0, 1, 9], dtype: "int8", dims: ["x"], attributes: flags });
  await group.create("plain", { data: [7, 8, 9], dtype: "int32", dims: ["x"], attributes: { units: "m" } });
  return group;
}

describe("CDL", () => {
  it("has types and attributes of the decoded values", async () => {
    expect(await text(await sample(), { decode: true, name: "s" })).toMatchInlineSnapshot(`
      "netcdf s {
      dimensions:
      	x = 3 ;
      	time = 2 ;
      	nv = 2 ;
      variables:
      	float f(x) ;
      		f:_FillValue = NaNf ;
      		f:flag_values = 0, 1 ;
      		f:flag_meanings = "land sea" ;
      	float n(x) ;
      	int plain(x) ;
      		plain:units = "m" ;
      	double t(time, x) ;
      		t:_FillValue = NaN ;
      		t:units = "K" ;
      	string time(time) ;
      		time:bounds = "time_bounds" ;
      	string time_bounds(time, nv) ;
      	ubyte u(x) ;
      data:

       f = 0, 1, _ ;

       n = 1.5, NaNf, 2 ;

       plain = 7, 8, 9 ;

       t =
        273.15, 274.15, _,
        273.14, 333.15, 273.2 ;

       time = "2026-01-01T00:00:00", "2026-03-01T00:00:00" ;

       time_bounds =
        "2026-01-01T00:00:00", "2026-01-02T00:00:00",
        "2026-03-01T00:00:00", "2026-03-02T00:00:00" ;

       u = 255, 1, 2 ;
      }"
    `);
  });

  it("is read back by gen as the same values", async () => {
    const group = await sample();
    const made = memoryStore();
    await gen(await text(group, { decode: true, name: "s", doubleDigits: 17, floatDigits: 9 }), made, {
      format: "zarr3",
    });
    const again = await openGroup(made);
    for (const name of ["t", "u", "f"]) {
      const { data } = await (await again.openArray(name)).read();
      const { data: meant } = await (await group.openArray(name)).read(null, { decode: true });
      expect(Array.from<unknown>(data)).toEqual(Array.from<unknown>(meant));
    }
    const times = await (await again.openArray("time")).read();
    expect(times.data).toEqual(["2026-01-01T00:00:00", "2026-03-01T00:00:00"]);
  });

  it("shows valid values and names of flags, if asked to", async () => {
    const group = await sample();
    expect(await text(group, { decode: { valid: true }, variables: ["t"] })).toContain("273.14, _, 273.2 ;");
    expect(await text(group, { decode: true, variables: ["t"] })).toContain("273.14, 333.15, 273.2 ;");
    expect(await text(group, { decode: { flags: true }, variables: ["f"] })).toContain('f = "land", "sea", _ ;');
  });

  it("is of stored values unless asked for", async () => {
    const group = await sample();
    const stored = await text(group, {});
    expect(stored).toContain("0, 100, _,");
    expect(stored).toContain("short t(time, x)");
    expect(await text(group, { decode: false })).toBe(stored);
    const opened = await openGroup(group.hierarchy.store, { decode: true });
    expect(await text(opened, { name: "s" })).toBe(await text(group, { name: "s" }));
  });

  it("can be of a part", async () => {
    const t = await (await sample()).openArray("t");
    expect(await text(t, { decode: true, selection: "1, 1:" })).toContain("t = 333.15, 273.2 ;");
  });

  it("leaves out the mask where nothing is masked", async () => {
    const group = await create(memoryStore(), { format: "zarr3" });
    await group.create("a", { data: [1, 2], dtype: "int16", attributes: { scale_factor: 0.5 } });
    const shown = await text(group, { decode: true });
    expect(shown).not.toContain("_FillValue");
    expect(shown).toContain("a = 0.5, 1 ;");
  });

  it("refuses attributes that mean nothing before the first line, where values are shown", async () => {
    const group = await sample();
    await group.create("bad", { data: [1], dtype: "int32", attributes: { units: "moons since 2000-01-01" } });
    await expect(text(group, { decode: true })).rejects.toMatchObject({ place: { field: "units", node: "bad" } });
    expect(await text(group, { decode: true, header: true })).toContain("moons since");
    expect(await text(group, { decode: true, variables: ["t"] })).toContain("273.15");
    expect(await text(group, {})).toContain("bad = 1 ;");
    await expect(text(group, { decode: { flag: true } } as DumpOptions)).rejects.toMatchObject({
      code: "invalid-request",
    });
  });
});

const folder = unpack(join("fixtures", "cf", "datasets.tar.gz"));
const { cases }: { readonly cases: readonly { readonly path: string; readonly error?: string }[] } = JSON.parse(
  readFileSync(join("fixtures", "cf", "expected.json"), "utf8"),
);

function isDate(value: unknown): value is CfDate {
  return typeof value === "object" && value !== null && "calendar" in value;
}

describe("JSON", () => {
  it("has null for what is missing, and says what was stored", async () => {
    const { arrays } = JSON.parse(await text(await sample(), { decode: true, as: "json" }));
    const byName = Object.fromEntries(arrays.map((array: { path: string }) => [array.path, array]));
    expect(byName["t"]).toMatchObject({
      dtype: "float64",
      stored: "int16",
      attributes: { units: "K" },
      data: [
        [273.15, 274.15, null],
        [273.14, 333.15, 273.2],
      ],
    });
    expect(byName["time"]).toMatchObject({ dtype: "string", data: ["2026-01-01T00:00:00", "2026-03-01T00:00:00"] });
    expect(byName["n"]).toMatchObject({ dtype: "float32", data: [1.5, "NaN", 2] });
    expect(byName["plain"].stored).toBeUndefined();
  });

  it("joins characters", async () => {
    const group = await create(memoryStore(), { format: "zarr3" });
    const c = await group.create("c", { shape: [2, 3], dtype: "S1", dims: ["n", "length"] });
    await c.write(null, [
      ["a", "b", "c"],
      ["d", "", ""],
    ]);
    const { arrays } = JSON.parse(await text(group, { decode: true, as: "json" }));
    expect(arrays[0]).toMatchObject({ dtype: "string", shape: [2], dims: ["n"], data: ["abc", "d"] });
  });

  /** Every case that xarray decodes: the same as a decoded read, which is compared with xarray in cases.test.ts. */
  it.each(["v2", "v3"])("equals decoded reads of all cases of %s", async (version) => {
    const group = await openGroup(join(folder, version));
    let compared = 0;
    for (const { path, error } of cases) {
      const [from, name] = path.split("/");
      if (from !== version || error !== undefined) continue;
      const array = await group.openArray(name!);
      if (array.dataType.kind !== "integer" && array.dataType.kind !== "float") continue;
      const shown = JSON.parse(await text(array, { decode: true, as: "json" }), (_, value) =>
        value === "NaN"
          ? Number.NaN
          : value === "Infinity"
            ? Number.POSITIVE_INFINITY
            : value === "-Infinity"
              ? Number.NEGATIVE_INFINITY
              : value,
      );
      const { data, dataType } = await array.read(null, {
        decode: { times: dataTypeIsTime(array.attributes) ? "iso" : undefined },
      });
      const wanted = Array.from<unknown, unknown>(data, (value) => {
        if (isDate(value)) return isoText(value);
        if (value === "NaT" || (typeof value === "number" && Number.isNaN(value))) return null;
        if (dataType.kind === "bool") return value === 1;
        if (dataType.kind === "float") return Number(floatText(dataType.name, Number(value)));
        return typeof value === "bigint" ? Number(value) : value;
      });
      const found = [shown.arrays[0].data].flat(9).map((value: unknown) => (Number.isNaN(value) ? null : value));
      if (dataType.kind === "timedelta") expect(found.length).toBe(wanted.length);
      else expect(found, path).toEqual(wanted);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(150);
  });
});

function dataTypeIsTime(attributes: Readonly<Record<string, unknown>>): boolean {
  return String(attributes["units"]).includes("since");
}
