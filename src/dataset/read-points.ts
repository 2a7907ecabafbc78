/**
 * Point-wise reading: element k of the result is the array at point k. Points are gathered by the smallest block that
 * decodes by itself (a chunk, or an inner chunk of a shard), so each block is read once however many points it holds.
 */
import { forEachBounded } from "../bytes/concurrency.ts";
import type { Chunk } from "../model/chunk.ts";
import { filledChunk } from "../model/chunk-fill.ts";
import { chunkRegion, locate } from "../model/chunk-grid.ts";
import { zeroElement } from "../model/fill-value.ts";
import { copyChunk, selectChunk } from "../model/lattice-copy.ts";
import { normalizePoints, type PointSelection } from "../model/selection-points.ts";
import type { ArrayHandle } from "./array-handle.ts";
import { innerChunkShape } from "./codec-chain.ts";
import { DEFAULT_CONCURRENCY } from "./options.ts";
import { type RegionOptions, readRegion } from "./read-region.ts";

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
    options.concurrency ?? DEFAULT_CONCURRENCY,
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
  block.points.forEach((point, i) => {
    const at = point.map((index, axis) => single(index - box[axis]!.start));
    const one = selectChunk(scratch, at);
    copyChunk(
      { ...one, shape: [1], layout: { base: one.layout.base, axes: [{ count: 1, stride: 1 }] } },
      selectChunk(target, [single(block.targets[i]!)]),
    );
  });
}

function single(start: number): {
  readonly kind: "range";
  readonly start: number;
  readonly step: 1;
  readonly count: 1;
} {
  return { kind: "range", start, step: 1, count: 1 };
}
