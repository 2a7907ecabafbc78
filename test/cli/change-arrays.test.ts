/** Arrays changed from the command line: write, append, resize, rename, delete. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { create, open, openArray, openGroup } from "../../src/index.ts";
import { type Outcome, runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-change-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const npy = (name: string): string => new URL(`../../fixtures/npy/${name}.npy`, import.meta.url).pathname;

async function cli(...argv: readonly string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await runCli(argv);
  return { code, stdout, stderr: stderr.replaceAll(folder, "~") };
}

let made = 0;
/** A consolidated hierarchy with the array `a` of shape [4, 3] in the group `g`. */
async function sample(format: "zarr2" | "zarr3" = "zarr3"): Promise<string> {
  const path = join(folder, `${made++}.zarr`);
  await create(path, { format });
  await create(path, { path: "g/a", shape: [4, 3], dtype: "int32", chunks: [2, 2], dims: ["y", "x"], fillValue: -1 });
  await (await openGroup(path)).consolidate();
  return path;
}

async function values(address: string): Promise<readonly unknown[]> {
  const { data } = await (await openArray(address)).read();
  const list: ArrayLike<unknown> = data;
  return Array.from(list);
}

describe("write", () => {
  it("a value, everywhere and in a selection", async () => {
    const path = await sample();
    expect(await cli("write", `${path}::g/a`, "--value", "7")).toMatchObject({ code: 0 });
    const { code, stderr } = await cli("write", `${path}::g/a[0]`, "--value", "-3");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "-3 written to [0] of /g/a\n" });
    expect(await values(`${path}::g/a`)).toEqual([-3, -3, -3, 7, 7, 7, 7, 7, 7, 7, 7, 7]);
  });

  it("a CSV file, and stdin", async () => {
    const path = await sample();
    const file = join(folder, "rows.csv");
    writeFileSync(file, "1,2,3\n4,5,6\n");
    expect((await cli("write", `${path}::g/a`, file, "-s", "1:3")).stderr).toBe(
      "~/rows.csv: 6 elements written, shape 2 x 3\n",
    );
    const stdin = Readable.from([Buffer.from(new Int32Array([8, 9, 10]).buffer)]);
    const piped = await runCli(["write", `${path}::g/a[0]`, "-", "--as", "raw", "--json"], { stdin });
    expect(JSON.parse(piped.stdout)).toEqual({ file: "-", format: "raw", shape: [3], arrayShape: [4, 3], elements: 3 });
    expect(await values(`${path}::g/a`)).toEqual([8, 9, 10, 1, 2, 3, 4, 5, 6, -1, -1, -1]);
  });

  it("a new array of a .npy file", async () => {
    const path = join(folder, "new.zarr");
    const made = await cli("write", path, npy("f4-fortran"), "--create", "--dims", "t,y,x", "--chunks", "1,3,4");
    expect(made.code).toBe(0);
    const array = await openArray(path);
    expect([array.dtype, array.shape, array.dims, array.chunks]).toEqual([
      "float32",
      [2, 3, 4],
      ["t", "y", "x"],
      [1, 3, 4],
    ]);
    expect(await values(path)).toEqual(Array.from({ length: 24 }, (_, i) => i));
    expect((await cli("write", path, npy("f4"), "--create")).stderr).toContain("--overwrite");
  });

  it("says what is missing or out of place", async () => {
    const path = await sample();
    expect(await cli("write", `${path}::g/a`, join(folder, "none.npy"))).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("there is no such file"),
    });
    expect((await cli("write", `${path}::g/a`, "x.dat")).stderr).toContain("--as npy, csv or raw");
    expect((await cli("write", `${path}::g/a`, npy("f4"), "--dtype", "int8")).stderr).toContain("--create");
    expect((await cli("write", `${path}::g/a`, "--value", "1", "--create")).stderr).toContain("not for --value");
    expect((await cli("write", `${path}::g/a`, "--value", "many")).stderr).toContain("The array holds int32");
    expect((await cli("write", `${path}::g`, "--value", "1")).stderr).toContain("this is a group, not an array");
  });
});

describe("append", () => {
  it("steps of a .npy file along a dimension by its name", async () => {
    const path = join(folder, "steps.zarr");
    await create(path, { shape: [0, 3, 4], dtype: "float32", chunks: [1, 3, 4], dims: ["t", "y", "x"] });
    const { code, stderr } = await cli("append", path, npy("f4"), "--along", "t");
    expect(code).toBe(0);
    expect(stderr).toContain("24 elements appended, the array's shape is now 2 x 3 x 4");
    expect((await cli("append", path, npy("f4"), "--along", "z")).stderr).toContain("Its dimensions are t, y, x");
  });

  it("to an array in a Bloscpack file", async () => {
    const path = join(folder, "packed.blp");
    await create(path, { data: new Float32Array([1, 2]), format: "bloscpack" });
    const more = join(folder, "more.raw");
    writeFileSync(more, new Uint8Array(new Float32Array([3, 4]).buffer));
    expect(await cli("append", path, more)).toMatchObject({ code: 0 });
    expect(await values(path)).toEqual([1, 2, 3, 4]);
    expect((await cli("append", path, more, "--as", "raw")).stderr).toContain("not for Bloscpack files");
  });
});

describe("resize", () => {
  it("grows by name and by shape", async () => {
    const path = await sample();
    const { code, stderr } = await cli("resize", `${path}::g/a`, "y=5");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "/g/a: 4 x 3 is now 5 x 3\n" });
    await cli("resize", `${path}::g/a`, "5,4");
    expect((await openArray(`${path}::g/a`)).shape).toEqual([5, 4]);
  });

  it("shrinks only if told to", async () => {
    const path = await sample();
    const refused = await cli("resize", `${path}::g/a`, "2,3");
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("dimension y would shrink from 4 to 2");
    expect(refused.stderr).toContain("--shrink");
    expect((await cli("resize", `${path}::g/a`, "2,3", "--shrink")).code).toBe(0);
    expect((await openArray(`${path}::g/a`)).shape).toEqual([2, 3]);
  });
});

describe.each(["zarr2", "zarr3"] as const)("rename and delete in %s", (format) => {
  it("keep consolidated metadata true", async () => {
    const path = await sample(format);
    expect(await cli("rename", `${path}::g/a`, "b")).toMatchObject({ code: 0, stderr: "/g/a is now /g/b\n" });
    expect(await cli("rename", `${path}::g/b`, "/h/c")).toMatchObject({ code: 0 });
    const names = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const { path: node } of (await openGroup(path)).walk()) found.push(node);
      return found;
    };
    expect(await names()).toEqual(["g", "h", "h/c"]);
    expect((await cli("delete", `${path}::h`)).stderr).toContain("--recursive");
    expect(await cli("delete", `${path}::h`, "-r")).toMatchObject({ code: 0 });
    expect(await cli("delete", `${path}::g`, "--json")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"deleted": "g"'),
    });
    expect(await names()).toEqual([]);
    expect((await cli("delete", path, "-r")).stderr).toContain("root of a hierarchy");
    expect((await open(path)).kind).toBe("group");
  });
});
