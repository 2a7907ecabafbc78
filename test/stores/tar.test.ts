/** Tar archives of Python's tarfile, and of the system's tar, as stores. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { create, open, openArray } from "../../src/index.ts";
import { tarStore } from "../../src/stores/tar/tar.ts";
import { unpack } from "../fixture-sets.ts";
import { has } from "../programs.ts";
import { objectServer } from "./object-server.ts";

interface Expected {
  readonly file: string;
  readonly members: Readonly<Record<string, { readonly offset: number; readonly value: string }>>;
}

const files: readonly Expected[] = JSON.parse(readFileSync("fixtures/tar/expected.json", "utf8"));
const folder = unpack("fixtures/tar/files.tar.gz");
const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(join(folder, file)));
const scratch = mkdtempSync(join(tmpdir(), "hyperslab-tar-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe.each(files)("$file", ({ file, members }) => {
  const bytes = bytesOf(file);
  const store = tarStore(memorySource(bytes), { location: file });

  it("has the members that tarfile has, where it has them", async () => {
    const keys: string[] = [];
    for await (const { key, size } of store.list!("")) {
      keys.push(key);
      const member = members[key === "hard" ? "a.npy" : key];
      if (key !== "soft") expect(size).toBe(Buffer.from(member!.value, "base64").byteLength);
    }
    expect(keys.sort()).toEqual([...Object.keys(members), "hard", "soft"].sort());
    for (const [key, { value, offset }] of Object.entries(members)) {
      const expected = new Uint8Array(Buffer.from(value, "base64"));
      expect(await store.get(key)).toEqual(expected);
      expect(await store.get(key, { range: { offset: 2, length: 3 } })).toEqual(expected.slice(2, 5));
      expect(await store.partOf!(key)).toEqual({ offset, length: expected.byteLength });
    }
    expect(await store.get("nothing")).toBeUndefined();
    expect((await store.listDirectory!("deep")).prefixes).toEqual(["er"]);
    expect(await store.get("hard")).toEqual(await store.get("a.npy"));
    await expect(store.get("soft")).rejects.toMatchObject({ code: "unsupported" });
  });

  it("is an address", async () => {
    expect((await openArray(`${join(folder, file)}|tar:a.npy`)).shape).toEqual([3, 4]);
    const server = await objectServer();
    const url = server.add([["x.tar", bytes]]);
    const array = await openArray(`${url}/x.tar|tar:a.npy`);
    expect((await array.read("1")).data).toEqual(Int32Array.of(4, 5, 6, 7));
    await server.close();
  });

  it("that is cut off, or damaged, is an error", async () => {
    for (let cut = 1; cut < 8; cut++) {
      const part = tarStore(memorySource(bytes.slice(0, 512 * cut * 2 + 100)));
      await expect(part.get("nothing")).rejects.toMatchObject({ code: "invalid-data" });
    }
    const damaged = bytes.slice();
    damaged[3]! ^= 1;
    await expect(tarStore(memorySource(damaged)).get("a.npy")).rejects.toThrow(/checksum at byte 0/);
  });
});

it.skipIf(!has("tar"))("sparse files of the system's tar are refused, not read with their holes closed", async () => {
  writeFileSync(join(scratch, "sparse"), "begin");
  truncateSync(join(scratch, "sparse"), 1 << 20);
  for (const format of ["gnu", "posix"]) {
    execFileSync("tar", ["-S", `--format=${format}`, "-cf", `${format}.tar`, "sparse"], { cwd: scratch });
    const store = tarStore(memorySource(new Uint8Array(readFileSync(join(scratch, `${format}.tar`)))));
    await expect(store.get("sparse"), format).rejects.toThrow(/a sparse file/);
  }
});

it.skipIf(!has("tar") || !has("zip"))("a hierarchy in an archive of the system's tar opens by its name", async () => {
  const array = await create(join(scratch, "data.zarr"), { shape: [4], dtype: "int16" });
  await array.write(undefined, Int16Array.of(1, 2, 3, 4));
  execFileSync("tar", ["-cf", "data.tar", "data.zarr"], { cwd: scratch });
  expect((await (await openArray(join(scratch, "data.tar"))).read()).data).toEqual(Int16Array.of(1, 2, 3, 4));
  execFileSync("zip", ["-q", "-0", "-r", "tar.zip", "data.tar"], { cwd: scratch });
  const inner = await openArray(`${join(scratch, "tar.zip")}|zip:data.tar|tar:`);
  expect(inner.shape).toEqual([4]);
});

it("what is not an archive is refused with the place", async () => {
  writeFileSync(join(scratch, "x.tar"), "no archive".repeat(100));
  await expect(open(join(scratch, "x.tar"))).rejects.toMatchObject({ code: "invalid-data" });
});
