/** The elements of a chunk as plain memory, and chunks over such memory. */
import { HyperslabError } from "../../errors.ts";
import { type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { Chunk, FixedChunk } from "../../model/grid/chunk.ts";
import { copyChunk } from "../../model/lattice/copy.ts";
import { contiguous, isContiguous, latticeCount } from "../../model/lattice/lattice.ts";
import type { ChunkType } from "../codec.ts";
import { allocate } from "./allocate.ts";

/** The bytes of a chunk's elements in C order: its own memory if they already lie that way. */
export function elementsInOrder(chunk: Chunk): Uint8Array {
  if (chunk.bytes === undefined) {
    throw new HyperslabError("invalid-request", `elements of ${chunk.dataType.name} have no fixed size`);
  }
  const { itemSize } = chunk.dataType;
  const length = latticeCount(chunk.layout) * itemSize;
  const start = chunk.layout.base * itemSize;
  if (isContiguous(chunk.layout)) return chunk.bytes.subarray(start, start + length);
  const ordered: FixedChunk = { ...chunk, layout: contiguous(chunk.shape), bytes: allocate(length) };
  copyChunk(chunk, ordered);
  return ordered.bytes;
}

export function denseChunk(dataType: FixedDataType, shape: readonly number[], bytes: Uint8Array): FixedChunk {
  return { dataType, shape, layout: contiguous(shape), bytes };
}

/** The input type of a codec that only accepts elements of fixed size. */
export function fixedInput(input: ChunkType): FixedDataType {
  if (isFixedSize(input.dataType)) return input.dataType;
  throw new HyperslabError("unsupported", `elements of ${input.dataType.name} have no fixed size`);
}

/** A contiguous chunk whose elements are still to be written. */
export function emptyChunk(type: ChunkType, shape: readonly number[] = type.shape): Chunk {
  const { dataType } = type;
  const layout = contiguous(shape);
  const count = latticeCount(layout);
  if (!isFixedSize(dataType)) return { dataType, shape, layout, items: new Array(count).fill(type.fillValue) };
  return { dataType, shape, layout, bytes: allocate(count * dataType.itemSize) };
}
