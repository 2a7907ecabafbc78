/** Chunks of arrays that are assembled from parts of other arrays. */
import { chunkRegion, locate } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import { fillBytes, zeroElement } from "../../model/values/fill-value.ts";
import {
  type AssembledArray,
  type AssembledPart,
  indexesAt,
  indexesBetween,
  type OpenedPart,
  runsLength,
} from "../../model/virtual/assembled-array.ts";

/** The elements of a source, converted to the type of the assembled array. */
export interface SourceElements {
  /** The elements of a whole chunk in C order, or undefined if it is proven absent. */
  chunk(coords: readonly number[]): Promise<Uint8Array | undefined>;
  /** Converts elements of the source that no chunk contains, such as its fill value. */
  convert(element: Uint8Array): Uint8Array;
}

/** Elements along one axis: their positions in the chunk and in the source. */
interface AxisPairs {
  readonly to: readonly number[];
  readonly from: readonly number[];
  /** Distance between neighbouring elements, in bytes. */
  readonly toStride: number;
  readonly fromStride: number;
}

/** The elements of a whole chunk of this shape in C order. */
export async function assembleChunk(
  node: ArrayNode,
  { parts }: AssembledArray,
  coords: readonly number[],
  shape: readonly number[],
  elementsOf: (source: ArrayNode) => Promise<SourceElements>,
): Promise<Uint8Array> {
  const size = node.dataType.itemSize!;
  const out = new Uint8Array(shape.reduce((product, length) => product * length, size));
  fillBytes(out, fillElement(node));
  const region = chunkRegion(node.grid, coords);
  const strides = stridesOf(shape, size);
  for (const part of parts) {
    const inside = part.target.map((runs, axis) =>
      indexesBetween(runs, region[axis]!.start, region[axis]!.start + shape[axis]!),
    );
    if (inside.some(({ indexes }) => indexes.length === 0)) continue;
    const to = inside.map(({ indexes }, axis) => indexes.map((index) => index - region[axis]!.start));
    const positions = inside.map((each) => each.positions);
    const opened = await part.open();
    await copyPart(part, opened, { to, positions, strides, size, out }, await elementsOf(opened.source));
  }
  return out;
}

interface Target {
  readonly to: readonly (readonly number[])[];
  readonly positions: readonly (readonly number[])[];
  readonly strides: readonly number[];
  readonly size: number;
  readonly out: Uint8Array;
}

async function copyPart(
  part: AssembledPart,
  { source: node, from: selected }: OpenedPart,
  target: Target,
  elements: SourceElements,
): Promise<void> {
  const { to, positions, strides, size, out } = target;
  // Axes selected by a single index are fixed; the others are in the same order in both arrays.
  const axes = part.target.flatMap((runs, axis) => (runsLength(runs) === 1 ? [] : [axis]));
  let base = 0;
  for (const [axis, runs] of part.target.entries()) if (runsLength(runs) === 1) base += to[axis]![0]! * strides[axis]!;
  let next = 0;
  const from = selected.map((runs) => {
    const axis = runsLength(runs) === 1 ? undefined : axes[next++]!;
    const indexes = indexesAt(runs, axis === undefined ? [0] : positions[axis]!);
    return { axis, indexes };
  });
  const grouped = from.map(({ indexes }, axis) => byChunk(node, axis, indexes));
  let fill: Uint8Array | undefined;
  for (const picks of combinations(grouped)) {
    const shape = node.grid.map((dimension) => (dimension.kind === "fixed" ? dimension.size : 0));
    const fromStrides = stridesOf(shape, size);
    const bytes = await elements.chunk(picks.map(({ coord }) => coord));
    let start = 0;
    const pairs: AxisPairs[] = [];
    for (const [axis, { coord, places }] of picks.entries()) {
      const { axis: targetAxis, indexes } = from[axis]!;
      const first = coord * shape[axis]!;
      const fromStride = bytes === undefined ? 0 : fromStrides[axis]!;
      if (targetAxis === undefined) start += (indexes[0]! - first) * fromStride;
      else
        pairs.push({
          to: places.map((place) => to[targetAxis]![place]!),
          from: places.map((place) => indexes[place]! - first),
          toStride: strides[targetAxis]!,
          fromStride,
        });
    }
    fill ??= bytes === undefined ? elements.convert(fillElement(node)) : undefined;
    copyPairs(pairs, 0, out, base, bytes ?? fill!, start, size);
  }
}

function copyPairs(
  pairs: readonly AxisPairs[],
  depth: number,
  out: Uint8Array,
  to: number,
  bytes: Uint8Array,
  from: number,
  size: number,
): void {
  const axis = pairs[depth];
  if (axis === undefined) {
    out.set(bytes.subarray(from, from + size), to);
    return;
  }
  const isDense = depth === pairs.length - 1 && axis.toStride === size && axis.fromStride === size;
  for (let index = 0; index < axis.to.length; ) {
    let count = 1;
    while (
      isDense &&
      index + count < axis.to.length &&
      axis.to[index + count] === axis.to[index]! + count &&
      axis.from[index + count] === axis.from[index]! + count
    ) {
      count += 1;
    }
    const [toAt, fromAt] = [to + axis.to[index]! * axis.toStride, from + axis.from[index]! * axis.fromStride];
    if (isDense) out.set(bytes.subarray(fromAt, fromAt + count * size), toAt);
    else copyPairs(pairs, depth + 1, out, toAt, bytes, fromAt, size);
    index += count;
  }
}

interface ChunkPlaces {
  readonly coord: number;
  /** Indices, within their list, of those that lie in this chunk. */
  readonly places: number[];
}

function byChunk(node: ArrayNode, axis: number, indexes: readonly number[]): readonly ChunkPlaces[] {
  const found: ChunkPlaces[] = [];
  for (const [place, index] of indexes.entries()) {
    const coord = locate(node.grid[axis]!, index);
    const last = found.at(-1);
    if (last?.coord === coord) last.places.push(place);
    else found.push({ coord, places: [place] });
  }
  return found;
}

function* combinations<T>(lists: readonly (readonly T[])[], axis = 0): Generator<readonly T[]> {
  if (axis === lists.length) {
    yield [];
    return;
  }
  for (const each of lists[axis]!) for (const rest of combinations(lists, axis + 1)) yield [each, ...rest];
}

function stridesOf(shape: readonly number[], size: number): readonly number[] {
  const strides = shape.map(() => size);
  for (let axis = shape.length - 2; axis >= 0; axis--) strides[axis] = strides[axis + 1]! * shape[axis + 1]!;
  return strides;
}

function fillElement({ fillValue, dataType }: ArrayNode): Uint8Array {
  const element = fillValue ?? zeroElement(dataType);
  if (!(element instanceof Uint8Array)) throw new TypeError("elements of parts have a fixed size");
  return element;
}
