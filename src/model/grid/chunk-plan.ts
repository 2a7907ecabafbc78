/**
 * Which chunks a selection touches, and what goes where: pure data, made before anything is read or written. The steps
 * are the outer product of the pieces of each dimension, so a plan is small however many steps it has. Steps are made as
 * they are iterated. Every chunk occurs at most once.
 */
import { HyperslabError } from "../../errors.ts";
import { modelLimits } from "../limits.ts";
import { type AxisSelection, axisBounds, axisOf, axisRange, selectionShape } from "../selection/axis-selection.ts";
import { type ChunkGrid, chunkSize, chunkSpan, type GridDimension, locate } from "./chunk-grid.ts";

export interface ChunkStep {
  readonly coords: readonly number[];
  /** Shape of the chunk as encoded. */
  readonly shape: readonly number[];
  /** The selected part of the chunk, in its own coordinates. */
  readonly source: readonly AxisSelection[];
  /** Where that part goes in the selection. */
  readonly target: readonly AxisSelection[];
  /** Whether the step covers every element of the chunk that lies inside the array. Then a write need not read it. */
  readonly whole: boolean;
}

export interface ChunkPlan extends Iterable<ChunkStep> {
  /** The count of the selection along each dimension. */
  readonly shape: readonly number[];
  readonly stepCount: number;
}

/** Plans a selection. Steps come in C order of the chunks along the axes of the selection. */
export function planChunks(grid: ChunkGrid, selection: readonly AxisSelection[]): ChunkPlan {
  if (selection.length !== grid.length) {
    const what = `the selection has ${selection.length} dimensions, but the array has ${grid.length}`;
    throw new HyperslabError("invalid-request", what);
  }
  const axes = grid.map((dimension, i) => planAxis(dimension, selection[i]!, i));
  const stepCount = axes.reduce((product, axis) => product * axis.count, 1);
  if (!Number.isSafeInteger(stepCount)) {
    const what = `the selection touches ${axes.map((axis) => axis.count).join(" x ")} chunks, which is more than 2^53`;
    throw new HyperslabError("invalid-request", what, { hint: "Select a smaller part." });
  }
  return { shape: selectionShape(selection), stepCount, [Symbol.iterator]: () => steps(axes, stepCount) };
}

function* steps(axes: readonly AxisPlan[], stepCount: number): Generator<ChunkStep, void, undefined> {
  if (stepCount === 0) return;
  const places = axes.map(() => 0);
  const pieceAt = axes.map(keepingPieces);
  const pieces = pieceAt.map((at) => at(0));
  let shape = pieces.map((piece) => piece.size);
  for (;;) {
    // Most chunks have the same shape, and large reads hold many steps.
    if (pieces.some((piece, axis) => piece.size !== shape[axis])) shape = pieces.map((piece) => piece.size);
    yield {
      coords: pieces.map((piece) => piece.chunk),
      shape,
      source: pieces.map((piece) => piece.source),
      target: pieces.map((piece) => piece.target),
      whole: pieces.every((piece) => piece.whole),
    };
    let axis = axes.length - 1;
    while (axis >= 0 && ++places[axis]! === axes[axis]!.count) places[axis--] = 0;
    if (axis < 0) return;
    for (let turned = axis; turned < axes.length; turned++) pieces[turned] = pieceAt[turned]!(places[turned]!);
  }
}

/** Pieces of the inner axes recur whenever an outer one moves on. They are kept if they are few. */
function keepingPieces({ count, at }: AxisPlan): AxisPlan["at"] {
  if (modelLimits.keptPieces.isExceededBy(count)) return at;
  const kept: AxisPiece[] = [];
  return (place) => {
    kept[place] ??= at(place);
    return kept[place];
  };
}

/** A chunk that the selection touches along one dimension, with its part of the selection. */
interface AxisPiece {
  readonly chunk: number;
  /** Length of the chunk as encoded. */
  readonly size: number;
  /** The selected part of the chunk, counted from its start. */
  readonly source: AxisSelection;
  /** Where that part goes in the selection. */
  readonly target: AxisSelection;
  /** Whether the part covers every index that the chunk holds. */
  readonly whole: boolean;
}

interface AxisPlan {
  readonly count: number;
  at(place: number): AxisPiece;
}

/** The chunks touched along one dimension; `dimension` is its number, for messages. */
function planAxis(along: GridDimension, selection: AxisSelection, dimension: number): AxisPlan {
  const bounds = axisBounds(selection);
  if (bounds === undefined) return listPlan([]);
  if (bounds.min < 0 || bounds.max >= along.extent) {
    const what = `indices ${bounds.min} to ${bounds.max} are out of range for dimension ${dimension} of length ${along.extent}`;
    throw new HyperslabError("invalid-request", what);
  }
  if (selection.kind === "list") return listPlan(gatherByChunk(along, selection.indices));
  return along.kind === "fixed" ? planFixedRange(along.size, along, selection) : planVaryingRange(along, selection);
}

type Range = Extract<AxisSelection, { readonly kind: "range" }>;

function listPlan(pieces: readonly AxisPiece[]): AxisPlan {
  return { count: pieces.length, at: (place) => pieces[place]! };
}

/** Pieces are computed on demand: a dimension may have more chunks than fit in memory. */
function planFixedRange(size: number, along: GridDimension, range: Range): AxisPlan {
  if (Math.abs(range.step) >= size) {
    // No two indices share a chunk.
    return { count: range.count, at: (place) => rangePiece(along, range, place) };
  }
  const first = locate(along, range.start);
  const last = locate(along, range.start + (range.count - 1) * range.step);
  const direction = range.step > 0 ? 1 : -1;
  const at = (place: number): AxisPiece => {
    const chunk = first + direction * place;
    const edge = direction > 0 ? chunk * size : chunk * size + size - 1;
    const skipped = place === 0 ? 0 : Math.abs(edge - range.start);
    const step = Math.abs(range.step);
    return rangePiece(along, range, (skipped - (skipped % step)) / step + (skipped % step === 0 ? 0 : 1));
  };
  return { count: Math.abs(last - first) + 1, at };
}

function planVaryingRange(along: GridDimension, range: Range): AxisPlan {
  const pieces: AxisPiece[] = [];
  let position = 0;
  while (position < range.count) {
    const piece = rangePiece(along, range, position);
    pieces.push(piece);
    position += piece.target.kind === "range" ? piece.target.count : 0;
  }
  return listPlan(pieces);
}

/** The piece that starts at this position of the range and reaches to the edge of the chunk. */
function rangePiece(along: GridDimension, range: Range, position: number): AxisPiece {
  const index = range.start + position * range.step;
  const chunk = locate(along, index);
  const span = chunkSpan(along, chunk);
  const room = range.step > 0 ? span.start + span.length - 1 - index : index - span.start;
  const step = Math.abs(range.step);
  const count = Math.min((room - (room % step)) / step + 1, range.count - position);
  return {
    chunk,
    size: chunkSize(along, chunk),
    source: { kind: "range", start: index - span.start, step: count === 1 ? 1 : range.step, count },
    target: axisRange(position, count),
    whole: count === span.length,
  };
}

/** Chunks in ascending order, with the indices of each in the order of the list. */
function gatherByChunk(along: GridDimension, indices: readonly number[]): AxisPiece[] {
  const places = new Map<number, { source: number[]; target: number[] }>();
  indices.forEach((index, position) => {
    const chunk = locate(along, index);
    let place = places.get(chunk);
    if (place === undefined) places.set(chunk, (place = { source: [], target: [] }));
    place.source.push(index);
    place.target.push(position);
  });
  return [...places]
    .sort(([a], [b]) => a - b)
    .map(([chunk, { source, target }]) => {
      const span = chunkSpan(along, chunk);
      return {
        chunk,
        size: chunkSize(along, chunk),
        source: axisOf(source.map((index) => index - span.start)),
        target: axisOf(target),
        whole: source.length >= span.length && new Set(source).size === span.length,
      };
    });
}
