/** One chunk, fetched by the page and decoded by a worker. */
import type { ByteRange } from "../bytes/source/byte-range.ts";
import type { ByteSource } from "../bytes/source/byte-source.ts";
import type { ObjectMemo, Pipeline, Reads } from "../codecs/codec.ts";
import { planFetches } from "../codecs/pipeline/fetch-plan.ts";
import type { FixedChunk } from "../model/grid/chunk.ts";
import { copyElements } from "../model/lattice/copy.ts";
import { contiguous } from "../model/lattice/lattice.ts";
import type { AxisSelection } from "../model/selection/axis-selection.ts";
import { type Cargo, converse, nextTaskId } from "./browser-converse.ts";
import { COALESCE, type DecodeTask, type Fetched } from "./browser-messages.ts";
import type { PoolWorker } from "./browser-pool.ts";
import type { PipelineMessage } from "./messages.ts";
import { giveBack, takeBuffer } from "./spare-buffers.ts";

export interface DecodeJob {
  readonly pipeline: Pipeline;
  /** The same pipeline for the worker. */
  readonly message: PipelineMessage;
  readonly selection: readonly AxisSelection[];
  readonly target: FixedChunk;
  readonly source: ByteSource;
  readonly memo: ObjectMemo | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Decodes into the target. False: the object is absent. `pick` is asked when there is something to decode; if there is no
 * worker then, it is decoded here.
 */
export async function decodeInWorker(job: DecodeJob, pick: () => PoolWorker | undefined): Promise<boolean> {
  const { pipeline, selection, target, memo, signal } = job;
  signal?.throwIfAborted();
  const known = new Map<string, Uint8Array>();
  const reads = pipeline.decode(selection, target, memo && recording(memo, known));
  const first = reads.next();
  if (first.done === true) return first.value;
  const plan = planFetches(first.value, COALESCE);
  const fetched = await fetchAll(job, plan.reads);
  const worker = fetched.every((bytes) => bytes === undefined) ? undefined : pick();
  if (worker === undefined) return decodeHere(job, reads, plan.answers(fetched));
  reads.return(false);
  const { bytes, layout, shape, dataType } = target;
  const length = shape.reduce((product, count) => product * count, dataType.itemSize);
  const cargo = cargoOf(fetched, job, worker);
  const memory: Pick<DecodeTask, "buffer" | "shared"> = isShared(bytes)
    ? { shared: { bytes, layout } }
    : { buffer: takeBuffer(length + (worker.packs === true ? bytesIn(fetched) : 0)) };
  const task: DecodeTask = {
    kind: "decode",
    id: nextTaskId(),
    pipelineId: job.message.id,
    pipeline: job.message,
    selection,
    counts: shape,
    memo: Array.from(known, ([name, value]) => [name, value.slice()] as const),
    fetched: cargo.fetched,
    ...memory,
  };
  const transfer = memory.buffer === undefined ? cargo.transfer : [...cargo.transfer, memory.buffer];
  const more = async (asked: readonly (ByteRange | undefined)[]): Promise<Cargo> =>
    cargoOf(await fetchAll(job, asked), job, worker);
  const answer = await converse(task, transfer, worker, { signal, fetch: more });
  if (answer.kind !== "done") throw new Error(`a worker answered ${answer.kind} to a chunk to decode`);
  const { found, buffer, remembered } = answer;
  for (const [name, value] of remembered) memo?.set(name, value);
  if (buffer === undefined) return found;
  if (found) copyElements(new Uint8Array(buffer, 0, length), contiguous(shape), bytes, layout, dataType.itemSize);
  giveBack(buffer);
  return found;
}

/** Goes on with a decoder that has its first answers. */
async function decodeHere(job: DecodeJob, reads: Reads<boolean>, answers: Fetched): Promise<boolean> {
  let step = reads.next(answers);
  while (step.done !== true) {
    const plan = planFetches(step.value, COALESCE);
    step = reads.next(plan.answers(await fetchAll(job, plan.reads)));
  }
  return step.value;
}

async function fetchAll({ source, signal }: DecodeJob, reads: readonly (ByteRange | undefined)[]): Promise<Fetched> {
  const fetched = await Promise.all(reads.map((range) => source.read(range, { signal })));
  signal?.throwIfAborted();
  return fetched;
}

/** The memory, and what of it a decoder has used. */
function recording(memo: ObjectMemo, known: Map<string, Uint8Array>): ObjectMemo {
  return {
    get: (name) => {
      const value = memo.get(name);
      if (value !== undefined) known.set(name, value);
      return value;
    },
    set: (name, value) => memo.set(name, value),
  };
}

/**
 * Bytes for another thread. They go with their memory if the source gives all of it away; others are copied here, because
 * a message would copy them twice.
 */
function cargoOf(fetched: Fetched, { source }: DecodeJob, { packs }: PoolWorker): Cargo {
  const transfer: ArrayBuffer[] = [];
  if (packs === true) return { fetched, transfer };
  const packed = fetched.map((bytes) => {
    if (bytes === undefined) return undefined;
    const { buffer, byteLength } = bytes;
    const given = source.fresh === true && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    const moved = given && !transfer.includes(buffer) ? bytes : bytes.slice();
    if (moved.buffer instanceof ArrayBuffer) transfer.push(moved.buffer);
    return moved;
  });
  return { fetched: packed, transfer };
}

function bytesIn(fetched: Fetched): number {
  return fetched.reduce((sum, bytes) => sum + (bytes?.byteLength ?? 0), 0);
}

function isShared({ buffer }: Uint8Array): boolean {
  return typeof SharedArrayBuffer !== "undefined" && buffer instanceof SharedArrayBuffer;
}
