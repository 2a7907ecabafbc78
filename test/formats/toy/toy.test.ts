/** A format is one registration: everything that lists formats, finds them or speaks of them follows. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  copy,
  create,
  doctor,
  info,
  knownFormats,
  memoryStore,
  open,
  openArray,
  openGroup,
  openStore,
  registerFormat,
  tree,
} from "../../../src/index.ts";
import { readOnly } from "../../../src/stores/wrappers/read-only.ts";
import { runCli } from "../../cli/run-cli.ts";
import { failure } from "../open-documents.ts";
import { toyDirectory } from "./toy-directory.ts";
import { toyFile, toyFileBytes } from "./toy-file.ts";

const scratch = mkdtempSync(join(tmpdir(), "hyperslab-toy-"));
const unregister: (() => void)[] = [];
beforeAll(() => {
  unregister.push(registerFormat(toyDirectory), registerFormat(toyFile));
});
afterAll(() => {
  for (const remove of unregister) remove();
  rmSync(scratch, { recursive: true });
});

const values = Uint8Array.of(1, 2, 3, 4, 5, 6);
let count = 0;
const newPath = (ending = ""): string => join(scratch, `${++count}${ending}`);

async function toyTree(path: string): Promise<string> {
  const root = await create(path, { format: "toy", attributes: { made: "here" } });
  const array = await root.create("g/a", { shape: [2, 3], dtype: "uint8", chunks: [1, 3] });
  await array.write(undefined, values);
  return path;
}

describe("a format of directories", () => {
  it("is created, found and read", async () => {
    const path = await toyTree(newPath());
    expect(readdirSync(path).sort()).toEqual(["g", "toy.json"]);
    const root = await openGroup(path);
    expect(root.hierarchy.format).toBe("toy");
    expect(root.attributes).toEqual({ made: "here" });
    expect((await (await openArray(path, { path: "g/a" })).read()).data).toEqual(values);
  });

  it("is named in addresses, by an alias too, and a path into it is opened from its root", async () => {
    const path = await toyTree(newPath());
    for (const address of [`${path}|toy:g/a`, `${path}|toy-tree:g/a`, `${path}/g/a`]) {
      const array = await openArray(address);
      expect([array.path, array.hierarchy.format]).toEqual(["g/a", "toy"]);
    }
  });

  it("is shown as a tree", async () => {
    const path = await toyTree(newPath());
    expect(await info(path)).toMatchObject({ format: "toy" });
    expect(JSON.stringify(await tree(path))).toContain("g/a");
    expect((await runCli(["tree", path])).stdout).toContain("uint8");
    const { usable, checks } = await doctor(path);
    expect([usable, checks.map(({ title }) => title)]).toEqual([true, expect.arrayContaining(["read toy.json"])]);
  });

  it("is copied to and from", async () => {
    const path = await toyTree(newPath());
    const [there, back] = [newPath(), newPath()];
    expect(await copy(path, there, { format: "zarr2" })).toMatchObject({ verified: true, arrays: 1, groups: 2 });
    expect(await copy(there, back, { format: "toy-tree" })).toMatchObject({ verified: true, format: "toy" });
    expect((await (await openArray(`${back}|toy:g/a`)).read()).data).toEqual(values);
  });

  it("is added to where it is, and refused where something else is", async () => {
    const path = await toyTree(newPath());
    await create(path, { path: "b", shape: [1], dtype: "uint8" });
    expect(readdirSync(join(path, "b"))).toEqual(["toy.json"]);
    const error = await failure(create(path, { format: "zarr3" }));
    expect(error.message).toMatch(/there is a Toy tree hierarchy already/);
  });
});

describe("a format of files", () => {
  it("is created, found by its name, and read", async () => {
    const path = newPath(".toyf");
    const array = await create(path, { shape: [2, 3], dtype: "uint8" });
    expect(array.hierarchy.format).toBe("toyfile");
    await array.write(undefined, values);
    expect((await (await openArray(path)).read("1")).data).toEqual(values.slice(3));
    expect(await info(path)).toMatchObject({ format: "toyfile" });
  });

  it("is found by its first bytes, whatever its name", async () => {
    const path = newPath(".data");
    writeFileSync(path, toyFileBytes([2, 3], values));
    expect((await (await openArray(path)).read()).data).toEqual(values);
  });

  it("is found in memory, in an archive, among other values, and in a browser's file", async () => {
    const bytes = toyFileBytes([6], values);
    const read = async (...given: Parameters<typeof openArray>) => (await (await openArray(...given)).read()).data;
    const zip = newPath(".zip");
    for (const address of ["memory:toy", zip]) {
      const store = await openStore(address);
      await store.set!("a/x.toyf", bytes);
      await store.set!("a/named", bytes);
      await store.close?.();
    }
    expect(await read("memory:toy/a/x.toyf")).toEqual(values);
    expect(await read("memory:toy/a/named|toyfile:")).toEqual(values);
    expect(await read(`${zip}|zip:a/x.toyf`)).toEqual(values);
    expect(await read(`${zip}|zip:a/named|toyfile:`)).toEqual(values);
    const store = memoryStore(new Map([["a/x.toyf", bytes]]));
    expect(await read(store, { path: "a/x.toyf" })).toEqual(values);
    expect(await read(new Blob([bytes.slice()]))).toEqual(values);
    expect(await read(new File([bytes.slice()], "x.data"))).toEqual(values);
    expect(await read([new File([bytes.slice()], "x.toyf")])).toEqual(values);
  });

  it("is copied to and from", async () => {
    const [path, there] = [newPath(".toyf"), newPath()];
    const refused = copy(await toyTree(newPath()), path, { format: "toyfile" });
    expect((await failure(refused)).message).toMatch(/one array of uint8/);
    const source = await openArray(await toyTree(newPath()), { path: "g/a" });
    expect(await copy(source, path)).toMatchObject({ format: "toyfile", verified: true });
    expect(await copy(path, there, { format: "zarr3" })).toMatchObject({ verified: true });
    expect((await (await openArray(there)).read()).data).toEqual(values);
  });

  it("does not take the place of a directory, nor a directory that of a file", async () => {
    const error = await failure(create(newPath(".toyf"), { format: "zarr3" }));
    expect(error.message).toMatch(/Zarr v3 is written as a directory, but this name is that of a file/);
  });
});

describe("words about formats", () => {
  it("are in the program's help and choices", async () => {
    const { stdout } = await runCli(["create", "--help"]);
    expect(stdout).toMatch(/toy\b[\s\S]*toyfile/);
    const path = newPath();
    expect((await runCli(["create", path, "--format", "toy-tree"])).code).toBe(0);
    expect(readdirSync(path)).toEqual(["toy.json"]);
    expect((await runCli(["info", path])).stdout).toContain("Toy tree");
    expect((await runCli(["create", newPath(), "--format", "toyy"])).stderr).toMatch(/toy/);
  });

  it("are in errors", async () => {
    expect((await failure(open(newPath()))).message).toContain("toy.json (Toy tree)");
    expect((await failure(open(`${newPath()}|toyfil:`))).message).toContain("|toyfile:");
    expect((await failure(open(memoryStore(), { format: "tou" }))).message).toMatch(/tou.*toy, toyfile/);
    const path = await toyTree(newPath());
    expect((await failure(open(path, { format: "zarr3" }))).message).toContain("Toy tree, not zarr3");
    const folder = newPath();
    mkdirSync(folder);
    writeFileSync(join(folder, "1.toyf"), toyFileBytes([6], values));
    expect((await failure(open(folder))).message).toContain("a folder of Toy file files, not one dataset");
  });

  it("are gone with the registration", async () => {
    const { name } = toyDirectory;
    const remove = registerFormat({ ...toyDirectory, name: "toy2", aliases: [] });
    expect(knownFormats().map((format) => format.name)).toContain("toy2");
    expect((await failure(Promise.resolve().then(() => registerFormat({ ...toyFile, aliases: [name] })))).code).toBe(
      "exists",
    );
    remove();
    expect((await failure(open(memoryStore(), { format: "toy2" }))).code).toBe("unsupported");
  });
});

describe("loading", () => {
  it("is done of formats that are there, or written, and of no other", async () => {
    const load = async (): Promise<never> => {
      throw new Error("this format is loaded for nothing");
    };
    const marks = { name: "broken", title: "Broken", load };
    const remove = registerFormat({
      ...marks,
      directory: { node: ["broken.json"], common: true },
      file: { extensions: [".broken"] },
    });
    try {
      const store = memoryStore();
      const root = await create(store, { format: "zarr2" });
      await root.create("a", { shape: [1], dtype: "uint8" });
      await open(store, { path: "a" });
      await copy(store, memoryStore(), { format: "toy" });
      expect((await failure(open(memoryStore()))).message).toContain("broken.json (Broken)");
      await expect(open(memoryStore(new Map([["broken.json", values]])))).rejects.toThrow("for nothing");
    } finally {
      remove();
    }
  });
});

describe("a file that refers to another", () => {
  const pointer = (address: string): Uint8Array => toyFileBytes([6], address);

  it("reads it in its own directory, on its own server and in its own archive", async () => {
    writeFileSync(join(scratch, "values"), values);
    const path = join(scratch, "pointer.toyf");
    for (const address of ["values", "./values", `../${scratch.split("/").at(-1)}/values`, join(scratch, "values")]) {
      writeFileSync(path, pointer(address));
      expect((await (await openArray(path)).read()).data).toEqual(values);
    }
    const store = await openStore("memory:pointers");
    await store.set!("deep/x.toyf", pointer("../values"));
    await store.set!("values", values);
    expect((await (await openArray("memory:pointers/deep/x.toyf")).read()).data).toEqual(values);
  });

  it("is refused elsewhere, unless that is allowed", async () => {
    const outside = newPath();
    writeFileSync(outside, values);
    const store = await openStore("memory:strangers");
    const refused = async (address: string, from = "memory:strangers/x.toyf"): Promise<string> => {
      await store.set!("x.toyf", pointer(address));
      const error = await failure(open(from));
      expect(error.code).toBe("not-allowed");
      return error.message;
    };
    expect(await refused(outside)).toMatch(/refers to .*, which is not allowed.*allow: \[/);
    for (const address of ["memory:others/x", "file:///etc/passwd", "../../x", "http://127.0.0.1/x"]) {
      await refused(address);
    }
    await store.set!("x.toyf", pointer(outside));
    const array = await openArray("memory:strangers/x.toyf", { allow: [scratch] });
    expect((await array.read()).data).toEqual(values);
    await expect(openArray("memory:strangers/x.toyf", { allow: [`${scratch}/below`] })).rejects.toThrow("not allowed");
  });

  it("is refused where it cannot be told where that is", async () => {
    const store = readOnly(memoryStore(new Map([["x.toyf", pointer("values")]])));
    expect((await failure(open(store, { path: "x.toyf" }))).message).toMatch(/Open the file by its address/);
  });
});
