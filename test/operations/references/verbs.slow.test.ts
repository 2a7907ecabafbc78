/** What can be done with reference sets: made, listed, verified, rebased, taken in, cut, appended, rewritten. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  appendReferences,
  create,
  eachReference,
  inlineReferences,
  listReferences,
  makeReferences,
  openArray,
  openGroup,
  rebaseReferences,
  saveReferences,
  saveReferencesAsParquet,
  subchunkReferences,
  verifyReferences,
} from "../../../src/index.ts";
import { failure } from "../../formats/open-documents.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-refs-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const values = Int16Array.from({ length: 24 * 10 }, (_, i) => i);
let number = 0;
const newPath = (ending = ".json"): string => join(folder, `${number++}${ending}`);
const any = { store: { references: { allow: ["any"] } } };

async function makeZarr(
  path: string,
  format: "zarr2" | "zarr3",
  codecs?: readonly string[],
  firstTime = 0,
): Promise<string> {
  const root = await create(path, { format, attributes: { title: "t" } });
  const options = { shape: [24, 10], dtype: "int16", chunks: [6, 5], dims: ["time", "x"] } as const;
  const array = await root.create("g/a", { ...options, ...(codecs && { codecs }), attributes: { units: "m" } });
  await array.write(undefined, values);
  const time = await root.create("g/time", { shape: [24], dtype: "int32", chunks: [6], dims: ["time"], codecs: [] });
  await time.write(
    undefined,
    Int32Array.from({ length: 24 }, (_, i) => firstTime + i),
  );
  const x = await root.create("g/x", { shape: [10], dtype: "float32", chunks: [10], dims: ["x"], codecs: [] });
  await x.write(
    undefined,
    Float32Array.from({ length: 10 }, (_, i) => i / 2),
  );
  await root.close();
  return path;
}

async function read(address: string): Promise<unknown> {
  return (await (await openArray(address, any)).read()).data;
}

describe.each(["zarr2", "zarr3"] as const)("references to %s", (format) => {
  it("in a directory read as the directory does", async () => {
    const zarr = await makeZarr(newPath(".zarr"), format);
    const set = newPath();
    const report = await makeReferences(zarr, set);
    expect(report).toMatchObject({ location: set, targets: 13, notes: [] });
    expect(await read(`${set}::g/a`)).toEqual(values);
    expect((await openGroup(set, any)).attributes).toEqual({ title: "t" });
    expect(await failure(makeReferences(zarr, set))).toMatchObject({ code: "exists" });
    // A part of it.
    const part = newPath();
    await makeReferences(`${zarr}/g`, part);
    expect(await read(`${part}::a`)).toEqual(values);
  });

  it("in an archive are parts of its file", async () => {
    const zip = await makeZarr(newPath(".zarr.zip"), format);
    const set = newPath();
    await makeReferences(zip, set);
    const { targets } = await listReferences(set);
    expect(targets.map(({ url }) => url)).toEqual([zip]);
    expect(await read(`${set}::g/a`)).toEqual(values);
    expect(await read(`${set}::g/time`)).toEqual(Int32Array.from({ length: 24 }, (_, i) => i));
  });

  it("of another set are the same", async () => {
    const zarr = await makeZarr(newPath(".zarr"), format);
    const [one, other] = [newPath(), newPath()];
    await makeReferences(zarr, one, { relative: true });
    expect(readFileSync(one, "utf8")).not.toContain(folder);
    await makeReferences(`${one}::g`, other);
    expect(await read(`${other}::a`)).toEqual(values);
  });

  it("verify, until something is missing, short or changed", async () => {
    const zarr = await makeZarr(newPath(".zarr.zip"), format);
    const [set, recorded] = [newPath(), newPath()];
    await makeReferences(zarr, set);
    const report = await verifyReferences(set, { ...any, values: true, record: recorded });
    expect(report).toMatchObject({ ok: true, targets: 1, compared: 0, faults: [], recorded });
    expect(report.decoded).toBe(3);
    expect(await verifyReferences(recorded, any)).toMatchObject({ ok: true, compared: 1 });
    const bytes = readFileSync(zarr);
    writeFileSync(zarr, Buffer.concat([bytes, Buffer.from("x")]));
    expect((await verifyReferences(set, any)).ok).toBe(true);
    const grown = await verifyReferences(recorded, any);
    expect(grown).toMatchObject({ ok: false, faults: [{ url: zarr, problem: expect.stringContaining("and had") }] });
    expect(await failure(read(`${recorded}::g/a`))).toMatchObject({ code: "invalid-data" });
    truncateSync(zarr, 200);
    expect((await verifyReferences(set, any)).faults[0]?.problem).toMatch(/has 200 bytes, and references lead to byte/);
    rmSync(zarr);
    expect((await verifyReferences(set, any)).faults[0]?.problem).toBe("does not exist");
  });

  it("verify finds values that cannot be decoded", async () => {
    const zarr = await makeZarr(newPath(".zarr"), format, ["zstd"]);
    const set = newPath();
    await makeReferences(zarr, set);
    const [chunk] = await keysOf(set, /g\/a\/.*1.1$/);
    const bytes = readFileSync(join(zarr, chunk!));
    writeFileSync(join(zarr, chunk!), bytes.fill(0xee));
    const report = await verifyReferences(set, { ...any, values: true });
    expect(report).toMatchObject({ ok: false, faults: [{ key: chunk }] });
  });

  it("can be rebased without anything being asked", async () => {
    const zarr = await makeZarr(newPath(".zarr"), format);
    const [set, cloud, back] = [newPath(), newPath(), newPath()];
    await makeReferences(zarr, set);
    const report = await rebaseReferences(set, cloud, { rename: { [zarr]: "s3://no-such-bucket/x" } });
    expect(report.renamed).toBe(13);
    for (const { url } of (await listReferences(cloud)).targets) expect(url).toMatch(/^s3:\/\/no-such-bucket\/x\/g\//);
    await rebaseReferences(cloud, back, { rename: { "s3://no-such-bucket/x": zarr } });
    expect(JSON.parse(readFileSync(back, "utf8"))).toEqual(JSON.parse(readFileSync(set, "utf8")));
    const error = await failure(rebaseReferences(set, cloud, { rename: { "/nowher": "x" }, overwrite: true }));
    expect(error.message).toMatch(/no target begins with/);
    expect(
      (await failure(rebaseReferences(set, cloud, { rename: { [zarr.slice(0, -3)]: "x" }, overwrite: true }))).code,
    ).toBe("invalid-request");
  });

  it("take in small values", async () => {
    const zarr = await makeZarr(newPath(".zarr"), format, []);
    const [set, small] = [newPath(), newPath()];
    await makeReferences(zarr, set);
    // Chunks of a have 60 bytes, of time 24, of x 40.
    expect((await inlineReferences(set, small, { ...any, threshold: 40 })).inlined).toBe(5);
    const include = ["g/time"];
    expect((await inlineReferences(set, small, { ...any, threshold: 1000, include, overwrite: true })).inlined).toBe(4);
    rmSync(join(zarr, "g/time"), { recursive: true });
    expect(await read(`${small}::g/time`)).toEqual(Int32Array.from({ length: 24 }, (_, i) => i));
    expect(await read(`${small}::g/a`)).toEqual(values);
  });

  it("can be cut into smaller chunks, if the bytes allow it", async () => {
    const zarr = await makeZarr(newPath(".zarr"), format, []);
    const [set, cut, again] = [newPath(), newPath(), newPath()];
    await makeReferences(zarr, set);
    expect(await subchunkReferences(set, cut, { array: "g/a", factor: 3 })).toMatchObject({ chunks: [2, 5] });
    expect((await openArray(`${cut}::g/a`, any)).chunks).toEqual([2, 5]);
    expect(await read(`${cut}::g/a`)).toEqual(values);
    await subchunkReferences(cut, again, { array: "g/a", factor: 2 });
    expect(await read(`${again}::g/a`)).toEqual(values);
    await subchunkReferences(again, cut, { array: "g/a", factor: 5, overwrite: true });
    expect((await openArray(`${cut}::g/a`, any)).chunks).toEqual([1, 1]);
    expect(await read(`${cut}::g/a`)).toEqual(values);
    for (const factor of [4, 7, 0, 1.5]) {
      expect((await failure(subchunkReferences(set, newPath(), { array: "g/a", factor }))).code).toBe(
        "invalid-request",
      );
    }
    expect((await failure(subchunkReferences(set, newPath(), { array: "g/b", factor: 2 }))).code).toBe("not-found");
  });

  it.each([["zstd"], ["gzip"], ["shuffle"]])("are not cut where %s changes the bytes", async (codec) => {
    const codecs = codec === "shuffle" ? [{ name: "numcodecs.shuffle", configuration: { elementsize: 2 } }] : [codec!];
    const zarr = newPath(".zarr");
    const root = await create(zarr, { format });
    const array = await root.create("a", { shape: [8], dtype: "int16", chunks: [8], codecs });
    await array.write(undefined, new Int16Array(8).fill(3));
    const set = newPath();
    await makeReferences(zarr, set);
    const error = await failure(subchunkReferences(set, newPath(), { array: "a", factor: 2 }));
    expect(error.message).toMatch(/changes their bytes/);
  });

  it("are appended along a dimension", async () => {
    const sets: string[] = [];
    for (const firstTime of [0, 24, 48]) {
      sets.push(newPath());
      await makeReferences(await makeZarr(newPath(".zarr"), format, undefined, firstTime), sets.at(-1)!);
    }
    const all = newPath();
    expect(await appendReferences(sets, all, { ...any, dim: "time" })).toMatchObject({ length: 72, notes: [] });
    const whole = Int16Array.from([...values, ...values, ...values]);
    expect(await read(`${all}::g/a`)).toEqual(whole);
    expect((await openArray(`${all}::g/time`, any)).shape).toEqual([72]);
    expect((await openArray(`${all}::g/x`, any)).shape).toEqual([10]);
    expect((await failure(appendReferences(sets, newPath(), { ...any, dim: "y" }))).message).toMatch(/time, x/);
  });

  it("are appended along a dimension that is not the first, and saved as Parquet", async () => {
    const parts = [
      [0, 6],
      [6, 10],
      [10, 13],
    ] as const;
    const whole = Int16Array.from({ length: 5 * 13 }, (_, index) => index);
    const sets: string[] = [];
    for (const [from, to] of parts) {
      const zarr = newPath(".zarr");
      const root = await create(zarr, { format });
      const dims = { a: ["y", "x"], x: ["x"] };
      const a = await root.create("a", { shape: [5, to - from], dtype: "int16", chunks: [2, 2], dims: dims.a });
      const rows = Array.from({ length: 5 }, (_, y) => whole.subarray(13 * y + from, 13 * y + to));
      await a.write(undefined, Int16Array.from(rows.flatMap((row) => [...row])));
      const x = await root.create("x", { shape: [to - from], dtype: "int16", chunks: [2], dims: dims.x });
      await x.write(undefined, whole.subarray(from, to));
      const set = newPath();
      await makeReferences(zarr, set);
      sets.push(set);
    }
    const [all, parquet, again] = [newPath(), newPath(".parq"), newPath()];
    expect(await appendReferences(sets, all, { ...any, dim: "x" })).toMatchObject({ length: 13 });
    const zarr3 = format === "zarr3";
    await saveReferencesAsParquet(all, parquet, { ...any, zarr3, recordSize: 4 });
    for (const set of [all, parquet]) {
      expect(await read(`${set}::a`)).toEqual(whole);
      expect(await read(`${set}::x`)).toEqual(whole.subarray(0, 13));
    }
    // A Parquet set may be one of those that are joined.
    const start = newPath(".parq");
    await saveReferencesAsParquet(sets[0]!, start, { ...any, zarr3 });
    await appendReferences([start, ...sets.slice(1)], again, { ...any, dim: "x" });
    expect(await read(`${again}::a`)).toEqual(whole);
  });

  it("are not appended where they mean different things", async () => {
    const one = await makeZarr(newPath(".zarr"), format);
    const change = async (edit: (zarr: string) => Promise<void>): Promise<string> => {
      const zarr = await makeZarr(newPath(".zarr"), format, undefined, 24);
      await edit(zarr);
      const [a, b] = [newPath(), newPath()];
      await makeReferences(one, a);
      await makeReferences(zarr, b);
      return (await failure(appendReferences([a, b], newPath(), { ...any, dim: "time" }))).message;
    };
    expect(
      await change(async (zarr) => {
        await (await openArray(`${zarr}/g/a`)).setAttributes({ units: "km" });
      }),
    ).toMatch(/attribute units is .*km.*, and was .*m/);
    expect(
      await change(async (zarr) => {
        await (await openArray(`${zarr}/g/x`)).write(0, 99);
      }),
    ).toMatch(/its values differ/);
    expect(
      await change(async (zarr) => {
        await (await openGroup(zarr)).delete("g/x");
      }),
    ).toMatch(/no such array/);
    // 24 is a multiple of 6; of a first set with 23 elements, the last chunk is not full.
    const short = await makeZarr(newPath(".zarr"), format, undefined, 24);
    for (const name of ["a", "time"]) {
      const array = await openArray(`${short}/g/${name}`);
      await array.resize([23, ...array.shape.slice(1)]);
    }
    const [a, b] = [newPath(), newPath()];
    await makeReferences(short, a);
    await makeReferences(one, b);
    const error = await failure(appendReferences([a, b], newPath(), { ...any, dim: "time" }));
    expect(error.message).toMatch(/23 elements before it do not fill chunks of 6/);
    expect(await appendReferences([b, a], newPath(), { ...any, dim: "time" })).toMatchObject({ length: 47 });
  });

  it("are not appended twice, nor before those that they follow", async () => {
    const [zarrs, sets]: [string[], string[]] = [[], []];
    for (const firstTime of [0, 24]) {
      zarrs.push(await makeZarr(newPath(".zarr"), format, [], firstTime));
      sets.push(newPath());
      await makeReferences(zarrs.at(-1)!, sets.at(-1)!);
    }
    const [one, two] = sets as [string, string];
    const zarr3 = format === "zarr3";
    const message = async (inputs: readonly string[], output: string): Promise<string> =>
      (await failure(appendReferences(inputs, output, { ...any, dim: "time", overwrite: true }))).message;
    for (const ending of zarr3 ? [".json"] : [".json", ".parq"]) {
      const all = newPath(ending);
      expect(await message([one, one], all)).toContain(`it is 0 to 23 in ${one}, then 0 to 23 in ${one}`);
      expect(await message([two, one], all)).toContain(`it is 24 to 47 in ${two}, then 0 to 23 in ${one}`);
      await appendReferences([one, two], all, { ...any, dim: "time" });
      // The same command again, and the same set again, where it grows in place.
      expect(await message([all, two], all)).toContain(`it is 0 to 47 in ${all}, then 24 to 47 in ${two}`);
      expect((await openArray(`${all}::g/time`, any)).shape).toEqual([48]);
    }
    const grown = newPath(".parq");
    await saveReferencesAsParquet(one, grown, { ...any, zarr3 });
    await appendReferences([grown, two], grown, { ...any, dim: "time", overwrite: true });
    expect(await message([grown, two], grown)).toContain("then 24 to 47");
    expect(await read(`${grown}::g/a`)).toEqual(Int16Array.from([...values, ...values]));
    // Where the values cannot be read, a note says that they were not compared.
    rmSync(join(zarrs[0]!, "g/time"), { recursive: true });
    const { notes } = await appendReferences([one, two], newPath(), { ...any, dim: "time" });
    expect(notes).toEqual([expect.stringMatching(/the values of g\/time were not compared: .*/)]);
  });

  it("can be written in every spelling", async () => {
    const zarr = await makeZarr(newPath(".zarr"), format, []);
    const set = newPath();
    await makeReferences(zarr, set);
    for (const options of [
      { version: 0 as const },
      { templates: true },
      { gen: true },
      { templates: true, gen: true },
    ]) {
      const other = newPath();
      await saveReferences(set, other, options);
      expect(await read(`${other}::g/a`)).toEqual(values);
    }
  });
});

async function keysOf(set: string, pattern: RegExp): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of eachReference(set)) if (pattern.test(key)) keys.push(key);
  return keys;
}

it("relative targets stay right when a set moves", async () => {
  mkdirSync(join(folder, "one/deep"), { recursive: true });
  writeFileSync(join(folder, "one", "d.bin"), "abcd");
  const set = join(folder, "one", "s.json");
  writeFileSync(set, JSON.stringify({ version: 1, refs: { "a/0": ["d.bin", 0, 4], "a/1": ["s3://b/k"] } }));
  const [near, far] = [join(folder, "one", "near.json"), join(folder, "one/deep/far.json")];
  await saveReferences(set, near);
  expect(JSON.parse(readFileSync(near, "utf8")).refs).toEqual({ "a/0": ["d.bin", 0, 4], "a/1": ["s3://b/k"] });
  await saveReferences(set, far);
  expect(JSON.parse(readFileSync(far, "utf8")).refs["a/0"]).toEqual([join(folder, "one", "d.bin"), 0, 4]);
});

it("lists what a set holds, also one that is no hierarchy", async () => {
  const set = newPath();
  writeFileSync(
    set,
    JSON.stringify({ key0: "data", "a/0.0": ["u", 10, 5], "a/0.1": ["u", 15, 7], "b/c/0": ["v"], bad: 5 }),
  );
  const report = await listReferences(set);
  expect(report).toMatchObject({ references: 4, inline: 1, malformed: 1 });
  expect(report.folders.map(({ path, references }) => [path, references])).toEqual([
    ["", 1],
    ["a", 2],
    ["b", 1],
  ]);
  expect(report.targets).toEqual([
    { url: "u", references: 2, bytes: 12, end: 22 },
    { url: "v", references: 1, bytes: 0, end: 0 },
  ]);
  const all: unknown[] = [];
  for await (const reference of eachReference(set)) all.push(reference);
  expect(all).toEqual([
    { key: "key0", length: 4 },
    { key: "a/0.0", url: "u", offset: 10, length: 5 },
    { key: "a/0.1", url: "u", offset: 15, length: 7 },
    { key: "b/c/0", url: "v" },
    { key: "bad", problem: expect.stringContaining("neither") },
  ]);
  // A malformed reference cannot be written: it would be lost.
  expect((await failure(saveReferences(set, newPath()))).code).toBe("invalid-data");
});

it("refuses archives whose values are compressed, and what has no location", async () => {
  const zip = newPath(".zip");
  writeFileSync(
    zip,
    zipSync({ ".zgroup": strToU8('{"zarr_format": 2}'), "a/0": [new Uint8Array(1000), { level: 6 }] }),
  );
  const error = await failure(makeReferences(zip, newPath()));
  expect(error).toMatchObject({
    code: "unsupported",
    message: expect.stringContaining("compressed in the archive"),
  });
  const map = new Map([[".zgroup", strToU8('{"zarr_format": 2}')]]);
  expect((await failure(makeReferences(map, newPath()))).message).toMatch(/where these values are stored/);
});

it.each(["x.parq", "x.parquet", "x.parq/"])("does not write JSON under the name of a Parquet set: %s", async (name) => {
  const set = newPath();
  writeFileSync(set, JSON.stringify({ version: 1, refs: { ".zgroup": '{"zarr_format":2}' } }));
  const error = await failure(saveReferences(set, join(folder, name)));
  expect(error).toMatchObject({ code: "invalid-request", message: expect.stringContaining("to-parquet") });
});
