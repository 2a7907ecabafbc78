/** Random arrays, layouts, selections and writes against the naive model. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { create, type NdArray, open, openArray, points } from "../../src/index.ts";
import type { AxisSelection } from "../../src/model/selection/axis-selection.ts";
import { indices, NaiveArray } from "./naive-array.ts";

interface Layout {
  readonly shape: number[];
  readonly chunks: number[];
  readonly shards: number[] | undefined;
  readonly format: "zarr2" | "zarr3";
  readonly codecs: readonly string[];
}

const layouts: fc.Arbitrary<Layout> = fc
  .record({
    dims: fc.array(
      fc.record({
        length: fc.integer({ min: 0, max: 9 }),
        chunk: fc.integer({ min: 1, max: 5 }),
        factor: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 3 },
    ),
    sharded: fc.boolean(),
    format: fc.constantFrom("zarr2" as const, "zarr3" as const),
    codecs: fc.constantFrom([], ["gzip"], ["zstd"], ["zlib"]),
  })
  .map(({ dims, sharded, format, codecs }) => ({
    shape: dims.map(({ length }) => length),
    chunks: dims.map(({ chunk }) => chunk),
    shards: sharded && format === "zarr3" ? dims.map(({ chunk, factor }) => chunk * factor) : undefined,
    format,
    codecs: codecs[0] === "zlib" && format === "zarr3" ? ["numcodecs.zlib"] : codecs,
  }));

function axisOf(length: number): fc.Arbitrary<AxisSelection> {
  if (length === 0) return fc.constant({ kind: "range", start: 0, step: 1, count: 0 });
  const ranges = fc
    .record({
      start: fc.integer({ min: 0, max: length - 1 }),
      step: fc.integer({ min: -3, max: 3 }).filter((step) => step !== 0),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ start, step, part }): AxisSelection => {
      const room = step > 0 ? Math.ceil((length - start) / step) : Math.floor(start / -step) + 1;
      return { kind: "range", start, step, count: Math.ceil(room * part) };
    });
  const lists = fc
    .array(fc.integer({ min: 0, max: length - 1 }), { maxLength: 6 })
    .map((list): AxisSelection => ({ kind: "list", indices: list }));
  return fc.oneof(ranges, ranges, lists);
}

/** The selection in the words of the public API. */
function publicSelection(
  axes: readonly AxisSelection[],
): (number[] | { start: number; stop: number | null; step: number })[] {
  return axes.map((axis) => {
    if (axis.kind === "list") return [...axis.indices];
    const stop = axis.start + axis.count * axis.step;
    return { start: axis.start, stop: stop < 0 ? null : stop, step: axis.step };
  });
}

function emptyRange(axes: readonly AxisSelection[]): boolean {
  return axes.some((axis) => axis.kind === "range" && axis.count === 0 && axis.step < 0);
}

async function make(
  layout: Layout,
): Promise<{ readonly array: NdArray<"int32">; readonly store: Map<string, Uint8Array> }> {
  const store = new Map<string, Uint8Array>();
  const { shape, chunks, shards, format, codecs } = layout;
  const array = await create(store, { shape, dtype: "int32", chunks, shards, format, codecs, fillValue: -7 });
  return { array, store };
}

describe("the engine against a naive array", () => {
  it("reads what was written, whatever the layout and the selections", async () => {
    const scenario = layouts.chain((layout) =>
      fc.record({
        layout: fc.constant(layout),
        steps: fc.array(fc.tuple(...layout.shape.map(axisOf)), { minLength: 1, maxLength: 4 }),
        looks: fc.array(fc.tuple(...layout.shape.map(axisOf)), { minLength: 1, maxLength: 3 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(scenario, async ({ layout, steps, looks }) => {
        const { array, store } = await make(layout);
        const model = new NaiveArray(layout.shape, -7);
        let next = 1;
        for (const axes of steps) {
          if (emptyRange(axes)) continue;
          if (axes.some((axis) => axis.kind === "list" && new Set(axis.indices).size < axis.indices.length)) continue;
          const values = Int32Array.from(model.offsets(axes), () => (next % 5 === 0 ? -7 : next++));
          next += 1;
          await array.write(publicSelection(axes), values);
          model.write(axes, [...values]);
        }
        const again = await openArray(store, { dtype: "int32" });
        expect([...(await again.read()).data]).toEqual(model.values);
        for (const axes of looks) {
          if (emptyRange(axes)) continue;
          const slab = await again.read(publicSelection(axes));
          expect(slab.shape).toEqual(axes.map((axis) => indices(axis).length));
          expect([...slab.data]).toEqual(model.read(axes));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("resizes as the model does: what is cut off never comes back", async () => {
    const scenario = layouts
      .filter(({ shape }) => shape.length > 0)
      .chain((layout) =>
        fc.record({
          layout: fc.constant(layout),
          shapes: fc.array(fc.tuple(...layout.shape.map(() => fc.integer({ min: 0, max: 9 }))), {
            minLength: 1,
            maxLength: 4,
          }),
        }),
      );
    await fc.assert(
      fc.asyncProperty(scenario, async ({ layout, shapes }) => {
        const { array, store } = await make(layout);
        let model = new NaiveArray(layout.shape, -7);
        let next = 1;
        const fillUp = async (): Promise<void> => {
          const values = Int32Array.from(model.values, () => next++);
          await array.write(undefined, values);
          model.values.splice(0, model.values.length, ...values);
        };
        await fillUp();
        for (const [i, shape] of shapes.entries()) {
          await array.resize(shape);
          model = model.resized(shape, -7);
          expect([...(await array.read()).data]).toEqual(model.values);
          if (i % 2 === 1) await fillUp();
        }
        const again = await openArray(store, { dtype: "int32" });
        expect(again.shape).toEqual(model.shape);
        expect([...(await again.read()).data]).toEqual(model.values);
      }),
      { numRuns: 60 },
    );
  });

  it("reads points one by one", async () => {
    const scenario = layouts
      .filter(({ shape }) => shape.length > 0 && shape.every((length) => length > 0))
      .chain((layout) =>
        fc.record({
          layout: fc.constant(layout),
          at: fc.array(fc.tuple(...layout.shape.map((length) => fc.integer({ min: -length, max: length - 1 }))), {
            maxLength: 8,
          }),
        }),
      );
    await fc.assert(
      fc.asyncProperty(scenario, async ({ layout, at }) => {
        const { array } = await make(layout);
        const values = Int32Array.from({ length: array.size }, (_, i) => i * 3);
        await array.write(undefined, values);
        const expected = at.map((point) => {
          const offset = point.reduce((sum, index, axis) => {
            const length = layout.shape[axis]!;
            return sum * length + (index < 0 ? index + length : index);
          }, 0);
          return values[offset]!;
        });
        if (at.length > 0) expect([...(await array.read(points(at))).data]).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

describe("two writers in one process", () => {
  it("lose nothing when they write parts of the same chunk and shard at once", async () => {
    const store = new Map<string, Uint8Array>();
    await create(store, { shape: [40, 40], dtype: "int32", chunks: [5, 5], shards: [20, 20], fillValue: -1 });
    const handles = await Promise.all([openArray(store), openArray(store), openArray(store)]);
    await Promise.all(
      Array.from({ length: 40 }, (_, row) =>
        handles[row % 3]!.write(
          [row],
          Int32Array.from({ length: 40 }, (_, i) => row * 40 + i),
        ),
      ),
    );
    const { data } = await (await openArray(store, { dtype: "int32" })).read();
    expect([...data]).toEqual(Array.from({ length: 1600 }, (_, i) => i));
  });

  it("lose no row when they append at once", async () => {
    const store = new Map<string, Uint8Array>();
    await create(store, { shape: [0, 3], dtype: "int32", chunks: [4, 3], dims: ["time", "x"] });
    const handles = await Promise.all([openArray(store), openArray(store)]);
    await Promise.all(
      Array.from({ length: 10 }, (_, row) =>
        handles[row % 2]!.append({ data: [row, row, row], shape: [1, 3] }, "time"),
      ),
    );
    const all = await openArray(store, { dtype: "int32" });
    expect(all.shape).toEqual([10, 3]);
    const firsts = [...(await all.read(":, 0")).data].sort((a, b) => a - b);
    expect(firsts).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

it("opens a group or an array, whichever is there", async () => {
  const store = new Map<string, Uint8Array>();
  await create(store, { path: "a/b", shape: [2], dtype: "bool" });
  expect((await open(store)).kind).toBe("group");
  expect((await open(store, { path: "a/b" })).kind).toBe("array");
});
