/**
 * The public grammar of selections, and their meaning for an array of known shape. Entries are orthogonal: each dimension
 * is selected independently, also by lists. `[a, b]` is a list of indices, never a range. points.ts selects single
 * elements.
 */

import { closestName } from "../../bytes/text/closest-name.ts";
import { HyperslabError } from "../../errors.ts";
import { type ChunkGrid, chunkSpan, type GridDimension, gridShape } from "../grid/chunk-grid.ts";
import { type AxisSelection, axisCount, axisRange, wholeAxis } from "./axis-selection.ts";
import { type NamedLength, readItem, resolveItem, type SelectionItem } from "./item.ts";
import { type ParsedItem, type ParsedSelection, parseSelection } from "./parse.ts";

export type { IndexList, IndexRange, SelectionItem } from "./item.ts";
export { range } from "./item.ts";

/** Text, entries by position, or entries by dimension name. Dimensions that are not mentioned are selected whole. */
export type Selection = string | readonly SelectionItem[] | Readonly<Record<string, SelectionItem>>;

export interface NormalizedSelection {
  /** One per dimension of the array, including dimensions with a single index. */
  readonly axes: readonly AxisSelection[];
  /** Shape of the result: dimensions with a single index are dropped, new axes have length 1. */
  readonly resultShape: readonly number[];
  readonly resultDims: readonly (string | undefined)[];
  /** For each dimension of the result, the dimension of the array it comes from; undefined for a new axis. */
  readonly resultAxes: readonly (number | undefined)[];
}

/** Whole chunks, by chunk coordinates. */
export interface BlockSelection {
  /** Identifies a block selection. */
  readonly kind: "blocks";
  /** The chunks, selected in the grid of chunks. */
  readonly blocks: Selection;
}

type DimensionNames = readonly (string | null | undefined)[];

/** Applies a selection to a shape. `undefined` selects everything. */
export function normalizeSelection(
  selection: Selection | null | undefined,
  shape: readonly number[],
  dimNames: DimensionNames = [],
): NormalizedSelection {
  const dimensions = shape.map((length, position) => ({ position, length, name: dimNames[position] ?? undefined }));
  const parsed = readSelection(selection ?? []);
  const items = parsed.kind === "named" ? placeNamed(parsed.items, dimensions) : spread(parsed.items, dimensions);
  const axes: AxisSelection[] = [];
  const resultAxes: (number | undefined)[] = [];
  for (const item of items) {
    if (item.kind === "newaxis") {
      resultAxes.push(undefined);
      continue;
    }
    if (item.kind !== "index") resultAxes.push(axes.length);
    axes.push(item.kind === "whole" ? wholeAxis(shape[axes.length]!) : resolveItem(item, dimensions[axes.length]!));
  }
  return {
    axes,
    resultAxes,
    resultShape: resultAxes.map((axis) => (axis === undefined ? 1 : axisCount(axes[axis]!))),
    resultDims: resultAxes.map((axis) => (axis === undefined ? undefined : dimensions[axis]!.name)),
  };
}

/** Selects whole chunks: `blocks([0, range(1, 3)])`. A single index keeps its dimension, because a chunk has extent. */
export function blocks(selection: Selection): BlockSelection {
  return { kind: "blocks", blocks: selection };
}

export function isBlockSelection(selection: unknown): selection is BlockSelection {
  return isTagged(selection, "blocks") && "blocks" in selection;
}

/** The elements of the selected chunks, which must be adjacent along each dimension. */
export function normalizeBlocks(
  selection: BlockSelection,
  grid: ChunkGrid,
  dimNames: DimensionNames = [],
): NormalizedSelection {
  const chosen = normalizeSelection(selection.blocks, gridShape(grid), dimNames);
  if (chosen.resultAxes.includes(undefined)) {
    throw new HyperslabError("invalid-request", "a selection of blocks cannot have new axes");
  }
  const axes = grid.map((dimension, position) => blockAxis(dimension, chosen.axes[position]!, position));
  return {
    axes,
    resultAxes: axes.map((_, axis) => axis),
    resultShape: axes.map(axisCount),
    resultDims: axes.map((_, axis) => dimNames[axis] ?? undefined),
  };
}

function blockAxis(dimension: GridDimension, chunks: AxisSelection, position: number): AxisSelection {
  const count = axisCount(chunks);
  if (count === 0) return wholeAxis(0);
  if (chunks.kind === "list" || chunks.step !== 1) {
    const what = `the blocks selected along dimension ${position} are not adjacent`;
    throw new HyperslabError("invalid-request", what, { hint: "Select them in several calls." });
  }
  const { start } = chunkSpan(dimension, chunks.start);
  const last = chunkSpan(dimension, chunks.start + count - 1);
  return axisRange(start, last.start + last.length - start);
}

/** Objects with this tag come from `points` and `blocks`; they cannot be meant as a dimension named "kind". */
function isTagged(selection: unknown, kind: string): selection is object {
  return typeof selection === "object" && selection !== null && "kind" in selection && selection.kind === kind;
}

function readSelection(selection: unknown): ParsedSelection {
  if (typeof selection === "string") return parseSelection(selection);
  if (Array.isArray(selection)) {
    return { kind: "positional", items: Array.from(selection, (item, i) => readItem(item, `entry ${i}`)) };
  }
  if (isTagged(selection, "points") || isTagged(selection, "blocks")) {
    throw new HyperslabError("invalid-request", "points and blocks cannot be part of another selection");
  }
  if (!isPlainObject(selection)) {
    throw new HyperslabError("invalid-request", `a ${typeof selection} is not a selection`, {
      hint: 'Give text such as "0, 10:20", a list with one entry per dimension, or an object by dimension name.',
    });
  }
  const entries = Object.entries(selection).map(([name, item]) => [name, readItem(item, `entry "${name}"`)] as const);
  return { kind: "named", items: new Map(entries) };
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

type PlacedItem = Exclude<ParsedItem, { readonly kind: "ellipsis" }> | { readonly kind: "whole" };

/** One item per dimension and new axis; `...` and missing entries at the end are filled in. */
function spread(items: readonly ParsedItem[], dimensions: readonly NamedLength[]): PlacedItem[] {
  const taken = items.filter((item) => item.kind !== "ellipsis" && item.kind !== "newaxis").length;
  const open = dimensions.length - taken;
  if (open < 0) {
    const what = `the selection has ${taken} entries, but the array has ${dimensions.length} dimensions`;
    throw new HyperslabError("invalid-request", what);
  }
  const whole = new Array<PlacedItem>(open).fill({ kind: "whole" });
  const placed = items.flatMap((item) => (item.kind === "ellipsis" ? whole : [item]));
  const ellipses = items.filter((item) => item.kind === "ellipsis").length;
  if (ellipses > 1) throw new HyperslabError("invalid-request", 'the selection has "..." more than once');
  return ellipses === 1 ? placed : [...placed, ...whole];
}

function placeNamed(items: ReadonlyMap<string, ParsedItem>, dimensions: readonly NamedLength[]): PlacedItem[] {
  const placed = dimensions.map((): PlacedItem => ({ kind: "whole" }));
  for (const [name, item] of items) {
    const position = findDimension(name, dimensions);
    if (item.kind === "ellipsis" || item.kind === "newaxis") {
      const word = item.kind === "ellipsis" ? '"..."' : '"newaxis"';
      throw new HyperslabError("invalid-request", `${word} cannot be used for the dimension "${name}"`);
    }
    placed[position] = item;
  }
  return placed;
}

function findDimension(name: string, dimensions: readonly NamedLength[]): number {
  const found = dimensions.filter((dimension) => dimension.name === name);
  if (found.length === 1) return found[0]!.position;
  if (found.length > 1) {
    const what = `the array has ${found.length} dimensions named "${name}"`;
    throw new HyperslabError("invalid-request", what, { hint: "Select by position." });
  }
  const names = dimensions.flatMap((dimension) => dimension.name ?? []);
  throw new HyperslabError("invalid-request", `the array has no dimension "${name}"`, { hint: nameHint(name, names) });
}

function nameHint(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'Its dimensions have no names: select by position, as in "0, 10:20".';
  const known = `Its dimensions are ${names.join(", ")}.`;
  if (["start", "stop", "step"].includes(name)) return `${known} Put a range into a list: [range(0, 10)].`;
  const closest = closestName(name, names);
  return closest === undefined ? known : `Did you mean "${closest}"? ${known}`;
}
