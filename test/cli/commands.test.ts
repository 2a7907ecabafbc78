/** Every command as a user types it: what it prints, where, and with which code it ends. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { writableFormats } from "../../src/cli/writable-formats.ts";
import { type CopyPlan, openArray, runCopy } from "../../src/index.ts";
import { type Outcome, runCli } from "./run-cli.ts";
import { sampleFolder } from "./sample.ts";

const { folder, sample, path, remove } = sampleFolder();
afterAll(remove);

/** With the folder's name left out of what it says. */
async function cli(...argv: readonly string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await runCli(argv);
  return { code, stdout: stdout.replaceAll(folder, "~"), stderr: stderr.replaceAll(folder, "~") };
}

describe("info", () => {
  it("of a group", async () => {
    expect(await cli(sample)).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "~/sample.zarr  Zarr v2 group, consolidated
      dims    lat 36 · lon 72 · time 8
      coords  lat   (lat)   float32  87.5 … -87.5                      degrees_north
              lon   (lon)   float32  0 … 355                           degrees_east
              time  (time)  int32    2026-01-01 … 2026-01-02T18:00:00  hours since 2026-01-01
      arrays  temperature  (time, lat, lon)  int16  8 x 36 x 72  air temperature [K]  chunks 4 x 18 x 36 (5.1 KiB)  bytes > numcodecs.zlib
      attrs   Conventions  "CF-1.11"
              title        "Hyperslab sample: air temperature, made up"
      ",
      }
    `);
  });

  it("of an array", async () => {
    const { stdout } = await cli("info", `${sample}::temperature`, "--stored");
    expect(stdout).toMatchInlineSnapshot(`
      "~/sample.zarr::temperature  Zarr v2 array
      type    int16
      shape   8 x 36 x 72 (40.5 KiB)
      dims    time, lat, lon
      chunks  4 x 18 x 36 (5.1 KiB), 8 chunks  8/8 stored (34.0 KiB, 1.2x)
      codecs  bytes(endian=little) > numcodecs.zlib(level=9)
      fill    -32768
      attrs   add_offset    273.15
              long_name     "air temperature"
              scale_factor  0.01
              units         "K"
      "
    `);
  });

  it("is JSON on demand", async () => {
    const { stdout, stderr } = await cli("info", "--json", sample);
    expect(JSON.parse(stdout)).toMatchObject({ format: "zarr2", consolidated: true, node: { dims: { lat: 36 } } });
    expect(stdout).toContain('"shape": [8, 36, 72],');
    expect(stderr).toBe("");
  });

  it("shows what cannot be read, and ends with its code", async () => {
    await cli("create", `${path("odd.zarr")}::good`, "--shape", "3");
    await cli("create", `${path("odd.zarr")}::bad`, "--shape", "3");
    const document = path("odd.zarr/bad/zarr.json");
    writeFileSync(document, readFileSync(document, "utf8").replace('"float64"', '"float31"'));
    for (const command of ["info", "tree"]) {
      const { code, stdout, stderr } = await cli(command, path("odd.zarr"));
      expect([code, stderr]).toEqual([7, ""]);
      expect(stdout).toMatch(/bad .*cannot be read: .*float31/);
      expect(stdout).toContain("good");
    }
  });

  it("names an unknown codec, and reading names it too", async () => {
    await cli("create", path("codec.zarr"), "--shape", "3", "--codec", "gzip");
    const document = path("codec.zarr/zarr.json");
    writeFileSync(document, readFileSync(document, "utf8").replace('"gzip"', '"unheard"'));
    expect((await cli("info", path("codec.zarr"))).stdout).toContain("cannot be read: unknown codec unheard");
    const { code, stderr } = await cli("dump", path("codec.zarr"));
    expect([code, stderr]).toEqual([7, expect.stringContaining('"unheard"')]);
  });
});

describe("tree", () => {
  it("draws groups and arrays", async () => {
    await cli("copy", sample, `${path("tree.zarr")}::inner/copy`);
    await cli("create", `${path("tree.zarr")}::empty`);
    expect((await cli("tree", path("tree.zarr"))).stdout).toMatchInlineSnapshot(`
      "~/tree.zarr  Zarr v3 group
      ├── empty/
      └── inner/
          └── copy/
              ├── lat  (lat) float32 36
              ├── lon  (lon) float32 72
              ├── temperature  (time, lat, lon) int16 8 x 36 x 72
              └── time  (time) int32 8
      "
    `);
    expect((await cli("tree", path("tree.zarr"), "-d", "1")).stdout.split("\n")).toHaveLength(4);
  });

  it("of an array is one line", async () => {
    expect((await cli("tree", `${sample}::lat`)).stdout).toBe("~/sample.zarr::lat  Zarr v2 array  (lat) float32 36\n");
  });
});

describe("dump", () => {
  it("takes the letters of ncdump, and a selection behind the address", async () => {
    expect((await cli("dump", "-h", sample)).stdout).toMatch(/^netcdf sample \{[\s\S]*\n}\n$/);
    expect((await cli("dump", "-h", sample)).stdout).not.toContain("data:");
    expect((await cli("dump", "-c", sample)).stdout).toContain(" time = 0, 6, 12, 18, 24, 30, 36, 42 ;");
    expect((await cli("dump", `${sample}::temperature[0, :2, -2:]`)).stdout).toContain("  -1821, -1812,\n");
    expect((await cli("dump", sample, "-v", "lat", "-S", "-1")).stdout).toContain(" lat = -87.5 ;");
    expect((await cli("dump", sample, "-h", "-s")).stdout).toContain('lat:_Storage = "chunked" ;');
    expect((await cli("dump", sample, "-v", "lat", "--select=0:2")).stdout).toContain(" lat = 87.5, 82.5 ;");
  });

  it("is strict JSON on demand", async () => {
    const { stdout } = await cli("dump", `${sample}::temperature[0, 0, :3]`, "--json");
    expect(JSON.parse(stdout).arrays[0]).toMatchObject({ shape: [3], dims: ["lon"], data: [-1801, -1790, -1781] });
  });
});

describe("export", () => {
  it("writes whole files only, and no file over another", async () => {
    const file = path("t.npy");
    const first = await cli("export", `${sample}::temperature[0]`, file);
    expect(first).toEqual({ code: 0, stdout: "", stderr: "~/t.npy: int16 36 x 72, 5.2 KiB\n" });
    expect(readFileSync(file).toString("latin1", 1, 6)).toBe("NUMPY");
    expect(await cli("export", `${sample}::lat`, file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--overwrite"),
    });
    const report = await cli("export", `${sample}::lat`, file, "--overwrite", "--json");
    expect(JSON.parse(report.stdout)).toEqual({
      file: "~/t.npy",
      format: "npy",
      forbidden: 0,
      dtype: "float32",
      shape: [36],
      bytes: 272,
    });
    const failed = await cli("export", `${sample}::lat`, path("f.raw"), "-s", "99");
    expect(failed.code).toBe(2);
    expect(readdirSync(folder).filter((name) => /f\.raw|partial/.test(name))).toEqual([]);
  });

  it("pipes, and keeps bytes from a terminal", async () => {
    const csv = await cli("export", `${sample}::lon[::-24]`, "-", "--as", "csv");
    expect(csv).toEqual({ code: 0, stdout: "lon,value\r\n71,355\r\n47,235\r\n23,115\r\n", stderr: "" });
    const typed = await runCli(["export", `${sample}::lon`, "-", "--as", "raw"], { terminals: ["stdout"] });
    expect(typed).toMatchObject({ code: 2, stdout: "" });
    expect((await cli("export", `${sample}::lon`, "-")).stderr).toContain("--as");
    expect((await cli("export", `${sample}::lon`, path("lon.xyz"))).stderr).toContain("lon.xyz");
  });
});

describe("create and attrs", () => {
  it("take every option", async () => {
    const address = `${path("new.zarr")}::a/b`;
    const made = await cli(
      ...["create", address, "--shape", "100x60", "--dtype", "int16", "--chunks", "y=10,x=10", "--shards", "50,30"],
      ...["--codec", "transpose:order=[1,0]", "--codec", "gzip:level=9", "--codec", "crc32c", "--fill", "-7"],
      ...["--dims", "y, x", "--attr", "units=K", "--attr", "big=12345678901234567890", "--attr", "list=[1, 2.5]"],
    );
    expect(made).toEqual({ code: 0, stdout: "", stderr: "array /a/b created in ~/new.zarr (Zarr v3)\n" });
    const { stdout } = await cli("info", address);
    expect(stdout).toMatchInlineSnapshot(`
      "~/new.zarr::a/b  Zarr v3 array
      type    int16
      shape   100 x 60 (11.7 KiB)
      dims    y, x
      chunks  10 x 10 (200 B) in shards 50 x 30 (2.9 KiB), 4 shards
      codecs  sharding_indexed(chunk_shape=10 x 10, codecs=transpose(order=[1, 0]) > bytes(endian=little) > gzip(level=9) > crc32c, index_codecs=bytes(endian=little) > crc32c, index_location=end)
      fill    -7
      attrs   units  "K"
              big    12345678901234567890
              list   [1, 2.5]
      "
    `);
    expect(JSON.parse((await cli("attrs", address)).stdout)).toEqual({
      units: "K",
      big: Number("12345678901234567890"),
      list: [1, 2.5],
    });
    expect((await cli("attrs", address)).stdout).toContain("12345678901234567890");
  });

  it.each([
    [["--shape", "", "--dtype", "int64", "--fill", "9007199254740993"], "fill    9007199254740993"],
    [["--shape", "4", "--dtype", "float32", "--fill", "NaN"], "fill    NaN"],
    [["--shape", "4", "--dtype", "datetime64[D]", "--fill", "2026-01-31"], 'fill    "2026-01-31"'],
    [["--shape", "4", "--dtype", "string", "--fill", "12"], 'fill    "12"'],
    [["--shape", "4", "--dtype", '{"fields":[{"name":"x","dtype":"int16"}]}', "--fill", '{"x":3}'], "fill    {3}"],
    [["--shape", "10,4", "--chunks", "[[3,7],2]"], "chunks  3+7 x 2, 4 chunks"],
    [["--shape", "10", "--codec", "none", "--format", "zarr2"], "Zarr v2 array"],
    [
      [
        "--shape",
        "10",
        "--codec",
        '{"name":"blosc","configuration":{"cname":"lz4","clevel":5,"shuffle":"shuffle","typesize":8,"blocksize":0}}',
      ],
      "cname=lz4, clevel=5, shuffle=shuffle",
    ],
    [["--shape", "0", "--chunks", "5"], "shape   0 (0 B)"],
  ])("%s", async (options, shown) => {
    expect(await cli("create", path("one.zarr"), "--overwrite", ...options)).toMatchObject({ code: 0 });
    expect((await cli("info", path("one.zarr"))).stdout).toContain(shown);
  });

  it("set and delete attributes, or nothing at all", async () => {
    const node = `${path("new.zarr")}`;
    await cli("create", node, "--overwrite", "--attr", "title=old");
    expect(JSON.parse((await cli("attrs", node, "--set", "title=new", "--set", "n=5")).stdout)).toEqual({
      title: "new",
      n: 5,
    });
    const typo = await cli("attrs", node, "--delete", "titel", "--set", "n=6");
    expect(typo).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("Did you mean title?") });
    expect(JSON.parse((await cli("attrs", node, "--delete", "title")).stdout)).toEqual({ n: 5 });
  });
});

describe("copy and consolidate", () => {
  it("say what they did", async () => {
    const done = await cli("copy", sample, path("copied.zarr"));
    expect(done.stderr).toMatch(
      /^note: \/temperature: the mask is the attribute _FillValue in Zarr v3\n4 arrays, 1 group to zarr3; 11 chunks passed through unchanged; [\d.]+ KiB in [\d.]+ s; verified \(both sides read again: 11 chunks by stored bytes; [\d.]+ KiB\)\n$/,
    );
    const again = await cli(
      "copy",
      sample,
      path("copied.zarr"),
      "--overwrite",
      "--json",
      "--shards",
      "auto",
      "--codec",
      "zstd",
    );
    expect(JSON.parse(again.stdout)).toMatchObject({ arrays: 4, groups: 1, passed: 0, encoded: 4, verified: true });
    expect((await cli("copy", sample, path("quiet.zarr"), "-q", "--no-verify")).stderr).toBe("");
    expect((await cli("consolidate", path("copied.zarr"))).stderr).toBe("consolidated metadata refreshed\n");
    expect((await cli("consolidate", path("copied.zarr"), "--drop")).stderr).toBe("consolidated metadata removed\n");
    expect((await cli("consolidate", path("copied.zarr"), "--drop")).stderr).toBe(
      "there was no consolidated metadata\n",
    );
    expect(JSON.parse((await cli("consolidate", path("copied.zarr"), "--json")).stdout)).toEqual({
      location: "~/copied.zarr",
      consolidated: true,
    });
  });

  it("show what they would do with --dry-run, and write nothing", async () => {
    const shown = await cli("copy", sample, path("dry.zarr"), "--shards", "auto", "--codec", "zstd", "--dry-run");
    expect(shown.stdout).toContain("/temperature  int16 8 x 36 x 72");
    expect(shown.stdout).toMatch(/4 arrays, 1 group, \d+ chunks, [\d.]+ KiB of values.*; nothing was written\n$/);
    const { stdout } = await runCli(["copy", sample, path("dry.zarr"), "--shards", "auto", "--dry-run", "--json"]);
    const plan: CopyPlan = JSON.parse(stdout);
    expect(existsSync(path("dry.zarr"))).toBe(false);
    expect(plan).toMatchObject({ version: 2, target: { address: path("dry.zarr"), format: "zarr3" } });
    expect(await runCopy(plan)).toMatchObject({ arrays: 4, groups: 1, verified: true });
    expect((await cli("copy", sample, path("dry.zarr"), "--dry-run")).code).toBe(1);
  });

  it("choose the keys of chunks, and keep them", async () => {
    const draft = path("draft.zarr");
    const keys = "prefix=data/,separator=/,suffix=/bin";
    const shape = ["--shape", "4,4", "--chunks", "2,2", "--dtype", "int8", "--fill", "1"];
    await cli("create", `${draft}::a`, "--format", "zarr-v3-draft", ...shape, "--chunk-keys", keys);
    await cli("copy", draft, path("again.zarr"), "--format", "zarr-v3-draft");
    await cli("copy", draft, path("nested.zarr"), "--format", "zarr2", "--chunk-keys", '{"separator": "/"}');
    const grid = JSON.parse(readFileSync(path("again.zarr/a/.array.json"), "utf8")).chunk_grid;
    expect(grid).toMatchObject({ prefix: "data", separator: "/", suffix: "bin" });
    expect(JSON.parse(readFileSync(path("nested.zarr/a/.zarray"), "utf8")).dimension_separator).toBe("/");
    await cli("copy", path("nested.zarr"), path("as-before.zarr"), "--format", "zarr2");
    expect(JSON.parse(readFileSync(path("as-before.zarr/a/.zarray"), "utf8")).dimension_separator).toBe("/");
    for (const wrong of ["/", "separator", "glue=/", "kind=old", '{"separator": 1}', "{"]) {
      const refused = await cli("create", path("none.zarr"), ...shape, "--chunk-keys", wrong);
      expect([refused.code, refused.stderr], wrong).toEqual([
        2,
        expect.stringMatching(/--chunk-keys takes separator=S/),
      ]);
    }
    expect(existsSync(path("none.zarr"))).toBe(false);
  });

  it("report what is odd about the source, without control characters", async () => {
    mkdirSync(path("odd.zarr/x\u001b[31m"), { recursive: true });
    const compression = { compression: "none", compression_opts: null };
    const meta = { zarr_format: 1, shape: [2], chunks: [2], dtype: "|i1", ...compression, fill_value: 3.5, order: "C" };
    writeFileSync(path("odd.zarr/x\u001b[31m/meta"), JSON.stringify(meta));
    const { code, stderr } = await cli("copy", path("odd.zarr::x\u001b[31m"), path("even.zarr"), "--format", "zarr3");
    expect([code, stderr.split("\n").slice(0, -2)]).toEqual([
      0,
      [
        'note: "x\\u001b[31m/meta:1:1 the document attrs is missing; read as no attributes"',
        expect.stringMatching(/^note: "x\\u001b\[31m\/meta:1:\d+ fill_value: 3.5 for an integer; read as 3"$/),
      ],
    ]);
    expect((await cli("info", path("odd.zarr::x\u001b[31m"))).stdout).not.toContain("\u001b");
  });

  it("convert into shards and back", async () => {
    await cli("copy", sample, path("v3.zarr"), "--chunks", "time=1,lat=18,lon=36", "--shards", "time=8,lat=36,lon=72");
    const back = await cli(
      "copy",
      path("v3.zarr"),
      path("v2.zarr"),
      "--format",
      "zarr2",
      "-c",
      "time/4,lat/18,lon/36",
      "-j",
      "2",
    );
    expect(back.code).toBe(0);
    const [one, two] = await Promise.all(
      [sample, path("v2.zarr")].map(async (place) => (await openArray(place, { path: "temperature" })).read()),
    );
    expect(two).toEqual(one);
  });
});

it("archives are finished when a command ends, and every format that can be written is written", async () => {
  const archive = path("archive.zip");
  expect(await cli("copy", sample, archive)).toMatchObject({ code: 0 });
  expect(readFileSync(archive).readUInt32LE(0)).toBe(0x04034b50);
  await cli("attrs", `${archive}::lat`, "--set", "checked=true");
  await cli("create", `${archive}::new`, "--shape", "3", "--fill", "7");
  expect((await cli("tree", archive)).stdout).toContain("new  float64 3");
  expect(JSON.parse((await cli("attrs", `${archive}::lat`)).stdout)).toMatchObject({ checked: true });
  for (const format of writableFormats()) {
    // An array of NCZarr lies in a group.
    const target = path(format === "bloscpack" ? "lat.blp" : format === "nczarr" ? "n.zarr::lat" : `${format}.zarr`);
    expect(await cli("copy", `${sample}::lat`, target, "--format", format)).toMatchObject({ code: 0 });
    expect((await cli("dump", target)).stdout).toContain(" = 87.5, 82.5");
    expect(JSON.parse((await cli("info", target, "--json")).stdout).format).toBe(format);
  }
  for (const alias of ["zarr-v3", "zarr-v2", "zarr-v3-draft"]) {
    await cli("create", path(`${alias}.zarr`), "--format", alias);
    const { format } = JSON.parse((await cli("info", path(`${alias}.zarr`), "--json")).stdout);
    expect(format).toBe(alias.replace("-v", ""));
  }
});
