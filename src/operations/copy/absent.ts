/**
 * Chunks that the source omits, if the target has a different fill value or none: they are written with the values that
 * they read as, because at the target their absence would mean something else.
 */
import { readRegion } from "../../dataset/engine/read-region.ts";
import { writeRegion } from "../../dataset/engine/write-region.ts";
import { type Chunk, filledChunk } from "../../model/grid/chunk.ts";
import { selectionShape } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import type { ArrayCopy } from "./array-copy.ts";
import { equalChunks } from "./mismatch.ts";
import { chunkSelection } from "./units.ts";

/** Writes the chunk; returns the number of bytes of its values. */
export async function writeAbsent(
  array: ArrayCopy,
  coords: readonly number[],
  signal: AbortSignal | undefined,
): Promise<number> {
  const values = absentValues(array, coords);
  const selection = chunkSelection(array.target.node.grid, coords);
  await writeRegion(array.target, selection, values, { signal, workers: false, keepEmptyChunks: true });
  return values.bytes?.byteLength ?? 0;
}

/** Returns whether the chunk at the target holds the values that the absent one reads as. */
export async function holdsAbsent(
  array: ArrayCopy,
  coords: readonly number[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const wanted = absentValues(array, coords);
  const { dataType } = array.target.node;
  const selection = chunkSelection(array.target.node.grid, coords);
  const found = filledChunk(dataType, selectionShape(selection), zeroElement(dataType));
  await readRegion(array.target, selection, found, { signal, workers: false, zeroed: true });
  return equalChunks(wanted, found);
}

function absentValues({ source, target }: ArrayCopy, coords: readonly number[]): Chunk {
  const { dataType, fillValue } = source.node;
  const shape = selectionShape(chunkSelection(target.node.grid, coords));
  return filledChunk(dataType, shape, fillValue ?? zeroElement(dataType));
}
