/** Documents of which a store gave only the beginning at once: they are asked for again, in full. */
import { expect, it } from "vitest";
import { create, memoryStore, openGroup } from "../../src/index.ts";
import { markImmediate } from "../../src/stores/direct-reads.ts";

// The children of a group that names them are read at once.
it.each(["any", "4.9.3", "v3"])("of NCZarr, dialect %s", async (dialect) => {
  const store = memoryStore();
  await create(store, { format: "nczarr", dialect, attributes: { a: { b: { c: 1 } } } });
  for (const path of ["x", "y"]) {
    await create(store, {
      path,
      shape: [2],
      dtype: "int32",
      attributes: { name: path, nested: { deep: [1] } },
    });
  }
  const whole = new Map<string, Uint8Array>();
  for await (const { key } of store.list!("")) whole.set(key, (await store.get(key))!);
  const longest = Math.max(...[...whole.values()].map(({ byteLength }) => byteLength));
  const asked = new Set<string>();
  for (let length = 1; length <= longest; length += 11) {
    // The reader is of this very store.
    const slow = { ...store };
    markImmediate(slow, (key) => {
      asked.add(key);
      return whole.get(key)?.slice(0, length);
    });
    const children = await (await openGroup(slow)).children();
    expect(children.map(({ name, attributes }) => [name, attributes["name"]])).toEqual([
      ["x", "x"],
      ["y", "y"],
    ]);
  }
  expect([...asked].some((key) => key.startsWith("x/"))).toBe(true);
});
