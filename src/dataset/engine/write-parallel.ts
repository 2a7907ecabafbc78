/** Writing on all cores: this thread gathers the values of each chunk, workers encode and replace the files. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import type { FixedChunk } from "../../model/grid/chunk.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import { copyElements } from "../../model/lattice/copy.ts";
import { contiguous, type Lattice, selectLattice } from "../../model/lattice/lattice.ts";
import { type AxisSelection, axisCount, selectionShape } from "../../model/selection/axis-selection.ts";
import { nextTaskId } from "../../workers/pool/pool.ts";
import { giveBack, takeBuffer } from "../../workers/pool/spare-buffers.ts";
import type { Step } from "../../workers/task/columns.ts";
import type { Task } from "../../workers/task/messages.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../open/options.ts";
import { type Batch, batches, tiledBox } from "./batches.ts";
import { withLocks } from "./key-lock.ts";
import { checkAnswer, placeBatch, type WorkerCall, withFallback, workerCall } from "./worker-call.ts";

export interface WriteFilesOptions extends TransferOptions {
  readonly dropFill: boolean;
  done(step: ChunkStep): void;
  /** Does all of it on this thread. */
  here(): Promise<void>;
}

/** Writes chunks that are local files by workers. False: better here. */
export async function writeFiles(
  handle: ArrayHandle,
  plan: ChunkPlan,
  source: FixedChunk,
  options: WriteFilesOptions,
): Promise<boolean> {
  const call = await workerCall(handle, "write", plan, options);
  if (call === undefined) return false;
  await withFallback(
    call,
    async () => {
      const limit = Math.min(options.concurrency ?? Number.POSITIVE_INFINITY, call.pool.capacity);
      const write = (batch: Batch): Promise<void> => writeBatch(handle, call, batch, source, options);
      await forEachBounded(batches(plan, call.itemSize, undefined), limit, write, options.signal);
    },
    options.here,
  );
  return true;
}

/**
 * A chunk whose elements are stored unchanged is put together here, and its file is written straight from the task's buffer.
 * Others go as one box, whose rows a worker takes apart where its codecs need them.
 */
function isGatheredHere({ node }: ArrayHandle, { target }: ChunkStep, itemSize: number): boolean {
  const last = target[target.length - 1];
  const isStored = node.codecs.length === 1 && node.codecs[0]!.name === "bytes";
  return isStored && last !== undefined && datasetLimits.rowBytes.isReachedBy(axisCount(last) * itemSize);
}

async function writeBatch(
  handle: ArrayHandle,
  call: WorkerCall,
  batch: Batch,
  source: FixedChunk,
  options: WriteFilesOptions,
): Promise<void> {
  const { itemSize } = call;
  const { steps } = batch;
  const tiled = isGatheredHere(handle, steps[0]!, itemSize) ? undefined : tiledBox(steps);
  const { steps: placed, length: size, columns, files } = placeBatch(call, steps, tiled?.box);
  const buffer = takeBuffer(size);
  const copy = ({ offset, length }: Step, to: Lattice, selection: readonly AxisSelection[]): void => {
    const part = new Uint8Array(buffer, offset, length);
    copyElements(source.bytes, selectLattice(source.layout, selection), part, to, itemSize);
  };
  if (tiled !== undefined) copy(placed[0]!, contiguous(selectionShape(tiled.region)), tiled.region);
  else for (const [i, step] of steps.entries()) copy(placed[i]!, placed[i]!.layout, step.target);
  const whole = Uint8Array.from(steps, (step) => (step.whole ? 1 : 0));
  const task: Task = {
    kind: "encode",
    id: nextTaskId(),
    work: { pipeline: call.pipeline(batch.shape), steps: columns, whole, dropFill: options.dropFill },
    input: { kind: "buffer" },
    output: { kind: "files", files },
    buffer,
  };
  const names = steps.map(({ coords }) => handle.access.lockName(coords));
  await withLocks(names, async () => {
    const answer = await call.pool.run(task).finally(() => {
      for (const { coords } of steps) handle.forget(coords);
    });
    checkAnswer(handle, steps, answer);
    giveBack(answer.buffer);
  });
  for (const step of steps) options.done(step);
}
