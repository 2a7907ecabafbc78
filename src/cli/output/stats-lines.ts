/** Statistics in the terminal: one row per array, then quantiles and histograms. */
import type { ArrayStats, StatsReport, StatsValue } from "../../index.ts";
import type { Style } from "./style.ts";
import { tableRows } from "./table.ts";
import { formatBytes, formatCount, printable, shapeText } from "./units.ts";

/** Enough digits for means and deviations; --json has all of them. */
const DIGITS = 7;
const BAR_WIDTH = 40;

const HEAD = ["array", "values", "of", "count", "missing", "NaN", "min", "max", "mean", "std", "chunks"];
/** Columns that are tried in turn, until a choice fits. */
const CHOICES = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  [0, 1, 3, 4, 5, 6, 7, 8, 9],
  [0, 3, 4, 5, 6, 7, 8, 9],
  [0, 4, 5, 6, 7, 8, 9],
  [0, 4, 6, 7, 8],
  [0, 6, 7, 8],
  [0, 6, 7],
  [0],
];

/** `columns` is the width of the terminal; undefined if the output is a file or a pipe, which get everything. */
export function* statsLines(
  { arrays, unreadable, leftOut = [] }: StatsReport,
  style: Style,
  columns?: number,
): Generator<string> {
  const width = columns ?? Number.POSITIVE_INFINITY;
  if (arrays.length > 0) {
    const rows = [HEAD, ...arrays.map(cellsOf)];
    const hasNaN = arrays.some(({ nan }) => nan > 0);
    const choices = hasNaN ? CHOICES : CHOICES.map((choice) => choice.filter((column) => column !== 5));
    const [head = "", ...lines] = tableRows({ rows, choices, width, paint: (text) => text });
    yield style.dim(head);
    yield* lines;
  }
  for (const array of arrays) yield* detailLines(array, arrays.length > 1, style);
  for (const note of leftOut) yield `${style.yellow("note")}  ${printable(note)}`;
  for (const { path, message } of unreadable) yield style.yellow(`! ${nameOf(path)}  ${message}`);
}

function cellsOf(array: ArrayStats): readonly string[] {
  const { count, missing, nan, min, max, mean, std, units, valueType, dtype, shape } = array;
  const unit = units === null || units === "1" ? "" : ` [${printable(units)}]`;
  const what = valueType === dtype ? dtype : `${valueType} (${dtype})`;
  const { texts } = array;
  const lengths = texts?.shortest === undefined || texts.shortest === null ? undefined : texts;
  return [
    nameOf(array.path),
    `${what}${unit}`,
    shapeText(shape),
    formatCount(count),
    formatCount(missing),
    formatCount(nan),
    lengths === undefined ? shown(min) : `length ${lengths.shortest}`,
    lengths === undefined ? shown(max) : `length ${lengths.longest}`,
    lengths === undefined ? rounded(mean) : `${lengths.distinct ?? "many"} different`,
    std === null ? "" : `${rounded(std)}${valueType === "time" || valueType === "duration" ? " s" : ""}`,
    chunksText(array),
  ];
}

function* detailLines(
  { path, quantiles = [], histogram, notes }: ArrayStats,
  isNamed: boolean,
  style: Style,
): Generator<string> {
  const name = isNamed ? `${nameOf(path)}  ` : "";
  if (quantiles.length > 0) {
    const texts = quantiles.map(({ share, value }) => `${Number((share * 100).toFixed(6))} % ${rounded(value)}`);
    yield `${name}${style.dim("quantiles")}  ${texts.join("  ")}`;
  }
  if (histogram !== undefined) {
    yield `${name}${style.dim("histogram")}`;
    const most = histogram.counts.reduce((greatest, count) => Math.max(greatest, count), 1);
    const from = histogram.edges.map(rounded);
    const widest = from.reduce((length, text) => Math.max(length, text.length), 0);
    for (const [part, count] of histogram.counts.entries()) {
      const bar = "█".repeat(Math.ceil((count / most) * BAR_WIDTH));
      yield `  ${from[part]!.padStart(widest)} to ${from[part + 1]!.padStart(widest)}  ${formatCount(count).padStart(formatCount(most).length)}  ${bar}`.trimEnd();
    }
  }
  for (const note of notes) yield `${style.yellow("note")}  ${name}${note}`;
}

function nameOf(path: string): string {
  return path === "" ? "(root)" : printable(path);
}

/** `12 chunks`, `3 of 12 absent`, with the stored bytes. */
function chunksText({ chunks: { count, absent, bytes } }: ArrayStats): string {
  const stored = bytes === null ? "" : `, ${formatBytes(bytes)}`;
  return absent === 0
    ? `${formatCount(count)}${stored}`
    : `${formatCount(count)} (${formatCount(absent)} absent)${stored}`;
}

function shown(value: StatsValue | null): string {
  if (value === null) return "";
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Fewer digits, if there are many. */
function rounded(value: StatsValue | null): string {
  if (typeof value !== "number" || !Number.isFinite(value)) return shown(value);
  const text = String(value);
  const short = String(Number(value.toPrecision(DIGITS)));
  return short.length < text.length ? short : text;
}
