/**
 * A copy as data: what is written where, in which way and in which units. A plan is plain JSON without an open store,
 * so it can be printed, saved, and run later or by another process, which opens both ends by their addresses.
 */

import type { CodecInput } from "../../../dataset/tree/codec-chain.ts";
import { HyperslabError } from "../../../errors.ts";
import type { FormatNote } from "../../../formats/format.ts";
import type { AxisSelection } from "../../../model/selection/axis-selection.ts";
import type { ArrayData, ChunkLengths, GroupData } from "./node-data.ts";

/** Raised whenever an older release could misread a plan. */
export const PLAN_VERSION = 2;

/** What `planCopy` returns and `runCopy` takes. Survives `JSON.stringify` and `JSON.parse`. */
export interface CopyPlan {
  /** Plans of other versions are refused. */
  readonly version: typeof PLAN_VERSION;
  /** What is copied. */
  readonly source: PlannedPlace;
  /** Where it goes. */
  readonly target: PlannedPlace;
  /** The groups to write, parents first. */
  readonly groups: readonly GroupData[];
  /** The arrays to write, with the work that each requires. */
  readonly arrays: readonly PlannedArray[];
  /** Whether to write consolidated metadata at the end. */
  readonly consolidate: boolean;
  /** What the copy will lack, one sentence each. The caller accepted that with `lossy`. */
  readonly lost: readonly string[];
  /** What is recorded differently at the target to mean the same, such as the masks of arrays. */
  readonly notes: readonly FormatNote[];
}

/** One end of a copy. */
export interface PlannedPlace {
  /**
   * The address that opens it in any process on a machine that can reach it. Omitted if there is none without a secret:
   * for a store or node of this process, and for URLs with a password or signature. The caller of `runCopy` then names
   * the place.
   */
  readonly address?: string;
  /** For display. */
  readonly location: string;
  /** `zarr3` */
  readonly format: string;
  /** Path of the copied node in its hierarchy. */
  readonly path: string;
}

/** How one array is copied. */
export interface PlannedArray {
  /** Path of the array in the source's hierarchy. */
  readonly source: string;
  /** The part of it that is copied along each dimension; all of it if omitted. */
  readonly selection?: readonly AxisSelection[];
  /** The array as it is written to the target. */
  readonly target: ArrayData;
  /**
   * `pass`: stored chunks are moved byte for byte; absent chunks are written if the target has a different fill value
   * or none. `encode`: blocks of chunks are decoded and re-encoded. `file`: the target is a single file, written from
   * start to end.
   */
  readonly way: "pass" | "encode" | "file";
  /** Lengths of a unit along each dimension: a chunk that is passed, or a block that is encoded. */
  readonly blocks: readonly ChunkLengths[];
  /** The pieces of work, which can be run alone or in any order. */
  readonly units: PlannedUnits;
  /** Chunks (or shards) of the target in these units, for progress. */
  readonly chunks: number;
  /** Chunks that are absent according to the source's listing, which no unit touches. */
  readonly absent: number;
  /** Bytes of all values; omitted for variable-length elements. */
  readonly bytes?: number;
  /** For `file`: the requested codecs. */
  readonly codecs?: readonly CodecInput[];
}

/** The units of an array, numbered from 0 in row-major order of the grid of blocks. */
export interface PlannedUnits {
  /** How many there are. */
  readonly count: number;
  /**
   * Present if only some positions of the grid are units, because the source lists few chunks: alternately, how many
   * positions to skip and how many to take.
   */
  readonly runs?: readonly number[];
}

/** Refuses data that is not a plan of this version. Grids and documents are checked when they are used. */
export function checkPlan(plan: CopyPlan): void {
  const members: Partial<CopyPlan> = typeof plan === "object" && plan !== null ? plan : {};
  const { version, source, target, groups, arrays } = members;
  if (version !== undefined && version !== PLAN_VERSION) {
    throw new HyperslabError(
      "unsupported",
      `copy plan of version ${String(version)}; this release runs version ${PLAN_VERSION}`,
      {
        hint: "Make the plan with the release that runs it.",
      },
    );
  }
  const isPlace = (place: PlannedPlace | undefined): boolean =>
    typeof place?.location === "string" && typeof place.format === "string" && typeof place.path === "string";
  if (version === PLAN_VERSION && isPlace(source) && isPlace(target) && Array.isArray(groups) && Array.isArray(arrays))
    return;
  throw new HyperslabError("invalid-request", "not a copy plan", { hint: "Pass what planCopy returned." });
}
