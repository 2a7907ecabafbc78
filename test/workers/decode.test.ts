/** Chunks through workers, run in this thread through the same messages: what crosses, what comes back, what can go wrong. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ByteSource, memorySource } from "../../src/bytes/source/byte-source.ts";
import { driveAsync } from "../../src/codecs/pipeline/drive.ts";
import { HyperslabError, isHyperslabError } from "../../src/errors.ts";
import { decodeInWorker } from "../../src/workers/pool/chunk-jobs.ts";
import { makePool, type StartWorker, type WorkerEvents } from "../../src/workers/pool/pool.ts";
import { hasTinyLimits } from "../usual-limits.ts";
import {
  caseOf,
  counting,
  inThisThread,
  jobOf,
  KINDS,
  layouts,
  mapMemo,
  readyPool,
  rows,
  target,
  values,
} from "./chunk-cases.ts";

describe.each(KINDS)("%s", (_kind, workers) => {
  describe.each(layouts)("%s", (_, options) => {
    test.each([
      [0, 64],
      [5, 20],
    ])("rows from %i, %i of them, are the same as without workers", async (start, count) => {
      const { pipeline, message, dataType, object } = await caseOf(options);
      const pool = await workers();
      const selection = rows(start, count);
      const here = counting(object);
      const wanted = target(dataType, count);
      await driveAsync(pipeline.decode(selection, wanted), here);
      for (const memory of [undefined, new SharedArrayBuffer(count * 256)]) {
        const source = counting(object);
        const into = target(dataType, count, memory);
        const job = { pipeline, message, selection, target: into, source, memo: undefined, signal: undefined };
        expect(await decodeInWorker(job, pool)).toBe(true);
        expect(Buffer.compare(into.bytes, wanted.bytes)).toBe(0);
        expect(source.asked).toEqual(here.asked);
      }
      expect(new Int32Array(wanted.bytes.buffer)).toEqual(values.slice(start * 64, (start + count) * 64));
      expect(object.byteLength).toBeGreaterThan(0);
      pool.close();
    });
  });

  test.skipIf(hasTinyLimits)("a shard's index is remembered in the page, and used for the next read", async () => {
    const { pipeline, message, dataType, object } = await caseOf({ chunks: [8, 8], shards: [64, 64] });
    const pool = await workers();
    const memo = mapMemo();
    const read = async (): Promise<number> => {
      const source = counting(object);
      const into = target(dataType, 8);
      await decodeInWorker(
        { pipeline, message, selection: rows(8, 8), target: into, source, memo, signal: undefined },
        pool,
      );
      expect(new Int32Array(into.bytes.buffer)).toEqual(values.slice(512, 1024));
      return source.asked.length;
    };
    expect(await read()).toBe(2);
    expect(memo.entries.size).toBe(1);
    expect(await read()).toBe(1);
    pool.close();
  });

  test.each(layouts)("broken bytes of %s fail with the same error as without workers", async (_, options) => {
    const given = await caseOf(options);
    const { pipeline, object } = given;
    const pool = await workers();
    const broken = memorySource(object.slice(0, object.length - 7));
    const job = jobOf(given, 64, broken);
    const fails = (run: Promise<unknown>): Promise<unknown> =>
      run.then(
        () => undefined,
        (error: unknown) => error,
      );
    const wanted = await fails(driveAsync(pipeline.decode(job.selection, job.target), broken));
    const error = await fails(decodeInWorker(job, pool));
    expect(isHyperslabError(error, "invalid-data"), String(error)).toBe(true);
    expect(String(error)).toBe(String(wanted));
    pool.close();
  });

  test("a source that fails on the second request fails the task, and the worker goes on", async () => {
    const given = await caseOf({ chunks: [8, 8], shards: [64, 64] });
    const pool = await workers();
    let count = 0;
    const inner = memorySource(given.object);
    const source: ByteSource = {
      read: (range) =>
        ++count === 2 ? Promise.reject(new HyperslabError("io", "the line is cut")) : inner.read(range),
    };
    const job = jobOf(given, 8, source);
    await expect(decodeInWorker(job, pool)).rejects.toThrow("the line is cut");
    expect(await decodeInWorker(job, pool)).toBe(true);
    pool.close();
  });
});

describe("what goes wrong", () => {
  test("an absent object is no chunk, and no worker is asked", async () => {
    const source: ByteSource = { read: async () => undefined };
    const job = jobOf(await caseOf({ chunks: [64, 64] }), 64, source);
    const start = vi.fn(inThisThread);
    expect(await decodeInWorker(job, makePool(start, 1))).toBe(false);
    expect(start).not.toHaveBeenCalled();
  });

  test("an abort ends the wait at once", async () => {
    const given = await caseOf({ chunks: [64, 64] });
    const deaf: StartWorker = ({ onMessage }) => {
      queueMicrotask(() => onMessage({ kind: "ready" }));
      return { post: () => {}, stop: () => {} };
    };
    const pool = await readyPool(deaf);
    const abort = new AbortController();
    const job = jobOf(given, 64, memorySource(given.object), abort.signal);
    const waiting = decodeInWorker(job, pool);
    setTimeout(() => abort.abort(new Error("enough")), 5);
    await expect(waiting).rejects.toThrow("enough");
    pool.close();
  });

  test("a worker that dies fails its task with a typed error, and another takes its place", async () => {
    const given = await caseOf({ chunks: [64, 64] });
    const started: WorkerEvents[] = [];
    let dying = true;
    const start: StartWorker = (events) => {
      started.push(events);
      const worker = inThisThread(events);
      return {
        ...worker,
        post: (message, transfer) => {
          if (dying) events.onEnd("out of memory");
          else worker.post(message, transfer);
        },
      };
    };
    const pool = await readyPool(start);
    const job = jobOf(given, 64, memorySource(given.object));
    const error = await decodeInWorker(job, pool).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isHyperslabError(error, "io"), String(error)).toBe(true);
    expect(String(error)).toContain("out of memory");
    expect(pool.broken).toBe(false);
    dying = false;
    pool.start();
    expect(started.length).toBe(3);
    expect(await decodeInWorker(job, pool)).toBe(true);
    pool.close();
  });

  test("memory goes along only if the source gives all of it away", async () => {
    const given = await caseOf({ chunks: [64, 64], codecs: [] });
    const { object } = given;
    const pool = await readyPool();
    const around = new Uint8Array(object.length + 10);
    around.set(object, 5);
    const source: ByteSource = { read: async () => around.subarray(5, 5 + object.length) };
    expect(await decodeInWorker(jobOf(given, 64, source), pool)).toBe(true);
    expect(around.byteLength).toBe(object.length + 10);
    const owned = object.slice();
    expect(await decodeInWorker(jobOf(given, 64, { read: async () => owned }), pool)).toBe(true);
    expect(owned.byteLength).toBe(object.length);
    expect(await decodeInWorker(jobOf(given, 64, { fresh: true, read: async () => owned }), pool)).toBe(true);
    expect(owned.byteLength).toBe(0);
    pool.close();
  });

  test("without a worker at the moment it is decoded here", async () => {
    const given = await caseOf({ chunks: [8, 8], shards: [64, 64] });
    const job = { ...jobOf(given, 8, memorySource(given.object)), memo: mapMemo() };
    expect(await decodeInWorker(job, makePool(inThisThread, 1, false))).toBe(true);
    expect(new Int32Array(job.target.bytes.buffer)).toEqual(values.slice(0, 512));
  });
});

describe("the pool of a page", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("has no worker before one has begun", async () => {
    const pool = makePool(inThisThread, 2, false);
    expect(pool.ready).toBe(false);
    pool.start();
    expect(pool.ready).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(pool.ready).toBe(true);
  });

  test.each<[string, StartWorker]>([
    [
      "that may not be made",
      () => {
        throw new DOMException("policy", "SecurityError");
      },
    ],
    [
      "that cannot be loaded",
      ({ onEnd }) => {
        queueMicrotask(() => onEnd("blocked"));
        return { post: () => {}, stop: () => {} };
      },
    ],
    ["that never begins", () => ({ post: () => {}, stop: () => {} })],
  ])("gives up on workers %s", async (_, start) => {
    const made = vi.fn(start);
    const pool = makePool(made, 2, false);
    pool.start();
    await vi.advanceTimersByTimeAsync(20_001);
    expect(pool.broken).toBe(true);
    expect(pool.ready).toBe(false);
    const before = made.mock.calls.length;
    pool.start();
    expect(made.mock.calls.length).toBe(before);
  });

  test("lets idle workers go, and starts new ones", async () => {
    const made = vi.fn(inThisThread);
    const pool = makePool(made, 2, false);
    pool.start();
    await vi.advanceTimersByTimeAsync(4000);
    expect(pool.ready).toBe(true);
    await vi.advanceTimersByTimeAsync(6000);
    expect(pool.ready).toBe(false);
    expect(pool.broken).toBe(false);
    pool.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(pool.ready).toBe(true);
    expect(made).toHaveBeenCalledTimes(4);
  });
});
