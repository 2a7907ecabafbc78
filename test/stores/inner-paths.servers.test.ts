/**
 * Addresses that point into a hierarchy on real servers: Ceph's gateway for what is created and changed there, nginx, Apache
 * and Caddy for what only consolidated metadata knows.
 */
import { describe, expect, test } from "vitest";
import { copy, create, type Group, memoryStore, open, openArray, openGroup } from "../../src/index.ts";
import { cephBucket } from "./ceph-bucket.ts";
import { serveFolder } from "./web-server.ts";

const array = { shape: [2], dtype: "int8" } as const;
const formats = ["zarr3", "zarr2"] as const;
const BUCKET = "inner-paths";

/** All nodes, and those that each node's own documents tell of. */
async function told(root: string, store: object): Promise<{ said: unknown[]; stored: unknown[]; block: boolean }> {
  const group = await openGroup(root, { store });
  const plain = await openGroup(root, { store, consolidated: false });
  return { said: await nodesOf(group), stored: await nodesOf(plain), block: group.hierarchy.consolidated };
}

async function nodesOf(group: Group): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const node of group.walk()) {
    found.push([node.path, node.attributes, node.kind === "array" ? node.shape : undefined]);
  }
  return found;
}

/** A consolidated hierarchy with an array `g/ar` that has no documents of its own, only a chunk. */
async function consolidatedOnly(format: string): Promise<[string, Uint8Array][]> {
  const memory = memoryStore();
  const root = await create(memory, { format });
  await create(memory, { data: Int8Array.of(3, 4), path: "g/ar" });
  await root.consolidate();
  const entries: [string, Uint8Array][] = [];
  for await (const { key } of memory.list!("")) entries.push([key, (await memory.get(key))!]);
  return entries.filter(([key]) => !/^g\/.*(zarr\.json|\.z[a-z]+)$/.test(key));
}

/** Reads the array by each form of address. */
async function valuesBy(root: string, store: object): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const [address, path] of [[`${root}/g/ar`], [`${root}/g::ar`], [`${root}::g/ar`], [root, "g/ar"]] as const) {
    found.push([...(await (await openArray(address, { path, store })).read()).data]);
  }
  return found;
}

const VALUES = Array.from({ length: 4 }, () => [3, 4]);

describe("Ceph", () => {
  const ceph = cephBucket(BUCKET);
  const store = ceph.settings;
  let count = 0;
  const newRoot = (): string => `s3://${BUCKET}/data/${++count}.zarr`;

  test.each(formats)("what is created or copied into %s belongs to it", async (format) => {
    const root = newRoot();
    await (await create(root, { format, store: store() })).consolidate();
    const made = await create(`${root}/sub/deep/b`, { ...array, store: store() });
    expect([made.hierarchy.format, made.path]).toEqual([format, "sub/deep/b"]);
    await copy(made, `${root}/copied/lat`, { store: store() });
    const { said, stored, block } = await told(root, store());
    expect(said).toEqual(stored);
    expect(said.map((node) => (Array.isArray(node) ? node[0] : node))).toEqual([
      "copied",
      "copied/lat",
      "sub",
      "sub/deep",
      "sub/deep/b",
    ]);
    expect(block).toBe(true);
    const below = create(`${root}/copied/lat/x/y`, { ...array, store: store() });
    await expect(below).rejects.toThrow("/copied/lat is an array and cannot hold other nodes");
  });

  test.each(formats)("every address opens what only consolidated metadata of %s knows", async (format) => {
    const root = newRoot();
    for (const [key, value] of await consolidatedOnly(format))
      await ceph.store().set!(`data/${count}.zarr/${key}`, value);
    expect(await valuesBy(root, store())).toEqual(VALUES);
    await expect(open(`${root}/g/none`, { store: store() })).rejects.toMatchObject({ code: "not-found" });
  });

  test.each(formats)(
    "a node of %s that was opened by its own address leaves no wrong metadata above",
    async (format) => {
      const root = newRoot();
      const group = await create(root, { format, store: store() });
      await group.create("sub/a", array);
      await group.consolidate();
      const node = await openArray(`${root}/sub/a`, { store: store() });
      await node.setAttributes({ x: 1 });
      await node.resize([5]);
      const { said, stored } = await told(root, store());
      expect(said).toEqual(stored);
      expect(said).toContainEqual(["sub/a", { x: 1 }, [5]]);
      expect(node.hierarchy.notes).toMatchObject([{ message: expect.stringContaining("consolidate again") }]);
    },
  );
});

describe.each([
  ["nginx", "autoindex on;"],
  ["nginx", ""],
  ["apache", ""],
  ["caddy", "file_server"],
] as const)("%s (%s)", (kind, settings) => {
  test.each(formats)("every address opens what only consolidated metadata of %s knows", async (format) => {
    const server = await serveFolder(kind, settings);
    try {
      const root = server.add(await consolidatedOnly(format));
      expect(await valuesBy(root, {})).toEqual(VALUES);
      await expect(open(`${root}/g/none`)).rejects.toMatchObject({ code: "not-found" });
      await expect(create(`${root}/g/new`, array)).rejects.toMatchObject({ code: "not-allowed" });
    } finally {
      await server.close();
    }
  });
});
