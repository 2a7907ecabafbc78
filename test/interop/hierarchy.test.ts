/** Hierarchies and consolidated metadata that Hyperslab writes are what the peers expect. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copy, create, openGroup } from "../../src/index.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { startPeer } from "./peer.ts";

describe.each([
  ["zarr3", "zarr"],
  ["zarr2", "zarr"],
  ["zarr2", "zarr2"],
] as const)("a %s tree, read by %s", (format, name) => {
  it.each([false, true])("consolidated: %s", async (consolidated) => {
    const path = join(scratchFolder(), "tree.zarr");
    const root = await create(path, { format, attributes: { title: "λ" } });
    const array = await root.create("a/b", { shape: [3], dtype: "int32", dims: ["x"] });
    await array.write(undefined, [1, 2, 3]);
    await root.create("s", { shape: [2], dtype: "string", fillValue: "none" });
    if (consolidated) await root.consolidate();
    await array.setAttributes({ units: "m" });
    const peer = startPeer(name);
    const top = await peer.read(path);
    expect(top).toMatchObject({ kind: "group", attributes: { title: "λ" }, children: { a: "group", s: "array" } });
    expect(await peer.read(path, "a/b")).toMatchObject({ values: "AQAAAAIAAAADAAAA", attributes: { units: "m" } });
    expect(await peer.read(path, "s")).toMatchObject({ values: ["none", "none"] });
    peer.close();
  });
});

it("a tree copied to the other format reads the same", async () => {
  const folder = scratchFolder();
  const source = join(folder, "v2.zarr");
  const root = await create(source, { format: "zarr2" });
  const array = await root.create("g/a", {
    shape: [5, 4],
    dtype: "float32",
    chunks: [2, 3],
    codecs: ["gzip"],
    dims: ["y", "x"],
  });
  await array.write(
    undefined,
    Float32Array.from({ length: 20 }, (_, i) => i / 3),
  );
  const report = await copy(source, join(folder, "v3.zarr"), { format: "zarr3" });
  expect(report).toMatchObject({ arrays: 1, groups: 2, passed: 6, encoded: 0, verified: true });
  const peer = startPeer("zarr");
  const before = await peer.read(source, "g/a");
  const after = await peer.read(join(folder, "v3.zarr"), "g/a");
  expect(after.values).toEqual(before.values);
  expect(after.dims).toEqual(["y", "x"]);
  peer.close();
  expect((await openGroup(join(folder, "v3.zarr"))).hierarchy.format).toBe("zarr3");
});
