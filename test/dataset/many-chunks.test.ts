/** Arrays of more chunks than can be counted through: calls end when they are told to, and hold little until then. */
import { expect, it } from "vitest";
import { create, memoryStore } from "../../src/index.ts";

it.each([
  ["deletes", 0],
  ["stores", 5],
])("a write that %s 2^52 chunks of one byte hears the signal", async (_, value) => {
  const array = await create(memoryStore(), { shape: [2 ** 52], chunks: [1], dtype: "uint8", fillValue: 0 });
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error("enough")));
  await expect(array.write(":", value, { signal: controller.signal })).rejects.toThrow("enough");
});
