/**
 * Single chunks for the threads of Node, whose bytes the main thread fetches or stores. A thread keeps nothing between
 * tasks: all that a decoder has read so far goes along each time, packed into the task's buffer behind the elements.
 */
import type { DecodeTask, EncodeTask, TaskReply } from "./browser-messages.ts";
import type { PipelineMessage } from "./messages.ts";

export interface ChunkMessage {
  readonly kind: "chunk";
  /** Negative, as the pipeline's: those of files are positive. */
  readonly id: number;
  readonly pipelineId: number;
  readonly pipeline?: PipelineMessage;
  readonly task: Omit<DecodeTask, "buffer" | "fetched"> | Omit<EncodeTask, "buffer">;
  /** What was read, round by round: bytes of each answer, -1 where the object is absent. They begin at `start`. */
  readonly rounds: readonly (readonly number[])[];
  readonly start: number;
  /** Given back with the answer. */
  readonly buffer: ArrayBuffer;
}

export interface ChunkAnswer {
  readonly reply: TaskReply;
  /** An encoded chunk that lies at the start of the buffer has this length. */
  readonly length?: number;
}
