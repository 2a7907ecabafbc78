/** Text in the manner of ncdump, and the same as strict JSON. */
import { describe, expect, it } from "vitest";
import { create, type DataTypeInput, type DumpOptions, dump, type WriteValue } from "../../src/index.ts";
import { hasTinyLimits } from "../usual-limits.ts";
import { sampleHierarchy } from "./sample-hierarchy.ts";

async function dumped(store: object, options: DumpOptions = {}): Promise<string> {
  const lines: string[] = [];
  for await (const line of dump(store, options)) lines.push(line);
  return lines.join("\n");
}

/** What stands between the name of the only variable and the end. */
async function values(dtype: DataTypeInput, data: WriteValue<"string">, shape: readonly number[]): Promise<string> {
  const array = await create(new Map(), { shape, dtype, format: "zarr2" });
  await array.write(undefined, data);
  return (await dumped(array)).replace(/^[\s\S]*\n data =\s*/, "").replace(/ ;\n}$/, "");
}

describe("CDL", () => {
  it("of a hierarchy", async () => {
    const { store } = await sampleHierarchy("zarr3");
    expect(await dumped(store)).toMatchInlineSnapshot(`
      "netcdf map {
      dimensions:
      	lat = 4 ;
      	time = 2 ;
      	_Anonymous_Dim_3 = 3 ;
      	_Anonymous_Dim_0 = UNLIMITED ; // (0 currently)
      	_Anonymous_Dim_2 = 2 ;
      variables:
      	float lat(lat) ;
      		lat:units = "degrees" ;
      	short t2m(time, lat, _Anonymous_Dim_3) ;
      	datetime64[h] time(time) ;

      // global attributes:
      		:title = "a sample" ;
      		:version = 12157665459056928801ULL ;
      		:nested = "{\\"list\\": [1,null]}" ;
      		:nan = NaN ;
      data:

       lat = 87.5, 0.1, -0, NaNf ;

       t2m =
        0, 100, 200,
        300, 400, 500,
        600, 700, 800,
        900, 1000, 1100,
        1200, 1300, 1400,
        1500, 1600, 1700,
        1800, 1900, 2000,
        2100, 2200, 2300 ;

       time = "2026-01-31T12", "NaT" ;

      group: deep {
        variables:
        	ubyte nothing(_Anonymous_Dim_3, _Anonymous_Dim_0) ;
        	int64 scalar ;
        	string words(_Anonymous_Dim_2) ;
        		words:odd\\ name = "a\\nb" ;
        data:

         scalar = 1152921504606846976 ;

         words = "plain", "with \\"quotes\\"\\t" ;
        } // group deep
      }"
    `);
  });

  it("of a header, of coordinates, of some variables", async () => {
    const { store } = await sampleHierarchy("zarr2");
    expect(await dumped(store, { header: true })).not.toContain("data:");
    expect((await dumped(store, { coordinates: true })).match(/^ *\w+ =( |$)/gm)).toEqual([" lat = ", " time = "]);
    const some = await dumped(store, { variables: ["deep/scalar", "time"] });
    expect(some.match(/^ *\w+ =( |$)/gm)).toEqual([" time = ", "   scalar = "]);
  });

  it("shows the lengths of what is selected", async () => {
    const { store } = await sampleHierarchy("zarr3");
    expect(await dumped(store, { path: "t2m", selection: "0, ::-2, [2, 0]" })).toMatchInlineSnapshot(`
      "netcdf t2m {
      dimensions:
      	lat = 2 ;
      	_Anonymous_Dim_2 = 2 ;
      variables:
      	short t2m(lat, _Anonymous_Dim_2) ;
      data:

       t2m =
        1100, 900,
        500, 300 ;
      }"
    `);
  });

  it("distinguishes dimensions of one name and two lengths", async () => {
    const { store } = await sampleHierarchy("zarr3");
    const text = await dumped(store, { variables: ["t2m"], selection: { lat: "1:3", time: 0 } });
    expect(text).toContain("\tlat = 4 ;");
    expect(text).toContain("\tlat_2 = 2 ;");
    expect(text).toContain("short t2m(lat_2, _Anonymous_Dim_3)");
  });

  it.each<[DataTypeInput, WriteValue<"string">, readonly number[], string]>([
    ["bool", [true, false], [2], "1, 0"],
    ["uint64", [2n ** 64n - 1n], [1], "18446744073709551615"],
    ["float32", [0.1, 1e10], [2], "0.1, 1e+10"],
    ["float64", [0.1, -0, Number.POSITIVE_INFINITY], [3], "0.1, -0, Infinity"],
    ["complex64", [[1, -2]], [1], "{1, -2}"],
    ["r16", Uint8Array.of(1, 255), [1], "0X01FF"],
    ["S3", ["a", "é"], [2], '"a", "é"'],
    ["U2", ["東京"], [1], '"東京"'],
    ["datetime64[ms]", [0n], [1], '"1970-01-01T00:00:00.000"'],
    ["timedelta64[25s]", [2n], [1], '"50 s"'],
    ["bytes", [Uint8Array.of(), Uint8Array.of(171)], [2], "0X, 0XAB"],
    ["string", ["", 'say "hi"\n'], [2], '_, "say \\"hi\\"\\n"'],
  ])("%s", async (dtype, data, shape, expected) => {
    expect(await values(dtype, data, shape)).toBe(expected);
  });

  it("structs, rows, JSON values and bytes that are no text", async () => {
    const fields = [
      { name: "x", dtype: "int16" },
      { name: "tag", dtype: "S2" },
      { name: "n", dtype: "float32", shape: [2] },
    ];
    const array = await create(new Map(), { shape: [2], dtype: { fields }, format: "zarr2" });
    await array.write([0], { x: 1, tag: "ok", n: [0.5, 0.1] });
    expect(await dumped(array)).toContain('{1, "ok", {0.5, 0.1}}, {0, "", {0, 0}} ;');
    const bytes = Uint8Array.of(255, 0, 97, 98);
    const text = await create(new Map([["0", bytes]]), { shape: [2], dtype: "S2", codecs: [], format: "zarr2" });
    expect(await dumped(text)).toContain('"\udcff", "ab" ;');
  });

  it("breaks lines at 80 characters and rows at their end", async () => {
    const array = await create(new Map(), {
      data: { data: Int32Array.from({ length: 60 }, (_, i) => 10 ** (i % 9)), shape: [2, 30] },
    });
    const text = await dumped(array);
    const rows = text.slice(text.indexOf(" data =")).split("\n");
    expect(Math.max(...rows.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(rows.filter((line) => /^ {2}\d/.test(line))).toHaveLength(2);
  });

  it("of nothing and of one", async () => {
    expect(await dumped(await create(new Map(), { shape: [0], dtype: "int8" }))).toMatch(/data:\n}$/);
    expect(await dumped(await create(new Map(), { shape: [], dtype: "int8", fillValue: 7 }))).toContain(" data = 7 ;");
  });

  it.skipIf(hasTinyLimits)("goes through large arrays block by block", async () => {
    const array = await create(new Map(), { shape: [3, 250_000], dtype: "float64", chunks: [1, 250_000] });
    await array.write([2, -1], 9);
    let last = "";
    let lines = 0;
    for await (const piece of dump(array)) {
      expect(piece.length).toBeLessThan(300_000);
      lines += piece.split("\n").length;
      last = piece;
    }
    expect(last.endsWith("0, 9 ;\n}")).toBe(true);
    expect(lines).toBeGreaterThan(20_000);
  });

  it("reads the next block while it prints one, and fails where the block that cannot be read begins", async () => {
    const asked: string[] = [];
    class Watched extends Map<string, Uint8Array> {
      override get(key: string): Uint8Array | undefined {
        asked.push(key);
        return super.get(key);
      }
    }
    const store = new Watched();
    const MIB = 2 ** 20;
    const array = await create(store, {
      format: "zarr2",
      shape: [3, MIB],
      dtype: "int32",
      chunks: [1, MIB],
      codecs: [],
    });
    await array.write(0, 7);
    store.set("2.0", new Uint8Array(3));
    let text = "";
    const print = async (): Promise<void> => {
      for await (const piece of dump(array)) {
        text += piece;
        const isMiddle = text.length > MIB && text.length < 2 * MIB;
        if (!hasTinyLimits && isMiddle) expect(asked).toContain("1.0");
      }
    };
    await expect(print()).rejects.toThrow(/2\.0|3 bytes/);
    expect(text.match(/7/g)!.length).toBeGreaterThanOrEqual(MIB - 30_000);
    expect(text).not.toContain(";\n}");
  });
});

describe("refusals, before the first line", () => {
  const firstLine = async (options: DumpOptions): Promise<unknown> =>
    dump((await sampleHierarchy("zarr3")).store, options).next();

  it.each<[string, DumpOptions, RegExp]>([
    ["an unknown variable", { variables: ["tm2"] }, /Did you mean t2m/],
    ["a selection of a group", { selection: "0" }, /needs an array/],
    ["a selection that does not fit", { path: "lat", selection: "0, 0" }, /2 entries/],
    ["a node that is not there", { path: "deep/word" }, /Did you mean words/],
  ])("%s", async (_, options, message) => {
    await expect(firstLine(options)).rejects.toThrow(message);
  });
});

describe("JSON", () => {
  it("is one strict document with values in nested lists", async () => {
    const { store } = await sampleHierarchy("zarr3");
    const parsed = JSON.parse(await dumped(store, { as: "json" }));
    expect(parsed.groups.map(({ path }: { path: string }) => path)).toEqual(["", "deep"]);
    expect(parsed.groups[0].attributes.nan).toBe("NaN");
    const data = Object.fromEntries(
      parsed.arrays.map((array: { path: string; data: unknown }) => [array.path, array.data]),
    );
    expect(data).toEqual({
      lat: [87.5, 0.1, -0, "NaN"],
      time: ["2026-01-31T12", "NaT"],
      t2m: [
        [
          [0, 100, 200],
          [300, 400, 500],
          [600, 700, 800],
          [900, 1000, 1100],
        ],
        [
          [1200, 1300, 1400],
          [1500, 1600, 1700],
          [1800, 1900, 2000],
          [2100, 2200, 2300],
        ],
      ],
      "deep/words": ["plain", 'with "quotes"\t'],
      "deep/scalar": 2 ** 60,
      "deep/nothing": [],
    });
  });

  it("keeps the digits of large integers, leaves out values that are not wanted", async () => {
    const { store } = await sampleHierarchy("zarr2");
    expect(await dumped(store, { as: "json" })).toContain("1152921504606846976");
    const parsed = JSON.parse(await dumped(store, { as: "json", header: true }));
    expect(parsed.arrays.some((array: object) => "data" in array)).toBe(false);
    expect(JSON.parse(await dumped(store, { as: "json", path: "t2m", selection: "1, 1" })).arrays[0]).toMatchObject({
      dims: [null],
      shape: [3],
      data: [1500, 1600, 1700],
    });
    expect(JSON.parse(await dumped(await create(new Map()), { as: "json" }))).toEqual({
      location: "map",
      groups: [{ path: "", attributes: {} }],
      arrays: [],
    });
  });
});
