/** Reading on all cores: workers read and decode, this thread puts the values where they belong. */
import { forEachBounded } from "../bytes/concurrency.ts";
import type { FixedChunk } from "../model/chunk.ts";
import type { ChunkPlan, ChunkStep } from "../model/chunk-plan.ts";
import { contiguous, selectLattice } from "../model/lattice.ts";
import { copyElements } from "../model/lattice-copy.ts";
import type { ReadTask } from "../workers/messages.ts";
import type { ArrayHandle } from "./array-handle.ts";
import { type Batch, batches } from "./batches.ts";
import { innerChunkShape } from "./codec-chain.ts";
import type { TransferOptions } from "./options.ts";
import { checkAnswer, giveBack, layOut, nextTaskId, takeBuffer, type WorkerCall } from "./worker-tasks.ts";

export interface ReadSink {
  /** The step's chunk is absent. */
  missing(step: ChunkStep): void;
  done(step: ChunkStep): void;
}

export async function readParallel(
  handle: ArrayHandle,
  call: WorkerCall,
  plan: ChunkPlan,
  target: FixedChunk,
  sink: ReadSink,
  options: TransferOptions,
): Promise<void> {
  const cut = batches(plan, call.itemSize, innerChunkShape(handle.node.codecs));
  const limit = Math.min(options.concurrency ?? Number.POSITIVE_INFINITY, call.pool.capacity);
  await forEachBounded(cut, limit, (batch) => readBatch(handle, call, batch, target, sink), options.signal);
}

async function readBatch(
  handle: ArrayHandle,
  call: WorkerCall,
  batch: Batch,
  target: FixedChunk,
  sink: ReadSink,
): Promise<void> {
  const { itemSize, place } = call;
  const { steps } = batch;
  const { messages, length } = layOut(handle, steps, itemSize);
  const shared = sharedMemory(target);
  const task: ReadTask = {
    kind: "read",
    id: nextTaskId(),
    pipeline: call.pipeline(batch.shape),
    place,
    steps:
      shared !== undefined
        ? messages.map((message, i) => ({ ...message, layout: selectLattice(target.layout, steps[i]!.target) }))
        : messages,
    buffer: takeBuffer(shared === undefined ? length : 0),
    ...(shared === undefined ? {} : { shared }),
  };
  const answer = await call.pool.run(task);
  checkAnswer(handle, steps, answer);
  const bytes = new Uint8Array(answer.buffer);
  steps.forEach((step, i) => {
    if (answer.found[i] !== true) sink.missing(step);
    else if (shared === undefined) {
      const { counts, offset } = messages[i]!;
      const from = contiguous(counts, offset / itemSize);
      const to = selectLattice(target.layout, step.target);
      // Offsets are aligned for every item size but odd ones, which count from where they begin.
      if (offset % itemSize === 0) copyElements(bytes, from, target.bytes, to, itemSize);
      else copyElements(bytes.subarray(offset), contiguous(counts), target.bytes, to, itemSize);
    }
    sink.done(step);
  });
  giveBack(answer.buffer);
}

/** The caller's memory, if workers can write to it by themselves. */
function sharedMemory({ bytes }: FixedChunk): SharedArrayBuffer | undefined {
  const { buffer } = bytes;
  if (typeof SharedArrayBuffer === "undefined" || !(buffer instanceof SharedArrayBuffer)) return undefined;
  return bytes.byteOffset === 0 ? buffer : undefined;
}
