import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DataType } from "../../src/model/data-types/data-type.ts";
import type { Chunk } from "../../src/model/grid/chunk.ts";
import {
  chunkOf,
  copyChunk,
  copyElements,
  copyItems,
  fillElements,
  fillItems,
  selectChunk,
} from "../../src/model/lattice/copy.ts";
import {
  contiguous,
  type Lattice,
  latticeShape,
  mergeAxes,
  permuteLattice,
  selectLattice,
} from "../../src/model/lattice/lattice.ts";
import { anyOrder, count, everyIndex, fortran, latticeOffset } from "./naive-array.ts";

const refused = expect.objectContaining({ code: "invalid-request" });

/** Bytes that differ from their neighbours and between the two sides. */
function noise(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 167 + seed * 31 + (i >> 8) * 13) & 0xff);
}

/** A view that begins `shift` bytes into its buffer. */
function shifted(bytes: Uint8Array, shift: number): Uint8Array {
  const buffer = new Uint8Array(bytes.length + shift);
  buffer.set(bytes, shift);
  return buffer.subarray(shift);
}

function naiveCopy(source: Uint8Array, from: Lattice, target: Uint8Array, to: Lattice, itemSize: number): void {
  for (const index of everyIndex(latticeShape(to))) {
    const a = latticeOffset(from, index) * itemSize;
    const b = latticeOffset(to, index) * itemSize;
    for (let k = 0; k < itemSize; k++) target[b + k] = source[a + k]!;
  }
}

/** A lattice of shape `shape`: a permuted selection of a larger block, and how many elements that block has. */
function anyLattice(shape: readonly number[], repeats: boolean): fc.Arbitrary<{ lattice: Lattice; size: number }> {
  const axis = (length: number) =>
    fc
      .record({
        before: fc.integer({ min: 0, max: 2 }),
        after: fc.integer({ min: 0, max: 2 }),
        step: fc.constantFrom(1, 1, 1, 2, 3, -1, -2),
        list: fc.option(fc.array(fc.nat(1000), { minLength: length, maxLength: length }), { freq: 4 }),
      })
      .map(({ before, after, step, list }) => {
        const extent = before + Math.max(1, (length - 1) * Math.abs(step) + 1) + after;
        if (list === null || (!repeats && extent < length)) {
          const start = step > 0 ? before : extent - 1 - after;
          return { extent, selection: { kind: "range", start, step, count: length } as const };
        }
        const free = Array.from({ length: extent }, (_, i) => i);
        const indices = list.map((n) => (repeats ? n % extent : free.splice(n % free.length, 1)[0]!));
        return { extent, selection: { kind: "list", indices } as const };
      });
  return fc.tuple(fc.tuple(...shape.map(axis)), anyOrder(shape.length), fc.boolean()).map(([axes, order, columns]) => {
    const inverse = order.map((_, position) => order.indexOf(position));
    const extents = order.map((axisOfBlock) => axes[axisOfBlock]!.extent);
    const block = (columns ? fortran : contiguous)(extents);
    const lattice = selectLattice(
      permuteLattice(block, inverse),
      axes.map(({ selection }) => selection),
    );
    return { lattice, size: count(extents) };
  });
}

const anyItemSize = fc.constantFrom(1, 2, 3, 4, 6, 8, 12, 16, 20, 40);

describe("copyElements", () => {
  const small = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 });
  const wide = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 30, max: 70 })).map((pair) => [...pair]);
  const cases = fc
    .oneof({ weight: 4, arbitrary: small }, wide)
    .chain((shape) => fc.tuple(anyLattice(shape, true), anyLattice(shape, true), anyItemSize, fc.nat(4), fc.nat(4)));

  test("equals copying one element at a time, for every size, layout and alignment", () => {
    fc.assert(
      fc.property(cases, ([from, to, itemSize, sourceShift, targetShift]) => {
        const source = shifted(noise(from.size * itemSize, 1), sourceShift);
        const target = shifted(noise(to.size * itemSize, 2), targetShift);
        const expected = target.slice();
        naiveCopy(source, from.lattice, expected, to.lattice, itemSize);
        copyElements(source, from.lattice, target, to.lattice, itemSize);
        expect(Buffer.compare(target, expected)).toBe(0);
      }),
      { numRuns: 800 },
    );
  });

  test("transposes that fill several tiles", () => {
    for (const itemSize of [1, 2, 4, 8, 12]) {
      const shape = [70, 45, 3];
      const from = permuteLattice(contiguous([3, 45, 70]), [2, 1, 0]);
      const source = noise(count(shape) * itemSize, 3);
      const target = new Uint8Array(source.length);
      const expected = new Uint8Array(source.length);
      naiveCopy(source, from, expected, contiguous(shape), itemSize);
      copyElements(source, from, target, contiguous(shape), itemSize);
      expect(Buffer.compare(target, expected)).toBe(0);
    }
  });

  test("keeps the bits of NaNs", () => {
    const source = new Uint8Array(
      new BigUint64Array([0x7ff0000000000001n, 0xfff8000000000123n, 0xffffffffffffffffn, 5n]).buffer,
    );
    const target = new Uint8Array(32);
    copyElements(source, fortran([2, 2]), target, contiguous([2, 2]), 8);
    expect([...new BigUint64Array(target.buffer)]).toEqual([
      0x7ff0000000000001n,
      0xffffffffffffffffn,
      0xfff8000000000123n,
      5n,
    ]);
  });

  test("the last of repeated positions wins", () => {
    const to = selectLattice(contiguous([4]), [{ kind: "list", indices: [2, 0, 2, 2] }]);
    const target = new Uint8Array(4);
    copyElements(Uint8Array.of(1, 2, 3, 4), contiguous([4]), target, to, 1);
    expect([...target]).toEqual([2, 0, 4, 0]);
  });

  test("a table needs no true stride beside it", () => {
    const from: Lattice = { base: 0, axes: [{ count: 3, stride: 0, offsets: Float64Array.of(5, 0, 3) }] };
    const to: Lattice = { base: 4, axes: [{ count: 3, stride: 4 }] };
    const target = new Uint8Array(16);
    copyElements(Uint8Array.of(1, 2, 3, 4, 5, 6), from, target, to, 1);
    expect([...target]).toEqual([0, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0]);
    const blocks: Lattice = {
      base: 0,
      axes: [
        { count: 3, stride: 0, offsets: Float64Array.of(2, 0, 1) },
        { count: 4, stride: 1 },
      ],
    };
    copyElements(Uint8Array.of(1, 2, 3, 4, 5, 6), blocks, target, contiguous([3, 4]), 1);
    expect([...target.subarray(0, 12)]).toEqual([3, 4, 5, 6, 1, 2, 3, 4, 2, 3, 4, 5]);
  });

  test("a stride of 0 in the source broadcasts", () => {
    const one: Lattice = {
      base: 0,
      axes: [
        { count: 3, stride: 0 },
        { count: 2, stride: 0 },
      ],
    };
    const target = new Uint8Array(12);
    copyElements(Uint8Array.of(7, 8), one, target, contiguous([3, 2]), 2);
    expect([...target]).toEqual([7, 8, 7, 8, 7, 8, 7, 8, 7, 8, 7, 8]);
  });

  test("takes Node's buffers and shared memory", () => {
    const target = new Uint8Array(new SharedArrayBuffer(8));
    copyElements(Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), fortran([2, 2]), target, contiguous([2, 2]), 2);
    expect([...target]).toEqual([1, 2, 5, 6, 3, 4, 7, 8]);
  });

  test("refuses other counts and lattices that do not fit their buffers, and changes nothing", () => {
    const bytes = new Uint8Array(16);
    const target = new Uint8Array(16);
    expect(() => copyElements(bytes, contiguous([4]), target, contiguous([2, 2]), 4)).toThrow(refused);
    expect(() => copyElements(bytes, contiguous([2, 2]), target, contiguous([2, 3]), 4)).toThrow(refused);
    expect(() => copyElements(bytes, contiguous([5]), target, contiguous([5]), 4)).toThrow(/source/);
    expect(() => copyElements(bytes, contiguous([4]), target.subarray(1), contiguous([4]), 4)).toThrow(/target/);
    const before: Lattice = { base: 0, axes: [{ count: 2, stride: -1 }] };
    expect(() => copyElements(bytes, before, target, contiguous([2]), 4)).toThrow(refused);
    expect(target.every((byte) => byte === 0)).toBe(true);
  });

  test("elements of no bytes and no elements are no copies", () => {
    expect(() => copyElements(new Uint8Array(0), contiguous([3]), new Uint8Array(0), contiguous([3]), 0)).not.toThrow();
    expect(() =>
      copyElements(new Uint8Array(0), contiguous([0]), new Uint8Array(0), contiguous([0], 9), 4),
    ).not.toThrow();
  });
});

describe("mergeAxes", () => {
  const axes = (from: Lattice, to: Lattice) => mergeAxes(from, to).axes;

  test("a whole chunk is one run", () => {
    expect(axes(contiguous([4, 1, 5, 6]), contiguous([4, 1, 5, 6]))).toEqual([{ count: 120, from: 1, to: 1 }]);
  });

  test("a chunk transposed on both sides is one run", () => {
    expect(axes(fortran([4, 5, 6]), fortran([4, 5, 6]))).toEqual([{ count: 120, from: 1, to: 1 }]);
  });

  test("rows into a wider target are runs of a row, planes that fill it are runs of a plane", () => {
    const rows = selectLattice(contiguous([9, 8, 7]), [
      { kind: "range", start: 1, step: 1, count: 2 },
      { kind: "range", start: 0, step: 1, count: 8 },
      { kind: "range", start: 2, step: 1, count: 3 },
    ]);
    expect(axes(contiguous([2, 8, 3]), rows)).toEqual([
      { count: 16, from: 3, to: 7 },
      { count: 3, from: 1, to: 1 },
    ]);
    const planes = selectLattice(contiguous([9, 8, 7]), [
      { kind: "range", start: 1, step: 3, count: 2 },
      { kind: "range", start: 0, step: 1, count: 8 },
      { kind: "range", start: 0, step: 1, count: 7 },
    ]);
    expect(axes(contiguous([2, 8, 7]), planes)).toEqual([
      { count: 2, from: 56, to: 168 },
      { count: 56, from: 1, to: 1 },
    ]);
  });

  test("what runs backwards on both sides runs forwards", () => {
    const back: Lattice = {
      base: 11,
      axes: [
        { count: 3, stride: -4 },
        { count: 4, stride: -1 },
      ],
    };
    expect(mergeAxes(back, back)).toEqual({ fromBase: 0, toBase: 0, axes: [{ count: 12, from: 1, to: 1 }] });
  });

  test("a single element has no axes, an empty lattice one of count 0", () => {
    expect(axes(contiguous([1, 1]), contiguous([1, 1]))).toEqual([]);
    expect(axes(contiguous([3, 0]), contiguous([3, 0])).map((axis) => axis.count)).toEqual([0]);
  });
});

describe("fillElements", () => {
  test("sets exactly the positions of the lattice", () => {
    const cases = fc
      .array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 })
      .chain((shape) => fc.tuple(anyLattice(shape, true), anyItemSize, fc.nat(4), fc.boolean()));
    fc.assert(
      fc.property(cases, ([{ lattice, size }, itemSize, shift, zeros]) => {
        const element = zeros ? new Uint8Array(itemSize) : noise(itemSize, 5);
        const target = shifted(noise(size * itemSize, 2), shift);
        const expected = target.slice();
        for (const index of everyIndex(latticeShape(lattice))) {
          expected.set(element, latticeOffset(lattice, index) * itemSize);
        }
        fillElements(target, lattice, element);
        expect(Buffer.compare(target, expected)).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });

  test("fills long runs with an element of any size", () => {
    for (const element of [noise(3, 1), noise(8, 1), Uint8Array.of(9)]) {
      const target = new Uint8Array(1001 * element.length + 5);
      fillElements(target, contiguous([1001]), element);
      for (let i = 0; i < 1001 * element.length; i++) expect(target[i]).toBe(element[i % element.length]);
      expect([...target.subarray(1001 * element.length)]).toEqual([0, 0, 0, 0, 0]);
    }
  });

  test("refuses a lattice that does not fit", () => {
    expect(() => fillElements(new Uint8Array(7), contiguous([2]), new Uint8Array(4))).toThrow(refused);
  });
});

describe("items and chunks", () => {
  test("copyItems and fillItems follow the lattices", () => {
    const target = new Array<string>(6).fill("-");
    copyItems(
      ["a", "b", "c", "d"],
      fortran([2, 2]),
      target,
      selectLattice(contiguous([2, 3]), [
        { kind: "range", start: 0, step: 1, count: 2 },
        { kind: "range", start: 2, step: -2, count: 2 },
      ]),
    );
    expect(target).toEqual(["c", "-", "a", "d", "-", "b"]);
    fillItems(target, selectLattice(contiguous([6]), [{ kind: "list", indices: [0, 1, 4] }]), "x");
    expect(target).toEqual(["x", "x", "a", "d", "x", "b"]);
    expect(() => copyItems(["a"], contiguous([2]), target, contiguous([2]))).toThrow(refused);
    expect(() => fillItems(target, contiguous([7]), "x")).toThrow(refused);
  });

  const uint16: DataType = { kind: "integer", name: "uint16", itemSize: 2, bits: 16, signed: false };
  const text: DataType = { kind: "string", name: "string", itemSize: undefined };

  test("chunks are made, viewed and copied by what they hold", () => {
    const source = chunkOf(uint16, [2, 3], Uint8Array.of(0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0));
    const target = chunkOf(uint16, [2, 2], new Uint8Array(8));
    const columns = selectChunk(source, [
      { kind: "range", start: 1, step: -1, count: 2 },
      { kind: "list", indices: [2, 0] },
    ]);
    expect(columns.shape).toEqual([2, 2]);
    copyChunk(columns, target);
    expect([...new Uint16Array(target.bytes.buffer)]).toEqual([5, 3, 2, 0]);
    const words: Chunk = chunkOf(text, [2], ["", ""]);
    copyChunk(chunkOf(text, [2], ["a", "b"]), words);
    expect(words.items).toEqual(["a", "b"]);
  });

  test("chunks of other lengths or kinds are refused", () => {
    expect(() => chunkOf(uint16, [3], new Uint8Array(5))).toThrow(expect.objectContaining({ code: "invalid-data" }));
    expect(() => chunkOf(text, [3], ["a"])).toThrow(expect.objectContaining({ code: "invalid-data" }));
    expect(() => chunkOf(text as DataType, [0], new Uint8Array(0))).toThrow(refused);
    expect(() => chunkOf(uint16 as DataType, [0], [])).toThrow(refused);
    const bytes: DataType = { kind: "bool", name: "bool", itemSize: 1 };
    expect(() => copyChunk(chunkOf(uint16, [1], new Uint8Array(2)), chunkOf(text, [1], [""]))).toThrow(refused);
    expect(() => copyChunk(chunkOf(uint16, [1], new Uint8Array(2)), chunkOf(bytes, [1], new Uint8Array(1)))).toThrow(
      refused,
    );
  });
});
