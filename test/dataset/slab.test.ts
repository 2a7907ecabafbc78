/** What a read returns can be looked at one by one, in lists, and in parts. */
import { describe, expect, it } from "vitest";
import { create } from "../../src/index.ts";

const data = Int16Array.from({ length: 24 }, (_, index) => index);

async function slabOf(shape: readonly number[] = [2, 3, 4]) {
  const made = await create(new Map(), { data: { data, shape }, dims: ["x", "y", "z"].slice(0, shape.length) });
  return made.read();
}

describe("a slab", () => {
  it("gives values by index, in order, and in lists", async () => {
    const slab = await slabOf();
    expect([slab.get(0, 0, 0), slab.get(1, 2, 3), slab.get(-1, 0, -2)]).toEqual([0, 23, 14]);
    expect([...slab]).toEqual([...data]);
    expect((await slabOf([4, 6])).toNested()).toEqual([0, 6, 12, 18].map((row) => [...data.subarray(row, row + 6)]));
    expect(() => slab.get(0, 0)).toThrow("2 indices for a slab of 3 dimensions");
    expect(() => slab.get(0, 3, 0)).toThrow("index 3 is outside dimension 1 of length 3");
  });

  it("of no dimension is one value", async () => {
    const slab = await (await create(new Map(), { data: { data: [7], shape: [] }, dtype: "int8" })).read();
    expect([slab.get(), slab.toNested(), [...slab]]).toEqual([7, 7, [7]]);
  });

  it("returns contiguous parts without copying", async () => {
    const slab = await slabOf();
    for (const selection of ["1", "1, 1:3", "0:2", "1, 2, 1:3", { x: 0 }] as const) {
      const part = slab.slice(selection);
      expect([selection, part.data.buffer === slab.data.buffer]).toEqual([selection, true]);
    }
    const row = slab.slice("1, 1");
    expect([row.shape, row.dims, [...row]]).toEqual([[4], ["z"], [16, 17, 18, 19]]);
    row.data[0] = -1;
    expect(slab.get(1, 1, 0)).toBe(-1);
  });

  it("copies parts that are not contiguous", async () => {
    const slab = await slabOf();
    expect(slab.slice(":, 1, ::2").toNested()).toEqual([
      [4, 6],
      [16, 18],
    ]);
    expect([...slab.slice("0, ::-1, 0")]).toEqual([8, 4, 0]);
    expect([...slab.slice([0, [2, 0, 2], 1])]).toEqual([9, 1, 9]);
    expect(slab.slice(":, 0:0").shape).toEqual([2, 0, 4]);
    expect(slab.slice(":, 0:0").data).toHaveLength(0);
    expect(slab.slice(":, 1").slice("1, 2").get()).toBe(18);
    expect(() => slab.slice("5")).toThrow();
  });
});

describe("values of each kind", () => {
  it("bool, complex, raw, struct, texts", async () => {
    const flags = await create(new Map(), { data: [[true, false]], dtype: "bool" });
    expect((await flags.read()).toNested()).toEqual([[true, false]]);
    expect((await flags.read(null, { as: "uint8" })).toNested()).toEqual([[1, 0]]);
    const waves = await create(new Map(), { shape: [2, 2], dtype: "complex64" });
    await waves.write([1, 0], [1, -1]);
    const slab = await waves.read();
    expect([slab.get(1, 0), slab.slice(":, 0").toNested()]).toEqual([
      [1, -1],
      [
        [0, 0],
        [1, -1],
      ],
    ]);
    const words = await create(new Map(), {
      data: [
        ["a", "b"],
        ["c", "d"],
      ],
      dtype: "string",
    });
    expect((await words.read()).slice(":, 1").toNested()).toEqual(["b", "d"]);
    const fields = [
      { name: "x", dtype: "int16" },
      { name: "y", dtype: "float32" },
    ] as const;
    const records = await create(new Map(), { shape: [3], dtype: { fields } });
    await records.write([2], { x: 5, y: 0.5 });
    expect((await records.read()).get(2)).toEqual({ x: 5, y: 0.5 });
    expect((await records.read()).slice("::2").get(1)).toEqual({ x: 5, y: 0.5 });
  });

  it("bytes of elements", async () => {
    const made = await create(new Map(), { data: Int16Array.of(1, 258, 3) });
    const slab = await made.read(null, { as: "bytes" });
    expect(slab.get(1)).toEqual(Uint8Array.of(2, 1));
    expect(slab.slice("::2").data).toEqual(Uint8Array.of(1, 0, 3, 0));
    const times = await create(new Map(), { shape: [1], dtype: "datetime64[s]" });
    await times.write([0], "1970-01-01T00:00:05");
    expect([(await times.read()).get(0), (await times.read(null, { as: "string" })).get(0)]).toEqual([
      5n,
      "1970-01-01T00:00:05",
    ]);
  });
});
