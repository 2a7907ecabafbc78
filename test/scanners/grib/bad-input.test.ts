/** GRIB files that lie or are damaged: refused with the place, or read right, soon and in little memory. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isHyperslabError } from "../../../src/errors.ts";
import { Group, memoryStore, type NdArray, open } from "../../../src/index.ts";
import { unpack } from "../../fixture-sets.ts";

const folder = unpack("fixtures/grib/grib.tar.gz");
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, `${name}.grib`)));

async function openBytes(bytes: Uint8Array): Promise<Group> {
  const store = memoryStore();
  await store.set!("a.grib", bytes);
  const root = await open(store, { path: "a.grib" });
  if (!(root instanceof Group)) throw new Error("not a group");
  return root;
}

/** Everything that the file holds, or the error. */
async function outcome(bytes: Uint8Array): Promise<unknown> {
  try {
    const root = await openBytes(bytes);
    for (const child of await root.children()) if (!(child instanceof Group)) await (child as NdArray).read();
    return "read";
  } catch (error) {
    if (isHyperslabError(error)) return error;
    throw error;
  }
}

function withBytes(bytes: Uint8Array, at: number, ...values: readonly number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

/** Where a section of edition 2 starts. */
function section(bytes: Uint8Array, number: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 16; ; at += view.getUint32(at)) if (bytes[at + 4] === number) return at;
}

test("a message that is cut off is refused, wherever it ends", async () => {
  const bytes = bytesOf("cube_conflict");
  for (let length = 4; length < bytes.byteLength; length += 13) {
    const found = await outcome(bytes.subarray(0, length));
    // At the end of a message, what is left is a whole file.
    const isWhole = String.fromCharCode(...bytes.subarray(length - 4, length)) === "7777";
    if (!isWhole) expect(isHyperslabError(found), `cut to ${length}`).toBe(true);
  }
});

test("a message without its end is refused with its place", async () => {
  const bytes = bytesOf("grid_ll2");
  await expect(openBytes(withBytes(bytes, bytes.byteLength - 1, 0))).rejects.toMatchObject({
    code: "invalid-data",
    what: expect.stringContaining("does not end with 7777"),
  });
});

test("a length of nothing, or of more than the file, is refused", async () => {
  const bytes = bytesOf("grid_ll2");
  expect(isHyperslabError(await outcome(withBytes(bytes, 8, 0, 0, 0, 0, 0, 0, 0, 0)))).toBe(true);
  expect(isHyperslabError(await outcome(withBytes(bytes, 8, 0x7f)))).toBe(true);
  expect(isHyperslabError(await outcome(withBytes(bytes, section(bytes, 4), 0, 0, 0, 0)))).toBe(true);
  expect(isHyperslabError(await outcome(withBytes(bytes, section(bytes, 3), 0xff)))).toBe(true);
});

test("a grid of billions of points is refused before memory is taken for it", async () => {
  const bytes = bytesOf("grid_ll2");
  const at = section(bytes, 3);
  const vast = withBytes(withBytes(bytes, at + 30, 0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff), at + 6, 0xff, 0xfe, 0, 1);
  expect(isHyperslabError(await outcome(vast))).toBe(true);
});

test("any byte changed gives values or an error of ours", async () => {
  for (const name of [
    "spatial_bitmap",
    "ccsds_16",
    "complex_12",
    "grid_second_order_9",
    "simple1_bitmap",
    "grid_reduced1",
    "png_8",
  ]) {
    const bytes = bytesOf(name);
    const step = Math.max(1, Math.floor(bytes.byteLength / 12));
    for (let at = 0; at < bytes.byteLength; at += step) await outcome(withBytes(bytes, at, bytes[at]! ^ 0xff));
  }
});

test("foreign bytes between messages are passed over with a note", async () => {
  const root = await openBytes(bytesOf("junk"));
  expect(root.hierarchy.notes[0]!.message).toBe("142 bytes that belong to no message were skipped");
});

test("a file without any message is not GRIB", async () => {
  await expect(openBytes(new Uint8Array(1000))).rejects.toMatchObject({ code: "not-found" });
});

test("a message without section 7 is refused, and so is one that describes another field after its last", async () => {
  const bytes = bytesOf("grid_ll2");
  const at = section(bytes, 7);
  const cut = (from: number, end: number): Uint8Array => {
    const shorter = Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(from, end), 55, 55, 55, 55]);
    new DataView(shorter.buffer).setBigUint64(8, BigInt(shorter.byteLength));
    return shorter;
  };
  const alone = cut(at, at);
  // Among others, such a message would be missing without a word.
  for (const wrong of [alone, Uint8Array.from([...bytes, ...alone])]) {
    await expect(openBytes(wrong)).rejects.toMatchObject({ what: expect.stringContaining("ends without section 7") });
  }
  const more = Uint8Array.from([...bytes.subarray(0, -4), ...bytes.subarray(section(bytes, 5), at), 55, 55, 55, 55]);
  new DataView(more.buffer).setBigUint64(8, BigInt(more.byteLength));
  await expect(openBytes(more)).rejects.toMatchObject({ what: expect.stringContaining("ends without section 7") });
});

test("a section 4 that ends within the limits of a probability is refused", async () => {
  const bytes = bytesOf("grid_ll2");
  const at = section(bytes, 4);
  await expect(openBytes(withBytes(bytes, at + 7, 0, 5))).rejects.toMatchObject({
    code: "invalid-data",
    what: expect.stringContaining("section 4 has 34 bytes, expected at least 47"),
  });
});

test("matrices of edition 1 are refused by name", async () => {
  // Made by ecCodes with the packing grid_simple_matrix; read as simple packing, it gives 1, 1, 1, 1, 1 and 1.004.
  const hex =
    "4752494200008a0100003480627fff80816401f40603100c0001000000000000150000000000000000000000000000000101020401303030" +
    "3100000000002000ff0000030002015f9000000080815f90057a5803e803e8000000000000002a1080154110000018000000000000000000" +
    "00000000000000200000400000600000800000a0000037373737";
  const root = await openBytes(new Uint8Array(Buffer.from(hex, "hex")));
  expect(root.hierarchy.notes.map(({ message }) => message)).toEqual(["values packed by matrix are not decoded"]);
  await expect(((await root.open("z")) as NdArray).read()).rejects.toMatchObject({
    code: "unsupported",
    what: expect.stringContaining("a matrix of values at each point"),
  });
});

test("grids whose rows are shifted by half an increment have no coordinates, and a note", async () => {
  const bytes = bytesOf("grid_ll2");
  for (const flag of [1, 2, 4, 8]) {
    const root = await openBytes(withBytes(bytes, section(bytes, 3) + 71, flag));
    expect(root.hierarchy.notes[0]!.message).toContain("the coordinates of grid regular_ll are not known");
    expect((await root.children()).some(({ path }) => path === "latitude")).toBe(false);
  }
});

test("products of templates that are not known have a note", async () => {
  const bytes = bytesOf("grid_ll2");
  const root = await openBytes(withBytes(bytes, section(bytes, 4) + 7, 0, 44));
  expect(root.hierarchy.notes.map(({ message }) => message)).toEqual([
    "level and step of template4.44 are not known: they are shown as 0, and valid_time as time",
  ]);
});
