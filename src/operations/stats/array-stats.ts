/** Statistics of one array. */
import type { DecodeOptions } from "../../dataset/array/decoding.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { TransferOptions } from "../../dataset/transfer.ts";
import { HyperslabError } from "../../errors.ts";
import { describeDataType } from "../../model/data-types/data-type.ts";
import { isWholeAxis, selectionCount } from "../../model/selection/axis-selection.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { type ChunkCounts, chunkPresence } from "./chunk-presence.ts";
import { CollectedValues, checkCollected, quantile, rankedCounts } from "./collected-values.ts";
import { Histogram, histogramEdges } from "./histogram.ts";
import { meantKind, type NumberKind, storedKind } from "./number-kind.ts";
import { plannedBlocks, reduceBlocks } from "./read-blocks.ts";
import type { StatsValue } from "./shown-values.ts";
import type { NumberSummary, ValueSink } from "./summary.ts";
import { TableReducer } from "./table-reducer.ts";
import { textStats } from "./text-stats.ts";

/** A value below which a share of all values lies. */
export interface StatsQuantile {
  /** From 0, the least value, to 1, the greatest. */
  readonly share: number;
  /** Interpolated linearly between two values. Null if there are no values. */
  readonly value: StatsValue | null;
}

/** The number of values in each of several equal parts between the minimum and the maximum. */
export interface StatsHistogram {
  /** One more than there are parts. A part includes its lower edge; the last one includes both. */
  readonly edges: readonly StatsValue[];
  /** The values in each part. */
  readonly counts: readonly number[];
}

/** Lengths of strings, in characters. */
export interface StatsTexts {
  /** The length of the shortest string; null if there is none. */
  readonly shortest: number | null;
  /** The length of the longest string; null if there is none. */
  readonly longest: number | null;
  /** The number of distinct strings; null if there are more than 65,536. */
  readonly distinct: number | null;
}

/** The statistics of one array. */
export interface ArrayStats {
  /** The path in the hierarchy; the root is "". */
  readonly path: string;
  /** The stored data type. */
  readonly dtype: string;
  /** The type of the values: the name of a data type, or `time`, `duration`. */
  readonly valueType: string;
  /** The shape of the selection. */
  readonly shape: readonly number[];
  /** The attribute `units`; null for times. */
  readonly units: string | null;
  /** The number of elements, including `missing` and `nan`. */
  readonly size: number;
  /** Values: elements that are neither missing nor NaN. */
  readonly count: number;
  /** Elements that a mask or a valid range marks as missing, and NaT. */
  readonly missing: number;
  /** NaN that no mask names. */
  readonly nan: number;
  /** The minimum, exact; a time is an ISO date. Null if there are no values. */
  readonly min: StatsValue | null;
  /** The maximum. */
  readonly max: StatsValue | null;
  /** The sum of numbers, exact for integers; null for times and strings. */
  readonly sum: number | bigint | null;
  /** The mean; for times, an ISO date. Null if there are no values. */
  readonly mean: number | string | null;
  /** The standard deviation of all values (not of a sample); for times and durations, in seconds. */
  readonly std: number | null;
  /** For arrays of strings. */
  readonly texts?: StatsTexts;
  /** Present if requested. */
  readonly quantiles?: readonly StatsQuantile[];
  /** Present if requested and there are values. */
  readonly histogram?: StatsHistogram;
  /** The chunks that hold the elements. */
  readonly chunks: ChunkCounts;
  /** What was ignored, and whether values were rounded. */
  readonly notes: readonly string[];
}

/** Options of the statistics of one array. */
export interface ArrayStatsOptions extends TransferOptions {
  readonly decode: false | Pick<DecodeOptions, "valid">;
  readonly quantiles?: readonly number[] | undefined;
  readonly histogram?: number | undefined;
}

export async function arrayStats(
  array: NdArray,
  selection: Selection | undefined,
  options: ArrayStatsOptions,
): Promise<ArrayStats> {
  const { kind } = array.dataType;
  if (kind === "string" || kind === "fixed-bytes" || kind === "fixed-utf32")
    return textStats(array, selection, options);
  if (kind !== "integer" && kind !== "float" && kind !== "bool" && kind !== "datetime" && kind !== "timedelta") {
    throw new HyperslabError("unsupported", `${describeDataType(array.dataType)} values have no order`, {
      node: array.path,
      hint: "Numbers, booleans, times, durations and strings have statistics.",
    });
  }
  return numberStats(array, selection, options);
}

async function numberStats(
  array: NdArray,
  selection: Selection | undefined,
  options: ArrayStatsOptions,
): Promise<ArrayStats> {
  const { axes, resultShape } = normalizeSelection(selection, array.shape, array.dims);
  const isWhole = axes.every((axis, at) => isWholeAxis(axis, array.shape[at]!));
  const size = selectionCount(axes);
  const { signal } = options;
  const numbers = options.decode === false ? storedKind(array) : await meantKind(array, { ...options.decode, signal });
  const sorted = options.quantiles === undefined ? undefined : valuesToSort(array, size, numbers);
  const presence = await chunkPresence(array, axes, isWhole, signal);
  const blocks = plannedBlocks(presence, axes, isWhole);
  const phase = `stats ${array.path}`.trimEnd();
  const reducer = numbers.reducer(sorted);
  await reduceBlocks(presence.handle, blocks, reducer, { ...options, phase });
  const summary = reducer.summary();
  const table = reducer instanceof TableReducer ? reducer : undefined;
  const again = (sink: ValueSink): Promise<void> =>
    reduceBlocks(presence.handle, blocks, numbers.reducer(sink), { ...options, phase: `histogram ${array.path}` });
  const counts =
    options.histogram === undefined ? undefined : await histogramOf(numbers, summary, options.histogram, table, again);
  const ranked =
    options.quantiles === undefined ? undefined : (sorted?.ranked() ?? (table && rankedCounts(table.values())));
  const { shown } = numbers;
  const { units } = array.attributes;
  const { missing, nan, count, min, max, sum } = summary;
  const deviation = count === 0 ? undefined : shown.deviation(summary);
  return {
    path: array.path,
    dtype: describeDataType(array.dataType),
    valueType: numbers.valueType,
    shape: resultShape,
    units: typeof units === "string" && numbers.valueType !== "time" ? units : null,
    size,
    count,
    missing,
    nan,
    min: min === undefined ? null : shown.value(min),
    max: max === undefined ? null : shown.value(max),
    sum: shown.hasSum ? sum : null,
    mean: count === 0 ? null : shown.mean(summary),
    std: deviation ?? null,
    ...(ranked && {
      quantiles: options.quantiles!.map((share) => ({
        share,
        value: ranked.count === 0 ? null : shown.value(quantile(ranked, share)),
      })),
    }),
    ...(typeof counts === "object" && { histogram: counts }),
    chunks: presence.counts(),
    notes: [...numbers.notes(missing), ...(typeof counts === "string" ? [counts] : [])],
  };
}

/** Undefined if the reducer counts every value anyway. */
function valuesToSort(array: NdArray, size: number, numbers: NumberKind): CollectedValues | undefined {
  if ((array.dataType.itemSize ?? 8) <= 2) return undefined;
  checkCollected(size, array.path);
  return new CollectedValues(size, numbers.held, numbers.lowestIsMissing);
}

/** The histogram, or the reason why there is none. */
async function histogramOf(
  numbers: NumberKind,
  { min, max }: NumberSummary,
  parts: number,
  table: TableReducer | undefined,
  again: (sink: ValueSink) => Promise<void>,
): Promise<StatsHistogram | string | undefined> {
  if (min === undefined || max === undefined) return undefined;
  const edges = histogramEdges(Number(min), Number(max), parts);
  if (typeof edges === "string") return edges;
  const found = new Histogram(edges, numbers.lowestIsMissing);
  if (table === undefined) await again(found);
  else found.addCounted(table.values());
  if (numbers.shown.hasSum) return { edges, counts: found.counts };
  const whole = (edge: number): number | bigint =>
    Number.isInteger(edge) && numbers.held !== "float" ? BigInt(edge) : edge;
  return { edges: edges.map((edge) => numbers.shown.value(whole(edge))), counts: found.counts };
}
