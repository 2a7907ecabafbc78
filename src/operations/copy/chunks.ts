/**
 * Moves the chunks of one array, unit by unit: a chunk byte for byte, or a block of chunks decoded and encoded again.
 * What is at the target already is compared, and kept where it is the same.
 */

import { forEachBounded } from "../../bytes/concurrency.ts";
import { DEFAULT_CONCURRENCY } from "../../dataset/open/options.ts";
import { longestChunk } from "../../model/grid/chunk-grid.ts";
import { operationLimits } from "../limits.ts";
import { encodeBlock } from "./encode.ts";
import { passChunk } from "./pass.ts";
import type { ArrayCopyPlan } from "./plan.ts";
import { proofChain } from "./proof.ts";
import { addCounts, type CopyChunksOptions, type CopyCounts, NO_COUNTS } from "./work.ts";

export async function copyChunks(plan: ArrayCopyPlan, options: CopyChunksOptions): Promise<CopyCounts> {
  const { resume, chain = proofChain(), onUnit } = options;
  let counts = addCounts(NO_COUNTS, resume?.counts ?? {});
  for (let step = 0; step < counts.kept + counts.absent; step++) options.onStep(0);
  counts = addCounts(counts, { absent: plan.unlisted });
  const copyUnit = async ([unit, coords]: readonly [number, readonly number[]]): Promise<void> => {
    const outcome = await (plan.passThrough ? passChunk : encodeBlock)(plan, coords, options);
    counts = addCounts(counts, outcome.counts);
    chain.add(unit, outcome.version);
    await onUnit?.();
  };
  const units = plan.units.from(resume?.proven ?? 0);
  const limit = parallelUnits(plan, options.concurrency, options.verify === false ? 1 : 2);
  await forEachBounded(units, limit, copyUnit, options.signal);
  return counts;
}

/** How many units may be under way at once, so that the copies of their values fit into memory. */
export function parallelUnits(plan: ArrayCopyPlan, wanted: number = DEFAULT_CONCURRENCY, copies = 2): number {
  const itemSize = plan.target.node.dataType.itemSize ?? 32;
  const bytes = plan.blocks.reduce((product, dimension) => product * longestChunk(dimension), itemSize * copies);
  return Math.min(wanted, operationLimits.copiedBytes.holds(bytes));
}
