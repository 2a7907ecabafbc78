/** Executes chunk tasks in a thread of Node, with the runner that the workers of a page have. */
import type { Fetched, TaskReply } from "./browser-messages.ts";
import { browserTaskRunner } from "./browser-task-runner.ts";
import type { ChunkAnswer, ChunkMessage } from "./chunk-messages.ts";
import type { Answer } from "./messages.ts";

const replies = new Map<number, TaskReply>();
let runner: ReturnType<typeof browserTaskRunner> | undefined;

export async function runChunk(message: ChunkMessage): Promise<Answer> {
  runner ??= browserTaskRunner((reply) => void replies.set(reply.id, reply));
  const { id, buffer, pipeline, task } = message;
  const [fetched = [], ...later] = unpack(message);
  const told = pipeline === undefined ? task : { ...task, pipeline };
  if (told.kind === "encode") await runner({ ...told, buffer });
  else await runner({ ...told, fetched, ...(told.shared === undefined ? { buffer } : {}) });
  for (const more of later) {
    if (replies.get(task.id)?.kind === "reads") await runner({ kind: "bytes", id: task.id, fetched: more });
  }
  const reply = replies.get(task.id);
  replies.delete(task.id);
  if (reply === undefined) throw new Error("a chunk was left without an answer");
  if (reply.kind === "reads") await runner({ kind: "cancel", id: task.id });
  return { id, buffer, found: [], chunk: answerOf(reply, buffer) };
}

/** The buffer goes back by itself; encoded bytes lie in it where they fit. */
function answerOf(reply: TaskReply, buffer: ArrayBuffer): ChunkAnswer {
  if (reply.kind === "done") {
    const { buffer: _, ...rest } = reply;
    return { reply: rest };
  }
  if (reply.kind !== "encoded" || reply.bytes === undefined) return { reply };
  const { bytes, ...rest } = reply;
  const { byteLength: length } = bytes;
  if (length > buffer.byteLength) return { reply };
  new Uint8Array(buffer).set(bytes);
  return { reply: rest, length };
}

function unpack({ rounds, start, buffer }: ChunkMessage): Fetched[] {
  let at = start;
  return rounds.map((lengths) =>
    lengths.map((length) => {
      if (length < 0) return undefined;
      at += length;
      return new Uint8Array(buffer, at - length, length);
    }),
  );
}
