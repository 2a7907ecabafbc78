/** Memory for a chunk that is about to be decoded. */

import { isFixedSize } from "../../model/data-types/data-type.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { contiguous, latticeCount } from "../../model/lattice/lattice.ts";
import type { ChunkType } from "../codec.ts";
import { allocate } from "./allocate.ts";

/** A contiguous chunk whose elements are still to be written. */
export function emptyChunk(type: ChunkType, shape: readonly number[] = type.shape): Chunk {
  const { dataType } = type;
  const layout = contiguous(shape);
  const count = latticeCount(layout);
  if (!isFixedSize(dataType)) return { dataType, shape, layout, items: new Array(count).fill(type.fillValue) };
  return { dataType, shape, layout, bytes: allocate(count * dataType.itemSize) };
}
