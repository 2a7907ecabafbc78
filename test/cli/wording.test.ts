/** What the program says: in the width of the terminal, in the user's words, and of data that it does not read. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortened, widthOf, wrapped } from "../../src/cli/output/width.ts";
import { create } from "../../src/index.ts";
import { runCli } from "./run-cli.ts";
import { type SampleFolder, sampleFolder } from "./sample.ts";

let folder: SampleFolder;
beforeAll(() => {
  folder = sampleFolder();
});
afterAll(() => folder.remove());

describe("info in the width of the terminal", () => {
  beforeAll(async () => {
    const group = await create(folder.path("w.zarr"), {
      attributes: { title: "x".repeat(300), ["long_".repeat(20)]: [1, 2, 3] },
    });
    const made = {
      dtype: "float64",
      dims: ["time_counter", "latitude", "longitude"],
      shape: [1000, 721, 1440],
    } as const;
    await group.create("mean_sea_level_pressure_over_the_whole_column", { ...made, chunks: [1, 721, 1440] });
    await group.create("t", { ...made, chunks: [100, 10, 10], shards: [1000, 100, 100] });
    await group.create("気温", { dtype: "int8", shape: [4] });
    await group.create("g", {});
  });

  it.each([40, 60, 80, 120, 200])("fits %i columns, aligned", async (columns) => {
    for (const address of [folder.path("w.zarr"), `${folder.path("w.zarr")}::t`]) {
      const { stdout } = await runCli(["info", address, "--color", "never"], { terminals: ["stdout"], columns });
      const lines = stdout.trimEnd().split("\n");
      for (const line of lines.slice(1)) expect([line, widthOf(line) <= columns]).toEqual([line, true]);
    }
  });

  it("gives a pipe everything in aligned columns", async () => {
    const { stdout } = await runCli(["info", folder.path("w.zarr")]);
    const rows = stdout.split("\n").filter((line) => /float64|int8/.test(line));
    const starts = rows.map((row) => widthOf(row.slice(0, row.indexOf(" chunks "))));
    expect([rows.length, new Set(starts).size]).toEqual([3, 1]);
    expect(stdout).toContain("in shards 1000 x 100 x 100");
  });

  it("rounds computed coordinates, not dates", async () => {
    const group = await create(folder.path("c.zarr"), {});
    const made = { dims: ["x"], shape: [2] } as const;
    await group.create("x", { ...made, data: Float64Array.of(-9.95, 19.950000000000003) });
    const days = { units: "days since 2000-01-01" };
    await group.create("t", { ...made, dims: ["t"], data: Float64Array.of(0.5, 1), attributes: days });
    const { stdout } = await runCli(["info", folder.path("c.zarr")]);
    expect(stdout).toMatch(/ -9\.95 … 19\.95\n/);
    expect(stdout).toContain("2000-01-01T12:00:00 … 2000-01-02");
    const json = await runCli(["info", folder.path("c.zarr"), "--json"]);
    expect(json.stdout).toContain("19.950000000000003");
  });

  it("wraps at spaces and counts wide characters", () => {
    expect(wrapped("one two  three", 8)).toEqual(["one two", "three"]);
    expect(wrapped("abcdefghij kl", 4)).toEqual(["abcd", "efgh", "ij", "kl"]);
    expect([widthOf("気温"), shortened("気温の図", 6), shortened("abc", 3)]).toEqual([4, "気温…", "abc"]);
  });
});

describe("selections", () => {
  it("says that a bracket is not closed", async () => {
    const { code, stderr } = await runCli(["dump", `${folder.sample}::temperature[0, 2`]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("the selection [0, 2 is not closed")]);
  });

  it("says that info takes none, and where to leave it out", async () => {
    const { code, stderr } = await runCli(["info", `${folder.sample}::temperature[0]`]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("info does not take a selection like [0]")]);
    expect(stderr).toContain(`Leave it out: ${folder.sample}::temperature.`);
  });

  it("knows labels as selections, closed or not", async () => {
    const taken = await runCli(["info", `${folder.sample}::temperature[time=2000-02, lat~3]`]);
    expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining("selection like [time=2000-02, lat~3]")]);
    const open = await runCli(["dump", `${folder.sample}::temperature[lat~3`]);
    expect([open.code, open.stderr]).toEqual([2, expect.stringContaining("the selection [lat~3 is not closed")]);
  });

  it("leaves the name of a missing array alone", async () => {
    const { code, stderr } = await runCli(["dump", `${folder.sample}::none[0]`]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('there is no node "none"')]);
  });
});

describe("data that is not read", () => {
  it.each([
    ["a.nc", "data", 'begins with "data"', "Its name says HDF5 or netCDF-3."],
    ["b.h5", "", "is empty", "Its name says HDF5."],
    ["c.tif", "\u0001\u0000tiff", "begins with the bytes 01 00 74 69 66 66", "Its name says TIFF."],
    ["d.grib2", "x".repeat(700), 'begins with "xxxxxxxxxxxxxxxx"', "Its name says GRIB."],
    ["e.fits", "\n <!DOCTYPE html>", "is a web page", "instead of the data"],
    ["f.npy", "data", 'begins with "data"', "Its name says NumPy .npy."],
  ])("a name proves nothing: %s", async (name, content, what, hint) => {
    writeFileSync(folder.path(name), content);
    const { code, stderr } = await runCli(["info", folder.path(name)]);
    expect([code, stderr]).toEqual([7, expect.stringContaining(what)]);
    expect(stderr).toContain(`(${folder.path(name)})`);
    expect(stderr).toContain(hint);
    const missing = await runCli(["info", folder.path(`missing-${name}`)]);
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining("there is no such file")]);
  });

  it.each([
    ["n5", ["attributes.json", "s0/attributes.json"], "an N5 container, which Hyperslab does not read"],
    ["files", ["2020.nc", "2021.nc", "readme.txt"], "a folder of HDF5 or netCDF-3 files, not one dataset"],
  ])("names the directory %s", async (name, files, what) => {
    for (const file of files) {
      mkdirSync(join(folder.path(name), file, ".."), { recursive: true });
      writeFileSync(join(folder.path(name), file), "{}");
    }
    const { code, stderr } = await runCli(["info", folder.path(name)]);
    expect([code, stderr]).toEqual([7, expect.stringContaining(`this is ${what}`)]);
  });
});

describe("a node that a file does not have", () => {
  const made = async (name: string, ...words: string[]): Promise<string> => {
    expect((await runCli([...words, folder.sample, folder.path(name)])).code).toBe(0);
    return folder.path(name);
  };

  it("is named with what the file holds: a set of references", async () => {
    const set = await made("sample.json", "refs", "make");
    expect(await runCli(["info", `${set}::temperatur`])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('there is no node "temperatur" in the root group'),
    });
    const { stderr } = await runCli(["info", `${set}::temperatur`]);
    expect(stderr).toContain("Did you mean temperature? It holds ");
    const below = await runCli(["info", `${set}::temperature/x`]);
    expect(below.stderr).toContain("/temperature is an array, which contains no nodes");
    writeFileSync(folder.path("other.json"), '{"version": 1, "refs": {"a/b": "text"}}');
    const other = await runCli(["info", `${folder.path("other.json")}::temperature`]);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("is not a set of references to a Zarr") });
  });

  it("is named with what the file holds: netCDF-3", async () => {
    // CDF-1 without records: dimension x of length 2, and variable v of type byte over it, at byte 80.
    const text = (name: string): number[] => [0, 0, 0, 1, name.charCodeAt(0), 0, 0, 0];
    const head = [67, 68, 70, 1, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 1, ...text("x"), 0, 0, 0, 2];
    const list = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 1];
    const variable = [...text("v"), 0, 0, 0, 1, 0, 0, 0, 0, ...Array(8).fill(0), 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 80];
    writeFileSync(folder.path("v.nc"), Uint8Array.from([...head, ...list, ...variable, 1, 2, 0, 0]));
    expect((await runCli(["info", `${folder.path("v.nc")}::v`])).code).toBe(0);
    const { code, stderr } = await runCli(["info", `${folder.path("v.nc")}::w`]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('there is no node "w" in the root group')]);
    expect(stderr).toContain("Did you mean v? It holds v.");
  });

  it("is named with what a Parquet set holds", async () => {
    const set = await made("p.json", "refs", "make");
    expect((await runCli(["refs", "to-parquet", set, folder.path("p.parq")])).code).toBe(0);
    const { code, stderr } = await runCli(["info", `${folder.path("p.parq")}::temperatur`]);
    expect([code, stderr]).toEqual([3, expect.stringContaining("Did you mean temperature? It holds ")]);
  });
});

describe("files that are read, not written", () => {
  it.each([
    ["x.nc", "Write x.zarr"],
    ["x.tif", "Write x.zarr"],
    ["x.json", "hyperslab refs make"],
  ])("says so of %s, and what to do", async (name, hint) => {
    const { code, stderr } = await runCli(["copy", folder.sample, folder.path(name)]);
    expect([code, stderr]).toEqual([7, expect.stringContaining("are read, not written")]);
    expect(stderr).toContain(hint);
  });
});

describe("values on the command line", () => {
  it("dumps several arrays by one option, as ncdump does", async () => {
    const one = await runCli(["dump", folder.sample, "-v", "lat,lon"]);
    expect(one).toEqual(await runCli(["dump", folder.sample, "-v", "lat", "-v", "lon"]));
    expect(one.code).toBe(0);
  });

  it("keeps a float a float", async () => {
    await create(folder.path("f.zarr"), {});
    const words = ["x=1.0", "y=1", "z=[1.0, 2.0]", "units=1.0 m"].flatMap((text) => ["--set", text]);
    expect((await runCli(["attrs", folder.path("f.zarr"), ...words])).code).toBe(0);
    const text = readFileSync(folder.path("f.zarr/zarr.json"), "utf8").replaceAll(/\s+/g, "");
    expect(text).toContain('"x":1.0,"y":1,"z":[1.0,2.0],"units":"1.0m"');
  });
});

describe("copy", () => {
  it("takes a selection after the source, and none after the target", async () => {
    const source = `${folder.sample}::temperature`;
    expect((await runCli(["copy", `${source}[0:3]`, folder.path("part.zarr")])).code).toBe(0);
    const shown = await runCli(["dump", folder.path("part.zarr"), "--json"]);
    const wanted = await runCli(["dump", `${source}[0:3]`, "--json"]);
    const data = (text: string): unknown => JSON.parse(text).arrays[0].data;
    expect(data(shown.stdout)).toEqual(data(wanted.stdout));
    const refused = await runCli(["copy", source, `${folder.path("other.zarr")}[0]`]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("cannot have a selection")]);
  });

  it("takes names of variables, and needs --force for a directory of other files", async () => {
    mkdirSync(folder.path("mine"));
    writeFileSync(folder.path("mine/letter.txt"), "dear");
    const words = ["copy", folder.sample, folder.path("mine"), "--include", "temperature,lat", "--exclude", "t*e"];
    expect(await runCli(words)).toMatchObject({ code: 1, stderr: expect.stringContaining("--force") });
    expect((await runCli([...words.slice(0, -2), "--exclude", "lat", "--force"])).code).toBe(0);
    const { stdout } = await runCli(["tree", folder.path("mine"), "--json"]);
    expect(JSON.parse(stdout).root.children.map(({ name }: { name: string }) => name)).toEqual(["temperature"]);
  });
});
