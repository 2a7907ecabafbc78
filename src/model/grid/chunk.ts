/**
 * A block of elements in memory, as modules pass it around. `layout` says where each element lies, so a transpose is a
 * permuted layout, not a copy.
 */
import type { FixedDataType, VariableDataType } from "../data-types/data-type.ts";
import type { Lattice } from "../lattice/lattice.ts";
import type { Item } from "../values/fill-value.ts";

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
  /** Absent: the elements are in `bytes`. */
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
  /** Absent: the elements are in `items`. */
  readonly bytes?: undefined;
}

/** The elements of a chunk in memory. */
export type Chunk = FixedChunk | VariableChunk;
