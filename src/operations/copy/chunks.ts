/**
 * Moves units of one array: a chunk byte for byte, or a block of chunks that is decoded and re-encoded. Chunks that are
 * already at the target are compared, and kept where they are the same.
 */

import { forEachBounded } from "../../bytes/concurrency.ts";
import { DEFAULT_CONCURRENCY } from "../../dataset/transfer.ts";
import { longestChunk } from "../../model/grid/chunk-grid.ts";
import { operationLimits } from "../limits.ts";
import { type ArrayCopy, addCounts, type CopyCounts, type CopyUnitsOptions, NO_COUNTS } from "./array-copy.ts";
import { encodeBlock } from "./encode.ts";
import { passChunk } from "./pass.ts";
import { proofChain } from "./proof.ts";
import { type CopyUnit, unitsFrom } from "./units.ts";

/** Copies all units of the array, except those that an earlier run is proven to have completed. */
export async function copyChunks(array: ArrayCopy, options: CopyUnitsOptions): Promise<CopyCounts> {
  const { resume } = options;
  const before = addCounts(NO_COUNTS, resume?.counts ?? {});
  for (let step = 0; step < before.kept + before.absent; step++) options.onStep(0);
  const copied = await copyUnits(array, resume?.proven ?? 0, array.units.count, options);
  return addCounts(addCounts(before, copied), { absent: array.unlisted });
}

/** The units from number `first` up to, but not including, number `end`. */
export async function copyUnits(
  array: ArrayCopy,
  first: number,
  end: number,
  options: CopyUnitsOptions,
): Promise<CopyCounts> {
  const { chain = proofChain(), onUnit } = options;
  let counts = NO_COUNTS;
  const copyUnit = async ([unit, coords]: CopyUnit): Promise<void> => {
    const outcome = await (array.passThrough ? passChunk : encodeBlock)(array, coords, options);
    counts = addCounts(counts, outcome.counts);
    chain.add(unit, outcome.version);
    await onUnit?.();
  };
  const limit = parallelUnits(array, options.concurrency, options.verify === false ? 1 : 2);
  await forEachBounded(unitsFrom(array.blocks, array.units, first, end), limit, copyUnit, options.signal);
  return counts;
}

/** How many units may be in progress at once, so that their values fit into memory. */
export function parallelUnits(array: ArrayCopy, wanted: number = DEFAULT_CONCURRENCY, copies = 2): number {
  const itemSize = array.target.node.dataType.itemSize ?? 32;
  const bytes = array.blocks.reduce((product, dimension) => product * longestChunk(dimension), itemSize * copies);
  return Math.min(wanted, operationLimits.copiedBytes.holds(bytes));
}
