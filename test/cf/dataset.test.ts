/** Groups as datasets, and how `info` shows them. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { widthOf } from "../../src/cli/output/width.ts";
import { create, dataset, type Group, labels, memoryStore, open, openGroup } from "../../src/index.ts";
import { runCli } from "../cli/run-cli.ts";
import { unpack } from "../fixture-sets.ts";
import { scratchFolder } from "../scratch-folder.ts";

const folder = unpack("fixtures/cf-labels/datasets.tar.gz");

async function projected(root: Group): Promise<void> {
  const array = (path: string, dims: readonly string[], attributes = {}): Promise<unknown> =>
    root.create(path, { shape: dims.map((name) => (name === "nv" ? 2 : 3)), dtype: "float64", dims, attributes });
  await array("x", ["x"], { units: "m", standard_name: "projection_x_coordinate", bounds: "x_bnds" });
  await array("x_bnds", ["x", "nv"]);
  await array("lat", ["y", "x"], { units: "degrees_north" });
  await array("height", [], { units: "m" });
  await array("crs", [], { grid_mapping_name: "lambert_conformal_conic" });
  await array("t", ["y", "x"], {
    long_name: "temperature",
    units: "K",
    coordinates: "lat height gone",
    grid_mapping: "crs: x y",
    cell_methods: "time: mean (interval: 1 hour)",
  });
  await root.create("inner/u", { shape: [3, 3], dtype: "int8", dims: ["x", "y"] });
}

describe("dataset", () => {
  it("distinguishes coordinates, bounds and grid mappings from data", async () => {
    const root = await create(memoryStore());
    await projected(root);
    const { variables, coordinates, dimensions, notes } = await dataset(root);
    expect(Object.fromEntries([...variables].map(([name, { role }]) => [name, role]))).toEqual({
      crs: "grid-mapping",
      height: "coordinate",
      lat: "coordinate",
      t: "data",
      x: "coordinate",
      x_bnds: "bounds",
    });
    expect([...coordinates.keys()]).toEqual(["height", "lat", "x"]);
    expect(Object.fromEntries([...dimensions].map(([name, { length }]) => [name, length]))).toEqual({
      x: 3,
      y: 3,
      nv: 2,
    });
    expect(variables.get("t")).toMatchObject({
      longName: "temperature",
      units: "K",
      coordinates: ["x", "lat", "height", "gone"],
      gridMappings: ["crs"],
      cellMethods: "time: mean (interval: 1 hour)",
    });
    expect(variables.get("x")).toMatchObject({ bounds: "x_bnds", longName: "projection_x_coordinate" });
    expect(notes).toEqual(['t names "gone", which does not exist']);
  });

  it("shares the coordinates of groups above", async () => {
    const root = await create(memoryStore());
    await projected(root);
    const inner = await dataset(await root.openGroup("inner"));
    expect([...inner.coordinates]).toMatchObject([["x", { role: "coordinate", array: { path: "x" } }]]);
    expect(inner.variables.get("u")?.coordinates).toEqual(["x"]);
  });

  it.each([2, 3])("reads what xarray wrote to Zarr v%i", async (form) => {
    const { variables, coordinates, dimensions } = await dataset(await openGroup(join(folder, `rasm.v${form}.zarr`)));
    expect([...coordinates.keys()].sort()).toEqual(["time", "xc", "yc"]);
    expect([...dimensions.keys()].sort()).toEqual(["time", "x", "y"]);
    expect(variables.get("v")?.coordinates.toSorted()).toEqual(["time", "xc", "yc"]);
    const slab = await variables.get("v")!.array.read(labels({ time: "1981-02" }));
    expect(slab.shape).toEqual([1, 4, 5]);
  });

  it("notes a dimension of two lengths, and refuses unknown options", async () => {
    const root = await create(memoryStore());
    await root.create("a", { shape: [2], dtype: "int8", dims: ["n"] });
    await root.create("b", { shape: [3], dtype: "int8", dims: ["n"] });
    expect((await dataset(root)).notes).toEqual(['the dimension "n" has length 2, but 3 in b']);
    const options: object = { signl: 1 };
    await expect(dataset(root, options)).rejects.toThrow(/signl/);
  });
});

describe("info of a dataset", () => {
  const shown = async (name: string, columns?: number): Promise<string> => {
    const terminals = columns === undefined ? {} : { terminals: ["stdout"] as const, columns, env: { NO_COLOR: "1" } };
    const { stdout } = await runCli(["info", join(folder, `${name}.v3.zarr`)], terminals);
    return stdout.slice(stdout.indexOf("\ndims") + 1);
  };

  it("shows ranges, units and long names", async () => {
    expect(await shown("air")).toMatchInlineSnapshot(`
      "dims    lat 25 · lon 27 · time 60
      coords  lat   (lat)   float32  75 … 15                           degrees_north           latitude
              lon   (lon)   float32  200 … 330                         degrees_east            longitude
              time  (time)  float64  2013-01-01 … 2013-01-15T18:00:00  hours since 1800-01-01
      arrays  v  (time, lat, lon)  int32  60 x 25 x 27  4xDaily Air temperature at sigma level 995 [degK], time: mean  chunks 60 x 25 x 27 (158 KiB)  bytes > zstd
      attrs   Conventions  "COARDS"
              title        "made by script in the manner of NMC reanalysis"
      "
    `);
    expect(await shown("rasm")).toMatchInlineSnapshot(`
      "dims    time 36 · y 4 · x 5
      coords  time  (time)  float64  1980-01-16T12:00:00 … 1982-12-16T12:00:00  days since 0001-01-01 (noleap)
              xc    (y, x)  float64                                             degrees_east                    longitude
              yc    (y, x)  float64                                             degrees_north                   latitude
      arrays  v  (time, y, x)  int32  36 x 4 x 5  chunks 36 x 4 x 5 (2.8 KiB)  bytes > zstd
      "
    `);
    expect(await shown("names")).toMatchInlineSnapshot(`
      "dims    any 3 · sorted 3
      coords  any     (any)     string  "wien" … "linz"
              sorted  (sorted)  string  "graz" … "wien"
      arrays  v  (sorted, any)  int32  3 x 3  chunks 3 x 3 (36 B)  bytes > zstd
      "
    `);
  });

  it.each([40, 57, 80, 100, 132, 200])("fits a terminal of %i columns", async (columns) => {
    for (const name of ["air", "rasm", "globe", "years"]) {
      const lines = (await shown(name, columns)).split("\n");
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
    expect(await shown("air", columns)).toContain("2013-01-01 … 2013-01-15T18:00:00".slice(0, columns - 15));
  });

  it("is complete as JSON, also where a coordinate cannot be read", async () => {
    const path = join(scratchFolder(), "broken.zarr");
    const root = await create(path);
    const lat = await root.create("lat", {
      shape: [2],
      dtype: "float32",
      dims: ["lat"],
      attributes: { units: "degrees_north" },
    });
    await lat.write(null, [1.1, 2.2]);
    await root.create("when", { shape: [2], dtype: "int32", dims: ["when"], attributes: { units: "days since ever" } });
    const { stdout, code } = await runCli(["info", path, "--json"]);
    expect(code).toBe(0);
    const { node } = JSON.parse(stdout);
    expect(node.coordinates).toMatchObject([
      { name: "lat", first: "1.1", last: "2.2", units: "degrees_north", dims: ["lat"] },
      { name: "when", first: null, last: null, units: "days since ever" },
    ]);
    expect(node.arrays).toHaveLength(2);
    expect((await open(path)).kind).toBe("group");
  });
});
