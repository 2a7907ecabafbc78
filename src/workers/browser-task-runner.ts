/** Decodes chunks of which the page sends the bytes, and encodes those of which it sends the elements. What is said goes through `post`, so that this runs anywhere. */
import type { ObjectMemo, Pipeline, Reads } from "../codecs/codec.ts";
import { type FetchPlan, planFetches } from "../codecs/pipeline/fetch-plan.ts";
import { bindPipeline } from "../codecs/pipeline/pipeline.ts";
import { HyperslabError } from "../errors.ts";
import { type FixedDataType, isFixedSize } from "../model/data-types/data-type.ts";
import type { FixedChunk } from "../model/grid/chunk.ts";
import { contiguous } from "../model/lattice/lattice.ts";
import {
  type ChunkTask,
  COALESCE,
  type DecodeTask,
  type EncodeTask,
  type Fetched,
  type TaskReply,
  type ToWorker,
} from "./browser-messages.ts";
import { toErrorMessage } from "./error-message.ts";

export type Post = (message: TaskReply, transfer: ArrayBuffer[]) => void;

/** A decoder that waits for bytes. */
interface Waiting {
  readonly reads: Reads<boolean>;
  readonly plan: FetchPlan;
  readonly task: DecodeTask;
  readonly remembered: Map<string, Uint8Array>;
}

export function browserTaskRunner(post: Post): (message: ToWorker) => Promise<void> {
  const pipelines = new Map<number, Promise<Pipeline>>();
  const waiting = new Map<number, Waiting>();

  const pipelineOf = ({ pipelineId, pipeline }: ChunkTask): Promise<Pipeline> => {
    const known = pipelines.get(pipelineId);
    if (known !== undefined) return known;
    if (pipeline === undefined) throw new Error(`the pipeline ${pipelineId} was never sent`);
    const { codecs, dataType, shape, fillValue } = pipeline;
    const bound = bindPipeline(codecs, { dataType, shape, fillValue });
    pipelines.set(pipelineId, bound);
    return bound;
  };
  /** Goes on until the decoder is done, or asks for more. */
  const advance = ({ reads, plan, task, remembered }: Waiting, fetched: Fetched): void => {
    const step = reads.next(plan.answers(fetched));
    if (step.done !== true) {
      const next = planFetches(step.value, COALESCE);
      waiting.set(task.id, { reads, plan: next, task, remembered });
      post({ kind: "reads", id: task.id, reads: next.reads }, []);
      return;
    }
    const { id, buffer } = task;
    const kept = Array.from(remembered, ([name, value]) => [name, value.slice()] as const);
    const answer = { kind: "done", id, found: step.value, remembered: kept } as const;
    post(buffer === undefined ? answer : { ...answer, buffer }, buffer === undefined ? [] : [buffer]);
  };
  const begin = async (task: DecodeTask): Promise<void> => {
    const pipeline = await pipelineOf(task);
    const remembered = new Map<string, Uint8Array>();
    const reads = pipeline.decode(task.selection, chunkOf(task, pipeline), memoOf(task, remembered));
    const first = reads.next();
    if (first.done === true) throw new Error("the decoder asked for nothing");
    advance({ reads, plan: planFetches(first.value, COALESCE), task, remembered }, task.fetched);
  };
  const encode = async (task: EncodeTask): Promise<void> => {
    const { id, buffer, dropFill } = task;
    const pipeline = await pipelineOf(task);
    const { shape } = pipeline.type;
    const encoded = pipeline.encode(elementsOf(pipeline, shape, buffer), { dropFill });
    if (encoded === undefined) return post({ kind: "encoded", id, buffer }, [buffer]);
    const bytes = ownBytes(encoded);
    post({ kind: "encoded", id, bytes, buffer }, [buffer, bytes.buffer]);
  };
  return async (message) => {
    const { id } = message;
    const paused = waiting.get(id);
    waiting.delete(id);
    try {
      if (message.kind === "decode") await begin(message);
      else if (message.kind === "encode") await encode(message);
      else if (message.kind === "bytes" && paused !== undefined) advance(paused, message.fetched);
      else paused?.reads.return(false);
    } catch (error) {
      post({ kind: "failed", id, error: toErrorMessage(error) }, []);
    }
  };
}

function memoOf(task: DecodeTask, remembered: Map<string, Uint8Array>): ObjectMemo {
  const known = new Map(task.memo);
  return {
    get: (name) => remembered.get(name) ?? known.get(name),
    set: (name, value) => {
      remembered.set(name, value);
    },
  };
}

function chunkOf({ counts, buffer, shared }: DecodeTask, pipeline: Pipeline): FixedChunk {
  if (shared !== undefined) return { dataType: fixedType(pipeline), shape: counts, ...shared };
  return elementsOf(pipeline, counts, buffer);
}

/** Elements in C order at the start of a buffer. */
function elementsOf(pipeline: Pipeline, shape: readonly number[], buffer: ArrayBuffer | undefined): FixedChunk {
  const dataType = fixedType(pipeline);
  const length = shape.reduce((product, count) => product * count, dataType.itemSize);
  const bytes = new Uint8Array(buffer ?? new ArrayBuffer(length), 0, length);
  return { dataType, shape, layout: contiguous(shape), bytes };
}

function fixedType(pipeline: Pipeline): FixedDataType {
  const { dataType } = pipeline.type;
  if (isFixedSize(dataType)) return dataType;
  throw new HyperslabError("unsupported", `workers do not take ${dataType.name}`);
}

/** Bytes with a buffer of just their own, which may go with a message. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  const own = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return own ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
}
