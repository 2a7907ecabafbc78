/** What we write, netCDF-C of each version reads as equal; what it writes, we do. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { NetcdfName } from "../../scripts/peers/environments.mjs";
import { parseCdl } from "../../src/cdl/parse/parse.ts";
import { copy, create, NdArray, openGroup, typed } from "../../src/index.ts";
import { writeDataset } from "../../src/operations/gen/gen.ts";
import { unpack } from "../fixture-sets.ts";
import { respell } from "../formats/nczarr/first-layouts.ts";
import {
  closePeers,
  datasetOf,
  differenceOf,
  type ModelGroup,
  modelOf,
  seenByUs,
  sharedPeer,
  visible,
} from "./netcdf-model.ts";
import { startPeer } from "./peer.ts";
import { randomDataset } from "./random-netcdf.ts";

const fixtures = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr");
const folder = mkdtempSync(join(tmpdir(), "hyperslab-netcdf-"));
afterAll(() => {
  closePeers();
  rmSync(folder, { recursive: true, force: true });
});

/** How many random datasets: 500 for a thorough run. */
const RANDOM = Number(process.env["HYPERSLAB_NETCDF_RUNS"] ?? 50);
/** The first of them, to draw others. */
const FIRST = Number(process.env["HYPERSLAB_NETCDF_SEED"] ?? 1);
/** Enough for a busy machine. */
const RANDOM_TIMEOUT = 300_000 + 2000 * RANDOM;

/** Versions by dialect. Debian's 4.9.0 is that of netcdf490. */
const READERS: Readonly<Record<string, readonly NetcdfName[]>> = {
  any: ["netcdf491", "netcdf494", "netcdf4101"],
  "4.9.2": ["netcdf491"],
  "4.9.3": ["netcdf494", "netcdf4101"],
  "4.9.0": ["netcdf490"],
};
const UNLIMITED = ["any", "4.9.3"];

/** What a version cannot read, however it is written. */
function isBeyond(dialect: string, reader: string, name: string): boolean {
  if (name === "unlim") return !UNLIMITED.includes(dialect);
  // It has no strings, and crashes on scalars.
  return reader === "netcdf490" && (name === "strings" || name === "scalars");
}

/** netCDF-C 4.9.1 has no unlimited dimensions. */
const limited = (group: ModelGroup): ModelGroup => ({
  ...group,
  dimensions: group.dimensions.map((dimension) => ({ ...dimension, unlimited: false })),
  groups: group.groups.map(limited),
});

const asSeenBy = (reader: string, model: ModelGroup): ModelGroup => (reader === "netcdf491" ? limited(model) : model);
const urlOf = (path: string): string => `file://${path}#mode=nczarr,file`;
const names = readdirSync(join(fixtures, "cdl")).map((file) => file.replace(".cdl", ""));
const cases = Object.entries(READERS).flatMap(([dialect, readers]) =>
  readers.map((reader) => [dialect, reader] as const),
);

describe.each(cases)("the dialect %s, read by %s", (dialect, reader) => {
  it.each(names.filter((name) => !isBeyond(dialect, reader, name)))("%s", async (name) => {
    // Some strings of the lossless text are longer than its own attributes allow.
    const source = name === "strings" ? join("head", "nczarr") : "ref";
    const dataset = parseCdl(readFileSync(join(fixtures, source, `${name}.cdl`)));
    const path = join(folder, `${name}-${dialect}-${reader}`);
    await writeDataset(path, dataset, { format: "nczarr", dialect });
    const answer = await sharedPeer(reader).ask({ op: "read", url: urlOf(path) });
    expect(answer.error).toBeUndefined();
    const ours = await seenByUs(await openGroup(path));
    expect(visible(answer)).toEqual(asSeenBy(reader, visible(ours)));
    const wanted = modelOf(dataset.root, dataset.values);
    expect(visible(ours).dimensions).toEqual(wanted.dimensions);
  });

  it(`${RANDOM} random datasets`, { timeout: RANDOM_TIMEOUT }, async () => {
    const options = {
      unlimited: UNLIMITED.includes(dialect),
      strings: dialect !== "4.9.0",
      scalars: dialect !== "4.9.0",
    };
    const wrong: string[] = [];
    for (let seed = FIRST; seed < FIRST + RANDOM; seed++) {
      const model = randomDataset(seed, options);
      const path = join(folder, `random-${dialect}-${reader}-${seed}`);
      await writeDataset(path, datasetOf(model), { format: "nczarr", dialect });
      const answer = await sharedPeer(reader).ask({ op: "read", url: urlOf(path) });
      const difference = answer.error ?? differenceOf(visible(answer), asSeenBy(reader, visible(model)));
      if (difference !== undefined) wrong.push(`${seed}: ${difference}`);
      rmSync(path, { recursive: true, force: true });
    }
    expect(wrong).toEqual([]);
  });
});

/** Set as JSON, without types. netCDF-C gives a list the type of its first value. */
const UNTYPED = {
  ...{ fractions: [0, 1.5], tail: [1.5, 2], zeros: [0, -0], huge: [1, 1e300], nan: [1, "NaN"], plain: [1, -2] },
  ...{ uint: [1, 3e9], int64: [3e9, -1], below: [-1, 3e9], wide: [1, 2 ** 53 - 1], one: 1.5, big: 3e9 },
  ...{
    texts: ["a", "b"],
    mixed: ["a", 1],
    flags: [true, false],
    nested: [[1], "a"],
    absent: [1, null],
    object: { a: 1 },
  },
};

/** 4.9.0 could only hold these as text, so they are refused. */
const { texts: _, mixed: __, nested: ___, absent: ____, ...FOR_490 } = UNTYPED;

/** Each of the three versions refuses a dataset with a limited dimension of this length; later ones call it unlimited. */
const EMPTY = { none: { length: 0, unlimited: true } };

describe.each(cases)("made by the library in the dialect %s, read by %s", (dialect, reader) => {
  it("attributes without types", async () => {
    const path = join(folder, `untyped-${dialect}-${reader}`);
    const attributes = dialect === "4.9.0" ? FOR_490 : UNTYPED;
    const root = await create(path, { format: "nczarr", dialect, attributes });
    await root.create("v", { shape: [2], dtype: "int16", dims: ["x"], attributes: { ...attributes, _FillValue: 7 } });
    const answer = await sharedPeer(reader).ask({ op: "read", url: urlOf(path) });
    expect(answer.error).toBeUndefined();
    expect(visible(answer)).toEqual(visible(await seenByUs(await openGroup(path))));
  });

  it("texts that end in NULs", async () => {
    const path = join(folder, `nuls-${dialect}-${reader}`);
    const attributes = { _FillValue: typed("\0", "S1"), units: typed("m\0", "S1") };
    const root = await create(path, { format: "nczarr", dialect, attributes: { nuls: typed("\0\0", "S1") } });
    await root.create("c", { shape: [2], dtype: "S1", dims: ["x"], attributes });
    const answer = await sharedPeer(reader).ask({ op: "read", url: urlOf(path) });
    expect(visible(answer)).toEqual(visible(await seenByUs(await openGroup(path))));
  });

  it.runIf(UNLIMITED.includes(dialect))("an unlimited dimension of length 0", async () => {
    const path = join(folder, `zero-length-${dialect}-${reader}`);
    const root = await create(path, { format: "nczarr", dialect, dimensions: EMPTY });
    await root.create("v", { shape: [0, 2], dtype: "int16", dims: ["none", "x"] });
    const answer = await sharedPeer(reader).ask({ op: "read", url: urlOf(path) });
    // The documentation says so.
    if (reader === "netcdf491") expect(answer.error).toBe("NetCDF: Invalid dimension size");
    else expect(visible(answer)).toEqual(visible(await seenByUs(await openGroup(path))));
  });
});

/** Of one character that takes two bytes, and of as many bytes as a name may have. */
const LONGEST = `\u00e9${"a".repeat(254)}`;

describe.each(READERS["any"]!)("names, read by %s", (reader) => {
  it("that begin oddly or are long", async () => {
    const path = join(folder, `names-${reader}`);
    const root = await create(path, { format: "nczarr" });
    for (const name of ["0", "_a", "\u00e9", "a-b", "a (b)", 'a"b', "a'b", "a:b"]) {
      await root.create(name, { shape: [2], dtype: "int16", dims: [name] });
      await root.create(`${name}.g`, { dimensions: { [name]: 2 } });
    }
    // No file can have such a name.
    await root.create("long", { shape: [2], dtype: "int16", dims: [LONGEST] });
    const answer = await sharedPeer(reader).ask({ op: "read", url: urlOf(path) });
    expect(answer.error).toBeUndefined();
    expect(visible(answer)).toEqual(visible(await seenByUs(await openGroup(path))));
  });

  // Hyperslab does not write them: the files are changed afterwards.
  it.each(["-a", ".a", " a", "a ", "(a)", "~", "a\u0001", "ae\u0301"])("such as %j are refused", async (name) => {
    const path = join(folder, `bad-name-${reader}-${Buffer.from(name.slice(0, 20)).toString("hex")}`);
    const root = await create(path, { format: "nczarr" });
    await root.create("QQ", { shape: [2], dtype: "int16", dims: ["x"] });
    const group = join(path, ".zgroup");
    writeFileSync(group, readFileSync(group, "utf8").replaceAll('"QQ"', JSON.stringify(name)));
    renameSync(join(path, "QQ"), join(path, name));
    const answer = await sharedPeer(reader).ask({ op: "read", url: urlOf(path) });
    expect(answer.error).toMatch(/^NetCDF: |Errno/);
    await expect(root.create(name, { shape: [2], dtype: "int16" })).rejects.toMatchObject({ code: "unsupported" });
  });

  it("of a dimension that are too long are refused", async () => {
    const path = join(folder, `long-name-${reader}`);
    const root = await create(path, { format: "nczarr" });
    await root.create("v", { shape: [2], dtype: "int16", dims: ["x"] });
    for (const file of [join(path, ".zgroup"), join(path, "v", ".zarray"), join(path, "v", ".zattrs")]) {
      writeFileSync(file, readFileSync(file, "utf8").replace(/"(\/?)x"/g, `"$1${LONGEST}b"`));
    }
    const answer = await sharedPeer(reader).ask({ op: "read", url: urlOf(path) });
    expect(answer.error).toContain("Name contains illegal characters");
    await expect(root.setDimensions({ [`${LONGEST}c`]: 2 })).rejects.toMatchObject({ code: "unsupported" });
  });
});

describe.each([
  ["netcdf490", false],
  ["netcdf491", false],
  ["netcdf494", true],
  ["netcdf4101", true],
] as const)("written by %s", (writer, unlimited) => {
  const isOldest = writer === "netcdf490";
  it(`${RANDOM} random datasets`, { timeout: RANDOM_TIMEOUT }, async () => {
    const wrong: string[] = [];
    const failed: string[] = [];
    for (let seed = FIRST + 1000; seed < FIRST + 1000 + RANDOM; seed++) {
      const model = randomDataset(seed, { unlimited, strings: !isOldest, scalars: !isOldest });
      const path = join(folder, `written-${writer}-${seed}`);
      const { error } = await sharedPeer(writer).ask({ op: "write", url: urlOf(path), dataset: model });
      // netCDF-C loses digits of attributes and some texts when it writes: what it reads itself is the truth.
      const answer = error === undefined ? await sharedPeer(writer).ask({ op: "read", url: urlOf(path) }) : undefined;
      const failure = error ?? answer?.error;
      if (failure !== undefined) failed.push(`${seed}: ${failure}`);
      else {
        const difference = differenceOf(visible(await seenByUs(await openGroup(path))), visible(answer!));
        if (difference !== undefined) wrong.push(`${seed}: ${difference}`);
      }
      rmSync(path, { recursive: true, force: true });
    }
    expect(wrong).toEqual([]);
    expect(failed.length, failed.join("\n")).toBeLessThan(RANDOM / 2);
  });
});

/** Longer ones than netCDF-C's default, too. */
describe.each(READERS["any"]!)("strings of Zarr v3 copied to NCZarr, read by %s", (reader) => {
  it.each([6, 128, 129, 300])("a longest text of %i bytes", async (length) => {
    const texts = ["Zürich", "上海", "x".repeat(length), "Bern"];
    const source = join(folder, `strings-${reader}-${length}`);
    const made = { path: "names", shape: [2, 2], dtype: "string", chunks: [1, 2], dims: ["y", "x"] } as const;
    await (await create(source, made)).write(undefined, { data: texts, shape: [2, 2] });
    const path = `${source}-copy`;
    // These wheels of netCDF-C have no compressors.
    await copy(source, path, { format: "nczarr", codecs: [] });
    const answer = await sharedPeer(reader).ask({ op: "read", url: urlOf(path) });
    expect(answer.error).toBeUndefined();
    const [names] = visible(answer).variables;
    expect(names).toMatchObject({ name: "names", type: "string", values: texts });
  });
});

/** Readers of plain Zarr. zarr-python 3 does not know netCDF-C's type of characters (`>S1`), nor its `<i1`. */
describe.each(["zarr2", "zarr", "tensorstore"] as const)("as plain Zarr v2, read by %s", (reader) => {
  it.each(["numeric", "types", "coords", "groups", "filters", "scalars"])("%s", async (name) => {
    const path = join(folder, `plain-${reader}-${name}`);
    await writeDataset(path, parseCdl(readFileSync(join(fixtures, "ref", `${name}.cdl`))), { format: "nczarr" });
    const zarr = startPeer(reader);
    let compared = 0;
    for await (const array of (await openGroup(path)).walk()) {
      if (!(array instanceof NdArray) || (array.dtype === "S1" && reader !== "zarr2")) continue;
      const answer = await zarr.read(path, array.path);
      expect(answer.error, array.path).toBeUndefined();
      const { data } = await array.read(undefined, { as: "bytes" });
      expect(answer.values, array.path).toBe(Buffer.from(data as Uint8Array).toString("base64"));
      compared++;
    }
    zarr.close();
    expect(compared).toBeGreaterThan(2);
  });
});

/** No release wrote these, but the releases named here read them: what we make of the datasets of 4.8.0 is what they see. */
describe.each([
  ["early-4.8.1", "netcdf490"],
  ["read-by-4.9.1", "netcdf491"],
] as const)("the first layout, %s, read by %s", (layout, reader) => {
  const written = readdirSync(join(fixtures, "v480", "nczarr")).filter((file) => file.endsWith(".file"));
  it.each(written.filter((file) => !isBeyond("4.8.0", reader, file.replace(".file", ""))))("%s", async (file) => {
    const path = join(folder, `${layout}-${file}`);
    respell(join(fixtures, "v480", "nczarr", file), path, layout);
    const answer = await sharedPeer(reader).ask({ op: "read", url: urlOf(path) });
    expect(answer.error).toBeUndefined();
    expect(visible(answer)).toEqual(visible(await seenByUs(await openGroup(path))));
  });
});
