/** Blocks of a selection cover it once, in C order, and stay bounded. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { create } from "../../src/index.ts";
import { selectionShape } from "../../src/model/selection/axis-selection.ts";
import { asSelection, selectionBlocks } from "../../src/operations/export/blocks.ts";

const items = fc.constantFrom(":", "::-1", "1:", "::2", "-1:0:-2", "[0,2,1]", "0", "-1");

it("covers any selection once and in order, whatever the size of blocks and chunks", async () => {
  const arbitrary = fc.record({
    lengths: fc.array(fc.record({ length: fc.integer({ min: 3, max: 7 }), chunk: fc.integer({ min: 1, max: 8 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    blockBytes: fc.integer({ min: 1, max: 60 }),
    texts: fc.array(items, { minLength: 3, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ lengths, blockBytes, texts }) => {
      const shape = lengths.map(({ length }) => length);
      const size = shape.reduce((product, length) => product * length, 1);
      const data = { data: Int32Array.from({ length: size }, (_, i) => i), shape };
      const array = await create(new Map(), { data, chunks: lengths.map(({ chunk }) => chunk), codecs: [] });
      const selection = `${texts.slice(0, shape.length).join(", ")}, ...`;
      const whole = await array.read(selection, { as: "float64" });
      const found: number[] = [];
      for (const block of selectionBlocks(array, selection, blockBytes).blocks) {
        expect(block.first).toBe(found.length);
        const slab = await array.read(asSelection(block.indices), { as: "float64" });
        expect(slab.data.length).toBe(block.count);
        expect(selectionShape(block.indices).reduce((product, count) => product * count, 1)).toBe(block.count);
        found.push(...slab.data);
      }
      expect(found).toEqual([...whole.data]);
    }),
    { numRuns: 80 },
  );
});

it("cuts rows that are too large, and between chunks where it can", async () => {
  const huge = await create(new Map(), { shape: [3, 40_000, 40_000], dtype: "float32", chunks: [3, 1000, 1000] });
  const blocks = selectionBlocks(huge, undefined).blocks;
  const first: number[] = [];
  for (const block of blocks) {
    expect(block.count * 4).toBeLessThanOrEqual(256 * 1024 * 1024);
    if (first.push(block.count) > 3) break;
  }
  expect(first[0]).toBe(1000 * 40_000);
  const long = await create(new Map(), { shape: [100_000_000], dtype: "uint8", chunks: [30_000_000] });
  const starts = Array.from(selectionBlocks(long, "10_000_000:".replaceAll("_", "")).blocks, ({ first: at }) => at);
  expect(starts).toEqual([0, 50_000_000]);
});
