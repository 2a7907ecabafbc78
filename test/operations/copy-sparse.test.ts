/** Grids of more positions than can be asked for: what is stored is listed, and a store that cannot list is refused. */
import { describe, expect, it } from "vitest";
import {
  type CopyOptions,
  copy,
  create,
  memoryStore,
  openArray,
  type Store,
  type WritableFormat,
} from "../../src/index.ts";

const LENGTH = 2 ** 40;

async function sparse(format: WritableFormat, store: Store = memoryStore()): Promise<Store> {
  const array = await create(store, { shape: [LENGTH, 3], dtype: "int8", chunks: [1, 2], codecs: [], format });
  await array.write([5, 0], 7);
  await array.write([2 ** 39 + 1, 2], 8);
  return store;
}

async function expectSame(target: Store): Promise<void> {
  const array = await openArray(target, { dtype: "int8" });
  expect([await array.item([5, 0]), await array.item([2 ** 39 + 1, 2]), await array.item([6, 0])]).toEqual([7, 8, 0]);
}

describe.each<WritableFormat>(["zarr3", "zarr2"])("2^41 positions of %s", (format) => {
  it.each<[string, CopyOptions, object]>([
    ["passed through", {}, { passed: 2, encoded: 0, absent: 2 ** 41 - 2 }],
    ["to another format", { format: format === "zarr3" ? "zarr2" : "zarr3" }, { passed: 2, absent: 2 ** 41 - 2 }],
    ["encoded anew", { chunks: [2, 3], codecs: ["gzip"] }, { passed: 0, encoded: 2 }],
  ])("%s", async (_, options, expected) => {
    const target = memoryStore();
    expect(await copy(await sparse(format), target, options)).toMatchObject({ ...expected, verified: true });
    await expectSame(target);
  });

  it("going on after an interruption", async () => {
    const [source, target] = [await sparse(format), memoryStore()];
    const controller = new AbortController();
    const stopping: Store = {
      ...target,
      set: async (key, value) => {
        await target.set!(key, value);
        if (/\d/.test(key)) controller.abort();
      },
    };
    await expect(copy(source, stopping, { signal: controller.signal, concurrency: 1 })).rejects.toThrow(/abort/i);
    expect(await copy(source, target, { resume: true })).toMatchObject({ kept: 1, passed: 1, verified: true });
    await expectSame(target);
  });
});

it("a chunk more at the target, which no listing of the source has, is noticed", async () => {
  const [source, target] = [await sparse("zarr3"), memoryStore()];
  await target.set!("c/9/0", new Uint8Array(2).fill(1));
  await expect(copy(source, target)).rejects.toThrow(/does not read back/);
});

it("a store that cannot list is refused with the number", async () => {
  const { list: _, listDirectory: __, ...silent } = await sparse("zarr3");
  const target = memoryStore();
  await expect(copy(silent, target)).rejects.toThrow(/2,199,023,255,552 chunk positions/);
  await expect(target.listDirectory!("")).resolves.toMatchObject({ keys: [] });
});
