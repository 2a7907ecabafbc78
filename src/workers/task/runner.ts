/** Executes tasks. The same function runs in every worker; file access is passed in. */
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import type { Pipeline } from "../../codecs/codec.ts";
import { kernelArea } from "../../codecs/kernels/kernel-area.ts";
import { loadKernels } from "../../codecs/kernels/kernels.ts";
import { type Rooms, roomsOf } from "../../codecs/pipeline/allocate.ts";
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import { decodeAsked, decodeFiles, encodeSteps } from "./coding.ts";
import { type Directory, fromColumns } from "./columns.ts";
import {
  type Answer,
  type ChunkTask,
  type Fetched,
  type FrameTask,
  type FromWorker,
  isFrameTask,
  type Task,
  type ToWorker,
  toErrorMessage,
} from "./messages.ts";
import { rememberedFiles } from "./remembered-files.ts";
import { fixedType, lentSlots, type TaskContext, type TaskFiles } from "./task-files.ts";

export interface Facilities {
  /** Synchronous files below a directory. Missing if there are none. */
  openFiles?(directory: Directory): TaskFiles;
  /** Executes tasks of Blosc frames. */
  runFrames?(task: FrameTask): Promise<Answer>;
  /** If true, results lie in memory that is shared with the caller, if available. */
  readonly shared?: boolean;
}

/** Requests bytes of the decoded object from the caller. */
export type Ask = (reads: readonly (ByteRange | undefined)[]) => Promise<Fetched>;

const askNobody: Ask = async () => {
  throw new Error("a task asks for more bytes, and nothing answers");
};

export function taskRunner(facilities: Facilities = {}): (task: Task, ask?: Ask) => Promise<Answer> {
  const { shared = false } = facilities;
  const places = new Map<string, TaskFiles>();
  const image = kernelArea();
  const slots = lentSlots();
  const rooms: Rooms[] = [];
  const roomsAt = (depth: number): Rooms => (rooms[depth] ??= roomsOf(kernelArea));
  /** Pipelines that use the shared rooms run to completion without waiting; others wait for bytes, and have their own memory. */
  const atOnce = new Map<number, Promise<Pipeline>>();
  const waiting = new Map<number, Promise<Pipeline>>();
  const remembered = rememberedFiles();

  const pipelineOf = ({ work, input }: ChunkTask): Promise<Pipeline> => {
    const { pipeline } = work;
    const waits = input.kind === "caller";
    const bound = waits ? waiting : atOnce;
    const id = pipelineId(work);
    const known = bound.get(id);
    if (known !== undefined) return known;
    const message = typeof pipeline === "number" ? sent.get(id) : pipeline;
    if (message === undefined) throw new Error(`the pipeline ${id} was never sent`);
    sent.set(id, message);
    const { codecs, dataType, shape, fillValue } = message;
    const made = bindPipeline(codecs, { dataType, shape, fillValue }, undefined, waits ? {} : { rooms: roomsAt });
    bound.set(id, made);
    return made;
  };
  /** The descriptions of pipelines: one may be bound a second time, in the other way. */
  const sent = new Map<number, Exclude<ChunkTask["work"]["pipeline"], number>>();

  const filesOf = (place: Directory): TaskFiles => {
    const files = places.get(place.directory) ?? facilities.openFiles?.(place);
    if (files === undefined) throw new Error("there are no files here");
    places.set(place.directory, files);
    return files;
  };

  const runChunks = async (task: ChunkTask, ask: Ask): Promise<Answer> => {
    const { id, buffer } = task;
    const found: boolean[] = [];
    try {
      const pipeline = await pipelineOf(task);
      const placed = fromColumns(task.work.steps, fixedType(pipeline).itemSize);
      const pipelineNumber = pipelineId(task.work);
      const memoOf: TaskContext["memoOf"] = (file, version) => remembered.of(`${pipelineNumber}\0${file}`, version);
      const context = { pipeline, placed, found, filesOf, memoOf };
      const result =
        task.kind === "encode"
          ? encodeSteps(task, context, image)
          : task.input.kind === "files"
            ? decodeFiles(task, context, slots)
            : await decodeAsked(task, context, ask);
      return { kind: "answer", id, buffer, found, ...result };
    } catch (error) {
      return { kind: "answer", id, buffer, found, error: { message: toErrorMessage(error), step: found.length } };
    }
  };

  return async (task, ask = askNobody) => {
    slots.release(task.released ?? []);
    if (shared) await loadKernels({ shared });
    if (!isFrameTask(task)) return runChunks(task, ask);
    if (facilities.runFrames === undefined) throw new Error("there are no frames here");
    return facilities.runFrames(task);
  };
}

function pipelineId({ pipeline }: ChunkTask["work"]): number {
  return typeof pipeline === "number" ? pipeline : pipeline.id;
}

/** The worker's side of the conversation: receives tasks, passes on their requests, answers each. Runs in any worker. */
export type Post = (message: FromWorker, transfer: ArrayBuffer[]) => void;

interface Waiting {
  resolve(fetched: Fetched): void;
  reject(error: unknown): void;
}

/** Reports that the worker has started; returns the message handler. */
export function serve(run: (task: Task, ask: Ask) => Promise<Answer>, post: Post): (message: ToWorker) => void {
  const waiting = new Map<number, Waiting>();

  const execute = async (task: Task): Promise<void> => {
    const { id, buffer, input } = task;
    const spent = new Set<ArrayBuffer>();
    if (input.kind === "caller") addMemory(input.fetched, spent);
    const ask: Ask = async (reads) => {
      const asked = new Promise<Fetched>((resolve, reject) => waiting.set(id, { resolve, reject }));
      post({ kind: "question", id, reads }, []);
      const fetched = await asked;
      addMemory(fetched, spent);
      return fetched;
    };
    const answer = await run(task, ask).catch((error: unknown): Answer => {
      return { kind: "answer", id, buffer, found: [], error: { message: toErrorMessage(error), step: 0 } };
    });
    const encoded = (answer.encoded ?? []).flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer]));
    const memory = [...spent].filter((part) => part !== answer.buffer);
    post(memory.length === 0 ? answer : { ...answer, spent: memory }, [answer.buffer, ...encoded, ...memory]);
  };

  post({ kind: "ready" }, []);
  return (message) => {
    if (message.kind === "decode" || message.kind === "encode") {
      void execute(message);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === "bytes") asked?.resolve(message.fetched);
    else asked?.reject(new Error("the task was cancelled"));
  };
}

function addMemory(fetched: Fetched, memory: Set<ArrayBuffer>): void {
  for (const bytes of fetched) if (bytes?.buffer instanceof ArrayBuffer) memory.add(bytes.buffer);
}
