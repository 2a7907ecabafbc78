/** The threads of Node's pool for single chunks: whoever fetches or stores them speaks as to a worker of a page. */
import type { ChunkTask, DecodeTask, Fetched } from "./browser-messages.ts";
import type { Listener, PoolWorker } from "./browser-pool.ts";
import type { ChunkAnswer, ChunkMessage } from "./chunk-messages.ts";
import type { PipelineMessage } from "./messages.ts";
import type { Pool } from "./pool.ts";
import { giveBack, takeBuffer } from "./spare-buffers.ts";

interface UnderWay {
  readonly task: ChunkMessage["task"];
  readonly pipeline: PipelineMessage | undefined;
  readonly listener: Listener;
  /** What the decoder was given so far. */
  readonly rounds: Fetched[];
  /** Where bytes begin in the buffer: behind the elements. */
  readonly start: number;
  buffer: ArrayBuffer;
}

/** No more is given to the pool than it has room for, so that what waits can still be taken back. */
export function chunkThreads(pool: Pool): PoolWorker {
  const underWay = new Map<number, UnderWay>();
  const waiting: UnderWay[] = [];
  let busy = 0;

  const isWanted = (entry: UnderWay): boolean => underWay.get(entry.task.id) === entry;
  const advance = (): void => {
    while (busy < pool.capacity && waiting.length > 0) {
      const entry = waiting.shift()!;
      if (isWanted(entry)) void run(entry);
    }
  };
  const run = async (entry: UnderWay): Promise<void> => {
    const { task, listener } = entry;
    busy += 1;
    try {
      const { buffer, chunk } = await pool.run(messageOf(entry));
      entry.buffer = buffer;
      if (!isWanted(entry)) giveBack(buffer);
      else if (chunk !== undefined) {
        if (chunk.reply.kind !== "reads") underWay.delete(task.id);
        listener.onMessage(withBuffer(chunk, entry));
      }
    } catch (error) {
      underWay.delete(task.id);
      listener.onEnd(error);
    } finally {
      busy -= 1;
      advance();
    }
  };
  const send = (entry: UnderWay): void => {
    waiting.push(entry);
    advance();
  };
  return {
    packs: true,
    begin: (task, _, listener) => {
      const entry = entryOf(task, listener);
      underWay.set(task.id, entry);
      send(entry);
    },
    post: (message) => {
      const entry = underWay.get(message.id);
      if (entry === undefined) return;
      if (message.kind === "cancel") underWay.delete(message.id);
      if (message.kind !== "bytes") return;
      entry.rounds.push(message.fetched);
      send(entry);
    },
  };
}

function entryOf(task: ChunkTask, listener: Listener): UnderWay {
  const common = { pipeline: task.pipeline, listener };
  if (task.kind === "encode") {
    const { pipeline: _, buffer, ...rest } = task;
    return { ...common, task: rest, rounds: [], start: buffer.byteLength, buffer };
  }
  const { pipeline: _, buffer = new ArrayBuffer(0), fetched, ...rest } = task;
  return { ...common, task: rest, rounds: [fetched], start: elementBytes(task), buffer };
}

/** Room that the elements take in the buffer: none if they go to memory that is shared. */
function elementBytes({ counts, shared, pipeline }: DecodeTask): number {
  if (shared !== undefined) return 0;
  return counts.reduce((product, count) => product * count, pipeline?.dataType.itemSize ?? 0);
}

function messageOf(entry: UnderWay): ChunkMessage {
  const { task, pipeline, rounds, start } = entry;
  const answers = rounds.flat();
  const needed = answers.reduce((sum, bytes) => sum + (bytes?.byteLength ?? 0), start);
  if (entry.buffer.byteLength < needed) {
    giveBack(entry.buffer);
    entry.buffer = takeBuffer(needed);
  }
  const { buffer } = entry;
  const room = new Uint8Array(buffer);
  let at = start;
  for (const bytes of answers) {
    if (bytes !== undefined) room.set(bytes, at);
    at += bytes?.byteLength ?? 0;
  }
  return {
    kind: "chunk",
    id: -task.id,
    pipelineId: -task.pipelineId,
    ...(pipeline === undefined ? {} : { pipeline }),
    task,
    rounds: rounds.map((fetched) => fetched.map((bytes) => bytes?.byteLength ?? -1)),
    start,
    buffer,
  };
}

/** The reply as a page's worker would give it. Encoded bytes are copied out: the buffer is used again. */
function withBuffer({ reply, length }: ChunkAnswer, { task, buffer }: UnderWay): ChunkAnswer["reply"] {
  if (reply.kind === "done") return task.kind === "decode" && task.shared === undefined ? { ...reply, buffer } : reply;
  if (reply.kind !== "encoded") return reply;
  return length === undefined
    ? { ...reply, buffer }
    : { ...reply, bytes: new Uint8Array(buffer, 0, length).slice(), buffer };
}
