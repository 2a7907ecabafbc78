/** HDF5 files that refer to others: external values, external links, virtual datasets. What cannot be reached is named. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HyperslabError } from "../../src/errors.ts";
import { memoryStore, openArray, openGroup, scan } from "../../src/index.ts";
import type { ExpectedFile } from "../contracts/scanner-contract.ts";
import { unpack } from "../fixture-sets.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";

const folder = unpack("fixtures/hdf5/h5py.tar.gz");
const { files } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as {
  readonly files: readonly ExpectedFile[];
};
const expectedOf = (name: string): ExpectedFile => files.find(({ file }) => file === name)!;
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));

let server: ObjectServer;
let scratch: string;
beforeAll(async () => {
  server = await objectServer();
  scratch = mkdtempSync(join(tmpdir(), "hyperslab-others-"));
});
afterAll(async () => {
  await server.close();
  rmSync(scratch, { recursive: true });
});

async function expectValues(address: string, name: string, allow: readonly string[] = []): Promise<void> {
  for (const [path, { values }] of Object.entries(expectedOf(name).arrays)) {
    const array = await openArray(`${address}::${path}`, { allow });
    if (typeof values !== "string") expect([...((await array.read()).data as Iterable<unknown>)], path).toEqual(values);
    else {
      const { data } = await array.read(undefined, { as: "bytes" });
      expect(Buffer.from(data as Uint8Array).toString("base64"), path).toBe(values);
    }
  }
}

const NAMES = ["external_values-new.h5", "external_links-old.h5", "virtual_sources-v110.h5", "virtual_sources-new.h5"];

test.each(NAMES)("%s: beside the file on a server", async (name) => {
  const start = name.replace(/h5$/, "");
  const others = readdirSync(folder).filter((each) => each.startsWith(start));
  const url = server.add(others.map((each) => [each, read(each)] as const));
  await expectValues(`${url}/${name}`, name);
});

test.each([
  ["external_links-old.h5", "dataset", "external_links-old.a.h5, which cannot be used: it does not exist"],
  ["external_links-old.h5", "group", "external_links-old.a.h5, which cannot be used: it does not exist"],
  ["virtual_sources-new.h5", "stack", "its source d0 in virtual_sources-new.a.h5 cannot be read: it does not exist"],
])("%s alone: /%s is left out, and the missing file named", async (name, path, message) => {
  const url = server.add([[name, read(name)]]);
  const group = await openGroup(`${url}/${name}`);
  const note = group.hierarchy.virtual?.notes.find((each) => each.path === path);
  expect(note?.isLoss).toBe(true);
  expect(note?.message).toContain(message);
  expect((await group.children()).map((child) => child.path)).not.toContain(path);
});

test("external values that are missing or short are errors, not zeros", async () => {
  const name = "external_values-new.h5";
  const store = memoryStore();
  await store.set!(name, read(name));
  await expect((await openArray(store, { path: `${name}/one` }).catch((error) => error)).code ?? "none").not.toBe(
    "none",
  );
  const url = server.add([
    [name, read(name)],
    ["external_values-new.one.raw", read("external_values-new.one.raw").slice(0, 100)],
  ]);
  await expect((await openArray(`${url}/${name}::one`)).read()).rejects.toThrow(HyperslabError);
  await expect((await openArray(`${url}/${name}::two`)).read()).rejects.toThrow(/two-a\.raw/);
});

test("a file on a server gets no files of this machine", async () => {
  const name = "external_links-old.h5";
  const bytes = read(name);
  const own = "external_links-old.a.h5";
  // An absolute path of the same length.
  const secret = join(scratch, "secret.h5").padEnd(own.length, "x").slice(0, own.length);
  expect(secret.length).toBe(own.length);
  const text = Buffer.from(bytes).toString("latin1").replaceAll(own, secret);
  const url = server.add([[name, new Uint8Array(Buffer.from(text, "latin1"))]]);
  const group = await openGroup(`${url}/${name}`);
  const notes = group.hierarchy.virtual!.notes.filter(({ isLoss }) => isLoss);
  expect(notes.map(({ path }) => path).sort()).toEqual(["dataset", "group", "soft"]);
  for (const { message } of notes) expect(message).toMatch(/cannot be used: .*not allowed/);
});

test("a source that its file does not have is refused by name", async () => {
  const name = "virtual_sources-new.h5";
  const others = readdirSync(folder).filter((each) => each.startsWith("virtual_sources-new."));
  const entries = others.map((each) => [each, read(each.endsWith(".a.h5") ? "integers-new.h5" : each)] as const);
  const url = server.add(entries);
  const group = await openGroup(`${url}/${name}`);
  const note = group.hierarchy.virtual!.notes.find(({ path }) => path === "stack");
  expect(note?.message).toContain(
    "its source d0 in virtual_sources-new.a.h5 cannot be read: the file has no dataset of this name",
  );
});

test("references to external values lead to the raw files, those of virtual datasets hold the values", async () => {
  for (const name of ["external_values-v110.h5", "virtual_sources-v110.h5"]) {
    const output = join(scratch, `${name}.json`);
    await (await scan(join(folder, name))).save(output);
    await expectValues(output, name, [folder]);
  }
  const { virtual } = await scan(join(folder, "external_values-v110.h5"));
  const urls = virtual.references.table.urls.map((url) => url.replace(/^.*\//, ""));
  expect(urls).toContain("external_values-v110.three-b.raw");
});

test("mappings are covered by their checksum", async () => {
  const text = Buffer.from(read("virtual_sources-new.h5")).toString("latin1");
  writeFileSync(join(scratch, "changed.h5"), Buffer.from(text.replace("/stack", "/local"), "latin1"));
  await expect(openGroup(join(scratch, "changed.h5"))).rejects.toThrow(/mappings of a virtual dataset/);
});

test.each([
  ["virtual_loop-new.h5", "virtual datasets refer to virtual datasets more than 8 times"],
  ["virtual_unlimited-new.h5", "a selection without an end"],
  ["virtual-new.h5", "its source d in elsewhere.h5 cannot be read: it does not exist"],
])("%s is refused: %s", async (name, message) => {
  const group = await openGroup(join(folder, name));
  expect(group.hierarchy.virtual!.notes.map((note) => note.message).join()).toContain(message);
});
