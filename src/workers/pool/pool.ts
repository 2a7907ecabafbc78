/**
 * One pool of workers for all arrays: started when first needed, stopped when idle for a while, never keeping the process
 * alive. A worker that dies is replaced; its tasks fail with a typed error.
 */
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import { HyperslabError } from "../../errors.ts";
import {
  type Answer,
  type Fetched,
  type FromWorker,
  isFrameTask,
  type Question,
  type Task,
  type ToWorker,
} from "../task/messages.ts";
import { giveBack } from "./spare-buffers.ts";

/** The next task already waits when a worker answers. */
const TASKS_PER_WORKER = 2;
const IDLE_MILLISECONDS = 5000;
/** A page worker that has not started by then never will. */
const START_MILLISECONDS = 20_000;

/** A worker as the pool sees it, whatever the runtime. */
export interface WorkerHost {
  post(message: ToWorker, transfer: ArrayBuffer[]): void;
  /** Sets whether the process may end while this worker is idle. */
  setIdle?(idle: boolean): void;
  stop(): void;
}

export interface WorkerEvents {
  onMessage(message: FromWorker): void;
  /** Called if it could not start, or died with its tasks in progress. */
  onEnd(reason: string): void;
}

export type StartWorker = (events: WorkerEvents) => WorkerHost;

/** Bytes for a worker, and the memory that is transferred with them. */
export interface Cargo {
  readonly fetched: Fetched;
  readonly transfer: ArrayBuffer[];
}

/** How the caller of a task takes part in it. */
export interface Caller {
  /** An abort ends the wait immediately. Without a signal, the caller waits for the answer in any case. */
  readonly signal?: AbortSignal | undefined;
  /** Memory that is transferred to the worker besides the task's buffer. */
  readonly transfer?: readonly ArrayBuffer[];
  /** Answers a request for bytes. */
  fetch?(reads: readonly (ByteRange | undefined)[]): Promise<Cargo>;
}

export interface Pool {
  /** The number of tasks that can be in progress at once. */
  readonly capacity: number;
  /** Whether it has workers at this moment. */
  readonly running: boolean;
  /** Whether a task would be accepted now. False if no worker has started yet, or none ever will. */
  readonly ready: boolean;
  /** Whether a worker ended before any had started. Then none will start here, and the work is done without them. */
  readonly broken: boolean;
  /** Starts all workers ahead of their tasks. Never throws. */
  start(): void;
  /** Runs a task; its buffer comes back with the answer. */
  run(task: Task, caller?: Caller): Promise<Answer>;
  /** Must be called when the lent part of an answer is copied, so that the worker may reuse its memory. */
  release(answer: Answer): void;
  close(): void;
}

interface Pending {
  readonly task: Task;
  readonly caller: Caller;
  /** Waiting for bytes, so its worker has time for others. */
  asking: boolean;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Member {
  readonly host: WorkerHost;
  readonly pending: Map<number, Pending>;
  /** Pipelines that were already sent to it. */
  readonly knows: Set<number>;
  /** Slots that it may reuse, but has not been told about yet. */
  released: number[];
  begun: boolean;
}

/** If `eager`, tasks are given to workers that have not started yet. Pages do without such workers rather than wait for them. */
export function makePool(start: StartWorker, size: number, eager: boolean = true): Pool {
  const members = new Set<Member>();
  const waiting: Pending[] = [];
  const lenders = new WeakMap<Answer, Member>();
  let broken = false;
  let everBegun = false;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
    clearTimeout(idleTimer);
    for (const member of members) member.host.stop();
    members.clear();
  };
  const rest = (): void => {
    if ([...members].some((member) => member.pending.size > 0)) return;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(close, IDLE_MILLISECONDS);
    if (typeof idleTimer === "object" && "unref" in idleTimer) idleTimer.unref();
  };
  const hire = (): Member => {
    let late: ReturnType<typeof setTimeout> | undefined;
    const host = start({
      onMessage: (message) => {
        clearTimeout(late);
        hear(member, message);
      },
      onEnd: (reason) => {
        clearTimeout(late);
        bury(member, reason);
      },
    });
    const member: Member = { host, pending: new Map(), knows: new Set(), released: [], begun: false };
    if (!eager) late = setTimeout(() => bury(member, "it did not begin"), START_MILLISECONDS);
    members.add(member);
    return member;
  };
  const give = (member: Member, next: Pending): void => {
    clearTimeout(idleTimer);
    const { task, caller } = next;
    if (member.pending.size === 0) member.host.setIdle?.(false);
    member.pending.set(task.id, next);
    const { released } = member;
    member.released = [];
    member.host.post({ ...known(member, task), released }, [task.buffer, ...(caller.transfer ?? [])]);
  };
  const hear = (member: Member, message: FromWorker): void => {
    member.begun = true;
    everBegun = true;
    if (message.kind === "question") answer(member, message);
    else if (message.kind === "answer") settle(member, message);
    advance(member);
    rest();
  };
  const settle = (member: Member, message: Answer): void => {
    const done = member.pending.get(message.id);
    member.pending.delete(message.id);
    for (const buffer of message.spent ?? []) giveBack(buffer);
    if (message.lent !== undefined) lenders.set(message, member);
    if (member.pending.size === 0 && waiting.length === 0) member.host.setIdle?.(true);
    done?.resolve(message);
  };
  /** Sends the bytes that the worker requests. If that fails, the caller gets the error and the worker is told to stop. */
  const answer = (member: Member, { id, reads }: Question): void => {
    const asking = member.pending.get(id);
    if (asking === undefined) return;
    asking.asking = true;
    const cancel = (): void => {
      asking.asking = false;
      if (member.pending.has(id)) member.host.post({ kind: "cancel", id }, []);
    };
    const { fetch, signal } = asking.caller;
    if (fetch === undefined || signal?.aborted === true) {
      cancel();
      return;
    }
    fetch(reads).then(
      ({ fetched, transfer }) => {
        asking.asking = false;
        if (signal?.aborted === true) cancel();
        else if (member.pending.has(id)) member.host.post({ kind: "bytes", id, fetched }, transfer);
      },
      (error: unknown) => {
        asking.reject(error);
        cancel();
      },
    );
  };
  const bury = (member: Member, reason: string): void => {
    if (!members.delete(member)) return;
    member.host.stop();
    const ended = everBegun ? [member] : [member, ...members];
    if (!everBegun) {
      broken = true;
      close();
    }
    const error = new HyperslabError("io", `a worker died: ${reason}`, { hint: "The same call may work if repeated." });
    for (const { pending } of ended) for (const lost of pending.values()) lost.reject(error);
    for (const pending of waiting.splice(0)) {
      if (broken) pending.reject(error);
      else dispatch(pending);
    }
  };
  const isFree = (member: Member): boolean => (eager || member.begun) && loadOf(member) < TASKS_PER_WORKER;
  const advance = (member: Member): void => {
    while (waiting.length > 0 && members.has(member) && isFree(member)) give(member, waiting.shift()!);
  };
  const dispatch = (pending: Pending): void => {
    let best: Member | undefined;
    for (const member of members) {
      if (isFree(member) && (best === undefined || loadOf(member) < loadOf(best))) best = member;
    }
    try {
      const wanted = members.size < size && (best === undefined || loadOf(best) > 0);
      const hired = wanted ? hire() : undefined;
      const chosen = hired !== undefined && eager ? hired : best;
      if (chosen === undefined) waiting.push(pending);
      else give(chosen, pending);
    } catch (error) {
      broken = true;
      pending.reject(error);
    }
  };
  /** After an abort the caller gets its reason, and a waiting task is withdrawn. */
  const hearAbort = (signal: AbortSignal, pending: Pending): void => {
    const { resolve, reject, task } = pending;
    const end = (): void => signal.removeEventListener("abort", abort);
    const abort = (): void => {
      end();
      reject(signal.reason);
      const at = waiting.indexOf(pending);
      if (at >= 0) waiting.splice(at, 1);
      // The buffer comes back with an answer that has no other use.
      pending.resolve = ({ buffer }) => giveBack(buffer);
      for (const member of members) {
        if (member.pending.get(task.id) === pending) member.host.post({ kind: "cancel", id: task.id }, []);
      }
    };
    signal.addEventListener("abort", abort);
    pending.resolve = (answered) => {
      end();
      resolve(answered);
    };
    pending.reject = (error) => {
      end();
      reject(error);
    };
  };
  return {
    capacity: size * TASKS_PER_WORKER,
    get running() {
      return members.size > 0;
    },
    get ready() {
      return !broken && (eager || [...members].some(({ begun }) => begun));
    },
    get broken() {
      return broken;
    },
    start: () => {
      try {
        while (!broken && members.size < size) hire();
      } catch {
        broken = true;
        close();
      }
    },
    run: (task, caller = {}) =>
      new Promise((resolve, reject) => {
        const { signal } = caller;
        const pending: Pending = { task, caller, asking: false, resolve, reject };
        if (signal !== undefined) hearAbort(signal, pending);
        dispatch(pending);
      }),
    release: (message) => {
      if (message.lent !== undefined) lenders.get(message)?.released.push(message.lent.slot);
      lenders.delete(message);
    },
    close,
  };
}

/** Tasks that keep a worker busy. */
function loadOf({ pending }: Member): number {
  let load = 0;
  for (const { asking } of pending.values()) if (!asking) load += 1;
  return load;
}

/** The task for this worker: a pipeline that was already sent is referred to by its number. */
function known({ knows }: Member, task: Task): Task {
  if (isFrameTask(task) || typeof task.work.pipeline === "number") return task;
  const { id } = task.work.pipeline;
  if (knows.has(id)) return { ...task, work: { ...task.work, pipeline: id } };
  knows.add(id);
  return task;
}

let lastTask = 0;

/** A number that no other task has. */
export function nextTaskId(): number {
  lastTask += 1;
  return lastTask;
}
