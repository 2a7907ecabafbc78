/** A unit of a copy: one chunk that is passed through, or a block of chunks that are encoded anew. */

import { planChunks } from "../../model/grid/chunk-plan.ts";
import type { AxisSelection } from "../../model/selection/axis-selection.ts";
import type { ArrayCopyPlan } from "./plan.ts";
import { blockSelection } from "./units.ts";

/** The part of the array that a unit is about. */
export function unitSelection(plan: ArrayCopyPlan, coords: readonly number[]): readonly AxisSelection[] {
  return blockSelection(plan.blocks, coords);
}

export interface UnitChunks {
  /** Chunks of the source that the unit is made of. */
  readonly source: readonly (readonly number[])[];
  /** Chunks of the target that it makes. */
  readonly target: readonly (readonly number[])[];
}

export function unitChunks(plan: ArrayCopyPlan, coords: readonly number[]): UnitChunks {
  if (plan.passThrough) return { source: [coords], target: [coords] };
  const selection = unitSelection(plan, coords);
  const coordsOf = ({ node }: ArrayCopyPlan["source"]): readonly (readonly number[])[] =>
    Array.from(planChunks(node.grid, selection), (step) => step.coords);
  return { source: coordsOf(plan.source), target: coordsOf(plan.target) };
}

/** How the array is cut into units, in a word: the same cut, the same numbers. */
export function unitsText({ passThrough, blocks, units }: ArrayCopyPlan): string {
  const lengths = blocks.map((dimension) =>
    dimension.kind === "fixed"
      ? `${dimension.extent}/${dimension.size}`
      : `${dimension.extent}/${dimension.sizes.join("+")}`,
  );
  const listed = units.listed ? `, ${units.count} listed` : "";
  return `${passThrough ? "chunks" : "blocks"} ${lengths.join(" ")}${listed}`;
}
