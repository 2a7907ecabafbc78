/** A worker thread as the pool sees it, whatever the runtime. */
import type { Answer, Task } from "./messages.ts";

export interface WorkerHost {
  post(task: Task): void;
  /** May the process end while this worker is idle? */
  setIdle(idle: boolean): void;
  stop(): void;
}

export interface WorkerEvents {
  onAnswer(answer: Answer): void;
  /** The thread is gone, with whatever it had under way. */
  onEnd(reason: string): void;
}

export type StartWorker = (events: WorkerEvents) => WorkerHost;

/** Chunks are decoded in buffers, not on the heap, so that a tenth of what a thread takes by itself is enough. */
const YOUNG_GENERATION_MEGABYTES = 2;

/** Node's worker threads; undefined where there are none, or where the entry is no JavaScript (TypeScript sources). */
export function nodeWorkers(): { readonly start: StartWorker; readonly cores: number } | undefined {
  const builtin = globalThis.process?.getBuiltinModule;
  const threads = builtin?.("node:worker_threads");
  const os = builtin?.("node:os");
  const entry = new URL("./node-worker.js", import.meta.url);
  if (threads === undefined || os === undefined || !import.meta.url.endsWith(".js")) return undefined;
  // Flags of this process (--input-type, --eval) may not fit a worker and stop it before it begins.
  const options = { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES } };
  return {
    cores: os.availableParallelism(),
    start: (events) => startNodeWorker(new threads.Worker(entry, options), events),
  };
}

function startNodeWorker(worker: import("node:worker_threads").Worker, events: WorkerEvents): WorkerHost {
  let ended = false;
  const end = (reason: string): void => {
    if (ended) return;
    ended = true;
    events.onEnd(reason);
  };
  worker.on("message", (answer: Answer) => events.onAnswer(answer));
  worker.on("error", (error: unknown) => end(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => end(`it ended with code ${code}`));
  worker.unref();
  return {
    post: (task) => worker.postMessage(task, [task.buffer]),
    setIdle: (idle) => (idle ? worker.unref() : worker.ref()),
    stop: () => {
      ended = true;
      void worker.terminate();
    },
  };
}
