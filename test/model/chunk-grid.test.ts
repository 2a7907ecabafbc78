import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chunkCoords,
  chunkCount,
  chunkRegion,
  chunkShapeAt,
  chunkShapeOf,
  gridShape,
  locate,
  rectilinearGrid,
  regularGrid,
  resizeGrid,
} from "../../src/model/grid/chunk-grid.ts";
import { anyGrid } from "./naive-array.ts";

describe("regular grids", () => {
  const grid = regularGrid([10, 7], [4, 7]);

  test("chunks overhang the edge and are encoded whole", () => {
    expect(gridShape(grid)).toEqual([3, 1]);
    expect(chunkShapeAt(grid, [2, 0])).toEqual([4, 7]);
    expect(chunkRegion(grid, [2, 0])).toEqual([
      { start: 8, length: 2 },
      { start: 0, length: 7 },
    ]);
    expect(chunkShapeOf(grid)).toEqual([4, 7]);
  });

  test("an extent of 0 has no chunks, rank 0 has one", () => {
    expect(gridShape(regularGrid([0, 5], [4, 2]))).toEqual([0, 3]);
    expect(chunkCount(regularGrid([0, 5], [4, 2]))).toBe(0);
    expect([...chunkCoords(regularGrid([0, 5], [4, 2]))]).toEqual([]);
    expect([...chunkCoords(regularGrid([], []))]).toEqual([[]]);
    expect(chunkCount(regularGrid([], []))).toBe(1);
  });

  test("coordinates come last dimension fastest", () => {
    const coords = [...chunkCoords(regularGrid([3, 4], [2, 2]))];
    expect(coords).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
  });

  test("stays exact near 2^53", () => {
    const extent = Number.MAX_SAFE_INTEGER;
    expect(gridShape(regularGrid([extent], [3]))).toEqual([Number((BigInt(extent) + 2n) / 3n)]);
    const [dimension] = regularGrid([extent], [1024]);
    expect(locate(dimension!, extent - 1)).toBe(Number(BigInt(extent - 1) / 1024n));
    expect(() => chunkCount(regularGrid([extent, extent], [1, 1]))).toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });
});

describe("rectilinear grids", () => {
  const grid = rectilinearGrid([12, 5], [[5, 1, 9, 4, 4], 2]);

  test("lists give lengths, a bare integer repeats, surplus chunks are never visited", () => {
    expect(gridShape(grid)).toEqual([3, 3]);
    expect(chunkShapeAt(grid, [2, 2])).toEqual([9, 2]);
    expect(chunkRegion(grid, [2, 2])).toEqual([
      { start: 6, length: 6 },
      { start: 4, length: 1 },
    ]);
    expect(chunkShapeOf(grid)).toBeUndefined();
    expect([...chunkCoords(grid)]).toHaveLength(9);
  });

  test("an empty list covers an extent of 0, and only that", () => {
    expect(gridShape(rectilinearGrid([0], [[]]))).toEqual([0]);
    expect(gridShape(rectilinearGrid([0], [[4, 4]]))).toEqual([0]);
    expect(() => rectilinearGrid([1], [[]])).toThrow(/but its length is 1/);
  });
});

describe("every grid", () => {
  test("each index is in exactly the chunk that locate names, and chunks cover the extent in order", () => {
    fc.assert(
      fc.property(anyGrid([fc.nat(30)]), ({ grid }) => {
        const dimension = grid[0]!;
        let next = 0;
        for (const coords of chunkCoords(grid)) {
          const [span] = chunkRegion(grid, coords);
          expect(span!.start).toBe(next);
          expect(span!.length).toBeGreaterThan(0);
          expect(span!.length).toBeLessThanOrEqual(chunkShapeAt(grid, coords)[0]!);
          for (let i = 0; i < span!.length; i++) expect(locate(dimension, next + i)).toBe(coords[0]);
          next += span!.length;
        }
        expect(next).toBe(dimension.extent);
      }),
    );
  });

  test("resizing there and back keeps every chunk where it was", () => {
    fc.assert(
      fc.property(anyGrid([fc.nat(30), fc.nat(9)]), fc.nat(60), fc.nat(20), ({ grid, shape }, rows, columns) => {
        const there = resizeGrid(grid, [rows, columns]);
        expect(there.map((dimension) => dimension.extent)).toEqual([rows, columns]);
        const back = resizeGrid(there, shape);
        expect([...chunkCoords(back)]).toEqual([...chunkCoords(grid)]);
        for (const coords of chunkCoords(grid)) {
          expect(chunkRegion(back, coords)).toEqual(chunkRegion(grid, coords));
          expect(chunkShapeAt(back, coords)).toEqual(chunkShapeAt(grid, coords));
        }
      }),
    );
  });

  test("growing past the last chunk adds one for what is new", () => {
    const grown = resizeGrid(rectilinearGrid([7], [[3, 5]]), [20]);
    expect(grown).toEqual(rectilinearGrid([20], [[3, 5, 12]]));
    expect(resizeGrid(rectilinearGrid([7], [[3, 5]]), [8])).toEqual(rectilinearGrid([8], [[3, 5]]));
    expect(resizeGrid(regularGrid([7], [3]), [20])).toEqual(regularGrid([20], [3]));
  });

  test.each([
    ["a chunk of 0", [4], [0]],
    ["a negative chunk", [4], [-1]],
    ["half a chunk", [4], [1.5]],
    ["no number", [4], [Number.NaN]],
    ["a chunk beyond 2^53", [4], [2 ** 53]],
    ["an extent beyond 2^53", [2 ** 53], [4]],
    ["a negative extent", [-1], [4]],
    ["too few dimensions", [4, 4], [4]],
    ["too many dimensions", [4], [4, 4]],
    ["a 0 in a list", [4], [[4, 0]]],
    ["a list that is short", [9], [[4, 4]]],
    ["a list that ends beyond 2^53", [4], [[2 ** 52, 2 ** 52]]],
  ])("%s is refused", (_, shape, sizes) => {
    expect(() => rectilinearGrid(shape, sizes)).toThrow(expect.objectContaining({ code: "invalid-request" }));
    expect(() => rectilinearGrid(shape, sizes, "invalid-data")).toThrow(
      expect.objectContaining({ code: "invalid-data" }),
    );
  });

  test.each([[[3]], [[3, 0]], [[-1, 0]], [[0, 0.5]], [[0, 0, 0]]])(
    "there is no chunk %j in a grid of 3 x 1",
    (coords) => {
      const grid = regularGrid([10, 7], [4, 7]);
      expect(() => chunkRegion(grid, coords)).toThrow(expect.objectContaining({ code: "invalid-request" }));
      expect(() => chunkShapeAt(grid, coords)).toThrow(expect.objectContaining({ code: "invalid-request" }));
    },
  );

  test("a surplus chunk is no chunk of the grid", () => {
    expect(() => chunkRegion(rectilinearGrid([4], [[4, 4]]), [1])).toThrow(/no chunk \[1\] in a grid of \[1\]/);
  });
});
