/** Attributes that the target's format cannot hold: listed before anything is written, and left out on request. */
import { expect, it } from "vitest";
import {
  type CopyOptions,
  copy,
  create,
  memoryStore,
  open,
  openArray,
  openGroup,
  type Store,
} from "../../src/index.ts";

/** Values that NCZarr cannot hold, beside some that it can. */
const GROUP = { none: [], title: "kept" };
const ARRAY = { mixed: [1, "a"], reserved: { a: [] }, steps: [1, 2.5], units: "K" };

async function source(): Promise<Store> {
  const store = memoryStore();
  await create(store, { attributes: GROUP });
  await create(store, { path: "v", shape: [2], dtype: "int8", dims: ["x"], attributes: ARRAY, data: [1, 2] });
  return store;
}

const formats: readonly CopyOptions[] = [{ format: "nczarr" }, { format: "nczarr", dialect: "4.9.3" }];

it.each(formats)("a copy to %o names them and writes nothing", async (options) => {
  const target = memoryStore();
  const refused = copy(await source(), target, options);
  await expect(refused).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringMatching(
      /would lose:\s+\/: the attribute none is an empty list[^\n]*\n\s+\/v: the attribute mixed is a list that begins with a number/,
    ),
    hint: expect.stringContaining("--lossy"),
  });
  await expect(open(target)).rejects.toMatchObject({ code: "not-found" });
});

it.each(formats)("a lossy copy to %o leaves them out, and only them", async (options) => {
  const target = memoryStore();
  const report = await copy(await source(), target, { ...options, lossy: true });
  expect(report.verified).toBe(true);
  expect((await openGroup(target)).attributes).toEqual({ title: "kept" });
  const array = await openArray(target, { path: "v" });
  expect(array.attributes).toMatchObject({ steps: [1, 2.5], units: "K" });
  expect(array.attributes).not.toHaveProperty("mixed");
  expect(Array.from((await array.read()).data as Int8Array)).toEqual([1, 2]);
});

it("a copy within one format takes every attribute", async () => {
  const target = memoryStore();
  await copy(await source(), target);
  expect((await openGroup(target)).attributes).toEqual(GROUP);
  expect((await openArray(target, { path: "v" })).attributes).toEqual(ARRAY);
});
