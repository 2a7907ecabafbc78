/** Rows copied by the kernels, alone and as what copies between parts of their memory run on. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kernelArea, settled } from "../../../src/codecs/kernels/kernel-area.ts";
import { loadKernels } from "../../../src/codecs/kernels/kernels.ts";
import { copyElements } from "../../../src/model/lattice/copy.ts";
import { contiguous, selectLattice } from "../../../src/model/lattice/lattice.ts";
import { noise, runGuarded, variants } from "./guarded.ts";

describe.each(variants)("%s", (_, load) => {
  it.each([0, 1, 7, 15, 16, 17, 31, 32, 100, 127, 128, 129, 1000])("copies rows of %i bytes", async (length) => {
    const kernels = await load();
    for (const [gap, count, backward] of [
      [0, 3, false],
      [5, 4, false],
      [9, 1, true],
      [16, 5, true],
    ] as const) {
      const step = length + gap;
      const source = noise(step * count, length + gap);
      const expected = new Uint8Array(length * count);
      for (let row = 0; row < count; row++) {
        const from = backward ? count - 1 - row : row;
        expected.set(source.subarray(from * step, from * step + length), row * length);
      }
      const { regions } = runGuarded(kernels, [source, expected.byteLength], (from, to) => {
        const first = backward ? from! + step * (count - 1) : from!;
        kernels.copyRows(first, backward ? -step : step, to!, length, length, count);
      });
      expect(regions[1]).toEqual(expected);
    }
  });
});

it("boxes are copied inside kernel memory as they are between buffers", async () => {
  const { memory } = await loadKernels();
  const axis = fc.record({ start: fc.nat(3), count: fc.integer({ min: 1, max: 6 }), step: fc.constantFrom(1, 2, -1) });
  const property = fc.property(
    fc.array(axis, { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 40 }),
    (axes, size) => {
      const shape = axes.map(({ start, count, step }) => start + count * Math.abs(step));
      const selection = axes.map(({ start, count, step }) => {
        return { kind: "range" as const, start: step < 0 ? start + count - 1 : start, step, count };
      });
      const from = selectLattice(contiguous(shape), selection);
      const to = contiguous(axes.map(({ count }) => count));
      const source = noise(
        shape.reduce((product, length) => product * length, size),
        size,
      );
      const expected = new Uint8Array(axes.reduce((product, { count }) => product * count, size));
      copyElements(source, from, expected, to, size);
      const mark = memory.mark();
      const places = [source.byteLength, expected.byteLength].map((length) => memory.allocate(length));
      memory.bytes.set(source, places[0]);
      const inside = memory.bytes.subarray(places[1], places[1]! + expected.byteLength);
      copyElements(memory.bytes.subarray(places[0], places[0]! + source.byteLength), from, inside, to, size);
      memory.release(mark);
      expect(inside).toEqual(expected);
    },
  );
  fc.assert(property, { numRuns: 300 });
});

describe("areas", () => {
  it("are in kernel memory, keep their content when it grows, and are allocated outside when they are large", async () => {
    const { memory } = await loadKernels();
    const area = kernelArea();
    const lease = area.lease(5000);
    const before = lease.bytes;
    before.fill(7);
    expect(memory.locate(before)).toBeGreaterThan(0);
    expect(before.byteOffset % 4096).toBe(0);
    expect(area.holds(before)).toBe(true);
    expect(area.holds(new Uint8Array(9))).toBe(false);
    const mark = memory.mark();
    memory.allocate(memory.bytes.byteLength);
    memory.release(mark);
    expect(before.byteLength).toBe(0);
    expect(lease.bytes).toEqual(new Uint8Array(5000).fill(7));
    const large = area.lease(40 * 1024 * 1024).bytes;
    expect(memory.locate(large)).toBeUndefined();
    expect(area.holds(large)).toBe(true);
  });

  it("what ran while they were pulled away is run again, whether it failed or not", async () => {
    const { memory } = await loadKernels();
    const grow = (): void => {
      const mark = memory.mark();
      memory.allocate(memory.bytes.byteLength);
      memory.release(mark);
    };
    for (const fails of [true, false]) {
      let runs = 0;
      const result = settled(() => {
        runs += 1;
        if (runs === 1) grow();
        if (runs === 1 && fails) throw new Error("a view was pulled away");
        return runs;
      });
      expect(result).toBe(2);
    }
    expect(() =>
      settled(() => {
        throw new Error("broken");
      }),
    ).toThrow("broken");
  });
});
