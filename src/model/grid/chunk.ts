/**
 * A block of elements in memory, as modules pass it around. `layout` says where each element lies, so a transpose is a
 * permuted layout, not a copy.
 */
import type { FixedDataType, VariableDataType } from "../data-types/data-type.ts";
import type { Lattice } from "../lattice/lattice.ts";
import type { Item } from "../values/fill-value.ts";

export interface FixedChunk {
  readonly dataType: FixedDataType;
  readonly shape: readonly number[];
  readonly layout: Lattice;
  /** Little-endian elements of `dataType.itemSize` bytes. */
  readonly bytes: Uint8Array;
  readonly items?: undefined;
}

export interface VariableChunk {
  readonly dataType: VariableDataType;
  readonly shape: readonly number[];
  readonly layout: Lattice;
  readonly items: Item[];
  readonly bytes?: undefined;
}

export type Chunk = FixedChunk | VariableChunk;
