/** Hierarchies of many levels: what is asked of the store grows with the levels, not with their square. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { trimSlashes } from "../../src/dataset/open/address.ts";
import { aboveDirectory } from "../../src/dataset/open/enclosing-directory.ts";
import { copy, create, openGroup, tree } from "../../src/index.ts";
import { realPathOf } from "../../src/stores/file/root.ts";
import { parseLocation } from "../../src/stores/location/location.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { countingRequests } from "../counting-store.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-deep-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const levels = (depth: number): string => new Array<string>(depth).fill("g").join("/");

/** Requests of each step for a hierarchy of this depth. */
async function costs(depth: number): Promise<Record<string, number>> {
  const { store, operations } = countingRequests(memoryStore());
  const found: Record<string, number> = {};
  const step = async (name: string, run: () => Promise<unknown>): Promise<void> => {
    operations.clear();
    await run();
    found[name] = [...operations.values()].reduce((sum, count) => sum + count, 0);
  };
  await step("create", async () => (await create(store)).create(levels(depth)));
  await step("open", () => openGroup(store, { path: levels(depth) }));
  await step("tree", () => tree(store));
  const target = countingRequests(memoryStore());
  await step("read of a copy", () => copy(store, target.store));
  found["write of a copy"] = [...target.operations.values()].reduce((sum, count) => sum + count, 0);
  return found;
}

it("twice the levels take twice the requests", async () => {
  const [once, twice] = [await costs(60), await costs(120)];
  for (const [name, count] of Object.entries(twice)) {
    expect(count, `${name}: ${once[name]} requests, then ${count}`).toBeLessThanOrEqual(2.2 * once[name]!);
  }
  // Per level: what is there, its document, its children.
  expect(twice["create"]).toBeLessThanOrEqual(3.2 * 120);
  expect(twice["write of a copy"]).toBeLessThanOrEqual(6 * 120);
});

it("200 levels are made, walked, copied and deleted", async () => {
  const path = join(base, "a.zarr");
  const root = await create(path);
  await root.create(`${levels(200)}/x`, { shape: [2], dtype: "int8" });
  let nodes = 0;
  for await (const _ of (await openGroup(path)).walk()) nodes += 1;
  expect(nodes).toBe(201);
  expect((await openGroup(`${path}/${levels(200)}`)).path).toBe(levels(200));
  await copy(path, join(base, "b.zarr"));
  const copied = await openGroup(join(base, "b.zarr"));
  expect((await copied.open(`${levels(200)}/x`)).kind).toBe("array");
  await copied.delete("g");
  expect(await copied.children()).toEqual([]);
});

it("real paths of long names are those of the system", () => {
  const long = join(realpathSync(base), ...new Array<string>(40).fill("directory"));
  mkdirSync(long, { recursive: true });
  writeFileSync(join(long, "file"), "");
  symlinkSync(long, join(long, "link"));
  symlinkSync(join(long, "nowhere"), join(long, "dangling"));
  for (const path of [long, join(long, "file"), join(long, "link"), join(long, "link/link/file"), join(long, "..")]) {
    expect(realPathOf(path)).toBe(realpathSync.native(path));
  }
  for (const path of [join(long, "absent"), join(long, "dangling"), join(long, "file/below")]) {
    const code = (run: () => string): unknown => {
      try {
        return run();
      } catch (error) {
        return error instanceof Error && "code" in error ? error.code : error;
      }
    };
    expect(code(() => realPathOf(path))).toBe(code(() => realpathSync.native(path)));
  }
});

it("slashes by the hundred thousand take no longer than other characters", () => {
  const slashes = "/".repeat(300_000);
  expect(trimSlashes(`${slashes}a${slashes}b${slashes}`)).toBe("a/b");
  expect(parseLocation(`s3://bucket/a${slashes}b${slashes}`).base).toMatchObject({ bucket: "bucket" });
  expect(parseLocation(`memory:a${slashes}b${slashes}`).base).toMatchObject({ scheme: "memory" });
});

it("directories that do not exist are passed in one step", async () => {
  const top = realpathSync(base).replaceAll("\\", "/");
  expect(aboveDirectory(`${top}/missing/${levels(400)}`)).toEqual({ at: top, name: `missing/${levels(400)}` });
  expect(aboveDirectory(`${top}/missing`)).toEqual({ at: top, name: "missing" });
  const root = await create(join(base, "c.zarr"));
  await root.consolidate();
  expect((await create(join(base, "c.zarr", levels(400)))).path).toBe(levels(400));
  expect((await openGroup(join(base, "c.zarr"))).hierarchy.consolidated).toBe(true);
});
