/** One chunk, fetched by the page and decoded by a worker. */
import type { ByteSource } from "../bytes/byte-source.ts";
import type { ObjectMemo, Pipeline, Reads } from "../codecs/codec.ts";
import { planFetches } from "../codecs/fetch-plan.ts";
import type { AxisSelection } from "../model/axis-selection.ts";
import type { FixedChunk } from "../model/chunk.ts";
import { contiguous } from "../model/lattice.ts";
import { copyElements } from "../model/lattice-copy.ts";
import { COALESCE, type DecodeTask, type Done, type Fetched, type FromWorker } from "./browser-messages.ts";
import type { PoolWorker } from "./browser-pool.ts";
import { fromErrorMessage } from "./error-message.ts";
import type { PipelineMessage } from "./messages.ts";

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

let lastId = 0;

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
  const cargo = cargoOf(fetched, job);
  const memory: Pick<DecodeTask, "buffer" | "shared"> = isShared(bytes)
    ? { shared: { bytes, layout } }
    : { buffer: takeBuffer(length) };
  const task: DecodeTask = {
    kind: "decode",
    id: ++lastId,
    pipelineId: job.message.id,
    pipeline: job.message,
    selection,
    counts: shape,
    memo: Array.from(known, ([name, value]) => [name, value.slice()] as const),
    fetched: cargo.fetched,
    ...memory,
  };
  const transfer = memory.buffer === undefined ? cargo.transfer : [...cargo.transfer, memory.buffer];
  const { found, buffer, remembered } = await converse(task, transfer, job, worker);
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

/** Answers what the worker asks for until the task is done. */
function converse(task: DecodeTask, transfer: ArrayBuffer[], job: DecodeJob, worker: PoolWorker): Promise<Done> {
  const { signal } = job;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      worker.post({ kind: "cancel", id: task.id }, []);
      end(() => reject(signal?.reason));
    };
    const end = (settle: () => void): void => {
      signal?.removeEventListener("abort", abort);
      settle();
    };
    const onMessage = (message: FromWorker): void => {
      if (message.kind === "done") end(() => resolve(message));
      else if (message.kind === "failed") end(() => reject(fromErrorMessage(message.error)));
      else if (message.kind === "reads") {
        fetchAll(job, message.reads).then(
          (fetched) => {
            if (signal?.aborted === true) return;
            const more = cargoOf(fetched, job);
            worker.post({ kind: "bytes", id: task.id, fetched: more.fetched }, more.transfer);
          },
          (error: unknown) => {
            worker.post({ kind: "cancel", id: task.id }, []);
            end(() => reject(error));
          },
        );
      }
    };
    signal?.addEventListener("abort", abort);
    worker.begin(task, transfer, { onMessage, onEnd: (error) => end(() => reject(error)) });
  });
}

async function fetchAll(
  { source, signal }: DecodeJob,
  reads: readonly Parameters<ByteSource["read"]>[0][],
): Promise<Fetched> {
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

interface Cargo {
  readonly fetched: Fetched;
  readonly transfer: ArrayBuffer[];
}

/**
 * Bytes for another thread. They go with their memory if the source gives all of it away; others are copied here, because
 * a message would copy them twice.
 */
function cargoOf(fetched: Fetched, { source }: DecodeJob): Cargo {
  const transfer: ArrayBuffer[] = [];
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

function isShared({ buffer }: Uint8Array): boolean {
  return typeof SharedArrayBuffer !== "undefined" && buffer instanceof SharedArrayBuffer;
}

/** Buffers that came back, for the next chunks of any array: fresh memory costs as much as decoding into it. */
const spare: ArrayBuffer[] = [];
const MOST_SPARE_BYTES = 32 * 1024 * 1024;

function takeBuffer(length: number): ArrayBuffer {
  const at = spare.findIndex(({ byteLength }) => byteLength >= length && byteLength <= 2 * length);
  return at < 0 ? new ArrayBuffer(length) : spare.splice(at, 1)[0]!;
}

function giveBack(buffer: ArrayBuffer): void {
  let bytes = buffer.byteLength;
  if (bytes === 0) return;
  spare.unshift(buffer);
  for (let i = 1; i < spare.length; i++) {
    bytes += spare[i]!.byteLength;
    if (bytes > MOST_SPARE_BYTES) spare.length = i;
  }
}
