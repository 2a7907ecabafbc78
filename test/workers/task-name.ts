/** What a message to a worker is about, in a word. */
import { isFrameTask, type ToWorker } from "../../src/workers/task/messages.ts";

/** "read" and "write": chunks that are files. "decode" and "encode": chunks whose bytes the caller has. Else as it is called. */
export function taskName(message: ToWorker): string {
  if (message.kind !== "decode" && message.kind !== "encode") return message.kind;
  if (isFrameTask(message)) return `${message.kind}-frames`;
  if (message.kind === "decode") return message.input.kind === "files" ? "read" : "decode";
  return message.output.kind === "files" ? "write" : "encode";
}
