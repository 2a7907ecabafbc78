/**
 * Single chunks through workers, for chunks that workers cannot read or write: this thread fetches and a worker
 * decodes, or a worker encodes and this thread stores.
 */
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ObjectMemo, Pipeline, Reads } from "../../codecs/codec.ts";
import { planFetches } from "../../codecs/pipeline/fetch-plan.ts";
import type { FixedDataType } from "../../model/data-types/data-type.ts";
import type { Chunk, FixedChunk } from "../../model/grid/chunk.ts";
import { copyChunk, copyElements } from "../../model/lattice/copy.ts";
import type { AxisSelection } from "../../model/selection/axis-selection.ts";
import { placeSteps, toColumns } from "../task/columns.ts";
import { type Answer, COALESCE, type Fetched, failureOf, type PipelineMessage, type Task } from "../task/messages.ts";
import { type Caller, type Cargo, nextTaskId, type Pool } from "./pool.ts";
import { giveBack, takeBuffer } from "./spare-buffers.ts";

export interface DecodeJob {
  readonly pipeline: Pipeline;
  /** The same pipeline in the form sent to the worker. */
  readonly message: PipelineMessage;
  readonly selection: readonly AxisSelection[];
  readonly target: FixedChunk;
  readonly source: ByteSource;
  readonly memo: ObjectMemo | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Decodes into the target. Returns false if the object is absent. If no worker is ready when the bytes arrive, they are
 * decoded here.
 */
export async function decodeInWorker(job: DecodeJob, pool: Pool): Promise<boolean> {
  const { pipeline, message, selection, target, memo, signal } = job;
  signal?.throwIfAborted();
  const known = new Map<string, Uint8Array>();
  const reads = pipeline.decode(selection, target, memo && recording(memo, known));
  const first = reads.next();
  if (first.done === true) return first.value;
  const plan = planFetches(first.value, COALESCE);
  const fetched = await fetchAll(job, plan.reads);
  if (fetched.every((bytes) => bytes === undefined) || !pool.ready) {
    return decodeHere(job, reads, plan.answers(fetched));
  }
  reads.return(false);
  const { bytes, layout, dataType } = target;
  const shared = isShared(bytes);
  const { steps, length } = placeSteps([selection], dataType.itemSize);
  const cargo = cargoOf(fetched, job.source);
  const step = steps[0]!;
  const answer = await runTask(
    pool,
    {
      kind: "decode",
      id: nextTaskId(),
      work: { pipeline: message, steps: toColumns(steps) },
      input: {
        kind: "caller",
        fetched: cargo.fetched,
        memo: Array.from(known, ([name, value]) => [name, value.slice()] as const),
      },
      output: shared ? { kind: "shared", bytes, layouts: [layout] } : { kind: "buffer" },
      buffer: takeBuffer(shared ? 0 : length),
    },
    {
      signal,
      transfer: cargo.transfer,
      fetch: async (asked) => cargoOf(await fetchAll(job, asked), job.source),
    },
  );
  for (const [name, value] of answer.remembered ?? []) memo?.set(name, value);
  const found = answer.found[0] === true;
  if (found && !shared) {
    copyElements(
      new Uint8Array(answer.buffer, step.offset, step.length),
      step.layout,
      bytes,
      layout,
      dataType.itemSize,
    );
  }
  giveBack(answer.buffer);
  return found;
}

export interface EncodeJob {
  readonly message: PipelineMessage;
  readonly dataType: FixedDataType;
  /** The chunk's new elements, and their position in it; the rest of it is fill values. */
  readonly source: Chunk;
  readonly selection: readonly AxisSelection[];
  readonly dropFill: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The encoded chunk; undefined if there is nothing to store. */
export async function encodeInWorker(job: EncodeJob, pool: Pool): Promise<Uint8Array | undefined> {
  const { message, signal, dropFill, dataType, selection, source } = job;
  signal?.throwIfAborted();
  const { steps, length } = placeSteps([selection], dataType.itemSize);
  const step = steps[0]!;
  const buffer = takeBuffer(length);
  const bytes = new Uint8Array(buffer, step.offset, step.length);
  copyChunk(source, { dataType, shape: step.counts, layout: step.layout, bytes });
  const task: Task = {
    kind: "encode",
    id: nextTaskId(),
    work: { pipeline: message, steps: toColumns(steps), whole: Uint8Array.of(1), dropFill },
    input: { kind: "buffer" },
    output: { kind: "buffer" },
    buffer,
  };
  const answer = await runTask(pool, task, { signal });
  giveBack(answer.buffer);
  return answer.encoded?.[0];
}

async function runTask(pool: Pool, task: Task, caller: Caller): Promise<Answer> {
  const answer = await pool.run(task, caller);
  const failure = failureOf(answer);
  if (failure === undefined) return answer;
  giveBack(answer.buffer);
  throw failure.error;
}

/** Continues a decoder that has its first data. */
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

/** Records what a decoder has used of the memo. */
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
 * Bytes for another thread. They are transferred if the source gives away their memory; others are copied here, because
 * a message would copy them twice.
 */
function cargoOf(fetched: Fetched, source: ByteSource): Cargo {
  const given = new Set<ArrayBuffer>();
  const copied = fetched.map((bytes) => {
    if (bytes === undefined) return false;
    const { buffer, byteLength } = bytes;
    if (source.fresh !== true || !(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) return true;
    if (given.has(buffer)) return true;
    given.add(buffer);
    return false;
  });
  const length = fetched.reduce((sum, bytes, i) => sum + (copied[i] === true ? bytes!.byteLength : 0), 0);
  if (length === 0) return { fetched, transfer: [...given] };
  const room = takeBuffer(length);
  let end = 0;
  const packed = fetched.map((bytes, i) => {
    if (bytes === undefined || copied[i] !== true) return bytes;
    const copy = new Uint8Array(room, end, bytes.byteLength);
    copy.set(bytes);
    end += bytes.byteLength;
    return copy;
  });
  return { fetched: packed, transfer: [...given, room] };
}

function isShared({ buffer }: Uint8Array): boolean {
  return typeof SharedArrayBuffer !== "undefined" && buffer instanceof SharedArrayBuffer;
}
