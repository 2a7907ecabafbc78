/**
 * Point-wise reading: element k of the result is the array at point k. Points are gathered by the smallest block that
 * decodes on its own (a chunk, or an inner chunk of a shard), so each block is read once however many points it holds.
 */
import { forEachBounded } from "../../bytes/concurrency.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { filledChunk } from "../../model/grid/chunk-fill.ts";
import { chunkRegion, locate } from "../../model/grid/chunk-grid.ts";
import { copyChunk } from "../../model/lattice/copy.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import { normalizePoints, type PointSelection } from "../../model/selection/points.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { chunkBytes, type RegionOptions, readRegion } from "../engine/read-region.ts";
import { readsAtOnce } from "../open/options.ts";
import { innerChunkShape } from "../tree/codec-chain.ts";
import type { ArrayHandle } from "./array-handle.ts";

interface Block {
  /** Array coordinates of the points in this block, and where each goes in the result. */
  readonly points: (readonly number[])[];
  readonly targets: number[];
}

export async function readPoints(
  handle: ArrayHandle,
  selection: PointSelection,
  target: Chunk,
  options: RegionOptions,
): Promise<void> {
  const points = normalizePoints(selection, handle.node.shape);
  const blocks = gatherBlocks(handle, points);
  const { onProgress: _, ...quiet } = options;
  await forEachBounded(
    blocks.values(),
    options.concurrency ?? readsAtOnce(handle.access, chunkBytes(handle)),
    (block) => readBlock(handle, block, target, { ...quiet, concurrency: 1 }),
    options.signal,
  );
}

function gatherBlocks(handle: ArrayHandle, points: readonly (readonly number[])[]): Map<string, Block> {
  const { grid, codecs } = handle.node;
  const inner = innerChunkShape(codecs);
  const blocks = new Map<string, Block>();
  points.forEach((point, target) => {
    const coords = point.map((index, axis) => locate(grid[axis]!, index));
    const starts = chunkRegion(grid, coords).map((axis) => axis.start);
    const within = inner?.map((length, axis) => Math.floor((point[axis]! - starts[axis]!) / length)) ?? [];
    const name = `${coords.join()}/${within.join()}`;
    const block = blocks.get(name) ?? { points: [], targets: [] };
    block.points.push(point);
    block.targets.push(target);
    blocks.set(name, block);
  });
  return blocks;
}

/** Reads the box around the block's points, then picks the points out of it. */
async function readBlock(handle: ArrayHandle, block: Block, target: Chunk, options: RegionOptions): Promise<void> {
  const { node } = handle;
  const box = node.shape.map((_, axis) => {
    const indices = block.points.map((point) => point[axis]!);
    const start = indices.reduce((least, index) => Math.min(least, index));
    return { start, count: indices.reduce((most, index) => Math.max(most, index)) - start + 1 };
  });
  const scratch = filledChunk(
    node.dataType,
    box.map((axis) => axis.count),
    zeroElement(node.dataType),
  );
  const selection = box.map(({ start, count }) => ({ kind: "range", start, step: 1, count }) as const);
  await readRegion(handle, selection, scratch, { ...options, zeroed: false });
  const strides = contiguous(scratch.shape).axes.map((axis) => axis.stride);
  const picked = block.points.map((point) =>
    point.reduce((offset, index, axis) => offset + (index - box[axis]!.start) * strides[axis]!, 0),
  );
  copyChunk(listed(scratch, picked), listed(target, block.targets));
}

/** The elements of a contiguous chunk at these offsets, as one axis. */
function listed(chunk: Chunk, offsets: readonly number[]): Chunk {
  const shape = [offsets.length];
  const axis = { count: offsets.length, stride: 1, offsets: Float64Array.from(offsets) };
  return { ...chunk, shape, layout: { base: chunk.layout.base, axes: [axis] } };
}
