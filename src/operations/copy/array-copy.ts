/** The copy of one array in progress: its plan with both ends open, and the inputs and results of its units. */

import { type ArrayHandle, arrayHandle } from "../../dataset/array/array-handle.ts";
import type { TransferOptions } from "../../dataset/transfer.ts";
import { HyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { sameDataType } from "../../model/data-types/data-type.ts";
import { type ChunkGrid, chunkCount, rectilinearGrid } from "../../model/grid/chunk-grid.ts";
import type { Node } from "../../model/node.ts";
import { type AxisSelection, axisBounds, selectionShape } from "../../model/selection/axis-selection.ts";
import { becomesBoundedText } from "./bounded-text.ts";
import { arrayOf } from "./plan/node-data.ts";
import type { PlannedArray, PlannedUnits } from "./plan/plan.ts";
import { sameEncoding, sameFill } from "./plan/target-node.ts";
import type { ProofChain, ProofState } from "./proof.ts";

export interface ArrayCopy {
  readonly source: ArrayHandle;
  readonly target: ArrayHandle;
  /** True if stored chunks are moved byte for byte. */
  readonly passThrough: boolean;
  /** True if absent chunks would read as something else at the target, so none may be absent there. */
  readonly writesAbsent: boolean;
  /** The part of the source to copy; all of it if undefined. */
  readonly part?: readonly AxisSelection[] | undefined;
  /** The grid of units: whole chunks of the target. */
  readonly blocks: ChunkGrid;
  readonly units: PlannedUnits;
  /** Chunks of the target, for progress. */
  readonly steps: number;
  /** Chunks that would be passed through but are absent according to the source's listing. */
  readonly unlisted: number;
}

/** Joins a plan with both ends. Refused if the source is no longer the array that was planned. */
export function arrayCopy(
  { source: path, selection: part, way, chunks, absent, units, ...planned }: PlannedArray,
  source: Hierarchy,
  node: Node | undefined,
  target: Hierarchy,
): ArrayCopy {
  const made = arrayOf(planned.target);
  const passThrough = way === "pass";
  const isSame =
    node?.kind === "array" &&
    (sameDataType(node.dataType, made.dataType) || becomesBoundedText(node.dataType, made)) &&
    (part === undefined ? node.shape.join() : shapeIn(part, node.shape)) === made.shape.join() &&
    (!passThrough || sameEncoding(node, made)) &&
    // A plan that knows which chunks are stored omits all others.
    (units.runs === undefined || sameFill(node, made));
  const blocks = rectilinearGrid(made.shape, planned.blocks);
  if (!isSame || !fits(units, chunkCount(blocks))) {
    throw new HyperslabError("invalid-request", "the source is no longer the array that was planned", {
      location: source.store.location,
      node: path,
      hint: "It has changed since. Make a new plan.",
    });
  }
  const ends = { source: arrayHandle(source, node), target: arrayHandle(target, made) };
  const writesAbsent = !sameFill(node, made);
  return { ...ends, part, passThrough, writesAbsent, blocks, units, steps: chunks, unlisted: absent };
}

/** The shape of a part as text; undefined if it does not lie within the array. */
function shapeIn(part: readonly AxisSelection[], shape: readonly number[]): string | undefined {
  const isInside = part.every((axis, at) => {
    const { min, max } = axisBounds(axis) ?? { min: 0, max: -1 };
    return min >= 0 && at < shape.length && max < shape[at]!;
  });
  return isInside && part.length === shape.length ? selectionShape(part).join() : undefined;
}

function fits({ count, runs = [0, count] }: PlannedUnits, positions: number): boolean {
  let [end, taken] = [0, 0];
  for (const [index, length] of runs.entries()) {
    end += length;
    if (index % 2 === 1) taken += length;
    if (!Number.isSafeInteger(length) || length < 0) return false;
  }
  return taken === count && end <= positions;
}

/** Chunks and bytes of a copy. */
export interface CopyCounts {
  /** Chunks moved byte for byte. */
  readonly passed: number;
  /** Chunks (or shards) of the target that were re-encoded. */
  readonly encoded: number;
  /** Chunks that neither the source nor the target has. */
  readonly absent: number;
  /** Chunks (or shards) that were already at the target, the same as in the source. */
  readonly kept: number;
  /** How many of these were compared with the source; for the others, versions prove that nothing has changed. */
  readonly compared: number;
  /** Stored bytes passed through, and bytes of values encoded. */
  readonly bytesWritten: number;
}

export const NO_COUNTS: CopyCounts = { passed: 0, encoded: 0, absent: 0, kept: 0, compared: 0, bytesWritten: 0 };

export function addCounts(a: CopyCounts, b: Partial<CopyCounts>): CopyCounts {
  return {
    passed: a.passed + (b.passed ?? 0),
    encoded: a.encoded + (b.encoded ?? 0),
    absent: a.absent + (b.absent ?? 0),
    kept: a.kept + (b.kept ?? 0),
    compared: a.compared + (b.compared ?? 0),
    bytesWritten: a.bytesWritten + (b.bytesWritten ?? 0),
  };
}

export interface CopyUnitsOptions extends TransferOptions {
  readonly verify?: boolean | undefined;
  /** If present, data left by an earlier run is kept where it is the same. */
  readonly resume?: ArrayResume | undefined;
  /** Receives the versions of completed units. */
  readonly chain?: ProofChain | undefined;
  readonly onStep: (bytes: number) => void;
  /** Called between units. */
  readonly onUnit?: (() => Promise<void>) | undefined;
}

/** The result of one unit. */
export interface UnitOutcome {
  readonly counts: Partial<CopyCounts>;
  /** The versions of what was read and of what is there now, if the stores report them. */
  readonly version: string | undefined;
}

export interface ArrayResume {
  /** This many units, counted from the first, are proven to be done. */
  readonly proven: number;
  readonly state: ProofState | undefined;
  /** Their counts. */
  readonly counts: Partial<CopyCounts>;
  /** Returns whether there is a value at the target. */
  has(key: string): boolean;
}
