/** Archives among the files: addresses, arrays in them, several stores at one archive. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { type ByteTarget, memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { create, open, openArray, openGroup } from "../../src/index.ts";
import { fileBytes } from "../../src/stores/file/bytes.ts";
import { zipFile } from "../../src/stores/file/zip.ts";
import { openLocation, parseLocation } from "../../src/stores/location/location.ts";
import { repackZip } from "../../src/stores/zip/repack.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { bytes, pattern } from "../contracts/store-contract.ts";
import { valuesIn } from "./zip-values.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-zip-file-"));
let count = 0;
const newPath = (ending = ".zip"): string => join(base, `${++count}${ending}`);
const at = (path: string | URL) => openLocation(parseLocation(path));
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function setAndClose(path: string): Promise<void> {
  const store = zipFile(path);
  await store.set!("a", bytes(1));
  await store.close!();
}

/** Plain values, of whatever type the array is. */
function listOf({ data }: { readonly data: unknown }): unknown[] {
  return Array.from(data as ArrayLike<unknown>);
}

describe("addresses", () => {
  test("a path that ends in .zip makes an archive, directories above it too, when it is flushed", async () => {
    const path = join(newPath(""), "deep", "x.zarr.ZIP");
    const store = await at(path);
    expect(await store.get("a")).toBeUndefined();
    expect(existsSync(path)).toBe(false);
    await store.set!("a", bytes(1));
    await store.close!();
    expect(await valuesIn(path)).toEqual({ a: [1] });
    expect(readdirSync(join(path, ".."))).toEqual(["x.zarr.ZIP"]);
  });

  test("a file is known by its first bytes, whatever its name; file: URLs and links lead to it", async () => {
    const path = newPath(".data");
    copyFileSync("fixtures/zip/python-stored.zip", path);
    expect((await (await at(path)).get("a/c/0/0"))?.byteLength).toBe(1024);
    const named = newPath();
    copyFileSync(path, named);
    expect((await (await at(pathToFileURL(named))).get("a/c/0/0"))?.byteLength).toBe(1024);
    const link = newPath(".link");
    symlinkSync(named, link);
    const [one, other] = [await at(link), await at(named)];
    await one.set!("new", bytes(1));
    expect(await other.get("new")).toEqual(bytes(1));
    await one.close!();
    expect((await valuesIn(named))["new"]).toEqual([1]);
  });

  test("a directory that is called .zip, and a file that is no archive, are what they are", async () => {
    const directory = newPath();
    mkdirSync(directory);
    writeFileSync(join(directory, "key"), "x");
    expect((await (await at(directory)).get("key"))?.byteLength).toBe(1);
    const file = newPath(".txt");
    writeFileSync(file, "text");
    expect(await (await at(file)).get("key")).toBeUndefined();
    const broken = newPath();
    writeFileSync(broken, "text");
    await expect((await at(broken)).get("key")).rejects.toMatchObject({
      code: "invalid-data",
      place: { location: broken },
    });
  });

  test("a directory is refused where a file should be", async () => {
    const directory = newPath();
    mkdirSync(directory);
    await expect(zipFile(directory).get("a")).rejects.toMatchObject({ code: "invalid-request" });
  });
});

describe("arrays in archives", () => {
  test("an array is created, written, closed and opened again", async () => {
    const path = newPath(".zarr.zip");
    const array = await create(path, { shape: [5, 4], dtype: "int32", chunks: [2, 3], attributes: { unit: "m" } });
    await array.write(
      undefined,
      Int32Array.from({ length: 20 }, (_, i) => i),
    );
    await array.close();
    const again = await openArray(path, { dtype: "int32" });
    expect(listOf(await again.read("1:4, ::2"))).toEqual([4, 6, 8, 10, 12, 14]);
    expect(again.attributes).toEqual({ unit: "m" });
    await again.write("0, 0", 99);
    await again.setAttributes({ unit: "km" });
    await again.close();
    const third = await openArray(`${path}|zip:|zarr3:`);
    expect([await third.item([0, 0]), await third.item([4, 3]), third.attributes]).toEqual([99, 19, { unit: "km" }]);
  });

  test("a tree of sharded arrays: groups, deletes, renames, consolidation", async () => {
    const path = newPath();
    const root = await create(path, { format: "zarr3" });
    const array = await root.create("g/a", { shape: [40], dtype: "float64", chunks: [5], shards: [20] });
    await array.write(
      undefined,
      Float64Array.from({ length: 40 }, (_, i) => i / 2),
    );
    await root.create("g/b", { shape: [2], dtype: "uint8" });
    await root.consolidate();
    await root.rename("g/b", "c");
    await root.close();
    const again = await openGroup(path);
    expect((await again.children()).map(({ name }) => name)).toEqual(["c", "g"]);
    expect(listOf(await (await openArray(`${path}::g/a`)).read("18:23"))).toEqual([9, 9.5, 10, 10.5, 11]);
    expect(listOf(await (await openArray(`${path}|zip:g/a`)).read("39:"))).toEqual([19.5]);
    await again.delete("g");
    await again.close();
    expect(Object.keys(await valuesIn(path))).toEqual(["c/zarr.json", "zarr.json"]);
  });

  test("what one opens while another writes is the newest", async () => {
    const path = newPath();
    const array = await create(path, { shape: [3], dtype: "int8" });
    await array.write(undefined, [1, 2, 3]);
    const other = await openArray(path);
    expect(listOf(await other.read())).toEqual([1, 2, 3]);
    await other.write("0", 7);
    await array.write("1", 8);
    expect(listOf(await array.read())).toEqual([7, 8, 3]);
    await array.close();
    expect(listOf(await other.read())).toEqual([7, 8, 3]);
  });

  test("zips of zarr-python and of netCDF-C are read through their address", async () => {
    const v3 = await openArray("fixtures/zip/zarr-python-v3.zip::a");
    const v2 = await openArray("fixtures/zip/zarr-python-v2.zip", { path: "a" });
    const wanted = Array.from({ length: 20 }, (_, i) => i);
    for (const array of [v3, v2]) expect(listOf(await array.read())).toEqual(wanted);
    for (const version of ["4.8.1", "4.9.3"]) {
      const group = await openGroup(`fixtures/zip/netcdf-c-${version}-groups.zip`);
      const deep = await openArray(`fixtures/zip/netcdf-c-${version}-groups.zip::g1/g11/deep`);
      expect(group.kind).toBe("group");
      expect(listOf(await deep.read())).toEqual(Array.from({ length: 15 }, (_, i) => i + 1));
    }
  });

  test("nothing there is said, not guessed", async () => {
    await expect(open(newPath())).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("several at one archive", () => {
  test("a second store of this program gets an error that says so", async () => {
    const path = newPath();
    const [one, other] = [zipStore(fileBytes(path)), zipStore(fileBytes(path))];
    await one.set!("a", bytes(1));
    await expect(other.set!("b", bytes(2))).rejects.toThrow("another store of this program");
    await one.close();
    await other.set!("b", bytes(2));
    await other.close();
    expect(await valuesIn(path)).toEqual({ a: [1], b: [2] });
  });

  test.each([
    ["of a dead process", JSON.stringify({ process: 2 ** 22 + 1, host: hostname() }), undefined],
    ["of another machine", JSON.stringify({ process: 1, host: "elsewhere" }), "process 1 on elsewhere"],
    ["that says nothing", "", "another process"],
  ])("a lock %s", async (_, text, problem) => {
    const path = newPath();
    writeFileSync(`${path}.lock`, text);
    const store = zipFile(path);
    const outcome = store.set!("a", bytes(1));
    if (problem === undefined) {
      await outcome;
      await store.close!();
    } else {
      await expect(outcome).rejects.toMatchObject({ code: "not-allowed" });
      await expect(outcome).rejects.toThrow(problem);
      await expect(outcome).rejects.toThrow(`delete ${path}.lock`);
    }
  });

  test("a lock of a dead process, of which others were killed while they removed it", async () => {
    const path = newPath();
    const dead = (token: string): string => JSON.stringify({ process: 2 ** 22 + 1, host: hostname(), token });
    writeFileSync(`${path}.lock`, dead("first"));
    writeFileSync(`${path}.lock.first`, dead("second"));
    writeFileSync(`${path}.lock.first.second`, dead("third"));
    await setAndClose(path);
    const names = readdirSync(base).filter((name) => `${base}/${name}`.startsWith(`${path}.`));
    expect(names.filter((name) => !name.endsWith(".lock"))).toEqual([]);
  });

  test("a lock of a dead process that a live one is just removing", async () => {
    const path = newPath();
    const owner = (id: number, token: string): string => JSON.stringify({ process: id, host: hostname(), token });
    writeFileSync(`${path}.lock`, owner(2 ** 22 + 1, "first"));
    writeFileSync(`${path}.lock.first`, owner(process.ppid, "second"));
    await expect(zipFile(path).set!("a", bytes(1))).rejects.toMatchObject({ code: "not-allowed" });
    expect(readdirSync(base).filter((name) => `${base}/${name}`.startsWith(`${path}.lock`))).toHaveLength(2);
  });

  // Elsewhere nobody says when a process started.
  test.runIf(process.platform === "linux")("a lock of a process whose number another has by now", async () => {
    const path = newPath();
    writeFileSync(`${path}.lock`, JSON.stringify({ process: process.pid, host: hostname(), started: "1" }));
    await setAndClose(path);
  });

  test("an archive that was replaced is noticed by the next read", async () => {
    const path = newPath();
    copyFileSync("fixtures/zip/python-stored.zip", path);
    const store = await at(path);
    expect(await store.get("zarr.json")).toBeDefined();
    const next = newPath();
    copyFileSync("fixtures/zip/python-unicode.zip", next);
    renameSync(next, path);
    expect(await store.get("ä/ö")).toEqual(bytes(49));
    expect(await store.get("a/c/0/0")).toBeUndefined();
    expect(await (await at(path)).get("ä/ö")).toEqual(bytes(49));
    await store.set!("new", bytes(1));
    await store.close!();
    expect(Object.keys(await valuesIn(path))).toEqual(["new", "zarr.json", "ä/ö", "日本/語", "😀.json"]);
  });

  test("an archive that is overwritten in place is read as it is now, also the parts of an entry", async () => {
    const [path, next] = [newPath(), newPath()];
    // Two archives of one length whose entries lie in the same places: nothing but the bytes of the values differs.
    for (const [file, value] of [
      [path, 1],
      [next, 2],
    ] as const) {
      const made = zipFile(file);
      await made.set!("a", new Uint8Array(5000).fill(value));
      await made.set!("b", new Uint8Array(5000).fill(value + 10));
      await made.close!();
    }
    const store = await at(path);
    const range = { offset: 100, length: 3 };
    for (let i = 0; i < 2; i++) expect(await store.get("b", { range })).toEqual(bytes(11, 11, 11));
    const version = {};
    expect(await store.get("a", { range, version })).toEqual(bytes(1, 1, 1));
    writeFileSync(path, readFileSync(next));
    expect(await store.get("b", { range })).toEqual(bytes(12, 12, 12));
    // What belongs together with an old part is refused.
    await expect(store.get("a", { range, version })).rejects.toMatchObject({
      code: "invalid-data",
      request: { kind: "changed" },
    });
    expect(await store.get("a")).toEqual(new Uint8Array(5000).fill(2));
  });

  describe("reads side by side", () => {
    const KEYS = ["a", "b", "c", "d", "e", "f"];

    /** An archive of these keys with one value in all of them. */
    async function archiveOf(value: number): Promise<Uint8Array> {
      const target = memoryTarget();
      const made = zipStore(target);
      for (const key of KEYS) await made.set!(key, new Uint8Array(1000).fill(value));
      await made.close!();
      return (await target.read())!;
    }

    /** Reads all keys of an archive at once. Another one takes its place after that many reads of it. */
    async function readAll(readsBefore = Number.POSITIVE_INFINITY) {
      const [before, after] = [memoryTarget(await archiveOf(1)), memoryTarget(await archiveOf(2))];
      const calls: string[] = [];
      let isOpen = false;
      const isReplaced = (): boolean => isOpen && calls.filter((call) => call === "read").length >= readsBefore;
      const read: ByteTarget["read"] = (range, options) => {
        const found = (isReplaced() ? after : before).read(range, options);
        calls.push("read");
        return found;
      };
      const stamp = (): string => {
        calls.push("stamp");
        return isReplaced() ? "after" : "before";
      };
      const store = zipStore({ ...before, read, stamp });
      await store.head!("a");
      isOpen = true;
      calls.length = 0;
      const values = await Promise.all(KEYS.map((key) => store.get(key)));
      return { calls, values };
    }

    test("share one look at the file, after the last of them", async () => {
      const { calls, values } = await readAll();
      expect(calls).toEqual([...KEYS.map(() => "read"), "stamp"]);
      expect(values).toEqual(KEYS.map(() => new Uint8Array(1000).fill(1)));
    });

    test.each([0, 1, 2, 3, 4, 5, 6])("are each followed by a look, begun %i steps after each other", async (steps) => {
      const calls: string[] = [];
      const file = memoryTarget(await archiveOf(1));
      // It takes a while, in which other reads begin.
      const stamp = async (): Promise<string> => {
        calls.push("stamp");
        for (let step = 0; step < 20; step++) await undefined;
        return "same";
      };
      const store = zipStore({ ...file, stamp });
      await store.head!("a");
      calls.length = 0;
      const reads: Promise<unknown>[] = [];
      for (const key of KEYS) {
        reads.push(store.get(key).then(() => calls.push(`done ${key}`)));
        calls.push(`read ${key}`);
        for (let step = 0; step < steps; step++) await undefined;
      }
      await Promise.all(reads);
      for (const key of KEYS) {
        expect(calls.slice(calls.indexOf(`read ${key}`), calls.indexOf(`done ${key}`))).toContain("stamp");
      }
    });

    test.each([1, 2, 3, 4, 5, 6])("give the new values if the file is another one after read %i", async (n) => {
      const { values } = await readAll(n);
      expect(values).toEqual(KEYS.map(() => new Uint8Array(1000).fill(2)));
    });
  });

  test("an archive that is gone is an error, not one without values", async () => {
    const path = newPath();
    copyFileSync("fixtures/zip/python-stored.zip", path);
    const store = await at(path);
    expect(await store.get("zarr.json")).toBeDefined();
    rmSync(path);
    await expect(store.get("zarr.json")).rejects.toMatchObject({ code: "io" });
    await expect(store.get("zarr.json")).rejects.toMatchObject({ code: "io" });
  });

  test("opened again by its path, a file that is another one is an error, never a mixture", async () => {
    const path = newPath();
    copyFileSync("fixtures/zip/python-stored.zip", path);
    const source = fileBytes(path);
    expect(await source.read({ offset: 0, length: 2 })).toEqual(bytes(0x50, 0x4b));
    const next = newPath();
    copyFileSync(path, next);
    renameSync(next, path);
    await expect(source.truncate(0)).rejects.toMatchObject({ code: "io" });
    await source.close!();
    expect(await source.size()).toBe(readFileSync(path).byteLength);
  });
});

test("files are repacked into files", async () => {
  const [path, target] = [newPath(), newPath()];
  const store = zipFile(path, { fsync: true });
  for (let i = 0; i < 5; i++) {
    await store.set!("a", pattern(100_000, i));
    await store.flush();
  }
  const report = await repackZip(fileBytes(path), fileBytes(target), { fsync: true });
  expect(report).toEqual({ entries: 1, bytes: readFileSync(target).byteLength });
  expect(report.bytes).toBeLessThan(100_200);
  expect(Buffer.compare((await zipFile(target).get("a"))!, pattern(100_000, 4))).toBe(0);
  expect(readdirSync(base).filter((name) => name.endsWith(".lock") && name.includes(`${count}.zip`))).toEqual([]);
});
