/** Moves the chunks of one array: byte for byte, or decoded and encoded again; compared after writing. */
import { forEachBounded } from "../bytes/concurrency.ts";
import type { ArrayHandle } from "../dataset/array-handle.ts";
import { withLock } from "../dataset/key-lock.ts";
import { DEFAULT_CONCURRENCY, type TransferOptions } from "../dataset/options.ts";
import { readRegion } from "../dataset/read-region.ts";
import { writeRegion } from "../dataset/write-region.ts";
import { atPlace, HyperslabError } from "../errors.ts";
import { type AxisSelection, selectionShape } from "../model/axis-selection.ts";
import type { Chunk } from "../model/chunk.ts";
import { filledChunk } from "../model/chunk-fill.ts";
import { chunkCoords, chunkRegion } from "../model/chunk-grid.ts";
import { planChunks } from "../model/chunk-plan.ts";
import { sameElement, zeroElement } from "../model/fill-value.ts";
import type { ArrayCopyPlan } from "./copy-plan.ts";

export interface CopyCounts {
  /** Chunks moved byte for byte. */
  readonly passed: number;
  /** Chunks (or shards) of the target that were encoded anew. */
  readonly encoded: number;
  /** Chunks that the source does not have, and so the target neither. */
  readonly absent: number;
  /** Stored bytes passed through, and bytes of values encoded. */
  readonly bytesWritten: number;
}

export interface CopyChunksOptions extends TransferOptions {
  readonly verify?: boolean | undefined;
  readonly onStep: (bytes: number) => void;
}

/** What blocks under way may hold together; the source's values and, to verify, the target's. */
const MEMORY_BYTES = 256 * 1024 * 1024;

export async function copyChunks(plan: ArrayCopyPlan, options: CopyChunksOptions): Promise<CopyCounts> {
  const counts = { passed: 0, encoded: 0, absent: 0, bytesWritten: 0 };
  const move = async (coords: readonly number[]): Promise<void> => {
    if (plan.passThrough) {
      const moved = await passChunk(plan, coords, options);
      if (moved === undefined) counts.absent += 1;
      else counts.passed += 1;
      counts.bytesWritten += moved ?? 0;
      options.onStep(moved ?? 0);
    } else {
      const { chunks, bytes } = await encodeBlock(plan, coords, options);
      counts.encoded += chunks;
      counts.bytesWritten += bytes;
    }
  };
  await forEachBounded(chunkCoords(plan.blocks), parallelBlocks(plan, options), move, options.signal);
  return counts;
}

function parallelBlocks(plan: ArrayCopyPlan, options: CopyChunksOptions): number {
  const wanted = options.concurrency ?? DEFAULT_CONCURRENCY;
  const itemSize = plan.target.node.dataType.itemSize ?? 32;
  const bytes = plan.blocks.reduce(
    (product, dimension) => product * (dimension.kind === "fixed" ? dimension.size : Math.max(1, ...dimension.sizes)),
    itemSize * (options.verify === false ? 1 : 2),
  );
  return Math.max(1, Math.min(wanted, Math.floor(MEMORY_BYTES / bytes)));
}

async function passChunk(
  plan: ArrayCopyPlan,
  coords: readonly number[],
  options: CopyChunksOptions,
): Promise<number | undefined> {
  const { source, target } = plan;
  const { signal, verify } = options;
  const bytes = await source.access.source(coords).read(undefined, { signal });
  if (bytes === undefined) return undefined;
  const key = target.access.key(coords);
  await withLock(target.hierarchy.store.location, key, async () => target.access.set?.(coords, bytes, { signal }));
  if (verify === false) return bytes.byteLength;
  const written = await target.access.source(coords).read(undefined, { signal });
  if (written === undefined || !equalBytes(bytes, written)) throw mismatch(target, coords);
  return bytes.byteLength;
}

interface EncodedBlock {
  /** Chunks of the target. */
  readonly chunks: number;
  /** Bytes of values. */
  readonly bytes: number;
}

async function encodeBlock(
  plan: ArrayCopyPlan,
  coords: readonly number[],
  options: CopyChunksOptions,
): Promise<EncodedBlock> {
  const { source, target } = plan;
  const { signal, verify, workers } = options;
  const { dataType } = source.node;
  const selection = chunkRegion(plan.blocks, coords).map(
    ({ start, length }): AxisSelection => ({ kind: "range", start, step: 1, count: length }),
  );
  const shape = selectionShape(selection);
  const chunks = planChunks(target.node.grid, selection).stepCount;
  const block = filledChunk(dataType, shape, zeroElement(dataType));
  const bytes = block.bytes?.byteLength ?? 0;
  const steps = stepCounter(chunks, () => options.onStep(bytes / chunks));
  await readRegion(source, selection, block, { signal, workers, zeroed: true });
  await writeRegion(target, selection, block, { signal, workers, onProgress: ({ done }) => steps(done) });
  if (verify !== false) {
    const again = filledChunk(dataType, shape, zeroElement(dataType));
    await readRegion(target, selection, again, { signal, workers, zeroed: true });
    if (!equalChunks(block, again)) throw mismatch(target, coords);
  }
  steps(chunks);
  return { chunks, bytes };
}

/** Calls `step` once for each step that is newly done, up to `total`. */
function stepCounter(total: number, step: () => void): (done: number) => void {
  let counted = 0;
  return (done) => {
    for (; counted < Math.min(done, total); counted++) step();
  };
}

function mismatch(target: ArrayHandle, coords: readonly number[]): unknown {
  const error = new HyperslabError("invalid-data", "what was written does not read back as the source", {
    hint: "The store or a lossy codec changed it. Pass verify: false (--no-verify) if that is meant.",
  });
  const { hierarchy, node, access } = target;
  return atPlace(error, {
    location: hierarchy.store.location,
    node: node.path,
    key: access.key(coords),
    chunk: coords,
  });
}

function equalChunks(a: Chunk, b: Chunk): boolean {
  if (a.bytes !== undefined && b.bytes !== undefined) return equalBytes(a.bytes, b.bytes);
  const others = b.items ?? [];
  return (a.items ?? []).every((item, index) => sameElement(item, others[index]!));
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteLength !== b.byteLength) return false;
  for (let index = 0; index < a.byteLength; index++) if (a[index] !== b[index]) return false;
  return true;
}
