/** Virtual datasets that grow with their sources: shapes and values as h5py shows them, whatever shape is stored. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dump, openArray, openGroup, scan } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";

interface Expected {
  readonly arrays: Readonly<Record<string, { readonly shape: readonly number[]; readonly values: string }>>;
  /** The shape that HDF5 shows, if any. */
  readonly refused: Readonly<Record<string, { readonly message: string; readonly shape: readonly number[] | null }>>;
}

const folder = unpack("fixtures/hdf5/virtual.tar.gz");
const { files } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as {
  readonly files: readonly [Expected];
};
const [{ arrays, refused }] = files;
const PARTLY = "partly_missing";
/** Those with a source that is not there. */
const FAILING = new Set([PARTLY, "covered"]);

let server: ObjectServer;
let scratch: string;
beforeAll(async () => {
  server = await objectServer();
  scratch = mkdtempSync(join(tmpdir(), "hyperslab-unlimited-"));
});
afterAll(async () => {
  await server.close();
  rmSync(scratch, { recursive: true });
});

async function expectArrays(address: string): Promise<void> {
  for (const [path, { shape, values }] of Object.entries(arrays)) {
    const array = await openArray(`${address}::${path}`);
    expect(array.shape, path).toEqual(shape);
    if (FAILING.has(path)) continue;
    const { data } = await array.read(undefined, { as: "bytes" });
    expect(Buffer.from(data as Uint8Array).toString("base64"), path).toBe(values);
  }
}

test("in a directory", async () => {
  expect(Object.keys(arrays)).toHaveLength(22);
  await expectArrays(join(folder, "unlimited.h5"));
});

test("on a server", async () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".h5"));
  const url = server.add(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))] as const));
  await expectArrays(`${url}/unlimited.h5`);
});

test("shapes that cannot be found out: each is left out with the reason", async () => {
  const group = await openGroup(join(folder, "unlimited.h5"));
  const losses = group.hierarchy.virtual!.notes.filter(({ isLoss }) => isLoss);
  expect(losses.map(({ path }) => path).sort()).toEqual(Object.keys(refused).sort());
  for (const { path, message } of losses) expect(message).toContain(refused[path]!.message);
  const messageOf = (path: string): string => losses.find((loss) => loss.path === path)!.message;
  expect(messageOf("forbidden")).toContain("allow");
  expect(messageOf("forbidden_numbered")).toContain("allow");
});

test("a source that is missing beside others is noted, and only reads of its elements fail", async () => {
  const group = await openGroup(join(folder, "unlimited.h5"));
  const notes = group.hierarchy.virtual!.notes.filter(({ path }) => path === PARTLY);
  expect(notes).toEqual([
    { path: PARTLY, message: "its source d in elsewhere.h5 does not exist, so its shape is that of the others" },
  ]);
  const numbered = group.hierarchy.virtual!.notes.filter(({ path }) => path === "numbered_later");
  expect(numbered.map(({ message }) => message).join()).toContain("its source d in g-%b.h5 does not exist");
  const array = await group.openArray(PARTLY);
  expect(array.shape).toEqual([15]);
  await expect(array.read()).rejects.toThrow("its source d in elsewhere.h5 cannot be read: it does not exist");
  await expect(scan(join(folder, "unlimited.h5"))).rejects.toThrow(/left out/);
});

test("a source that appears later is read as far as the shape goes", async () => {
  const place = join(scratch, "later");
  cpSync(folder, place, { recursive: true });
  const array = await openArray(`${join(place, "unlimited.h5")}::${PARTLY}`);
  cpSync(join(place, "b.h5"), join(place, "elsewhere.h5"));
  // Elements 1, 3, 5, 7 are there; the shape tells of three more.
  await expect(array.read()).rejects.toThrow("elements are selected that are not in [4]");
  cpSync(join(place, "a.h5"), join(place, "elsewhere.h5"));
  const again = await openArray(`${join(place, "unlimited.h5")}::${PARTLY}`);
  const values = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 50, 50, 60, 60, 70, 70];
  expect([...((await again.read()).data as BigInt64Array)].map(Number)).toEqual(values);
});

test("the last source of an element counts, also if another appears later", async () => {
  const place = join(scratch, "covered");
  cpSync(folder, place, { recursive: true });
  const array = await openArray(`${join(place, "unlimited.h5")}::covered`);
  await expect(array.read()).rejects.toThrow("its source d in elsewhere.h5 cannot be read");
  cpSync(join(place, "b.h5"), join(place, "elsewhere.h5"));
  const { data } = await array.read(undefined, { as: "bytes" });
  const { covered } = arrays;
  expect(Buffer.from(data as Uint8Array).toString("base64")).toBe(covered!.values);
});

test("dimensions have the present lengths", async () => {
  let text = "";
  for await (const line of dump(join(folder, "unlimited.h5"), { header: true })) text += `${line}\n`;
  expect(text).toMatch(/phony_dim_\d+ = UNLIMITED ; \/\/ \(8 currently\)/);
});
