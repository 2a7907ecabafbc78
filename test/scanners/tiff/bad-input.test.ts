/** TIFF files that lie: refused with the place, or read right, soon and in little memory. */
import { expect, test } from "vitest";
import { isHyperslabError } from "../../../src/errors.ts";
import { memoryStore, open } from "../../../src/index.ts";

type Entry = readonly [tag: number, type: number, count: number, value: number];

/** A little-endian file of one directory with these entries, then `rest`. */
function tiffOf(entries: readonly Entry[], { next = 0, rest = new Uint8Array(64) } = {}): Uint8Array {
  const bytes = new Uint8Array(8 + 2 + 12 * entries.length + 4 + rest.byteLength);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  view.setUint16(8, entries.length, true);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + 12 * index;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, value, true);
  }
  view.setUint32(10 + 12 * entries.length, next, true);
  bytes.set(rest, bytes.byteLength - rest.byteLength);
  return bytes;
}

const [SHORT, LONG] = [3, 4];
/** 8 by 8 bytes, uncompressed, right behind the directory. */
const PLAIN: readonly Entry[] = [
  [256, SHORT, 1, 8],
  [257, SHORT, 1, 8],
  [258, SHORT, 1, 8],
  [259, SHORT, 1, 1],
  [273, LONG, 1, 8 + 2 + 12 * 8 + 4],
  [277, SHORT, 1, 1],
  [278, SHORT, 1, 8],
  [279, LONG, 1, 64],
];

function changed(tag: number, ...entry: readonly number[]): Entry[] {
  return PLAIN.map((one) => (one[0] === tag ? [tag, entry[0]!, entry[1]!, entry[2]!] : one));
}

async function storeOf(bytes: Uint8Array): Promise<ReturnType<typeof memoryStore>> {
  const store = memoryStore();
  await store.set!("a.tif", bytes);
  return store;
}

test("the file that the others are made of is right", async () => {
  const rest = Uint8Array.from({ length: 64 }, (_, index) => index);
  const root = await open(await storeOf(tiffOf(PLAIN, { rest })), { path: "a.tif" });
  if (root.kind !== "group") throw new Error("not a group");
  const array = await root.open("0");
  if (array.kind !== "array") throw new Error("not an array");
  expect(array.shape).toEqual([8, 8]);
  expect((await array.read()).data).toEqual(rest);
});

test.each([
  ["a chain that leads back", tiffOf(PLAIN, { next: 8 }), /leads back to byte 8/],
  ["a chain past the end", tiffOf(PLAIN, { next: 1_000_000 }), /file ends before/],
  ["SubIFDs that lead back", tiffOf([...PLAIN, [330, LONG, 1, 8]]), /leads back to byte 8/],
  ["no size", tiffOf(changed(256, SHORT, 1, 0)), /0 by 8 pixels/],
  ["values past the end", tiffOf(changed(273, LONG, 1000, 5000)), /file ends before/],
  ["values that claim gigabytes", tiffOf(changed(273, LONG, 0x3fffffff, 8)), /claims 4294967292 bytes/],
  ["too few strips", tiffOf(changed(278, SHORT, 1, 1)), /1 offsets of strips, but the image has 8/],
  ["vast tiles", tiffOf([...PLAIN, [322, LONG, 1, 0], [323, LONG, 1, 16]]), /tiles are 0 by 16/],
  ["a third planar configuration", tiffOf([...PLAIN, [284, SHORT, 1, 3]]), /PlanarConfiguration is 3/],
  ["no directory", tiffOf(PLAIN).fill(0, 4, 8), /no image directory/],
  ["a header alone", tiffOf(PLAIN).subarray(0, 9), /file ends before/],
])("%s", async (_, bytes, message) => {
  const error = await open(await storeOf(bytes), { path: "a.tif" }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isHyperslabError(error) && error.code).toBe("invalid-data");
  expect(String(error)).toMatch(message);
});

test("a strip of gigabytes is left out with a note, not allocated", async () => {
  const entries = changed(256, LONG, 1, 0x7fffffff).map(
    (one): Entry => (one[0] === 257 ? [257, LONG, 1, 0x7fffffff] : one[0] === 278 ? [278, LONG, 1, 0x7fffffff] : one),
  );
  const root = await open(await storeOf(tiffOf(entries)), { path: "a.tif" });
  expect(root.hierarchy.notes[0]!.message).toMatch(/does not fit into memory/);
});

test("a strip past the end is an error when it is read", async () => {
  const root = await open(await storeOf(tiffOf(changed(273, LONG, 1, 10_000))), { path: "a.tif" });
  if (root.kind !== "group") throw new Error("not a group");
  const array = await root.open("0");
  if (array.kind !== "array") throw new Error("not an array");
  await expect(array.read()).rejects.toMatchObject({ code: "invalid-data" });
});

test.each([
  [6, "tiff.old-jpeg"],
  [32771, "tiff.compression-32771"],
  [50001, "tiff.webp"],
  [50002, "tiff.jpegxl"],
  [65000, "tiff.compression-65000"],
])("compression %i is listed with a note, and refused by name", async (compression, name) => {
  const root = await open(await storeOf(tiffOf(changed(259, SHORT, 1, compression))), { path: "a.tif" });
  if (root.kind !== "group") throw new Error("not a group");
  expect(root.hierarchy.notes).toMatchObject([{ key: "0", message: expect.stringContaining(name) }]);
  const array = await root.openArray("0");
  await expect(array.read()).rejects.toMatchObject({ code: "unsupported", what: expect.stringContaining(name) });
});

test.each([2, 3, 4])("compression %i of pixels of eight bits is left out with a note", async (compression) => {
  const root = await open(await storeOf(tiffOf(changed(259, SHORT, 1, compression))), { path: "a.tif" });
  expect(root.hierarchy.notes[0]!.message).toMatch(/CCITT/);
});
