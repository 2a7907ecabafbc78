/** Files that belong together as one dataset: what netCDF4's MFDataset makes of them, and what is refused. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { deflateRawSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { crc32 } from "../../../src/bytes/checksum/crc32.ts";
import {
  type CfDate,
  copy,
  makeReferences,
  memoryStore,
  openArray,
  openGroup,
  type ScanOptions,
  type ScanResult,
  scan,
} from "../../../src/index.ts";
import { chunksIn } from "../../../src/model/virtual/table-chunks.ts";
import { runCli } from "../../cli/run-cli.ts";
import { rawZip } from "../../stores/raw-zip.ts";
import { tarOf } from "../../stores/tar-of.ts";
import { untar } from "../../untar.ts";

interface Case {
  readonly files?: readonly string[];
  readonly time?: readonly number[];
  readonly refused?: readonly string[];
  readonly [variable: string]: unknown;
}

const expected = JSON.parse(readFileSync("fixtures/scan/expected.json", "utf8")) as Record<string, Case>;
const folder = mkdtempSync(join(tmpdir(), "hyperslab-scan-"));
beforeAll(() => untar(gunzipSync(readFileSync("fixtures/scan/files.tar.gz")), folder));
afterAll(() => rmSync(folder, { recursive: true }));

const scanCase = (name: string, options: ScanOptions): Promise<ScanResult> => scan(join(folder, name, "*.nc"), options);

async function values({ group }: ScanResult, name: string): Promise<unknown> {
  return (await (await group.openArray(name)).read()).toNested();
}

const JOINED = ["months", "units", "fixed", "shorter-last", "cut", "levels", "unequal", "unequal-plain", "descending"];

describe("joined along time", () => {
  it.each([...JOINED, "same-bounds", "snapshots"])("%s", async (name) => {
    const result = await scanCase(name, { concat: "time" });
    const { files, time, t } = expected[name]!;
    expect(result.files.map((file) => file.slice(file.lastIndexOf("/") + 1))).toEqual(files);
    expect(await values(result, "t")).toEqual(t);
    if (name === "same-bounds") expect(await values(result, "time_bnds")).toEqual(expected[name]!["time_bnds"]);
    if (time === undefined) return;
    const { data } = await (await result.group.openArray("time")).read(undefined, { decode: true });
    expect(Array.from(data as BigInt64Array, (instant) => Number(instant / 1_000_000_000n))).toEqual(time);
  });

  const calendars = Object.keys(expected).filter((name) => name.startsWith("calendar-"));
  it.each(calendars)("%s, with other units in each file", async (name) => {
    const result = await scanCase(name, { concat: "time" });
    expect(await values(result, "t")).toEqual(expected[name]!["t"]);
    const { data } = await (await result.group.openArray("time")).read(undefined, { decode: { times: "dates" } });
    const two = (number: number): string => String(number).padStart(2, "0");
    const text = ({ year, month, day, hour }: CfDate): string => `${year}-${two(month)}-${two(day)}T${two(hour)}:00:00`;
    expect(Array.from(data as readonly CfDate[], text)).toEqual(expected[name]!["dates"]);
  });

  it.each(["unequal", "unequal-plain"])("%s chunks become a rectilinear grid, which Zarr v3 can say", async (name) => {
    const result = await scanCase(name, { concat: "time" });
    const t = await result.group.openArray("t");
    const sizes = t.node.grid.map((axis) => (axis.kind === "fixed" ? axis.size : axis.sizes));
    expect(sizes).toEqual(expected[name]!["chunks"]);
    const set = join(folder, `${name}-3.json`);
    await result.save(set, { format: "zarr3" });
    const saved = await openArray(set, { path: "t", allow: [folder] });
    expect((await saved.read()).toNested()).toEqual(expected[name]!["t"]);
  });

  it.each([".json", ".parq"])("uncompressed ones are cut to one length for Zarr v2, in %s", async (ending) => {
    const result = await scanCase("unequal-plain", { concat: "time" });
    const set = join(folder, `unequal-plain-2${ending}`);
    await result.save(set);
    const saved = await openArray(set, { path: "t", allow: [folder] });
    expect(saved.hierarchy.format).toBe("zarr2");
    expect(saved.node.grid.every(({ kind }) => kind === "fixed")).toBe(true);
    expect((await saved.read()).toNested()).toEqual(expected["unequal-plain"]!["t"]);
  });

  it("compressed ones cannot be cut, and Zarr v2 has one length for all", async () => {
    const result = await scanCase("unequal", { concat: "time" });
    const refused = result.save(join(folder, "unequal-2.json"));
    await expect(refused).rejects.toThrow(/chunks have the lengths \d+, \d+.*\(node \/t\).* --format zarr3/);
    await expect(refused).rejects.toMatchObject({ code: "unsupported" });
  });

  it("groups that have a time of their own each", async () => {
    const result = await scanCase("groups", { concat: "time" });
    const { files, ...arrays } = expected["groups"]!;
    expect(result.files.map((file) => file.slice(file.lastIndexOf("/") + 1))).toEqual(files);
    for (const [path, wanted] of Object.entries(arrays)) expect(await values(result, path), path).toEqual(wanted);
  });

  it("keeps its coordinate with the references, so that reading it opens no file", async () => {
    const { virtual } = await scanCase("months", { concat: "time" });
    expect([...chunksIn(virtual.references.table, "time", 1)].map(({ reference }) => reference.kind)).toEqual([
      "inline",
    ]);
    const kinds = [...chunksIn(virtual.references.table, "t", 2)].map(({ reference }) => reference.kind);
    expect(new Set(kinds)).toEqual(new Set(["range"]));
  });

  it("says which attributes are those of the first file", async () => {
    const { notes } = await scanCase("months", { concat: "time" });
    expect(notes).toContainEqual({ path: "", message: expect.stringContaining("history") });
  });

  it("is copied like any other dataset", async () => {
    const { group } = await scanCase("units", { concat: "time" });
    const target = memoryStore();
    await copy(group, target, { format: "zarr3", lossy: true });
    expect((await (await openArray(target, { path: "t" })).read()).toNested()).toEqual(expected["units"]!["t"]);
  });
});

describe("stacked along a new dimension", () => {
  it.each([
    ["by the names of files", { name: /run-(\d+)/ }, [1, 2, 3]],
    ["by an attribute", { attribute: "level" }, [100, 200, 300]],
    ["by a list", { values: [10, 20, 30] }, [10, 20, 30]],
    ["by their order", "index", [0, 1, 2]],
  ] as const)("%s", async (_, coordinate, labels) => {
    const result = await scanCase("members", { concat: "member", coordinate });
    expect(await values(result, "t")).toEqual(expected["members"]!["t"]);
    expect((await values(result, "member")) as unknown).toEqual(labels.map(BigInt));
    expect((await result.group.openArray("t")).dims).toEqual(["member", "time", "lat"]);
    expect((await result.group.openArray("time")).dims).toEqual(["time"]);
  });

  it("values of a list are not moved to other files when one fails", async () => {
    const files = ["run-01.nc", "none.nc", "run-03.nc"].map((name) => join(folder, "members", name));
    const coordinate = { values: [10, 20, 30] };
    const partial = scan(files, { concat: "member", coordinate, keepGoing: true });
    await expect(partial).rejects.toThrow(/a list needs one value per file, but .*none.nc could not be used/);
  });

  it("two files of one value are refused", async () => {
    const twice = scanCase("members", { concat: "member", coordinate: { name: /run-(0)/ } });
    await expect(twice).rejects.toThrow(/run-01.nc and .*run-02.nc both stand for member = 0/);
  });
});

describe("by a variable of the files", () => {
  it("that has another name than the dimension", async () => {
    const result = await scanCase("snapshots", { concat: "run", coordinate: { variable: "time" } });
    expect(await values(result, "t")).toEqual(expected["snapshots"]!["t"]);
    expect((await result.group.openArray("time")).dims).toEqual(["run"]);
  });

  it("one that is not there, or has more values than files, is refused", async () => {
    const none = scanCase("snapshots", { concat: "run", coordinate: { variable: "level" } });
    await expect(none).rejects.toThrow(/level of .*a.nc is not an array with one value/);
    const many = scanCase("snapshots", { concat: "run", coordinate: { variable: "t" } });
    await expect(many).rejects.toThrow(/t of .*a.nc is not an array with one value/);
  });

  it("by the program", async () => {
    const set = join(folder, "snapshots.json");
    const files = join(folder, "snapshots", "*.nc");
    const { code, stderr } = await runCli(["refs", "scan", files, set, "--concat", "run", "--coordinate", "var:time"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("to 3 files")]);
    expect((await (await openArray(set, { path: "t", allow: [folder] })).read()).toNested()).toEqual(
      expected["snapshots"]!["t"],
    );
  });
});

describe("put side by side", () => {
  it("files of the same variables need a dimension too", async () => {
    const refused = scanCase("variables", { merge: true });
    await expect(refused).rejects.toThrow(/q-0.nc and .*q-1.nc hold the same variables/);
  });

  it("variables that are in different files", async () => {
    const result = await scanCase("variables", { concat: "time", merge: true });
    for (const name of ["t", "q"]) expect(await values(result, name)).toEqual(expected["variables"]![name]);
  });
});

describe("patterns in archives", () => {
  it.each([
    ["months", "*.nc"],
    ["months", "months/*.nc"],
    ["months", "**.nc"],
    ["", "?.nc"],
    ["two/months", "two/months/?.nc"],
  ] as const)("members in %j: %s", async (inside, pattern) => {
    const path = join(folder, `${inside.replace("/", "-")}.zip`);
    const entries = ["a.nc", "b.nc", "c.nc"].map((name) => ({
      name: join(inside, name),
      data: new Uint8Array(readFileSync(join(folder, "months", name))),
    }));
    writeFileSync(path, rawZip(entries));
    const { group } = await scan(`${path}|zip:${pattern}`, { concat: "time" });
    expect((await (await group.openArray("t")).read()).toNested()).toEqual(expected["months"]!["t"]);
  });

  const months = ["a.nc", "b.nc", "c.nc"].map((name) => ({
    name,
    bytes: () => new Uint8Array(readFileSync(join(folder, "months", name))),
  }));
  /** The extra field before the data is longer than that in the directory, as Info-ZIP writes it. */
  const LONGER = Uint8Array.of(0x55, 0x54, 5, 0, 1, 1, 2, 3, 4);
  it.each([
    ["zip", () => rawZip(months.map(({ name, bytes }) => ({ name, data: bytes(), local: { extra: LONGER } })))],
    ["tar", () => tarOf(new Map(months.map(({ name, bytes }) => [name, bytes()])))],
  ] as const)("references lead into a %s archive, to members that are not compressed", async (kind, archive) => {
    const path = join(folder, `stored.${kind}`);
    writeFileSync(path, archive());
    for (const ending of [".json", ".parq"]) {
      const set = join(folder, `of-${kind}${ending}`);
      await (await scan(`${path}|${kind}:*.nc`, { concat: "time" })).save(set);
      const group = await openGroup(set, { allow: [folder] });
      expect((await (await group.openArray("t")).read()).toNested()).toEqual(expected["months"]!["t"]);
    }
    const one = join(folder, `one-of-${kind}.json`);
    await makeReferences(`${path}|${kind}:b.nc`, one);
    const { refs } = JSON.parse(readFileSync(one, "utf8"));
    expect(new Set(Object.values(refs).flatMap((value) => (Array.isArray(value) ? [value[0]] : [])))).toEqual(
      new Set([path]),
    );
    const [own, file] = [await openGroup(one, { allow: [folder] }), await openGroup(join(folder, "months", "b.nc"))];
    expect((await (await own.openArray("t")).read()).toNested()).toEqual(
      (await (await file.openArray("t")).read()).toNested(),
    );
  });

  it("but not to compressed ones", async () => {
    const path = join(folder, "deflated.zip");
    const [{ name, bytes }] = months as [(typeof months)[0]];
    const data = bytes();
    const entry = {
      name,
      data: new Uint8Array(deflateRawSync(data)),
      method: 8,
      size: data.byteLength,
      crc: crc32(data),
    };
    writeFileSync(path, rawZip([entry]));
    const { group, save } = await scan(`${path}|zip:a.nc`);
    expect((await group.openArray("t")).shape).toEqual([2, 3]);
    await expect(save(join(folder, "deflated.json"))).rejects.toThrow("compressed in the archive");
  });

  it("a list without names", async () => {
    await expect(scan([], { concat: "time", keepGoing: true })).rejects.toThrow("no files were given");
  });
});

describe("saved as references", () => {
  it("never over data, such as the last of the files when the set was not named", async () => {
    const names = ["a.nc", "b.nc"].map((name) => join(folder, "months", name));
    const before = readFileSync(names[1]!);
    for (const argv of [
      ["scan", ...names, "--concat", "time"],
      ["make", ...names],
    ]) {
      const { code, stderr } = await runCli(["refs", ...argv, "--force"]);
      expect([code, stderr]).toEqual([1, expect.stringContaining("is not a reference set, and is not replaced")]);
    }
    expect(readFileSync(names[1]!)).toEqual(before);
  });

  it.each(["all.json", "all.parq"])("%s reads as the files do", async (name) => {
    const result = await scanCase("months", { concat: "time" });
    const set = join(folder, name);
    const saved = await result.save(set);
    expect(saved.references).toBeGreaterThan(0);
    const group = await openGroup(set, { allow: [folder] });
    expect((await (await group.openArray("t")).read()).toNested()).toEqual(expected["months"]!["t"]);
    expect((await group.openArray("time")).attributes).toMatchObject({ units: "days since 2000-01-01" });
    await expect(result.save(set)).rejects.toMatchObject({ code: "exists" });
  });

  it("by the program, with a list on stdin", async () => {
    const files = readdirSync(join(folder, "units")).map((name) => join(folder, "units", name));
    const set = join(folder, "units.json");
    const { code, stderr } = await runCli(["refs", "scan", "-", set, "--concat", "time"], {
      stdin: Readable.from([files.join("\n")]),
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining("references to 3 files")]);
    expect((await (await openArray(set, { path: "t", allow: [folder] })).read()).toNested()).toEqual(
      expected["units"]!["t"],
    );
  });

  it("files that fail are left out on request, with exit code 6", async () => {
    const files = [join(folder, "months/a.nc"), join(folder, "no.nc"), join(folder, "some.json")];
    const failed = await runCli(["refs", "scan", ...files, "--concat", "time"]);
    expect(failed.code).toBe(3);
    const partial = await runCli(["refs", "scan", ...files, "--concat", "time", "--keep-going"]);
    expect([partial.code, partial.stderr]).toEqual([6, expect.stringContaining("no.nc")]);
  });
});

const refusals = Object.entries(expected).flatMap(([name, { refused }]) => (refused ? [[name, refused] as const] : []));
describe("refused, with both files named", () => {
  it.each(refusals)("%s", async (name, words) => {
    const error = await scanCase(name, { concat: "time" }).then(
      () => new Error("it was not refused"),
      (reason: unknown) => reason as Error,
    );
    for (const word of words) expect(error.message).toContain(word);
  });

  it("many files without a way to join them", async () => {
    await expect(scanCase("months", {})).rejects.toThrow(/concat/);
  });

  it("a pattern that matches nothing", async () => {
    await expect(scan(join(folder, "none-*.nc"))).rejects.toMatchObject({ code: "not-found" });
  });

  it("a file that cannot be read, unless the others may go on", async () => {
    const files = [
      ...readdirSync(join(folder, "months")).map((name) => join(folder, "months", name)),
      join(folder, "no.nc"),
    ];
    await expect(scan(files, { concat: "time" })).rejects.toMatchObject({ code: "not-found" });
    const { failed, group } = await scan(files, { concat: "time", keepGoing: true });
    expect(failed).toEqual([{ file: join(folder, "no.nc"), message: expect.stringContaining("no.nc") }]);
    expect((await group.openArray("t")).shape).toEqual([6, 3]);
  });
});
