/** The pool's promises: nothing hangs, a dead worker's tasks fail with a typed error, others go on. */
import { describe, expect, it } from "vitest";
import { HyperslabError, isHyperslabError } from "../../src/errors.ts";
import { makePool, type WorkerEvents, type WorkerHost } from "../../src/workers/pool/pool.ts";
import {
  type Answer,
  type ChunkTask,
  failureOf,
  fromErrorMessage,
  type ToWorker,
  toErrorMessage,
} from "../../src/workers/task/messages.ts";

function task(id: number): ChunkTask {
  const pipeline = {
    id: 1,
    codecs: [],
    dataType: { kind: "bool", name: "bool", itemSize: 1 },
    shape: [],
    fillValue: new Uint8Array(1),
  } as const;
  const steps = { count: 0, rank: 0, ranges: new Float64Array() };
  const files = { directories: [{ directory: "", location: "" }], keys: [] };
  const buffer = new ArrayBuffer(1);
  return {
    kind: "decode",
    id,
    work: { pipeline, steps },
    input: { kind: "files", files },
    output: { kind: "buffer" },
    buffer,
  };
}

/** Workers that answer when told to. */
function handWorked(): { readonly start: (events: WorkerEvents) => WorkerHost; readonly workers: HandWorker[] } {
  const workers: HandWorker[] = [];
  const start = (events: WorkerEvents): WorkerHost => {
    const worker: HandWorker = { events, taken: [], idle: true, stopped: false };
    workers.push(worker);
    return {
      post: ({ id }) => void worker.taken.push(id),
      setIdle: (idle) => {
        worker.idle = idle;
      },
      stop: () => {
        worker.stopped = true;
      },
    };
  };
  return { start, workers };
}

interface HandWorker {
  readonly events: WorkerEvents;
  readonly taken: number[];
  idle: boolean;
  stopped: boolean;
}

/** Which slots each task released, by what was posted. */
function recording(): {
  readonly start: (events: WorkerEvents) => WorkerHost;
  readonly events: WorkerEvents[];
  readonly posted: ToWorker[][];
} {
  const events: WorkerEvents[] = [];
  const posted: ToWorker[][] = [];
  const start = (of: WorkerEvents): WorkerHost => {
    const own: ToWorker[] = [];
    events.push(of);
    posted.push(own);
    return { post: (sent) => void own.push(sent), setIdle: () => {}, stop: () => {} };
  };
  return { start, events, posted };
}

const answer = (id: number): Answer => ({ kind: "answer", id, buffer: new ArrayBuffer(1), found: [] });

describe("the pool", () => {
  it("tells a worker with its next task which of its slots were copied, and no other worker", async () => {
    const { start, events, posted } = recording();
    const pool = makePool(start, 2);
    const lent = (id: number, slot: number): Answer => ({
      ...answer(id),
      lent: { memory: new SharedArrayBuffer(1), offset: 0, slot },
    });
    const running = [1, 2, 3, 4].map((id) => pool.run(task(id)));
    events[0]!.onMessage(lent(1, 0));
    events[1]!.onMessage(lent(2, 0));
    events[0]!.onMessage(lent(3, 1));
    const [first, , third] = await Promise.all([running[0], running[1], running[2]]);
    pool.release(first!);
    pool.release(first!);
    pool.release(third!);
    void pool.run(task(5));
    void pool.run(task(6));
    expect(
      posted.map((sent) => sent.map((message) => [message.id, "released" in message && message.released])),
    ).toEqual([
      [
        [1, []],
        [3, []],
        [5, [0, 1]],
        [6, []],
      ],
      [
        [2, []],
        [4, []],
      ],
    ]);
  });

  it("starts workers when needed, gives each two tasks, and queues the rest", async () => {
    const { start, workers } = handWorked();
    const pool = makePool(start, 2);
    expect([workers.length, pool.running]).toEqual([0, false]);
    const done = [1, 2, 3, 4, 5].map((id) => pool.run(task(id)));
    expect(workers.map(({ taken }) => taken)).toEqual([
      [1, 3],
      [2, 4],
    ]);
    workers[1]!.events.onMessage(answer(2));
    expect(workers[1]!.taken).toEqual([2, 4, 5]);
    for (const id of [1, 3]) workers[0]!.events.onMessage(answer(id));
    for (const id of [4, 5]) workers[1]!.events.onMessage(answer(id));
    expect((await Promise.all(done)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(workers.every(({ idle }) => idle)).toBe(true);
    pool.close();
    expect(workers.every(({ stopped }) => stopped)).toBe(true);
  });

  it("fails the tasks of a worker that dies and gives waiting ones to another", async () => {
    const { start, workers } = handWorked();
    const pool = makePool(start, 1);
    const [first, second, third, fourth] = [1, 2, 3, 4].map((id) => pool.run(task(id)));
    workers[0]!.events.onMessage(answer(1));
    expect((await first)?.id).toBe(1);
    workers[0]!.events.onEnd("it ended with code 9");
    for (const result of await Promise.allSettled([second, third])) {
      expect(result.status === "rejected" && isHyperslabError(result.reason, "io")).toBe(true);
    }
    expect(pool.broken).toBe(false);
    expect(workers[1]?.taken).toEqual([4]);
    workers[1]!.events.onMessage(answer(4));
    expect((await fourth)?.id).toBe(4);
    pool.close();
  });

  it("does not give up because of one that dies with its first task, where others have answered", async () => {
    const { start, workers } = handWorked();
    const pool = makePool(start, 2);
    const [first, second] = [pool.run(task(1)), pool.run(task(2))];
    workers[0]!.events.onMessage(answer(1));
    expect((await first).id).toBe(1);
    workers[1]!.events.onEnd("out of memory");
    await expect(second).rejects.toSatisfy((error) => isHyperslabError(error, "io"));
    expect(pool.broken).toBe(false);
    pool.close();
  });

  it("gives up where a worker ends before it ever answers", async () => {
    const { start, workers } = handWorked();
    const pool = makePool(start, 1);
    const all = [1, 2, 3].map((id) => pool.run(task(id)));
    workers[0]!.events.onEnd("bad option");
    for (const result of await Promise.allSettled(all)) expect(result.status).toBe("rejected");
    expect([pool.broken, workers.length]).toEqual([true, 1]);
  });

  it("passes on that a worker cannot be started", async () => {
    const pool = makePool(() => {
      throw new Error("no threads here");
    }, 2);
    await expect(pool.run(task(1))).rejects.toThrow("no threads here");
    expect(pool.broken).toBe(true);
  });
});

describe("errors", () => {
  it("cross by value: code, place, hint and cause", () => {
    const error = new HyperslabError("invalid-data", "too short", {
      key: "c/0",
      codec: "zstd",
      hint: "Write it again.",
      cause: new Error("end of frame"),
    });
    const message = structuredClone(toErrorMessage(error));
    const failure = failureOf({ ...answer(1), error: { message, step: 2 } });
    expect(failure?.step).toBe(2);
    const again = fromErrorMessage(message);
    expect(again.message).toBe(error.message);
    expect(isHyperslabError(again, "invalid-data") && again.place).toEqual({ key: "c/0", codec: "zstd" });
    expect(again.cause).toEqual(new Error("end of frame"));
  });

  it("bring the whole chain of causes, each with its name, even one without an end", () => {
    const inner = new HyperslabError("io", "the line is cut", { cause: new RangeError("offset") });
    const error = new HyperslabError("invalid-data", "too short", { cause: inner });
    const { cause } = fromErrorMessage(structuredClone(toErrorMessage(error)));
    expect(isHyperslabError(cause, "io") && cause.what).toBe("the line is cut");
    expect(cause instanceof Error && String(cause.cause)).toBe("RangeError: offset");
    const endless = new Error("again");
    endless.cause = endless;
    const message = toErrorMessage(new HyperslabError("io", "round", { cause: endless }));
    expect(String(fromErrorMessage(structuredClone(message)).cause)).toBe("Error: again");
  });

  it("of the language keep their class, their cause, and where in the worker they were made", () => {
    const error = new TypeError("oops", { cause: new RangeError("offset") });
    const again = fromErrorMessage(structuredClone(toErrorMessage(error)));
    expect([again instanceof TypeError, again.name, again.message]).toEqual([true, "TypeError", "oops"]);
    expect([again.cause instanceof RangeError, String(again.cause)]).toEqual([true, "RangeError: offset"]);
    expect(again.stack).toContain(`in a worker: ${error.stack}`);
    const other = new Error("late");
    other.name = "TimeoutError";
    expect(String(fromErrorMessage(structuredClone(toErrorMessage(other))))).toBe("TimeoutError: late");
    expect(fromErrorMessage(structuredClone(toErrorMessage("words"))).message).toBe("words");
  });

  it("of requests keep how they failed", () => {
    const request = { kind: "too-many-requests", status: 429, attempts: 5, retryAfter: 1000, transient: true };
    const again = fromErrorMessage(structuredClone(toErrorMessage(new HyperslabError("io", "refused", { request }))));
    expect(isHyperslabError(again) && again.request).toEqual(request);
  });
});
