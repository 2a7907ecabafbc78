/**
 * Copying elements from one lattice to another, and filling a lattice with one element. One copy serves every data
 * type, slice, transpose, shard and scatter: after merging (see merge.ts), elements that lie in one run on both sides move
 * at once.
 */
import { HyperslabError } from "../../errors.ts";
import { type DataType, type FixedDataType, isFixedSize, type VariableDataType } from "../data-types/data-type.ts";
import type { Chunk, FixedChunk, VariableChunk } from "../grid/chunk.ts";
import { modelLimits } from "../limits.ts";
import type { AxisSelection } from "../selection/axis-selection.ts";
import { fillBytes, type Item } from "../values/fill-value.ts";
import { copyWordRows, kernelsFor, type PlaneCopy } from "./copy-kernels.ts";
import {
  contiguous,
  copyRowsBetween,
  type JointAxis,
  type JointLattice,
  type Lattice,
  latticeCount,
  latticeShape,
  latticeSpan,
  mergeAxes,
  selectLattice,
  walkAxes,
} from "./lattice.ts";

/**
 * Copies elements of `itemSize` bytes; the counts along each axis must agree. The buffers must not overlap. If the target
 * names a position twice (a list of indices with repeats), the last element wins.
 */
export function copyElements(
  source: Uint8Array,
  from: Lattice,
  target: Uint8Array,
  to: Lattice,
  itemSize: number,
): void {
  const joint = mergeAxes(from, to);
  if (itemSize === 0) return;
  checkSpan(from, source.byteLength / itemSize, "source");
  checkSpan(to, target.byteLength / itemSize, "target");
  const { fromBase, toBase, axes } = joint;
  const inner = axes[axes.length - 1];
  const run = inner !== undefined && inner.tables === undefined && inner.from === 1 && inner.to === 1;
  const blockSize = run ? itemSize * inner.count : itemSize;
  copyBlocks(source, target, { fromBase, toBase, axes: run ? axes.slice(0, -1) : axes, itemSize, blockSize });
}

/** Writes the bytes of `element` to every position. */
export function fillElements(target: Uint8Array, to: Lattice, element: Uint8Array): void {
  const itemSize = element.byteLength;
  if (itemSize === 0 || latticeCount(to) === 0) return;
  checkSpan(to, target.byteLength / itemSize, "target");
  const joint = mergeAxes(still(to), to);
  const inner = joint.axes.at(-1);
  const run = inner !== undefined && inner.tables === undefined && inner.to === 1;
  const axes = run ? joint.axes.slice(0, -1) : joint.axes;
  const blockSize = run ? itemSize * inner.count : itemSize;
  if (!modelLimits.runUnits.isReachedBy(blockSize)) {
    const block = new Uint8Array(blockSize);
    fillBytes(block, element);
    copyBlocks(block, target, { fromBase: 0, toBase: joint.toBase, axes, itemSize, blockSize });
    return;
  }
  let first: number | undefined;
  walkAxes(axes, 0, joint.toBase, (_, position) => {
    const start = position * itemSize;
    if (first !== undefined) target.copyWithin(start, first, first + blockSize);
    else fillBytes(target.subarray((first = start), start + blockSize), element);
  });
}

/** Like `copyElements`, for elements that are JavaScript values. */
export function copyItems<T>(source: readonly T[], from: Lattice, target: T[], to: Lattice): void {
  const { axes, fromBase, toBase } = mergeAxes(from, to);
  checkSpan(from, source.length, "source");
  checkSpan(to, target.length, "target");
  walkAxes(axes, fromBase, toBase, (a, b) => {
    target[b] = source[a]!;
  });
}

/** Like `fillElements`, for elements that are JavaScript values. */
export function fillItems<T>(target: T[], to: Lattice, item: T): void {
  const { axes, toBase } = mergeAxes(still(to), to);
  checkSpan(to, target.length, "target");
  walkAxes(axes, 0, toBase, (_, position) => {
    target[position] = item;
  });
}

/** A lattice of the same shape that stays at position 0. */
function still(lattice: Lattice): Lattice {
  return { base: 0, axes: lattice.axes.map(({ count }) => ({ count, stride: 0 })) };
}

/** A dense chunk in C order over these elements, whose number must match the shape. */
export function chunkOf(dataType: FixedDataType, shape: readonly number[], elements: Uint8Array): FixedChunk;
export function chunkOf(dataType: VariableDataType, shape: readonly number[], elements: Item[]): VariableChunk;
export function chunkOf(dataType: DataType, shape: readonly number[], elements: Uint8Array | Item[]): Chunk;
export function chunkOf(dataType: DataType, shape: readonly number[], elements: Uint8Array | Item[]): Chunk {
  const count = shape.reduce((product, length) => product * length, 1);
  const layout = contiguous(shape);
  if (isFixedSize(dataType) && elements instanceof Uint8Array) {
    checkLength(elements.byteLength, count * dataType.itemSize, "bytes", dataType, shape);
    return { dataType, shape, layout, bytes: elements };
  }
  if (!isFixedSize(dataType) && !(elements instanceof Uint8Array)) {
    checkLength(elements.length, count, "items", dataType, shape);
    return { dataType, shape, layout, items: elements };
  }
  const form = isFixedSize(dataType) ? "bytes" : "a list of items";
  throw new HyperslabError("invalid-request", `${dataType.name} elements must be given as ${form}`);
}

function checkLength(
  found: number,
  expected: number,
  unit: string,
  dataType: DataType,
  shape: readonly number[],
): void {
  if (found === expected) return;
  const what = `expected ${expected} ${unit} for ${dataType.name} elements of shape [${shape.join(", ")}], found ${found}`;
  throw new HyperslabError("invalid-data", what);
}

/** Part of a chunk, as a view of the same elements. */
export function selectChunk(chunk: Chunk, selection: readonly AxisSelection[]): Chunk {
  const layout = selectLattice(chunk.layout, selection);
  const shape = latticeShape(layout);
  // Written out: this runs for every chunk, and spreading an object costs a microsecond.
  if (chunk.bytes !== undefined) return { dataType: chunk.dataType, shape, layout, bytes: chunk.bytes };
  return { dataType: chunk.dataType, shape, layout, items: chunk.items };
}

/** Copies every element. Shapes and element sizes must agree. */
export function copyChunk(from: Chunk, to: Chunk): void {
  if (from.bytes !== undefined && to.bytes !== undefined && from.dataType.itemSize === to.dataType.itemSize) {
    copyElements(from.bytes, from.layout, to.bytes, to.layout, from.dataType.itemSize);
  } else if (from.items !== undefined && to.items !== undefined) {
    copyItems(from.items, from.layout, to.items, to.layout);
  } else {
    const what = `${from.dataType.name} elements cannot be copied to ${to.dataType.name} elements without conversion`;
    throw new HyperslabError("invalid-request", what);
  }
}

/** Typed arrays ignore writes outside their bounds, so a lattice that does not fit its buffer must be caught here. */
function checkSpan(lattice: Lattice, capacity: number, side: "source" | "target"): void {
  const { min, max } = latticeSpan(lattice);
  if (max < min || (min >= 0 && max + 1 <= capacity)) return;
  const what = `elements ${min} to ${max} are out of range for the ${side}, which holds ${Math.floor(capacity)}`;
  throw new HyperslabError("invalid-request", what);
}

// Moving blocks of bytes between two buffers: long blocks by the engine's memmove, short ones by tight loops over the
// two axes that matter for the cache, in tiles if rows of one side are columns of the other.

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
function copyBlocks(source: Uint8Array, target: Uint8Array, blocks: Blocks): void {
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
