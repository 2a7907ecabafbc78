/**
 * The order of sets that are appended as they are named. Their coordinates must go on rising or falling from set to set:
 * a set that was appended before, or one that overlaps another, is refused. Only the first and the last value of each set
 * are read.
 */
import type { AxisValue } from "../../../cf/coordinates/axis.ts";
import { readLabels } from "../../../cf/coordinates/read-axis.ts";
import { NdArray } from "../../../dataset/array/nd-array.ts";
import { HyperslabError, isHyperslabError } from "../../../errors.ts";
import type { Hierarchy } from "../../../formats/format.ts";
import type { ArrayNode, Node } from "../../../model/node.ts";
import { coordinatePaths } from "./every-coordinate.ts";

export interface NamedSet {
  readonly location: string;
  readonly hierarchy: Hierarchy;
  readonly arrays: ReadonlyMap<string, ArrayNode>;
}

interface Span {
  readonly location: string;
  readonly first: AxisValue;
  readonly last: AxisValue;
  readonly text: (value: AxisValue) => string;
}

/** Returns notes on coordinates that could not be read, and were not compared. */
export async function checkAppendedOrder(
  sets: readonly NamedSet[],
  dimension: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const notes: string[] = [];
  const spans = new Map<string, readonly Span[]>();
  const nodes = new Map<string, Node>(sets[0]?.arrays);
  for (const path of coordinatePaths({ nodes }, dimension)) {
    try {
      spans.set(path, await spansOf(sets, path, signal));
    } catch (error) {
      // Sets may be joined where their targets cannot be reached.
      if (!isHyperslabError(error)) throw error;
      notes.push(`the values of ${path} were not compared: ${error.message}`);
    }
  }
  for (const [path, found] of spans) checkOrder(path, found);
  return notes;
}

async function spansOf(
  sets: readonly NamedSet[],
  path: string,
  signal: AbortSignal | undefined,
): Promise<readonly Span[]> {
  const spans: Span[] = [];
  for (const { location, hierarchy, arrays } of sets) {
    const node = arrays.get(path);
    const length = node?.shape[0] ?? 0;
    if (node === undefined || length === 0) continue;
    const coordinate = new NdArray(hierarchy, node);
    const read = async (index: number) => readLabels(coordinate, `${index}:${index + 1}`, { signal });
    const [first, last] = [await read(0), await read(length - 1)];
    spans.push({ location, first: first.values[0]!, last: last.values[0]!, text: first.text });
  }
  return spans;
}

function checkOrder(path: string, spans: readonly Span[]): void {
  const isFalling = directionOf(spans) < 0;
  const isBefore = (a: AxisValue, b: AxisValue): boolean => (isFalling ? a > b : a < b);
  for (const [index, next] of spans.entries()) {
    const previous = spans[index - 1];
    const isOrdered = next.first === next.last || isBefore(next.first, next.last);
    if (isOrdered && (previous === undefined || isBefore(previous.last, next.first))) continue;
    const range = ({ text, first, last, location }: Span): string =>
      `${first === last ? text(first) : `${text(first)} to ${text(last)}`} in ${location}`;
    const others = spans.slice(Math.max(0, index - 1), index + 1).map(range);
    throw new HyperslabError(
      "invalid-data",
      `${path} would ${isFalling ? "not fall" : "not rise"} throughout: it is ${others.join(", then ")}`,
      { node: path, hint: "Append each set once, in the order of its values; refs combine (scan) sorts sets itself." },
    );
  }
}

/** Positive if values rise, negative if they fall: within the first set that has several, or else between sets. */
function directionOf(spans: readonly Span[]): number {
  const long = spans.find(({ first, last }) => first !== last);
  const [from, to] = long === undefined ? [spans[0]?.first, spans[1]?.first] : [long.first, long.last];
  return from !== undefined && to !== undefined && to < from ? -1 : 1;
}
