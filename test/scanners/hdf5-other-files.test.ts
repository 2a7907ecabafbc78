/** HDF5 files that refer to others: external values, external links, virtual datasets. What cannot be reached is named. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HyperslabError } from "../../src/errors.ts";
import { copy, dump, makeReferences, memoryStore, openArray, openGroup, scan } from "../../src/index.ts";
import type { ExpectedFile } from "../contracts/scanner-contract.ts";
import { unpack } from "../fixture-sets.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";
import { rawZip } from "../stores/raw-zip.ts";

const folder = unpack("fixtures/hdf5/h5py.tar.gz");
const structures = unpack("fixtures/hdf5/structures.tar.gz");
const corners = unpack("fixtures/hdf5/corners.tar.gz");
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

test.each(["", "runs/"])("beside the file in an archive, in %j: references lead to them", async (inside) => {
  const name = "external_values-new.h5";
  const others = readdirSync(folder).filter((each) => each.startsWith(name.replace(/h5$/, "")));
  const archive = join(scratch, `${inside.length}.zip`);
  // Another folder, so that the archive's only one is not its top.
  const entries = [...others.map((each) => ({ name: `${inside}${each}`, data: read(each) })), { name: "other/file" }];
  writeFileSync(archive, rawZip(entries));
  const address = `${archive}|zip:${inside}${name}`;
  await expectValues(address, name);
  const [scanned, made] = [join(scratch, `scanned${inside.length}.json`), join(scratch, `made${inside.length}.json`)];
  await (await scan(address)).save(scanned);
  await makeReferences(address, made);
  for (const set of [scanned, made]) await expectValues(set, name);
});

test.each([
  ["external_links-old.h5", "dataset", "external_links-old.a.h5, which cannot be used: it does not exist"],
  ["external_links-old.h5", "group", "external_links-old.a.h5, which cannot be used: it does not exist"],
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

/** The files of virtual_sources-new.h5 on the server, some of them others. */
function virtualSources(changed: Readonly<Record<string, string>> = {}): string {
  const others = readdirSync(folder).filter((each) => each.startsWith("virtual_sources-new."));
  return server.add(others.map((each) => [each, read(changed[each] ?? each)] as const));
}

test("sources of virtual datasets are opened when they are read, and only those", async () => {
  const url = virtualSources();
  const asked = async (run: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = server.seen.length;
    await run();
    const paths = server.seen.slice(before).map((request) => request.url.replace(/^.*\//, ""));
    return [...new Set(paths)].filter((path) => path !== "virtual_sources-new.h5").sort();
  };
  let group: Awaited<ReturnType<typeof openGroup>> | undefined;
  expect(await asked(async () => (group = await openGroup(`${url}/virtual_sources-new.h5`)))).toEqual([]);
  expect(group!.hierarchy.virtual!.sources!.size).toBe(0);
  expect(await asked(async () => group!.children())).toEqual([]);
  const files = await group!.openArray("files");
  const others = readdirSync(folder).filter((each) => /^virtual_sources-new\..*\.h5$/.test(each));
  const first = await asked(async () => expect((await files.read([0])).data).toHaveLength(10));
  expect(first).toHaveLength(1);
  expect(others).toContain(first[0]);
  expect(group!.hierarchy.virtual!.sources!.size).toBe(1);
  const second = await asked(() => files.read([1]));
  expect(second).toHaveLength(1);
  expect(second).not.toEqual(first);
  expect(group!.hierarchy.virtual!.sources!.size).toBe(2);
});

test("sources are opened also after the signal of the opening is aborted", async () => {
  const controller = new AbortController();
  const group = await openGroup(`${virtualSources()}/virtual_sources-new.h5`, { signal: controller.signal });
  controller.abort();
  expect((await (await group.openArray("files")).read()).data).toHaveLength(30);
});

test("a missing source is an error of the reads that need it; other reads are answered, and it is tried again", async () => {
  const name = "virtual_sources-new.h5";
  const bytes = read("virtual_sources-new.a.h5");
  const url = server.add([[name, read(name)]]);
  const group = await openGroup(`${url}/${name}`);
  expect(group.hierarchy.virtual!.notes).toEqual([]);
  const stack = await group.openArray("stack");
  const message = "its source d0 in virtual_sources-new.a.h5 cannot be read: it does not exist";
  await expect(stack.read()).rejects.toMatchObject({ code: "io", what: expect.stringContaining(message) });
  expect((await (await group.openArray("interleaved")).read([0])).data).toHaveLength(40);
  server.values.set(`${url.slice(server.origin.length + 1)}/virtual_sources-new.a.h5`, bytes);
  expect((await stack.read([0])).data).toHaveLength(10);
});

test("dump and copy of a file whose sources are missing: headers and other values are there, the missing ones are named", async () => {
  const name = "virtual_sources-new.h5";
  const place = mkdtempSync(join(scratch, "missing-"));
  const path = join(place, name);
  writeFileSync(path, read(name));
  const textOf = async (options: Parameters<typeof dump>[1]): Promise<string> => {
    let text = "";
    for await (const line of dump(path, options)) text += `${line}\n`;
    return text;
  };
  expect(await textOf({ header: true })).toContain("int64 stack(");
  expect(await textOf({ variables: ["interleaved"] })).toContain(" interleaved =\n");
  const missing = (source: string, file: string): string =>
    `its source ${source} in virtual_sources-new.${file} cannot be read: it does not exist`;
  await expect(textOf({})).rejects.toThrow(missing("/entry/with/a/long/name", "0-with-a-long-name.h5"));
  await expect(textOf({ variables: ["stack"] })).rejects.toThrow(missing("d0", "a.h5"));
  const target = join(place, "copy.zarr");
  await expect(copy(path, target)).rejects.toThrow(/its source \S+ in virtual_sources-new\.\S+ cannot be read/);
  // A copy without the values is not taken for a whole one, and goes on once they are there.
  const notes = (await openGroup(target)).hierarchy.notes.map(({ message }) => message);
  expect(notes.join()).toContain("a copy to this place is not finished");
  await copy(path, join(place, "other.nczarr"), { include: ["interleaved"], format: "nczarr" });
  for (const each of readdirSync(folder).filter((other) => other.startsWith("virtual_sources-new."))) {
    writeFileSync(join(place, each), read(each));
  }
  await copy(path, target, { resume: true });
  await expectValues(target, name);
});

test("links that lead through several files and folders, which must be allowed", async () => {
  const read = async (allow: readonly string[]) => openGroup(join(structures, "external_chains-new.d/b.h5"), { allow });
  const refused = await read([]);
  expect((await refused.children()).map((child) => child.path)).not.toContain("soft");
  expect(refused.hierarchy.virtual!.notes.map(({ path }) => path)).toContain("onward");
  const group = await read([structures]);
  for (const path of ["onward", "soft"]) expect((await group.openArray(path)).shape, path).toEqual([20, 30]);
  const { data } = await (await group.openArray("g/back")).read();
  expect([...(data as BigInt64Array)]).toEqual([4n, 5n]);
});

test("a source that its file does not have is an error that names it", async () => {
  const url = virtualSources({ "virtual_sources-new.a.h5": "integers-new.h5" });
  const stack = await openArray(`${url}/virtual_sources-new.h5::stack`);
  await expect(stack.read()).rejects.toMatchObject({
    code: "invalid-data",
    what: expect.stringContaining(
      "its source d0 in virtual_sources-new.a.h5 cannot be read: the file has no dataset of this name",
    ),
  });
});

test.each([
  ["named_types-new.h5", "its source d in elsewhere.h5: 10 elements are mapped to 3"],
  ["attributes-new.h5", "its source d in elsewhere.h5: 10 elements are mapped to 1"],
  ["unfit_source-new.h5", "its source d in elsewhere.h5 is S3, not int64"],
])("%s as a source that does not fit is an error of reads: %s", async (other, message) => {
  const url = server.add([
    ["virtual-new.h5", read("virtual-new.h5")],
    ["elsewhere.h5", other.startsWith("unfit") ? new Uint8Array(readFileSync(join(corners, other))) : read(other)],
  ]);
  const array = await openArray(`${url}/virtual-new.h5::v`);
  await expect(array.read()).rejects.toMatchObject({ code: "invalid-data", what: expect.stringContaining(message) });
  expect([...((await array.read([1])).data as BigInt64Array)]).toEqual(new Array(10).fill(-1n));
});

test("a scan of a file whose sources are missing is refused, or leaves the array out with the reason", async () => {
  const name = "virtual_sources-new.h5";
  const address = `${server.add([[name, read(name)]])}/${name}`;
  const message = "its source d0 in virtual_sources-new.a.h5 cannot be read: it does not exist";
  await expect(scan(address)).rejects.toThrow(message);
  const { virtual, notes } = await scan(address, { lenient: true });
  expect(virtual.nodes.has("stack")).toBe(false);
  expect(virtual.nodes.has("interleaved")).toBe(true);
  expect(notes.find(({ path }) => path === "stack")).toMatchObject({
    isLoss: true,
    message: expect.stringContaining(message),
  });
  await expect(makeReferences(address, join(scratch, "missing.json"))).rejects.toThrow(
    /its source \S+ in virtual_sources-new\.\S+ cannot be read: it does not exist/,
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
  ["virtual_loop-new.h5::loop", "virtual datasets refer to virtual datasets more than 8 times"],
  ["virtual-new.h5::v", "its source d in elsewhere.h5 cannot be read: it does not exist"],
])("%s cannot be read: %s", async (address, message) => {
  const array = await openArray(join(folder, address));
  await expect(array.read()).rejects.toThrow(message);
  await expect(scan(join(folder, address.replace(/::.*/, "")))).rejects.toThrow(message);
});

test("elements that no source has are the fill value, whether sources are there or not", async () => {
  const array = await openArray(`${join(folder, "virtual-new.h5")}::v`);
  expect([...((await array.read([1])).data as BigInt64Array)]).toEqual(new Array(10).fill(-1n));
});
