/** What the console shows of arrays, groups, slabs and errors. */
import { inspect } from "node:util";
import { expect, it } from "vitest";
import { create, HyperslabError, memoryStore, open } from "../../src/index.ts";

it("an array shows what it is, a group its place and attributes, a slab its values", async () => {
  const store = memoryStore();
  const shape = { shape: [4, 6], dtype: "float32", dims: ["y", "x"], chunks: [2, 3], shards: [4, 6] } as const;
  const array = await create(store, { ...shape, path: "a", codecs: ["gzip"] });
  await (await open(store)).setAttributes({ title: "sample" });
  expect(inspect(array)).toBe(`NdArray {
  location: 'memory',
  path: '/a',
  format: 'zarr3',
  dtype: 'float32',
  shape: [ 4, 6 ],
  dims: [ 'y', 'x' ],
  chunks: [ 2, 3 ],
  shards: [ 4, 6 ],
  codecs: [ 'sharding_indexed' ]
}`);
  const root = "Group { location: 'memory', path: '/', format: 'zarr3', attributes: [ 'title' ] }";
  expect(inspect(await open(store), { breakLength: 120 })).toBe(root);
  expect(inspect(await array.read("0, :2"))).toMatch(/^Slab \{\n {2}data: Float32Array\(2\) \[ 0, 0 \],/);
});

it("an error shows only what there is to say", () => {
  const shown = inspect(new HyperslabError("io", "the disk is on fire", { location: "x.zarr" }));
  expect(shown).toContain("HyperslabError: the disk is on fire (x.zarr)");
  expect(shown).not.toContain("undefined");
});
