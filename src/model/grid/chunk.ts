/**
 * A block of elements in memory, as modules pass it around. `layout` says where each element lies, so a transpose is a
 * permuted layout, not a copy.
 */

import { HyperslabError } from "../../errors.ts";
import { type DataType, type FixedDataType, isFixedSize, type VariableDataType } from "../data-types/data-type.ts";
import { fillElements, fillItems } from "../lattice/copy.ts";
import { type Axis, contiguous, type Lattice } from "../lattice/lattice.ts";
import { bytesRepeat, type FillValue, fillBytes, type Item, sameElement } from "../values/fill-value.ts";

/** A chunk of elements that all have the same number of bytes. */
export interface FixedChunk {
  /** The data type of the elements. */
  readonly dataType: FixedDataType;
  /** The shape of the chunk. */
  readonly shape: readonly number[];
  /** Where each element lies in `bytes`. */
  readonly layout: Lattice;
  /** Little-endian elements of `dataType.itemSize` bytes. */
  readonly bytes: Uint8Array;
  /** Undefined: the elements are in `bytes`. */
  readonly items?: undefined;
}

/** A chunk of elements of variable length. */
export interface VariableChunk {
  /** The data type of the elements. */
  readonly dataType: VariableDataType;
  /** The shape of the chunk. */
  readonly shape: readonly number[];
  /** Where each element lies in `items`. */
  readonly layout: Lattice;
  /** The elements. */
  readonly items: Item[];
  /** Undefined: the elements are in `items`. */
  readonly bytes?: undefined;
}

/** The elements of a chunk in memory. */
export type Chunk = FixedChunk | VariableChunk;

// Chunks that hold one value throughout: creates, fills and recognises them.

/** A contiguous chunk that holds `element` throughout. */
export function filledChunk(dataType: DataType, shape: readonly number[], element: FillValue): Chunk {
  const count = shape.reduce((product, length) => product * length, 1);
  const layout = contiguous(shape);
  if (!isFixedSize(dataType)) {
    return { dataType, shape, layout, items: orTooLarge(count, "elements", () => new Array(count).fill(element)) };
  }
  const size = count * dataType.itemSize;
  const bytes = orTooLarge(size, "bytes", () => new Uint8Array(size));
  const pattern = fixedElement(dataType, element);
  if (pattern.some((byte) => byte !== 0)) fillBytes(bytes, pattern);
  return { dataType, shape, layout, bytes };
}

function orTooLarge<T>(count: number, unit: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new HyperslabError("unsupported", `${count} ${unit} are more than this machine can allocate at once`, {
      hint: "Choose smaller chunks, or a smaller selection.",
      cause,
    });
  }
}

/** Sets every element of the chunk's layout to `element`. */
export function fillChunk(chunk: Chunk, element: FillValue): void {
  if (chunk.items !== undefined) fillItems(chunk.items, chunk.layout, element);
  else fillElements(chunk.bytes, chunk.layout, fixedElement(chunk.dataType, element));
}

/** Returns whether every element of the chunk equals `element`, to the bit. */
export function chunkHolds(chunk: Chunk, element: FillValue): boolean {
  const { items } = chunk;
  if (items !== undefined) return everyOffset(chunk.layout, (offset) => sameElement(items[offset]!, element));
  const { bytes } = chunk;
  const pattern = fixedElement(chunk.dataType, element);
  const size = pattern.byteLength;
  const inner = chunk.layout.axes.at(-1);
  if (inner === undefined || inner.offsets !== undefined || inner.stride !== 1) {
    return everyOffset(chunk.layout, (offset) =>
      bytesRepeat(bytes.subarray(offset * size, (offset + 1) * size), pattern),
    );
  }
  const rows: Lattice = { base: chunk.layout.base, axes: chunk.layout.axes.slice(0, -1) };
  if (inner.count === 0) return true;
  return everyOffset(rows, (offset) =>
    bytesRepeat(bytes.subarray(offset * size, (offset + inner.count) * size), pattern),
  );
}

function fixedElement(dataType: DataType, element: FillValue): Uint8Array {
  if (element instanceof Uint8Array && element.byteLength === dataType.itemSize) return element;
  throw new HyperslabError("invalid-data", `the fill value does not fit the data type ${dataType.name}`);
}

/** Returns whether the test holds at every offset of the lattice. Stops at the first failure. */
function everyOffset(lattice: Lattice, test: (offset: number) => boolean): boolean {
  const visit = (axis: number, offset: number): boolean => {
    const along = lattice.axes[axis];
    if (along === undefined) return test(offset);
    for (let index = 0; index < along.count; index++) {
      if (!visit(axis + 1, offset + offsetAlong(along, index))) return false;
    }
    return true;
  };
  return visit(0, lattice.base);
}

function offsetAlong(axis: Axis, index: number): number {
  return axis.offsets === undefined ? index * axis.stride : axis.offsets[index]!;
}
