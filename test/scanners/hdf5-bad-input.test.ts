/** Damaged HDF5 files: every change is found, or changes no value; nothing hangs, and errors say where. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonArray, jsonInteger } from "../../src/bytes/json/make.ts";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { dump, type Group, type NdArray, open, openGroup } from "../../src/index.ts";
import { hdf5 } from "../../src/scanners/hdf5/hdf5.ts";
import { nested } from "../../src/scanners/hdf5/values/trees.ts";
import { unpack } from "../fixture-sets.ts";

const folder = unpack("fixtures/hdf5/h5py.tar.gz");
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));

async function failureOf(bytes: Uint8Array): Promise<string> {
  try {
    const dataset = await hdf5.scan({ source: memorySource(bytes), place: {}, name: "a.h5" });
    for (const chunks of dataset?.pending?.values() ?? []) await chunks.load();
    return dataset === undefined ? "not HDF5" : "";
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    expect(["invalid-data", "unsupported"], error.message).toContain(error.code);
    return error.what;
  }
}

/** What reading all values fails with. */
async function readFailureOf(bytes: Uint8Array): Promise<string> {
  try {
    const root = await open(new Map([["a.h5", bytes]]), { path: "a.h5" });
    const visit = async (node: Group | NdArray): Promise<void> => {
      if (node.kind === "array") await node.read();
      else for (const child of await node.children()) await visit(child);
    };
    await visit(root);
    return "";
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    return error.message;
  }
}

function indexOf(bytes: Uint8Array, text: string, from = 0): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(text, from, "latin1");
}

function changed(bytes: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

test.each([
  ["the superblock", "unlimited_both-new.h5", "\x89HDF", 16],
  // A byte of an address, which is then beyond 2^53.
  ["the superblock", "unlimited_both-new.h5", "\x89HDF", 20],
  ["the object header", "unlimited_both-new.h5", "OHDR", 12],
  ["the fractal heap", "many_links-new.h5", "FRHP", 20],
  ["a block of the fractal heap", "many_links-new.h5", "FHDB", 60],
  ["the B-tree header", "unlimited_both-new.h5", "BTHD", 8],
  ["the leaf of a B-tree", "unlimited_both-new.h5", "BTLF", 9],
  ["the fixed array header", "sparse-new.h5", "FAHD", 7],
  ["the data block of a fixed array", "sparse-new.h5", "FADB", 20],
  ["the extensible array header", "unlimited_first-new.h5", "EAHD", 7],
  ["the index block of an extensible array", "unlimited_first-new.h5", "EAIB", 20],
])("a wrong checksum of %s is named", async (what, name, signature, offset) => {
  const bytes = read(name);
  const at = indexOf(bytes, signature) + offset;
  const found = await failureOf(changed(bytes, at, bytes[at]! ^ 1));
  expect(found).toContain(`the checksum of ${what}`);
  expect(found).toMatch(/\(byte \d+\)$/);
});

test.each(["unlimited_both-new.h5", "many_links-old.h5"])(
  "%s is refused if it ends within the superblock",
  async (name) => {
    expect(await failureOf(read(name).slice(0, 40))).toContain("the superblock is cut off (byte 0)");
  },
);

test("a B-tree that is cyclic is refused", async () => {
  const bytes = read("many_chunks-old.h5");
  // A node of chunks above the leaves: its first child becomes the node itself.
  for (let at = indexOf(bytes, "TREE\x01"); at >= 0; at = indexOf(bytes, "TREE\x01", at + 1)) {
    if (bytes[at + 5] !== 1) continue;
    const copy = bytes.slice();
    new DataView(copy.buffer).setBigUint64(at + 24 + 24, BigInt(at), true);
    expect(await failureOf(copy)).toMatch(/is cyclic \(byte \d+\)/);
    return;
  }
  throw new Error("no such node");
});

test("an object header that goes on in itself is refused", async () => {
  const bytes = read("many_links-old.h5");
  const view = new DataView(bytes.buffer);
  // The root group's header, at byte 96 of files with a version 0 superblock: its message becomes a continuation.
  const header = Number(view.getBigUint64(64, true));
  view.setUint16(header + 16, 0x10, true);
  view.setBigUint64(header + 24, BigInt(header + 16), true);
  view.setBigUint64(header + 32, 24n, true);
  expect(await failureOf(bytes)).toMatch(/an object header is cyclic \(byte \d+\)/);
});

test("a chunk whose key in a B-tree is out of order is not taken for absent", async () => {
  const bytes = read("unlimited_first-old.h5");
  const at = indexOf(bytes, "TREE\x01\0");
  // After the head and the first entry of 40 bytes: the first axis of the second key becomes that of chunk 1000.
  const key = at + 24 + 40 + 8;
  expect(new DataView(bytes.buffer).getBigUint64(key, true)).toBe(0n);
  const damaged = changed(bytes, key, 3000 & 255, 3000 >> 8);
  expect(await failureOf(damaged)).toMatch(
    /entry 2 of a B-tree of chunks, for chunk \[.*\], is out of order \(byte \d+\)$/,
  );
  expect(await readFailureOf(damaged)).toContain("is out of order");
});

test("a dataset without a layout is damaged, and no datatype", async () => {
  const bytes = read("contiguous-old.h5");
  const view = new DataView(bytes.buffer);
  // The layouts of all three datasets, version 3 of class 1 in a message of 24 bytes, become messages that nobody knows.
  let found = 0;
  for (let at = 0; at + 10 < bytes.length; at += 8) {
    if (view.getUint16(at, true) !== 8 || view.getUint16(at + 2, true) !== 24 || bytes[at + 8] !== 3) continue;
    view.setUint16(at, 0x48, true);
    found += 1;
  }
  expect(found).toBe(3);
  expect(await failureOf(bytes)).toMatch(/^a dataset has no layout \(byte \d+\)$/);
});

test("an object with a message that readers must know is refused", async () => {
  const bytes = read("attributes-old.h5");
  const view = new DataView(bytes.buffer);
  const header = Number(view.getBigUint64(64, true));
  // The symbol table of the root becomes a message of a later version; without the flag it counts for nothing.
  view.setUint16(header + 16, 0x55, true);
  expect(await failureOf(bytes)).toMatch(/is neither a group nor a dataset nor a datatype/);
  bytes[header + 20] = 0x80;
  expect(await failureOf(bytes)).toBe(`an object needs messages of type 85, which are not known (byte ${header + 24})`);
});

test("single changed bytes are found, or harmless, in bounded time", async () => {
  let found = 0;
  for (const name of [
    "sparse-old.h5",
    "attributes-old.h5",
    "compounds-v110.h5",
    "unlimited_first-new.h5",
    "texts-old.h5",
  ]) {
    const bytes = read(name);
    for (let at = 0; at < Math.min(bytes.byteLength, 4096); at += 61) {
      if ((await failureOf(changed(bytes, at, bytes[at]! ^ 0xff))) !== "") found += 1;
    }
  }
  expect(found).toBeGreaterThan(20);
});

test.each<[string, string, string, number, bigint, 2 | 8]>([
  ["more symbols than fit", "many_links-old.h5", "SNOD", 6, 0xffffn, 2],
  ["a local heap beyond the file", "many_links-old.h5", "HEAP", 24, 2n ** 40n, 8],
  ["a local heap of any length", "many_links-old.h5", "HEAP", 8, 2n ** 40n, 8],
  ["more entries of a B-tree than fit", "many_links-old.h5", "TREE", 6, 0xffffn, 2],
  ["a global heap of any length", "texts-old.h5", "GCOL", 8, 2n ** 40n, 8],
  ["an object of the global heap that is longer than it", "texts-old.h5", "GCOL", 24, 2n ** 20n, 8],
  ["a global heap without the object", "rows_of_others-old.h5", "GCOL", 16, 0x7fffn, 2],
])("%s is refused", async (_, name, signature, offset, value, width) => {
  const bytes = read(name);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = indexOf(bytes, signature) + offset;
  if (width === 2) view.setUint16(at, Number(value), true);
  else view.setBigUint64(at, value, true);
  expect(await readFailureOf(bytes)).toMatch(/byte \d+/);
});

test("a chunk whose Fletcher-32 checksum does not fit is refused", async () => {
  const { files } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as {
    readonly files: readonly {
      readonly file: string;
      readonly arrays: Readonly<Record<string, { readonly chunks?: readonly [number[], number, number, number][] }>>;
    }[];
  };
  const { arrays } = files.find(({ file }) => file === "fletcher32-new.h5")!;
  let refused = 0;
  for (const { chunks } of Object.values(arrays)) {
    const [, offset] = chunks?.[0] ?? [[], 0];
    const bytes = read("fletcher32-new.h5");
    if (offset > 0)
      refused += /checksum/.test(await readFailureOf(changed(bytes, offset + 2, bytes[offset + 2]! ^ 1))) ? 1 : 0;
  }
  expect(refused).toBe(Object.keys(arrays).length);
});

test.each([
  ["an index that the heap does not have", 0, 0x7ffe],
  ["a value that is shorter than its pointer says", 8, 4],
])("an attribute that points to %s is left out with the reason; the file opens", async (_, offset, value) => {
  const types = unpack("fixtures/hdf5/netcdf4-types.tar.gz");
  const bytes = new Uint8Array(readFileSync(join(types, "compound_vlen.nc")));
  const whole = await openGroup(new Map([["a.nc", bytes]]), { path: "a.nc" });
  expect((await whole.openArray("v")).attributes).toHaveProperty("att");
  // The row {5, 6}: index(2) references(2) 0(4) length(8), values.
  const row = "\x08\0\0\0\0\0\0\0\x05\0\0\0\x06\0\0\0";
  const places: number[] = [];
  for (let at = indexOf(bytes, row); at >= 0; at = indexOf(bytes, row, at + 1)) places.push(at - 8);
  expect(places.length).toBeGreaterThan(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (const at of places) view.setUint16(at + offset, value, true);
  const group = await openGroup(new Map([["a.nc", bytes]]), { path: "a.nc" });
  const array = await group.openArray("v");
  expect(array.attributes).not.toHaveProperty("att");
  const [note] = group.hierarchy.virtual!.notes;
  expect(note).toMatchObject({ path: "v", isLoss: true });
  expect(note!.message).toMatch(/^the attribute att is left out: it holds values that cannot be found: .*byte \d+/);
});

test("rows that lead to each other again and again are refused, as elements and in a dump", async () => {
  const bytes = new Uint8Array(readFileSync(join(unpack("fixtures/hdf5/structures.tar.gz"), "deep_rows-new.h5")));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Rows of 64 pointers of 16 bytes: index(2) references(2) 0(4) length(8), pointers. All become the first pointer.
  let rows = 0;
  for (let at = indexOf(bytes, "GCOL"); at >= 0 && at + 1040 <= bytes.byteLength; at += 8) {
    if (view.getBigUint64(at, true) !== 1024n) continue;
    for (let pointer = 1; pointer < 64; pointer++) bytes.copyWithin(at + 8 + pointer * 16, at + 8, at + 24);
    rows += 1;
  }
  expect(rows).toBe(4);
  expect(await readFailureOf(bytes)).toContain("elements that hold more than 4194304 values per chunk");
  const printed = async (): Promise<void> => {
    for await (const _ of dump(new Map([["a.h5", bytes]]), { path: "a.h5" }));
  };
  await expect(printed()).rejects.toThrow("elements that hold more than 4194304 values per chunk");
});

test("a node of a B-tree of chunks that is its own child is refused when chunks are looked up", async () => {
  const bytes = read("superblock-1.h5");
  let nodes = 0;
  // `TREE`, type(1), level(1), entries(2), siblings (8 each), a key of 8 + 3 * 8 bytes, and the address of the child.
  for (let at = indexOf(bytes, "TREE\x01\x01"); at >= 0; at = indexOf(bytes, "TREE\x01\x01", at + 1)) {
    const own = new Uint8Array(BigUint64Array.of(BigInt(at)).buffer);
    const failure = await readFailureOf(changed(bytes, at + 56, ...own));
    expect(failure).toContain(`the B-tree node is of level 1, expected 0 (byte ${at})`);
    nodes += 1;
  }
  expect(nodes).toBe(6);
});

test("a chunk too large for memory, stored without its filters, is refused", async () => {
  const bytes = read("filter_masks-old.h5");
  // The chunk shape of `whole` in its layout message: 20, 30 and the 4 bytes of an element.
  const at = indexOf(bytes, "\x14\0\0\0\x1e\0\0\0\x04\0\0\0");
  expect(at).toBeGreaterThan(0);
  expect(await readFailureOf(changed(bytes, at + 4, 0xff, 0xff, 0xff, 0x7f))).toContain("do not fit into memory");
});

test("an attribute without values takes no time, whatever its other lengths are", () => {
  const none = { type: "array", items: [], offset: -1 };
  expect(nested([], [2 ** 30, 0])).toEqual(none);
  expect(nested([], [2 ** 20, 2 ** 20, 0, 3])).toEqual(none);
  expect(nested([], [0, 2 ** 31])).toEqual(none);
  expect(nested([jsonInteger(1), jsonInteger(2)], [2, 1])).toEqual(
    jsonArray([jsonArray([jsonInteger(1)]), jsonArray([jsonInteger(2)])]),
  );
});

test("an array type whose lengths do not make its size is refused", async () => {
  const bytes = read("array_types-old.h5");
  // The rank and the lengths of the type: 2 x 3 elements of two bytes.
  const at = indexOf(bytes, "\x02\0\0\0\x02\0\0\0\x03\0\0\0");
  expect(at).toBeGreaterThan(0);
  const found = await failureOf(changed(bytes, at + 7, 0x44));
  expect(found).toContain("an array type of 12 bytes has elements of");
});
