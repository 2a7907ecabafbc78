/** Counts, extremes, means and deviations of the values of arrays, in bounded memory. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { DecodeOptions } from "../../dataset/array/decoding.ts";
import type { LabelSelection } from "../../dataset/array/label-selection.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import type { OpenOptions } from "../../dataset/open/open.ts";
import type { TransferOptions } from "../../dataset/transfer.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { arraysBelow, type ShownArray, shownTree } from "../dump/shown-tree.ts";
import { type LeftOut, leftOutMember } from "../info/left-out.ts";
import { openShown, type UnreadableNode } from "../info/shown-nodes.ts";
import { STATS } from "../option-names.ts";
import { type ArrayStats, type ArrayStatsOptions, arrayStats } from "./array-stats.ts";

/** Options of `stats`. */
export interface StatsOptions extends Omit<OpenOptions, "decode">, TransferOptions {
  /** For a group: only these arrays, by name or path. */
  readonly variables?: readonly string[] | undefined;
  /** For a single array: this part of it. */
  readonly selection?: Selection | LabelSelection | undefined;
  /**
   * Values as the CF conventions interpret them: missing ones left out, packed ones unpacked, times as dates (default).
   * `false`: stored values. `valid`: values outside `valid_min`, `valid_max` and `valid_range` are missing, too.
   */
  readonly decode?: boolean | Pick<DecodeOptions, "valid"> | undefined;
  /**
   * Shares of values from 0 to 1, such as 0.5 for the median. Exact; refused for more than 16,777,216 values, unless they take
   * one or two bytes each.
   */
  readonly quantiles?: readonly number[] | undefined;
  /** The number of parts of a histogram. Values of more than two bytes are read a second time for it. */
  readonly histogram?: number | undefined;
}

/** What `stats` found. */
export interface StatsReport extends LeftOut {
  /** The path or URL, without secrets. */
  readonly location: string;
  /** One entry per array. */
  readonly arrays: readonly ArrayStats[];
  /** For a group: arrays without statistics, and why. */
  readonly unreadable: readonly UnreadableNode[];
}

const DECODE = { valid: 0 } as const;

/**
 * Statistics of an array, or of every array in a group. Chunks are read once, a few at a time, and absent ones are
 * counted without being read. An array without statistics is an error; in a group, it does not hide the others.
 *
 * @example
 * const { arrays } = await stats("data.zarr::t2m", { selection: labels("time=2026-02"), quantiles: [0.5] });
 * console.log(arrays[0].min, arrays[0].max, arrays[0].mean, arrays[0].missing);
 */
export async function stats(input: AddressInput, options: StatsOptions = {}): Promise<StatsReport> {
  if (hasUnknown(options, STATS)) return refuseUnknown("stats", options, STATS);
  const { decode = true, quantiles, histogram, signal, onProgress, concurrency, workers, ...open } = options;
  if (typeof decode === "object" && hasUnknown(decode, DECODE)) return refuseUnknown("decode", decode, DECODE);
  checkShares(quantiles);
  checkParts(histogram);
  const node = await openShown(input, { ...open, signal });
  const tree = await shownTree(node, "", { ...open, signal });
  const chosen = [...arraysBelow(tree)].filter(({ values }) => values);
  const counting: ArrayStatsOptions = {
    decode: decode === true ? {} : decode,
    quantiles,
    histogram,
    signal,
    onProgress,
    concurrency,
    workers,
  };
  const arrays: ArrayStats[] = [];
  const unreadable: UnreadableNode[] = [];
  for (const shown of chosen) {
    const found = await oneArray(shown, counting, node.kind === "array" || options.variables?.length === 1);
    if ("code" in found) unreadable.push(found);
    else arrays.push(found);
  }
  const missing = options.variables === undefined ? leftOutMember(node) : {};
  return { location: node.hierarchy.store.location, arrays, unreadable, ...missing };
}

async function oneArray(
  { array, selection }: ShownArray,
  options: ArrayStatsOptions,
  isOnly: boolean,
): Promise<ArrayStats | UnreadableNode> {
  try {
    return await arrayStats(array, selection, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (isOnly || !isHyperslabError(error)) throw error;
    return { path: array.path, code: error.code, message: error.message };
  }
}

function checkShares(quantiles: readonly number[] | undefined): void {
  const wrong = quantiles?.find((share) => typeof share !== "number" || !(share >= 0 && share <= 1));
  if (wrong === undefined) return;
  throw new HyperslabError("invalid-request", `${wrong} is not a valid quantile`, {
    hint: "Quantiles are numbers from 0 to 1: 0.5 is the median.",
  });
}

function checkParts(histogram: number | undefined): void {
  if (histogram === undefined || (Number.isInteger(histogram) && histogram >= 1 && histogram <= 65_536)) return;
  throw new HyperslabError("invalid-request", `a histogram cannot have ${histogram} parts`, {
    hint: "It has from 1 to 65,536 parts.",
  });
}
