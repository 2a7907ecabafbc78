/** Executes a chunk plan for reading: per chunk, bounded, source -> decode -> scatter into the target. */

import { forEachBounded } from "../../bytes/concurrency.ts";
import type { Pipeline } from "../../codecs/codec.ts";
import { HyperslabError } from "../../errors.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { fillChunk } from "../../model/grid/chunk-fill.ts";
import { chunkShapeOf } from "../../model/grid/chunk-grid.ts";
import { type ChunkStep, planChunks } from "../../model/grid/chunk-plan.ts";
import { selectChunk } from "../../model/lattice/copy.ts";
import { type AxisSelection, selectionCount } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { progressMeter } from "../array/progress.ts";
import { readsAtOnce, type TransferOptions } from "../open/options.ts";
import { decodeElsewhere, readFiles } from "./elsewhere.ts";
import type { ReadSink } from "./read-parallel.ts";
import { isSameShape, type ReadingSteps, readStep } from "./read-step.ts";

export interface RegionOptions extends TransferOptions {
  /** What an absent chunk means: its fill value, or a `not-found` error. */
  readonly missing?: "fill" | "error" | undefined;
  /** True: the target holds zeros already, so that a fill value of zero need not be written. */
  readonly zeroed?: boolean;
}

/** Reads the selected elements into `target`, whose shape is the selection's. */
export async function readRegion(
  handle: ArrayHandle,
  selection: readonly AxisSelection[],
  target: Chunk,
  options: RegionOptions = {},
): Promise<void> {
  const plan = planChunks(handle.node.grid, selection);
  const meter = progressMeter("read", plan.stepCount, options.onProgress);
  const fill = fillFor(handle, options);
  const itemSize = handle.node.dataType.itemSize ?? 0;
  const done = (step: ChunkStep, ends = true): void => meter.step(selectionCount(step.target) * itemSize, ends);
  const here = async (steps: Iterable<ChunkStep>, fillAbsent: FillStep, onDone = done): Promise<void> => {
    const elsewhere = await decodeElsewhere(handle, selectionCount(selection) * itemSize, options);
    const { signal } = options;
    const reading: ReadingSteps = { handle, signal, elsewhere };
    let last: Pipeline | undefined;
    await forEachBounded(
      steps,
      Math.min(options.concurrency ?? readsAtOnce(handle.access, chunkBytes(handle)), plan.stepCount),
      async (step) => {
        const view = selectChunk(target, step.target);
        // Nearly all chunks have the shape of the one before.
        const pipeline =
          last !== undefined && isSameShape(last.type.shape, step.shape) ? last : await handle.pipelineFor(step.shape);
        last = pipeline;
        const found = await readStep(reading, pipeline, step, view);
        if (!found) fillAbsent(step, view);
        if (options.onProgress !== undefined) onDone(step);
      },
      options.signal,
    );
  };
  const missing = (step: ChunkStep): void => fill(step, selectChunk(target, step.target));
  // Workers may have left something where now nothing is.
  const fillAgain = (): FillStep => fillFor(handle, { ...options, zeroed: false });
  const sink: ReadSink = {
    fresh: options.zeroed === true,
    missing,
    done,
    here: (steps) => here(steps, fillAgain()),
    again: (steps) => here(steps, fillAgain(), () => {}),
  };
  const onWorkers = target.bytes !== undefined && (await readFiles(handle, plan, target, sink, options));
  if (!onWorkers) await here(plan, fill);
  meter.end();
}

/** Of a whole chunk or shard; undefined if they differ, or have no fixed size. */
export function chunkBytes({ node }: ArrayHandle): number | undefined {
  const { itemSize } = node.dataType;
  return itemSize && chunkShapeOf(node.grid)?.reduce((product, length) => product * length, itemSize);
}

type FillStep = (step: ChunkStep, view: Chunk) => void;

function fillFor(handle: ArrayHandle, options: RegionOptions): FillStep {
  const { node, access } = handle;
  if (options.missing === "error") {
    return (step) => {
      throw new HyperslabError("not-found", "the chunk is absent", {
        ...access.place(step.coords),
        node: node.path,
        chunk: step.coords,
        hint: 'Read with missing: "fill" to take the fill value instead.',
      });
    };
  }
  const element = node.fillValue ?? zeroElement(node.dataType);
  if (options.zeroed === true && element instanceof Uint8Array && element.every((byte) => byte === 0)) return () => {};
  return (_, view) => fillChunk(view, element);
}
