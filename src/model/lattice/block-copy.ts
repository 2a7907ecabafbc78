/**
 * Moving blocks of bytes between two buffers: long blocks by the engine's memmove, short ones by tight loops over the
 * two axes that matter for the cache, in tiles if rows of one side are columns of the other.
 */

import { modelLimits } from "../limits.ts";
import { copyWordRows, kernelsFor, type PlaneCopy } from "./copy-kernels.ts";
import { type JointAxis, type JointLattice, walkAxes } from "./merge.ts";
import { copyRowsBetween } from "./rows-within.ts";

/**
 * Tiles of a transposed plane have 8 elements along the target's innermost axis: each lies on its own cache line in the
 * source, and lines at strides of a power of two share one set of 8. Along the source's innermost axis they have
 * `tileAlong`. If one side is shorter, the other is longer.
 */
const tileAcross = 8;

/** Positions in elements of `itemSize` bytes, joined to blocks of `blockSize` bytes that are one run on both sides. */
export interface Blocks extends JointLattice {
  readonly itemSize: number;
  readonly blockSize: number;
}

/** Copies every block. The spans of both sides must have been checked. */
export function copyBlocks(source: Uint8Array, target: Uint8Array, blocks: Blocks): void {
  const { axes, fromBase, toBase, itemSize, blockSize } = blocks;
  if (axes.length === 0) {
    target.set(source.subarray(fromBase * itemSize, fromBase * itemSize + blockSize), toBase * itemSize);
    return;
  }
  const copyRows = copyRowsBetween(source.buffer, target.buffer);
  const rows = axes[axes.length - 1]!;
  if (copyRows !== undefined && rows.tables === undefined) {
    const [fromStep, toStep] = [rows.from * itemSize, rows.to * itemSize];
    walkAxes(axes.slice(0, -1), fromBase, toBase, (a, b) => {
      const [from, to] = [source.byteOffset + a * itemSize, target.byteOffset + b * itemSize];
      copyRows(from, fromStep, to, toStep, blockSize, rows.count);
    });
    return;
  }
  const unit = widestUnit(source, target, blocks);
  const width = blockSize / unit;
  const { runUnits, loopWords } = modelLimits;
  const isRun = runUnits.isReachedBy(width);
  if (unit === 4 && isRun && rows.tables === undefined && !loopWords.isExceededBy(width)) {
    const scale = itemSize / 4;
    const copy = copyWordRows(source, target, width, rows.count, rows.from * scale, rows.to * scale);
    walkAxes(axes.slice(0, -1), fromBase, toBase, (a, b) => copy(a * scale, b * scale));
    return;
  }
  if (isRun) {
    walkAxes(axes, fromBase, toBase, (a, b) => {
      target.set(source.subarray(a * itemSize, a * itemSize + blockSize), b * itemSize);
    });
    return;
  }
  const scale = itemSize / unit;
  const { outer, second, inner } = chooseInner(axes.map((axis) => scaleAxis(axis, scale)));
  const kernels = kernelsFor(source, target, unit, width);
  const { tables } = inner;
  const copyPlane =
    tables === undefined
      ? planeCopy(kernels.plane, second, inner)
      : (a: number, b: number): void => kernels.table(a, b, tables.from, tables.to);
  walkAxes(outer, fromBase * scale, toBase * scale, copyPlane);
}

/** The copy of one plane: at once if both sides run along the same axis, otherwise tile by tile. */
function planeCopy(
  kernel: PlaneCopy,
  second: JointAxis | undefined,
  inner: JointAxis,
): (from: number, to: number) => void {
  if (second === undefined) {
    return (from, to) => kernel(from, to, 1, 0, 0, inner.count, inner.from, inner.to);
  }
  if (Math.abs(second.from) >= Math.abs(inner.from)) {
    return (from, to) => kernel(from, to, second.count, second.from, second.to, inner.count, inner.from, inner.to);
  }
  // A short innermost axis (the colours of a pixel) would make short loops: loop along the other one.
  if (inner.count < tileAcross) return tiledCopy(kernel, inner, tileAcross, second);
  return tiledCopy(kernel, second, modelLimits.tileAlong.cap(second.count), inner);
}

function tiledCopy(
  kernel: PlaneCopy,
  rows: JointAxis,
  height: number,
  columns: JointAxis,
): (from: number, to: number) => void {
  const length = Math.ceil((tileAcross * modelLimits.tileAlong.value) / Math.min(height, rows.count));
  return (from, to) => {
    for (let i = 0; i < rows.count; i += height) {
      const rowCount = Math.min(height, rows.count - i);
      for (let j = 0; j < columns.count; j += length) {
        const columnCount = Math.min(length, columns.count - j);
        const tileFrom = from + i * rows.from + j * columns.from;
        const tileTo = to + i * rows.to + j * columns.to;
        kernel(tileFrom, tileTo, rowCount, rows.from, rows.to, columnCount, columns.from, columns.to);
      }
    }
  };
}

/**
 * The innermost axis is the target's; the second is the source's innermost, so that a transpose works on tiles that are
 * close in memory on both sides. The second axis must have strides.
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

/** The widest unit to which every block is aligned, in both buffers. */
function widestUnit(source: Uint8Array, target: Uint8Array, blocks: Blocks): 1 | 2 | 4 {
  const { axes, fromBase, toBase, itemSize, blockSize } = blocks;
  const places = [source.byteOffset, target.byteOffset, blockSize, fromBase * itemSize, toBase * itemSize];
  for (const { from, to, tables } of axes) {
    if (tables === undefined) places.push(from * itemSize, to * itemSize);
    else places.push(commonUnit(tables.from, itemSize), commonUnit(tables.to, itemSize));
  }
  if (places.every((place) => place % 4 === 0)) return 4;
  return places.every((place) => place % 2 === 0) ? 2 : 1;
}

function commonUnit(offsets: Float64Array, itemSize: number): 1 | 2 | 4 {
  if (offsets.every((offset) => (offset * itemSize) % 4 === 0)) return 4;
  return offsets.every((offset) => (offset * itemSize) % 2 === 0) ? 2 : 1;
}
