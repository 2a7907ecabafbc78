/** Writing on all cores: this thread gathers the values of each chunk, workers encode and replace the files. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import type { FixedChunk } from "../../model/grid/chunk.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import { copyElements } from "../../model/lattice/copy.ts";
import { contiguous, type Lattice, selectLattice } from "../../model/lattice/lattice.ts";
import { type AxisSelection, axisCount, selectionShape } from "../../model/selection/axis-selection.ts";
import type { WriteTask } from "../../workers/messages.ts";
import { nextTaskId } from "../../workers/pool.ts";
import { giveBack, takeBuffer } from "../../workers/spare-buffers.ts";
import type { Step } from "../../workers/step-columns.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../open/options.ts";
import { type Batch, batches } from "./batches.ts";
import { withLocks } from "./key-lock.ts";
import { tiledBox } from "./tiled-box.ts";
import { checkAnswer, placeBatch, type WorkerCall } from "./worker-tasks.ts";

export interface ParallelWriteOptions extends TransferOptions {
  readonly dropFill: boolean;
  done(step: ChunkStep): void;
}

/**
 * A chunk that is stored as it is needs no second look: put together here, its file is written straight from the task's
 * buffer. Others go as one box, whose rows a worker takes apart where its codecs need them.
 */
function isGatheredHere({ node }: ArrayHandle, { target }: ChunkStep, itemSize: number): boolean {
  const last = target[target.length - 1];
  const isStored = node.codecs.length === 1 && node.codecs[0]!.name === "bytes";
  return isStored && last !== undefined && datasetLimits.rowBytes.isReachedBy(axisCount(last) * itemSize);
}

export async function writeParallel(
  handle: ArrayHandle,
  call: WorkerCall,
  plan: ChunkPlan,
  source: FixedChunk,
  options: ParallelWriteOptions,
): Promise<void> {
  const limit = Math.min(options.concurrency ?? Number.POSITIVE_INFINITY, call.pool.capacity);
  const cut = batches(plan, call.itemSize, undefined);
  await forEachBounded(cut, limit, (batch) => writeBatch(handle, call, batch, source, options), options.signal);
}

async function writeBatch(
  handle: ArrayHandle,
  call: WorkerCall,
  batch: Batch,
  source: FixedChunk,
  options: ParallelWriteOptions,
): Promise<void> {
  const { itemSize, place } = call;
  const { steps } = batch;
  const tiled = isGatheredHere(handle, steps[0]!, itemSize) ? undefined : tiledBox(steps);
  const { steps: placed, length: size, columns } = placeBatch(call, steps, tiled?.box);
  const buffer = takeBuffer(size);
  const copy = ({ offset, length }: Step, to: Lattice, selection: readonly AxisSelection[]): void => {
    const part = new Uint8Array(buffer, offset, length);
    copyElements(source.bytes, selectLattice(source.layout, selection), part, to, itemSize);
  };
  if (tiled !== undefined) copy(placed[0]!, contiguous(selectionShape(tiled.region)), tiled.region);
  else for (const [i, step] of steps.entries()) copy(placed[i]!, placed[i]!.layout, step.target);
  const pipeline = call.pipeline(batch.shape);
  const task: WriteTask = {
    kind: "write",
    id: nextTaskId(),
    pipelineId: pipeline.id,
    pipeline,
    place,
    steps: columns,
    buffer,
    whole: Uint8Array.from(steps, ({ whole }) => (whole ? 1 : 0)),
    dropFill: options.dropFill,
  };
  // Not those of the files: locks go by the name that a chunk has for everybody.
  const keys = steps.map(({ coords }) => handle.access.key(coords));
  await withLocks(handle.hierarchy.store, keys, async () => {
    const answer = await call.pool.run(task).finally(() => {
      for (const key of keys) handle.forget(key);
    });
    checkAnswer(handle, steps, answer);
    giveBack(answer.buffer);
  });
  for (const step of steps) options.done(step);
}
