/**
 * Moving blocks of bytes between two buffers: long blocks by the engine's memmove, short ones by tight loops over the
 * two axes that matter for the cache, in tiles where rows of one side are columns of the other.
 */
import { kernelsFor } from "./copy-kernels.ts";
import type { JointAxis, JointLattice } from "./lattice-merge.ts";
import { walkAxes } from "./lattice-merge.ts";

/** Runs of at least this many units are copied by the engine's memmove; a call costs as much as 32 units by loop. */
export const runUnits = 32;

/** Side of the square tiles of a transposed plane: 32 x 32 x 4 bytes stay in the first-level cache on both sides. */
const tileSide = 32;

/** Elements in place (`itemSize` bytes each), joined to blocks of `blockSize` bytes that are in one run on both sides. */
export interface Blocks extends JointLattice {
  readonly itemSize: number;
  readonly blockSize: number;
}

/** Copies every block. The spans of both sides must have been checked. */
export function copyBlocks(source: Uint8Array, target: Uint8Array, blocks: Blocks): void {
  const { axes, fromBase, toBase, itemSize, blockSize } = blocks;
  const unit = widestUnit(source, target, blocks);
  const width = blockSize / unit;
  if (axes.length === 0 || width >= runUnits) {
    walkAxes(axes, fromBase, toBase, (a, b) => {
      target.set(source.subarray(a * itemSize, a * itemSize + blockSize), b * itemSize);
    });
    return;
  }
  const scale = itemSize / unit;
  const scaled = axes.map((axis) => scaleAxis(axis, scale));
  const { outer, second, inner } = chooseInner(scaled);
  const kernels = kernelsFor(source, target, unit, width);
  const start = [fromBase * scale, toBase * scale] as const;
  if (inner.tables !== undefined) {
    const { tables } = inner;
    walkAxes(outer, ...start, (a, b) => kernels.table(a, b, tables.from, tables.to));
    return;
  }
  const across = second !== undefined && Math.abs(second.from) < Math.abs(inner.from);
  const rows = second ?? { count: 1, from: 0, to: 0 };
  const [rowStep, columnStep] = across ? [tileSide, tileSide] : [rows.count, inner.count];
  walkAxes(outer, ...start, (a, b) => {
    for (let i = 0; i < rows.count; i += rowStep) {
      const height = Math.min(rowStep, rows.count - i);
      for (let j = 0; j < inner.count; j += columnStep) {
        const length = Math.min(columnStep, inner.count - j);
        const tileFrom = a + i * rows.from + j * inner.from;
        const tileTo = b + i * rows.to + j * inner.to;
        kernels.plane(tileFrom, tileTo, height, rows.from, rows.to, length, inner.from, inner.to);
      }
    }
  });
}

/**
 * The innermost axis is the target's; the one around it is the source's innermost, so that a transpose works on tiles
 * that are near in memory on both sides. The axis around must have strides.
 */
function chooseInner(axes: readonly JointAxis[]): {
  outer: readonly JointAxis[];
  second: JointAxis | undefined;
  inner: JointAxis;
} {
  const inner = axes.at(-1)!;
  const others = axes.slice(0, -1);
  let second: JointAxis | undefined;
  for (const axis of others) {
    if (axis.tables === undefined && (second === undefined || Math.abs(axis.from) <= Math.abs(second.from))) {
      second = axis;
    }
  }
  if (inner.tables !== undefined || second === undefined) return { outer: others, second: undefined, inner };
  return { outer: others.filter((axis) => axis !== second), second, inner };
}

function scaleAxis(axis: JointAxis, scale: number): JointAxis {
  const { count, tables } = axis;
  const scaled = { count, from: axis.from * scale, to: axis.to * scale };
  if (tables === undefined) return scaled;
  const times = (table: Float64Array): Float64Array => table.map((offset) => offset * scale);
  return { ...scaled, tables: { from: times(tables.from), to: times(tables.to) } };
}

/** The widest unit on which every block begins and ends, in both buffers. */
function widestUnit(source: Uint8Array, target: Uint8Array, blocks: Blocks): 1 | 2 | 4 {
  const { axes, fromBase, toBase, itemSize, blockSize } = blocks;
  const places = [source.byteOffset, target.byteOffset, blockSize, fromBase * itemSize, toBase * itemSize];
  for (const axis of axes) places.push(axis.from * itemSize, axis.to * itemSize);
  if (places.every((place) => place % 4 === 0)) return 4;
  return places.every((place) => place % 2 === 0) ? 2 : 1;
}
