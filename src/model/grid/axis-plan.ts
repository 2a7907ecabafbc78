/** One dimension of a chunk plan: the chunks that a selection along it touches, each with its part of the selection. */
import { HyperslabError } from "../../errors.ts";
import { type AxisSelection, axisBounds, axisOf } from "../selection/axis-selection.ts";
import { chunkSize, chunkSpan, type GridDimension, locate } from "./chunk-grid.ts";

export interface AxisPiece {
  readonly chunk: number;
  /** Length of the chunk as it is encoded. */
  readonly size: number;
  /** What of the chunk, counted from its start. */
  readonly source: AxisSelection;
  /** Where that stands in the selection. */
  readonly target: AxisSelection;
  /** Is every index that the chunk holds among them? */
  readonly whole: boolean;
}

export interface AxisPlan {
  readonly count: number;
  at(place: number): AxisPiece;
}

/** `dimension` is the number of the dimension, for messages. */
export function planAxis(along: GridDimension, selection: AxisSelection, dimension: number): AxisPlan {
  const bounds = axisBounds(selection);
  if (bounds === undefined) return listPlan([]);
  if (bounds.min < 0 || bounds.max >= along.extent) {
    const what = `indices ${bounds.min}..${bounds.max} reach outside dimension ${dimension} of length ${along.extent}`;
    throw new HyperslabError("invalid-request", what);
  }
  if (selection.kind === "list") return listPlan(gatherByChunk(along, selection.indices));
  return along.kind === "fixed" ? planFixedRange(along.size, along, selection) : planVaryingRange(along, selection);
}

type Range = Extract<AxisSelection, { readonly kind: "range" }>;

function listPlan(pieces: readonly AxisPiece[]): AxisPlan {
  return { count: pieces.length, at: (place) => pieces[place]! };
}

/** Pieces are computed when asked for: a dimension may have more chunks than fit in memory. */
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

/** The piece that begins at this position of the range and goes on to the edge of the chunk. */
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
    target: { kind: "range", start: position, step: 1, count },
    whole: count === span.length,
  };
}

/** Chunks in ascending order; within a chunk, indices in the order of the list. */
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
