/**
 * Copies a node, with everything below it, to any writable format and store. Chunk bytes are passed through unchanged
 * if source and target have the same codec chain and grid (changing the format then only changes documents and keys);
 * anything else is decoded and re-encoded block by block in bounded memory. At the end both sides are read again and
 * compared. From its first byte to its last the target is marked as unfinished, and claimed by this copy alone; an
 * interrupted copy continues where it stopped.
 */

import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import type { PlaceOptions, WritableFormat } from "../../dataset/open/creation-target.ts";
import type { TransferOptions } from "../../dataset/transfer.ts";
import { HyperslabError } from "../../errors.ts";
import type { FormatNote } from "../../formats/format.ts";
import type { ArrayNode } from "../../model/node.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { otherNotes } from "../info/left-out.ts";
import { COPY, RUN_COPY } from "../option-names.ts";
import { copyToFile } from "../pack/copy-to-file.ts";
import { type CopyCounts, NO_COUNTS } from "./array-copy.ts";
import { type CopyEnds, type CopySource, withEnds } from "./ends.ts";
import type { CopyChoice } from "./plan/choice.ts";
import type { TargetLayout } from "./plan/layout.ts";
import { makePlan } from "./plan/make-plan.ts";
import { type CopyPlan, checkPlan } from "./plan/plan.ts";
import { endOf } from "./plan/planned-place.ts";
import { checkEnds, type RunResult, runPart, runPlan } from "./run.ts";
import { refuseOccupied } from "./target.ts";
import type { CopyVerification } from "./verify.ts";

/** Options of `copy` and `planCopy`. */
export interface CopyOptions extends CopyRunOptions, PlaceOptions, TargetLayout, CopyChoice {
  /** Write consolidated metadata at the end. Default: if a whole hierarchy is created, and the source has it. */
  readonly consolidate?: boolean | undefined;
  /**
   * Copy even if the target's format does not record everything that the source does (types of attributes, unlimited
   * and shared dimensions, the order of definition), or the source contains data that cannot be represented. Otherwise
   * such a copy is refused, with a list of what would be lost.
   */
  readonly lossy?: boolean | undefined;
}

/** Options of every way to run a copy. */
interface CopyRunOptions extends TransferOptions {
  /** How both stores are reached. */
  readonly store?: StoreSettings | undefined;
  /** How the source's store is reached, if that differs from `store`. */
  readonly sourceStore?: StoreSettings | undefined;
  /** Replace the dataset at the target: its documents and chunks, but no unrelated files. */
  readonly overwrite?: boolean | undefined;
  /** Write into a directory that contains files but no dataset. Otherwise that is an `exists` error. */
  readonly force?: boolean | undefined;
  /** Continue an interrupted copy: data that is already at the target is kept if it is proven to be the same. */
  readonly resume?: boolean | undefined;
  /** At the end, read everything at the target and again in the source, and compare (default true). */
  readonly verify?: boolean | undefined;
}

/** Options of `runCopy`. */
export interface RunCopyOptions extends CopyRunOptions {
  /** Where the source is, if the plan does not contain its address. */
  readonly source?: CopySource | undefined;
  /** The same for the target. */
  readonly target?: AddressInput | undefined;
  /** Node path inside `target`. */
  readonly path?: string | undefined;
}

/** What `copy` did. */
export interface CopyReport extends CopyCounts {
  /** Groups that were copied. */
  readonly groups: number;
  /** Arrays that were copied. */
  readonly arrays: number;
  /** The name of the format, such as `zarr3`. */
  readonly format: string;
  /** Whether everything was read back and compared. False if keys were forbidden, because the source may have them. */
  readonly verified: boolean;
  /** Keys of the source that the server forbids, and that were treated as absent. */
  readonly forbidden: number;
  /** What was compared, and how; undefined if nothing was. */
  readonly verification: CopyVerification | undefined;
  /**
   * What the copy lacks: what the target's format does not record, and data of the source that cannot be represented.
   * Empty unless `lossy` was passed.
   */
  readonly lost: readonly string[];
  /** Irregularities of the source that were accepted, and what is recorded differently at the target to mean the same. */
  readonly notes: readonly FormatNote[];
}

/**
 * Copies `source` to `target`; the report counts the chunks that were passed, encoded or kept.
 *
 * @example
 * const report = await copy("era5.zarr", "sharded.zarr", { format: "zarr3", shards: "auto" });
 * console.log(report.passed, report.encoded, report.verified);
 */
export async function copy(source: CopySource, target: AddressInput, options: CopyOptions = {}): Promise<CopyReport> {
  if (hasUnknown(options, COPY)) return refuseUnknown("copy", options, COPY);
  checkMode(options);
  return withEnds(source, target, options, async (ends) => {
    const { plan, nodes } = await makePlan(ends, options);
    return run(plan, ends, nodes, options);
  });
}

/**
 * What `copy` would do, as plain JSON; nothing is written. A plan can be printed, saved, and run by `runCopy` later or
 * in another process. It contains no secrets.
 */
export async function planCopy(source: CopySource, target: AddressInput, options: CopyOptions = {}): Promise<CopyPlan> {
  if (hasUnknown(options, COPY)) return refuseUnknown("planCopy", options, COPY);
  checkMode(options);
  return withEnds(source, target, options, async (ends) => {
    if (options.resume !== true) await refuseOccupied(ends.place, options);
    return (await makePlan(ends, options)).plan;
  });
}

/** Runs a plan that `planCopy` made, here or elsewhere. The target and the report are those of `copy`. */
export async function runCopy(plan: CopyPlan, options: RunCopyOptions = {}): Promise<CopyReport> {
  if (hasUnknown(options, RUN_COPY)) return refuseUnknown("runCopy", options, RUN_COPY);
  checkMode(options);
  return withPlan(plan, options, (ends, complete) => run(plan, ends, undefined, complete));
}

/**
 * Copies a part of a plan: the units numbered from `first` up to, but not including, `end`, counted through the arrays of
 * the plan. Writes chunks only. Once all parts are copied, `runCopy` with `resume` writes the documents and verifies.
 */
export async function runUnits(
  plan: CopyPlan,
  first: number,
  end: number,
  options: RunCopyOptions = {},
): Promise<CopyCounts> {
  return withPlan(plan, options, (ends, complete) => runPart(plan, ends, first, end, complete));
}

async function withPlan<T>(
  plan: CopyPlan,
  options: RunCopyOptions,
  work: (ends: CopyEnds, complete: CopyOptions) => Promise<T>,
): Promise<T> {
  checkPlan(plan);
  // The path belongs to a target named by the caller; an address in a plan is complete.
  const path = options.target === undefined ? undefined : options.path;
  // Opening the target refuses any other format.
  const format = plan.target.format as WritableFormat;
  const [from, to] = [endOf(plan, "source", options.source), endOf(plan, "target", options.target)];
  const complete: CopyOptions = { ...options, path, format };
  return withEnds(from, to, complete, async (ends) => {
    checkEnds(plan, ends);
    return work(ends, complete);
  });
}

async function run(
  plan: CopyPlan,
  ends: CopyEnds,
  nodes: ReadonlyMap<string, ArrayNode> | undefined,
  options: CopyRunOptions,
): Promise<CopyReport> {
  const { opened, place, forbidden } = ends;
  const { verification, ...counts } = await runWay(plan, ends, nodes, options);
  return {
    ...counts,
    groups: plan.groups.length,
    arrays: plan.arrays.length,
    format: place.hierarchy.format,
    verified: verification !== undefined && forbidden.keys === 0,
    verification,
    forbidden: forbidden.keys,
    lost: plan.lost,
    notes: [...plan.notes, ...otherNotes(opened.hierarchy)],
  };
}

async function runWay(
  plan: CopyPlan,
  ends: CopyEnds,
  nodes: ReadonlyMap<string, ArrayNode> | undefined,
  options: CopyRunOptions,
): Promise<RunResult> {
  const { root, place } = ends;
  const [first] = plan.arrays;
  if (first?.way !== "file" || !(root instanceof NdArray)) return runPlan(plan, ends, nodes, options);
  return { ...NO_COUNTS, ...(await copyToFile(root, place, { ...options, codecs: first.codecs })) };
}

function checkMode({ overwrite, resume }: CopyRunOptions): void {
  if (overwrite !== true || resume !== true) return;
  throw new HyperslabError("invalid-request", "a copy can either resume or replace, not both");
}
