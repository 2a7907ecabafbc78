/** Datasets of any format, served as plain Zarr: documents, chunks byte for byte or encoded anew, and what zarrita reads. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as zarrita from "zarrita";
import { copy, create, memoryStore, open, openArray, openGroup } from "../../../src/index.ts";
import { fixtureFile } from "../../formats/bloscpack/fixture-files.ts";
import { serveHere } from "./ask.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-serve-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const values = Float32Array.from({ length: 30 * 40 }, (_, i) => i / 3);
const SHAPE = { shape: [30, 40], dtype: "float32", chunks: [10, 16] } as const;

async function readByZarrita(
  store: { get(key: string): Promise<Uint8Array | undefined> },
  path = "",
): Promise<unknown> {
  // zarrita's keys begin with a slash.
  const root = zarrita.root(store as zarrita.AsyncReadable);
  const array = await zarrita.open(path === "" ? root : root.resolve(path), { kind: "array" });
  return (await zarrita.get(array)).data;
}

const documents = (text: string): string[] => JSON.parse(text).map(({ name }: { name: string }) => name);

describe.each(["zarr1", "zarr0", "zarr3-draft", "bloscpack"] as const)("%s", (format) => {
  it("is read by zarrita, and by ourselves", async () => {
    const address = join(folder, format === "bloscpack" ? "a.blp" : `${format}.zarr`);
    const memory = new Map<string, Uint8Array>();
    await (await create(memory, SHAPE)).write(undefined, values);
    await copy(memory, address, { format });
    const { store, served, tree } = await serveHere(address);
    expect(served).toBe(format.startsWith("zarr3") || format === "bloscpack" ? "zarr3" : "zarr2");
    expect(await readByZarrita(store)).toEqual(values);
    expect((await (await openArray(store)).read()).data).toEqual(values);
    await tree.close();
  });
});

it("passes on Blosc frames of zarr 1 and of Bloscpack byte for byte", async () => {
  const memory = new Map<string, Uint8Array>();
  const blosc = { name: "blosc", configuration: { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 4 } };
  await (await create(memory, { ...SHAPE, codecs: [blosc] })).write(undefined, values);
  const old = join(folder, "passed.zarr");
  await copy(memory, old, { format: "zarr1" });
  const { store, ask } = await serveHere(old);
  expect(await store.get("1.2")).toEqual(new Uint8Array(readFileSync(join(old, "1.2"))));
  expect(await ask("/1.2", { range: "bytes=0-3" })).toMatchObject({ status: 206 });
});

it.each(["numpy-le_f4", "numpy-be_f4", "numpy-order-F", "numpy-zstd-bitshuffle", "numpy-le_i2", "append-double"])(
  "serves every element of %s, which bloscpack made",
  async (name) => {
    const { path } = fixtureFile(name);
    const { store } = await serveHere(path);
    const expected = await (await openArray(path)).read();
    expect((await (await openArray(store)).read()).toNested()).toEqual(expected.toNested());
    // zarrita does not read all types of bytes, but these.
    if (name !== "append-double") expect(await readByZarrita(store)).toHaveLength(expected.data.length);
  },
);

it("re-encodes chunks where the format has no such codec, once for all concurrent requests", async () => {
  const memory = new Map<string, Uint8Array>();
  const array = await create(memory, { ...SHAPE, shards: [30, 48] });
  await array.write(undefined, values);
  const { store, ask } = await serveHere(memory, { format: "zarr2" });
  expect(await readByZarrita(store)).toEqual(values);
  const asked = await Promise.all(Array.from({ length: 20 }, () => ask("/1.1", { range: "bytes=0-9" })));
  expect(new Set(asked.map(({ status, headers }) => `${status} ${headers["etag"]}`)).size).toBe(1);
  expect(asked[0]).toMatchObject({ status: 206, bytes: (await store.get("1.1"))!.slice(0, 10) });
});

describe.each(["zarr2", "zarr3"] as const)("references to %s", (format) => {
  it("become a tree with consolidated metadata, and their chunks are passed on", async () => {
    const memory = memoryStore();
    const root = await create(memory, { format, attributes: { title: "x" } });
    await (await root.create("deep/air", SHAPE)).write(undefined, values);
    const refs: Record<string, unknown> = {};
    const parts: Uint8Array[] = [new Uint8Array(100)];
    let end = 100;
    for await (const { key } of memory.list!("")) {
      const bytes = (await memory.get(key))!;
      if (/\.z\w+$|zarr\.json$/.test(key)) refs[key] = new TextDecoder().decode(bytes);
      else {
        refs[key] = [`${format}.bin`, end, bytes.byteLength];
        parts.push(bytes);
        end += bytes.byteLength;
      }
    }
    const chunk = Object.keys(refs).find((key) => /1[./]1$/.test(key))!;
    const lost = Object.keys(refs).find((key) => /2[./]2$/.test(key))!;
    refs[lost] = ["nowhere.bin", 0, 10];
    writeFileSync(join(folder, `${format}.bin`), Buffer.concat(parts));
    writeFileSync(join(folder, `${format}.json`), JSON.stringify({ version: 1, refs }));

    const { served, store, ask } = await serveHere(join(folder, `${format}.json`));
    expect(served).toBe(format);
    expect(await store.get(chunk)).toEqual(await memory.get(chunk));
    expect((await ask(`/${chunk}`, { range: "bytes=2-5" })).bytes).toEqual((await memory.get(chunk))!.slice(2, 6));
    // A target that is missing is an error, never an absent chunk.
    expect(await ask(`/${lost}`)).toMatchObject({ status: 502 });
    expect((await openGroup(store)).hierarchy.consolidated).toBe(true);
    const opened = await openArray(store, { path: "deep/air" });
    expect((await opened.read("0:20, :")).data).toEqual(values.slice(0, 800));
    expect(documents((await ask("/deep/?json")).text)).toEqual([
      "air",
      ...(format === "zarr2" ? [".zattrs", ".zgroup"] : ["zarr.json"]),
    ]);
    // What is no key of the tree is not in it, though the set might have it.
    for (const key of ["deep/air/c/9/9", "deep/air/9.9", "deep/air/01.1", "deep/air/x", "other"]) {
      expect((await ask(`/${key}`)).status).toBe(404);
    }
  });
});

it("serves Zarr as it is, and as a tree with consolidated metadata if asked", async () => {
  const address = join(folder, "plain.zarr");
  const root = await create(address);
  await (await root.create(".odd/a", SHAPE)).write(undefined, values);
  const files = await serveHere(address);
  expect(files.served).toBe("files");
  expect((await files.ask("/zarr.json")).bytes).toEqual(new Uint8Array(readFileSync(join(address, "zarr.json"))));
  expect((await files.ask("/.odd/a/zarr.json")).status).toBe(403);
  const tree = await serveHere(address, { as: "zarr" });
  expect(tree.served).toBe("zarr3");
  expect((await openGroup(tree.store)).hierarchy.consolidated).toBe(true);
  expect(await readByZarrita(tree.store, "/.odd/a")).toEqual(values);
  const old = await serveHere(address, { format: "zarr2" });
  expect(old.served).toBe("zarr2");
  expect(await old.store.get(".odd/a/1.2")).toEqual(new Uint8Array(readFileSync(join(address, ".odd/a/c/1/2"))));
  expect(await readByZarrita(old.store, "/.odd/a")).toEqual(values);
  expect((await serveHere(await open(address, { path: ".odd/a" }), { as: "zarr" })).served).toBe("zarr3");
});

it("serves NCZarr as Zarr v2, and says what that does not record", async () => {
  const root = await create(join(folder, "nc.zarr"), {
    format: "nczarr",
    dimensions: { y: 30, x: { length: 40, unlimited: true } },
  });
  const made = await root.create("g/a", { ...SHAPE, dims: ["y", "x"] });
  await made.write(undefined, values);
  const { store, served, lost } = await serveHere(join(folder, "nc.zarr"));
  expect(served).toBe("zarr2");
  expect(lost.join()).toMatch(/unlimited/);
  expect(await readByZarrita(store, "/g/a")).toEqual(values);
  expect((await openGroup(store)).hierarchy.format).toBe("zarr2");
  expect(await store.get("g/a/1.1")).toEqual(new Uint8Array(readFileSync(join(folder, "nc.zarr/g/a/1.1"))));
});

it("serves a node below the root, an opened array, and an archive", async () => {
  const root = await create(join(folder, "tree.zarr"), { format: "zarr2" });
  await (await root.create("g/a", SHAPE)).write(undefined, values);
  expect(await readByZarrita((await serveHere(`${join(folder, "tree.zarr")}::g`)).store, "/a")).toEqual(values);
  expect(
    await readByZarrita((await serveHere(await openArray(join(folder, "tree.zarr"), { path: "g/a" }))).store),
  ).toEqual(values);
  const zip = join(folder, "tree.zip");
  await copy(join(folder, "tree.zarr"), zip);
  const archive = await serveHere(zip);
  expect(archive.served).toBe("files");
  expect(await readByZarrita(archive.store, "/g/a")).toEqual(values);
  await archive.tree.close();
});

it("absent chunks stay absent, or are served where their absence would mean another value", async () => {
  const memory = new Map<string, Uint8Array>();
  const array = await create(memory, { ...SHAPE, dims: ["y", "x"], fillValue: 7, attributes: {} });
  await array.write("0:10, 0:16", 1);
  const same = await serveHere(memory, { as: "zarr" });
  expect((await same.ask("/c/1/1")).status).toBe(404);
  // Zarr v2 has masks as fill values. Without a mask there is none, and every chunk counts.
  const other = await serveHere(memory, { format: "zarr2" });
  expect(other.notes.join()).toMatch(/no fill value/);
  expect((await other.ask("/1.1")).status).toBe(200);
  const expected = (await array.read()).data;
  expect(await readByZarrita(same.store)).toEqual(expected);
  expect(await readByZarrita(other.store)).toEqual(expected);
});

it("damage is an error of the server, not an absent chunk", async () => {
  const bytes = new Uint8Array(readFileSync(fixtureFile("numpy-le_f4").path));
  bytes.fill(0xff, bytes.byteLength - 20);
  writeFileSync(join(folder, "damaged.blp"), bytes);
  const { ask } = await serveHere(join(folder, "damaged.blp"));
  expect((await ask("/c/0/0/0")).status).toBe(500);
});
