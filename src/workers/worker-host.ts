/** A worker thread as the pool sees it, whatever the runtime. */
import { limitSettings } from "../bytes/limit.ts";
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

/** What a thread of Node's is started with. */
let entry: URL | undefined = import.meta.url.endsWith(".js") ? new URL("./node-worker.js", import.meta.url) : undefined;

/** Starts threads from this file. For tests, which run the TypeScript sources and bundle the worker's entry. */
export function setWorkerEntry(url: URL | undefined): void {
  entry = url;
}

/** Node's worker threads; undefined where there are none, or where their entry is not JavaScript (TypeScript sources). */
export function nodeWorkers(): { readonly start: StartWorker; readonly cores: number } | undefined {
  const builtin = globalThis.process?.getBuiltinModule;
  const threads = builtin?.("node:worker_threads");
  const os = builtin?.("node:os");
  const file = entry;
  if (threads === undefined || os === undefined || file === undefined) return undefined;
  // Flags of this process (--input-type, --eval) may not fit a worker and stop it before it begins.
  const options = {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES },
    workerData: limitSettings(),
  };
  return {
    cores: os.availableParallelism(),
    start: (events) => startNodeWorker(new threads.Worker(file, options), events),
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
