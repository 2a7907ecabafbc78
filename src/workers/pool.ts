/**
 * One pool of workers for all arrays: started when first needed, as many as there are cores, stopped when idle for a
 * while, never keeping the process alive by themselves. A worker that dies is replaced; its tasks fail with a typed error.
 */
import { HyperslabError } from "../errors.ts";
import { fromErrorMessage } from "./error-message.ts";
import type { Answer, Task } from "./messages.ts";
import { nodeWorkers, type StartWorker, type WorkerHost } from "./worker-host.ts";

/** A worker finds its next task waiting when it answers. */
const TASKS_A_WORKER = 2;
const IDLE_MILLISECONDS = 5000;

export interface Pool {
  /** Tasks that can be under way at once. */
  readonly capacity: number;
  /** Has it threads at this moment? */
  readonly running: boolean;
  /** Did a worker end before any has ever answered? Then none will start here, and work is to be done without them. */
  readonly broken: boolean;
  /** Runs a task; its buffer comes back with the answer. */
  run(task: Task): Promise<Answer>;
  /** What an answer has lent is copied: the worker may use its memory again. */
  release(answer: Answer): void;
  close(): void;
}

interface Pending {
  readonly task: Task;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Member {
  readonly host: WorkerHost;
  readonly pending: Map<number, Pending>;
  /** Pipelines that it was sent. */
  readonly knows: Set<number>;
  /** Slots that it may use again, and has not been told of. */
  released: number[];
}

export function makePool(start: StartWorker, size: number): Pool {
  const members = new Set<Member>();
  const waiting: Pending[] = [];
  const lenders = new WeakMap<Answer, Member>();
  let broken = false;
  let everAnswered = false;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
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
    const pending = new Map<number, Pending>();
    const host = start({
      onAnswer: (answer) => settle(member, answer),
      onEnd: (reason) => bury(member, reason),
    });
    const member: Member = { host, pending, knows: new Set(), released: [] };
    members.add(member);
    return member;
  };
  const give = (member: Member, next: Pending): void => {
    clearTimeout(idleTimer);
    if (member.pending.size === 0) member.host.setIdle(false);
    member.pending.set(next.task.id, next);
    const { pipeline: _, ...known } = next.task;
    const { released } = member;
    member.released = [];
    member.host.post({ ...(member.knows.has(next.task.pipelineId) ? known : next.task), released });
    member.knows.add(next.task.pipelineId);
  };
  const settle = (member: Member, answer: Answer): void => {
    everAnswered = true;
    const done = member.pending.get(answer.id);
    member.pending.delete(answer.id);
    if (answer.lent !== undefined) lenders.set(answer, member);
    const next = waiting.shift();
    if (next !== undefined) give(member, next);
    else if (member.pending.size === 0) member.host.setIdle(true);
    done?.resolve(answer);
    rest();
  };
  const bury = (member: Member, reason: string): void => {
    members.delete(member);
    const error = new HyperslabError("io", `a worker died: ${reason}`, { hint: "The same call may work if repeated." });
    for (const lost of member.pending.values()) lost.reject(error);
    if (!everAnswered) broken = true;
    for (const pending of waiting.splice(0)) {
      if (broken) pending.reject(error);
      else dispatch(pending);
    }
  };
  const dispatch = (pending: Pending): void => {
    const free = [...members].reduce<Member | undefined>(
      (best, member) => (best === undefined || member.pending.size < best.pending.size ? member : best),
      undefined,
    );
    const busy = free === undefined || free.pending.size > 0;
    try {
      if (busy && members.size < size) give(hire(), pending);
      else if (free !== undefined && free.pending.size < TASKS_A_WORKER) give(free, pending);
      else waiting.push(pending);
    } catch (error) {
      broken = true;
      pending.reject(error);
    }
  };
  return {
    capacity: size * TASKS_A_WORKER,
    get running() {
      return members.size > 0;
    },
    get broken() {
      return broken;
    },
    run: (task) => new Promise((resolve, reject) => dispatch({ task, resolve, reject })),
    release: (answer) => {
      if (answer.lent !== undefined) lenders.get(answer)?.released.push(answer.lent.slot);
      lenders.delete(answer);
    },
    close,
  };
}

let lastTask = 0;

/** A number that no other task of the pool has. */
export function nextTaskId(): number {
  lastTask += 1;
  return lastTask;
}

let shared: Pool | undefined;
let unavailable = false;

/** The pool of this process; undefined where workers cannot be started. */
export function sharedPool(): Pool | undefined {
  if (shared?.broken === true) return undefined;
  if (unavailable || shared !== undefined) return shared;
  const workers = nodeWorkers();
  if (workers === undefined || workers.cores < 2) unavailable = true;
  else shared = makePool(workers.start, workers.cores);
  return shared;
}

/** Stops the workers; the next task starts them again. */
export function closePool(): void {
  shared?.close();
}

/** The answer, or the error that came with it. */
export function failureOf(answer: Answer): { readonly error: Error; readonly step: number } | undefined {
  if (answer.error === undefined) return undefined;
  return { error: fromErrorMessage(answer.error.message), step: answer.error.step };
}
