/** The pool of a process: Node threads, one per core. */
import { limitSettings } from "../../bytes/limit.ts";
import type { FromWorker } from "../task/messages.ts";
import { makePool, type Pool, type StartWorker, type WorkerEvents, type WorkerHost } from "./pool.ts";

let shared: Pool | undefined;
let unavailable = false;

/** The pool of this process; undefined if threads cannot be started. */
export function sharedPool(): Pool | undefined {
  if (shared?.broken === true) return undefined;
  if (unavailable || shared !== undefined) return shared;
  const threads = nodeThreads();
  if (threads === undefined || threads.cores < 2) unavailable = true;
  else shared = makePool(threads.start, threads.cores);
  return shared;
}

/** Stops the workers; the next task starts them again. */
export function closePool(): void {
  shared?.close();
}

/** Chunks are decoded in buffers, not on the heap, so a tenth of a thread's default is enough. */
const YOUNG_GENERATION_MEGABYTES = 2;

/** The entry file of a thread. */
let entry: URL | undefined = import.meta.url.endsWith(".js") ? new URL("./node-worker.js", import.meta.url) : undefined;

/** Starts threads from this file. For tests, which run the TypeScript sources and bundle the worker's entry. */
export function setWorkerEntry(url: URL | undefined): void {
  entry = url;
}

/** Returns undefined if threads are unavailable, or if their entry is not JavaScript (TypeScript sources). */
function nodeThreads(): { readonly start: StartWorker; readonly cores: number } | undefined {
  const builtin = globalThis.process?.getBuiltinModule;
  const threads = builtin?.("node:worker_threads");
  const os = builtin?.("node:os");
  const file = entry;
  if (threads === undefined || os === undefined || file === undefined) return undefined;
  // Flags of this process (--input-type, --eval) may not suit a worker and stop it before it begins.
  const options = {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES },
    workerData: limitSettings(),
  };
  return {
    cores: os.availableParallelism(),
    start: (events) => startThread(new threads.Worker(file, options), events),
  };
}

function startThread(worker: import("node:worker_threads").Worker, events: WorkerEvents): WorkerHost {
  let ended = false;
  const end = (reason: string): void => {
    if (ended) return;
    ended = true;
    events.onEnd(reason);
  };
  worker.on("message", (message: FromWorker) => events.onMessage(message));
  worker.on("error", (error: unknown) => end(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => end(`it ended with code ${code}`));
  worker.unref();
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    setIdle: (idle) => (idle ? worker.unref() : worker.ref()),
    stop: () => {
      ended = true;
      void worker.terminate();
    },
  };
}
