/**
 * Workers of a page: started when first needed, one a core but one (the page itself fetches and puts values in place),
 * stopped when idle for a while. A page that forbids them (`worker-src` of its policy) shows it when the first one starts;
 * then there are none, and everything is decoded in the page. The script comes from a Blob, so that no bundler has to
 * know of it and a page may load the library from anywhere.
 */
import { HyperslabError } from "../errors.ts";
import type { ChunkTask, FromWorker, TaskReply, ToWorker } from "./browser-messages.ts";
import { workerLimits } from "./limits.ts";

const IDLE_MILLISECONDS = 5000;
/** A worker that has not begun by then never will. */
const START_MILLISECONDS = 20_000;

/** A worker thread as the pool sees it. */
export interface BrowserWorker {
  post(message: ToWorker, transfer: ArrayBuffer[]): void;
  stop(): void;
}

export interface BrowserWorkerEvents {
  onMessage(message: FromWorker): void;
  /** It could not start, or is lost. */
  onError(reason: string): void;
}

export type StartBrowserWorker = (events: BrowserWorkerEvents) => BrowserWorker;

/** Whoever waits for a task's answers. */
export interface Listener {
  onMessage(message: TaskReply): void;
  onEnd(error: unknown): void;
}

export interface PoolWorker {
  /** Begins a task; its answers go to the listener until it is done. */
  begin(task: ChunkTask, transfer: ArrayBuffer[], listener: Listener): void;
  post(message: ToWorker, transfer: ArrayBuffer[]): void;
  /** True: it takes the bytes of a task as they are, and packs them into the task's buffer, behind the elements. */
  readonly packs?: boolean;
}

export interface BrowserPool {
  /** Starts workers if there are none, and never will throw. */
  start(): void;
  /** The worker with the least to do; undefined if none has begun yet, or none ever will. */
  pick(): PoolWorker | undefined;
  readonly broken: boolean;
  close(): void;
}

interface Member extends PoolWorker {
  readonly worker: BrowserWorker;
  readonly listeners: Map<number, Listener>;
  readonly knows: Set<number>;
  ready: boolean;
}

export function browserPool(startWorker: StartBrowserWorker, size: number): BrowserPool {
  const members = new Set<Member>();
  let broken = false;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
    clearTimeout(idle);
    for (const { worker } of members) worker.stop();
    members.clear();
  };
  const rest = (): void => {
    clearTimeout(idle);
    if ([...members].every(({ listeners }) => listeners.size === 0)) idle = setTimeout(close, IDLE_MILLISECONDS);
  };
  const bury = (member: Member, reason: string): void => {
    if (!members.has(member)) return;
    member.worker.stop();
    members.delete(member);
    if (!member.ready) {
      broken = true;
      close();
    }
    const error = new HyperslabError("io", `a worker died: ${reason}`, { hint: "The same call may work if repeated." });
    for (const { onEnd } of member.listeners.values()) onEnd(error);
  };
  const hear = (member: Member, message: FromWorker): void => {
    if (message.kind === "ready") member.ready = true;
    else {
      const listener = member.listeners.get(message.id);
      if (message.kind !== "reads") member.listeners.delete(message.id);
      listener?.onMessage(message);
    }
    rest();
  };
  const hire = (): void => {
    const listeners = new Map<number, Listener>();
    const worker = startWorker({
      onMessage: (message) => {
        clearTimeout(late);
        hear(member, message);
      },
      onError: (reason) => {
        clearTimeout(late);
        bury(member, reason);
      },
    });
    const late = setTimeout(() => bury(member, "it did not begin"), START_MILLISECONDS);
    const post: PoolWorker["post"] = (message, transfer) => {
      if (message.kind === "cancel") listeners.delete(message.id);
      worker.post(message, transfer);
    };
    const member: Member = {
      worker,
      listeners,
      knows: new Set(),
      ready: false,
      post,
      begin: (task, transfer, listener) => {
        clearTimeout(idle);
        listeners.set(task.id, listener);
        const { pipeline: _, ...known } = task;
        post(member.knows.has(task.pipelineId) ? known : task, transfer);
        member.knows.add(task.pipelineId);
      },
    };
    members.add(member);
  };
  return {
    start: () => {
      try {
        while (!broken && members.size < size) hire();
      } catch {
        broken = true;
        close();
      }
    },
    pick: () => {
      let best: Member | undefined;
      for (const member of members) {
        if (member.ready && (best === undefined || member.listeners.size < best.listeners.size)) best = member;
      }
      return best;
    },
    get broken() {
      return broken;
    },
    close,
  };
}

let shared: BrowserPool | undefined;

/** The pool of this page; undefined where the library was not built, so that there is no script to run. */
export async function sharedBrowserPool(): Promise<BrowserPool | undefined> {
  const { workerSource } = await import("./browser-worker-source.ts");
  if (workerSource === undefined) return undefined;
  shared ??= browserPool((events) => startBlobWorker(workerSource, events), workerCount());
  return shared;
}

function workerCount(): number {
  return Math.max(1, workerLimits.pageWorkers.cap((globalThis.navigator?.hardwareConcurrency ?? 2) - 1));
}

/** The URL lives as long as the page: a browser may read it only after this returns. */
let url: string | undefined;

function startBlobWorker(source: string, events: BrowserWorkerEvents): BrowserWorker {
  url ??= URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url, { name: "hyperslab" });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => events.onMessage(data);
  worker.onmessageerror = () => events.onError("a message could not be read");
  worker.onerror = ({ message }) => events.onError(message || "it could not start");
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    stop: () => worker.terminate(),
  };
}
