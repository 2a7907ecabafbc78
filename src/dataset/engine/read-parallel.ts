/** Reading on all cores: workers read and decode, this thread puts the values where they belong. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import type { FixedChunk } from "../../model/grid/chunk.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import { copyElements } from "../../model/lattice/copy.ts";
import { contiguous, type Lattice, latticeSpan, selectLattice } from "../../model/lattice/lattice.ts";
import { type AxisSelection, selectionShape } from "../../model/selection/axis-selection.ts";
import { type FreshMemory, touchAhead } from "../../workers/fresh-memory.ts";
import type { Answer, ReadTask } from "../../workers/messages.ts";
import { nextTaskId } from "../../workers/pool.ts";
import type { Step } from "../../workers/step-columns.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import type { TransferOptions } from "../open/options.ts";
import { type Batch, batches } from "./batches.ts";
import { blockShapeOf } from "./block-shape.ts";
import { type VersionsSeen, versionsSeen } from "./piece-versions.ts";
import { tiledBox } from "./tiled-box.ts";
import { checkAnswer, placeBatch, type WorkerCall } from "./worker-tasks.ts";

export interface ReadSink {
  /** The target's memory if nobody has written to it yet. */
  readonly fresh: boolean;
  /** The step's chunk is absent. */
  missing(step: ChunkStep): void;
  done(step: ChunkStep): void;
}

/** Gives the chunks (see `chunkName`) whose pieces were not all of one version, or may not have been: to be read again. */
export async function readParallel(
  handle: ArrayHandle,
  call: WorkerCall,
  plan: ChunkPlan,
  target: FixedChunk,
  sink: ReadSink,
  options: TransferOptions,
): Promise<ReadonlySet<string>> {
  const seen = versionsSeen();
  const cut = batches(plan, call.itemSize, blockShapeOf(handle.node));
  const limit = Math.min(options.concurrency ?? Number.POSITIVE_INFINITY, call.pool.capacity);
  // Shared memory is written to by workers, which do not wait for zeros to be read into it.
  const memory = sink.fresh && sharedMemory(target) === undefined ? touchAhead(target.bytes) : undefined;
  try {
    const read = (batch: Batch): Promise<void> => readBatch(handle, call, batch, target, sink, memory, seen);
    await forEachBounded(cut, limit, read, options.signal);
  } finally {
    await memory?.stop();
  }
  return seen.mixed;
}

async function readBatch(
  handle: ArrayHandle,
  call: WorkerCall,
  batch: Batch,
  target: FixedChunk,
  sink: ReadSink,
  fresh: FreshMemory | undefined,
  seen: VersionsSeen,
): Promise<void> {
  const { itemSize, place } = call;
  const { steps } = batch;
  const tiled = tiledBox(steps);
  const region = tiled?.region;
  const { steps: placed, columns } = placeBatch(call, steps, tiled?.box);
  const memory = sharedMemory(target);
  const pipeline = call.pipeline(batch.shape);
  const task: ReadTask = {
    kind: "read",
    id: nextTaskId(),
    pipelineId: pipeline.id,
    pipeline,
    place,
    steps: columns,
    buffer: new ArrayBuffer(0),
    versions: batch.cut,
    ...(memory === undefined
      ? {}
      : { shared: { memory, layouts: steps.map((step) => selectLattice(target.layout, step.target)) } }),
  };
  const answer = await call.pool.run(task);
  try {
    checkAnswer(handle, steps, answer);
    for (const [i, version] of (answer.versions ?? []).entries()) seen.add(steps[i]!, version);
    if (fresh !== undefined) await fresh.ready(endOf(target, steps, itemSize));
    const copy = (at: Step, from: Lattice, selection: readonly AxisSelection[]): void => {
      copyElements(resultAt(answer, at), from, target.bytes, selectLattice(target.layout, selection), itemSize);
    };
    const atOnce = memory !== undefined || (region !== undefined && !answer.found.includes(false));
    if (memory === undefined && atOnce) copy(placed[0]!, contiguous(selectionShape(region!)), region!);
    steps.forEach((step, i) => {
      if (answer.found[i] !== true) sink.missing(step);
      else if (!atOnce) copy(placed[i]!, placed[i]!.layout, step.target);
      sink.done(step);
    });
  } finally {
    call.pool.release(answer);
  }
}

function resultAt({ lent, buffer }: Answer, { offset, length }: Step): Uint8Array {
  if (lent === undefined) return new Uint8Array(buffer, offset, length);
  return new Uint8Array(lent.memory, lent.offset + offset, length);
}

/** Where the last byte of these steps' elements lies in the target. */
function endOf(target: FixedChunk, steps: readonly ChunkStep[], itemSize: number): number {
  const last = steps.map((step) => latticeSpan(selectLattice(target.layout, step.target)).max);
  return (last.reduce((most, at) => Math.max(most, at), -1) + 1) * itemSize;
}

/** The caller's memory, if workers can write to it by themselves. */
function sharedMemory({ bytes }: FixedChunk): SharedArrayBuffer | undefined {
  const { buffer } = bytes;
  if (typeof SharedArrayBuffer === "undefined" || !(buffer instanceof SharedArrayBuffer)) return undefined;
  return bytes.byteOffset === 0 ? buffer : undefined;
}
