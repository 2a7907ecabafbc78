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
import { copyBlocks } from "./block-copy.ts";
import { contiguous, type Lattice, latticeCount, latticeShape, latticeSpan, selectLattice } from "./lattice.ts";
import { mergeAxes, walkAxes } from "./merge.ts";

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
