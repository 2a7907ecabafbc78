/** Compressions that have a second number are read by that too; the text of OME is an attribute, word for word. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryStore, openArray, openGroup } from "../../../src/index.ts";
import { tiffFolder } from "./truth.ts";

const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(tiffFolder, `${name}.tif`)));
const COMPRESSION = 259;

/** A classic little-endian file whose first directory names another compression. */
function withCompression(file: Uint8Array, from: number, to: number): Uint8Array {
  const bytes = file.slice();
  const view = new DataView(bytes.buffer);
  const directory = view.getUint32(4, true);
  for (let at = directory + 2; at < directory + 2 + 12 * view.getUint16(directory, true); at += 12) {
    if (view.getUint16(at, true) !== COMPRESSION) continue;
    expect(view.getUint16(at + 8, true)).toBe(from);
    view.setUint16(at + 8, to, true);
  }
  return bytes;
}

async function valuesOf(bytes: Uint8Array): Promise<unknown> {
  const store = memoryStore();
  await store.set!("a.tif", bytes);
  const root = await openGroup(store, { path: "a.tif" });
  return (await (await root.openArray("0")).read()).data;
}

test.each([
  ["zlib_u2_strips", 8, 32946],
  ["zlib_f4_tiles", 8, 32946],
  ["zstd_u2_strips", 50000, 34926],
])("%s, with %i or %i", async (name, from, to) => {
  const file = bytesOf(name);
  expect(await valuesOf(withCompression(file, from, to))).toEqual(await valuesOf(file));
});

test("the text of OME", async () => {
  const file = Buffer.from(bytesOf("ome")).toString("latin1");
  const text = file.slice(file.indexOf("<?xml"), file.indexOf("</OME>") + "</OME>".length);
  expect(text).toContain('SizeZ="4"');
  const { attributes } = await openArray(`${join(tiffFolder, "ome.tif")}::0`);
  expect(attributes["OME_XML"]).toBe(text);
});
