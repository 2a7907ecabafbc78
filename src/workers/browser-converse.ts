/** One task given to a worker, until it is done: answers what the worker asks for, and lets go when the caller does. */
import type { ByteRange } from "../bytes/source/byte-range.ts";
import type { ChunkTask, Done, Encoded, Fetched } from "./browser-messages.ts";
import type { Listener, PoolWorker } from "./browser-pool.ts";
import { fromErrorMessage } from "./error-message.ts";

/** Bytes for another thread, and the memory that goes with them. */
export interface Cargo {
  readonly fetched: Fetched;
  readonly transfer: ArrayBuffer[];
}

export interface Conversation {
  readonly signal: AbortSignal | undefined;
  /** Answers what a decoder asks for. */
  fetch(reads: readonly (ByteRange | undefined)[]): Promise<Cargo>;
}

let lastId = 0;

export function nextTaskId(): number {
  lastId += 1;
  return lastId;
}

/** Resolves with the worker's last word of the task. */
export function converse(
  task: ChunkTask,
  transfer: ArrayBuffer[],
  worker: PoolWorker,
  { signal, fetch }: Conversation,
): Promise<Done | Encoded> {
  const { id } = task;
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      signal?.removeEventListener("abort", abort);
      settle();
    };
    const abandon = (reason: unknown): void => {
      worker.post({ kind: "cancel", id }, []);
      end(() => reject(reason));
    };
    const abort = (): void => abandon(signal?.reason);
    const onMessage: Listener["onMessage"] = (message) => {
      if (message.kind === "failed") end(() => reject(fromErrorMessage(message.error)));
      else if (message.kind !== "reads") end(() => resolve(message));
      else {
        fetch(message.reads).then(({ fetched, transfer: more }) => {
          if (signal?.aborted !== true) worker.post({ kind: "bytes", id, fetched }, more);
        }, abandon);
      }
    };
    signal?.addEventListener("abort", abort);
    worker.begin(task, transfer, { onMessage, onEnd: (error) => end(() => reject(error)) });
  });
}
