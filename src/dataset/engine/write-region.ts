/**
 * Executes a chunk plan for writing. A chunk that is covered entirely is encoded straight from the source; any other
 * is read, changed and replaced, once per call, under its lock. A chunk that holds nothing but the fill value
 * is deleted, because an absent chunk reads the same.
 */

import { forEachBounded } from "../../bytes/concurrency.ts";
import type { Pipeline } from "../../codecs/codec.ts";
import { atPlace } from "../../errors.ts";
import { type Chunk, filledChunk } from "../../model/grid/chunk.ts";
import { type ChunkStep, planChunks } from "../../model/grid/chunk-plan.ts";
import { copyChunk, selectChunk } from "../../model/lattice/copy.ts";
import type { ArrayNode } from "../../model/node.ts";
import { type AxisSelection, isWhole, selectionCount } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { DEFAULT_CONCURRENCY, progressMeter, type TransferOptions } from "../transfer.ts";
import { type EncodeStep, encodeElsewhere, writeFiles } from "./elsewhere.ts";
import { withLock } from "./key-lock.ts";

/** Options of `NdArray.write` and `NdArray.append`. */
export interface WriteRegionOptions extends TransferOptions {
  /** Also store chunks that hold nothing but the fill value. */
  readonly keepEmptyChunks?: boolean | undefined;
}

/** Writes `source`, whose shape is the selection's, to the selected elements. */
export async function writeRegion(
  handle: ArrayHandle,
  selection: readonly AxisSelection[],
  source: Chunk,
  options: WriteRegionOptions = {},
): Promise<void> {
  const { set, delete: remove } = handle.access;
  if (set === undefined || remove === undefined) throw (await import("./read-only.ts")).readOnlyError(handle);
  const plan = planChunks(handle.node.grid, selection);
  const meter = progressMeter("write", plan.stepCount, options.onProgress);
  const itemSize = handle.node.dataType.itemSize ?? 0;
  const done = (step: ChunkStep): void => meter.step(selectionCount(step.target) * itemSize);
  // Without a fill value an absent chunk has no meaning, so every chunk is stored.
  const dropFill = options.keepEmptyChunks !== true && handle.node.fillValue !== undefined;
  const { signal } = options;
  const here = async (): Promise<void> => {
    const elsewhere = await encodeElsewhere(handle, selectionCount(selection) * itemSize, options);
    await forEachBounded(
      plan,
      Math.min(options.concurrency ?? DEFAULT_CONCURRENCY, plan.stepCount),
      async (step) => {
        const view = selectChunk(source, step.target);
        await writeStep(handle, await handle.pipelineFor(step.shape), step, view, { signal, dropFill, elsewhere });
        done(step);
      },
      signal,
    );
  };
  const onWorkers =
    source.bytes !== undefined && writeFiles(handle, plan, source, { ...options, dropFill, done, here });
  if (!(await onWorkers)) await here();
  meter.end();
}

interface StepOptions {
  readonly signal: AbortSignal | undefined;
  readonly dropFill: boolean;
  /** Encodes whole chunks on other threads. Undefined if this thread encodes them. */
  readonly elsewhere: EncodeStep | undefined;
}

async function writeStep(
  handle: ArrayHandle,
  pipeline: Pipeline,
  step: ChunkStep,
  view: Chunk,
  { signal, dropFill, elsewhere }: StepOptions,
): Promise<void> {
  const { access, node } = handle;
  const encodeHere = (): Uint8Array | undefined => pipeline.encode(wholeChunk(node, step, view), { dropFill });
  try {
    await withLock(access.lockName(step.coords), async () => {
      const encoded = step.whole
        ? await (elsewhere === undefined ? encodeHere() : elsewhere(step, view, dropFill, encodeHere))
        : pipeline.update(await access.source(step.coords).read(undefined, { signal }), step.source, view, {
            dropFill,
          });
      try {
        if (encoded === undefined) await access.delete?.(step.coords, { signal });
        else await access.set?.(step.coords, encoded, { signal });
      } finally {
        // A write that failed may still have been stored.
        handle.forget(step.coords);
      }
    });
  } catch (error) {
    throw atPlace(error, { ...access.place(step.coords), node: node.path, chunk: step.coords });
  }
}

/** The chunk to encode if no old value survives: the view itself, or the view placed in a chunk of fill values. */
function wholeChunk({ dataType, fillValue }: ArrayNode, step: ChunkStep, view: Chunk): Chunk {
  if (isWhole(step.source, step.shape)) return view;
  const chunk = filledChunk(dataType, step.shape, fillValue ?? zeroElement(dataType));
  copyChunk(view, selectChunk(chunk, step.source));
  return chunk;
}
