/** Whole chunks encoded by workers, run in this thread: the same bytes as without, and what can go wrong. */
import { describe, expect, test } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { type FixedChunk, filledChunk } from "../../src/model/grid/chunk.ts";
import { copyChunk, selectChunk } from "../../src/model/lattice/copy.ts";
import { contiguous } from "../../src/model/lattice/lattice.ts";
import type { AxisSelection } from "../../src/model/selection/axis-selection.ts";
import { type EncodeJob, encodeInWorker } from "../../src/workers/pool/chunk-jobs.ts";
import { makePool, type StartWorker } from "../../src/workers/pool/pool.ts";
import { type Case, caseOf, inThisThread, KINDS, layouts, readyPool, rows, values } from "./chunk-cases.ts";

/** The first rows of the chunk, out of a larger array in memory, and where they go. */
function jobOf({ message, dataType }: Case, count: number, more: Partial<EncodeJob> = {}): EncodeJob {
  const all: FixedChunk = {
    dataType,
    shape: [64, 64],
    layout: contiguous([64, 64]),
    bytes: new Uint8Array(values.buffer),
  };
  const selection = rows(0, count);
  return {
    message,
    dataType,
    source: selectChunk(all, selection),
    selection,
    dropFill: true,
    signal: undefined,
    ...more,
  };
}

/** What the same job gives on this thread. */
function encodeHere({ pipeline, dataType }: Case, job: EncodeJob): Uint8Array | undefined {
  const chunk = filledChunk(dataType, job.message.shape, job.message.fillValue);
  copyChunk(job.source, selectChunk(chunk, job.selection));
  return pipeline.encode(chunk, { dropFill: job.dropFill });
}

/** One value for all elements. */
function constant({ dataType }: Case, value: Int32Array): FixedChunk {
  const axes = [64, 64].map((count) => ({ count, stride: 0 }));
  return { dataType, shape: [64, 64], layout: { base: 0, axes }, bytes: new Uint8Array(value.buffer) };
}

const failure = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(KINDS)("%s", (_kind, start) => {
  test.each(layouts)("encode %s to the same bytes as this thread", async (_, options) => {
    const given = await caseOf(options);
    const workers = await start();
    const backwards: readonly AxisSelection[] = [
      { kind: "range", start: 63, step: -1, count: 64 },
      { kind: "list", indices: Array.from({ length: 64 }, (_, i) => (i * 5) % 64) },
    ];
    const jobs = [jobOf(given, 64), jobOf(given, 20), jobOf(given, 64, { selection: backwards })];
    const encoded = await Promise.all(jobs.map((job) => encodeInWorker(job, workers)));
    expect(encoded).toEqual(jobs.map((job) => encodeHere(given, job)));
    expect(encoded[0]).toEqual(given.object);
    workers.close();
  });

  test("say that a chunk of fill values needs no bytes, unless they are to be kept", async () => {
    const given = await caseOf({ chunks: [64, 64], codecs: [] });
    const workers = await start();
    const job = jobOf(given, 64, { source: constant(given, Int32Array.of(0)) });
    expect(await encodeInWorker(job, workers)).toBeUndefined();
    expect(await encodeInWorker({ ...job, dropFill: false }, workers)).toEqual(new Uint8Array(64 * 64 * 4));
    workers.close();
  });

  test("leave the caller's elements alone, and what they gave is not written to again", async () => {
    const given = await caseOf({ chunks: [64, 64], codecs: [] });
    const workers = await start();
    const before = values.slice();
    const first = await encodeInWorker(jobOf(given, 64), workers);
    const kept = first?.slice();
    for (let round = 0; round < 4; round++) await encodeInWorker(jobOf(given, 8), workers);
    expect(first).toEqual(kept);
    expect(values).toEqual(before);
    workers.close();
  });

  test("take chunks that grow when encoded", async () => {
    const given = await caseOf({ chunks: [64, 64], codecs: [{ name: "numcodecs.base64" }] });
    const workers = await start();
    expect(await encodeInWorker(jobOf(given, 64), workers)).toEqual(given.object);
    expect(given.object.byteLength).toBeGreaterThan(values.byteLength);
    workers.close();
  });

  test("fail with the same error as this thread: class, fields and cause", async () => {
    const given = await caseOf({
      chunks: [64, 64],
      codecs: [{ name: "cast_value", configuration: { data_type: "int16" } }],
    });
    const workers = await start();
    const job = jobOf(given, 64, { source: constant(given, Int32Array.of(100_000)) });
    let wanted: unknown;
    try {
      encodeHere(given, job);
    } catch (error) {
      wanted = error;
    }
    const error = await failure(encodeInWorker(job, workers));
    if (!isHyperslabError(error) || !isHyperslabError(wanted))
      throw new Error(`${String(wanted)} and ${String(error)}`);
    expect([error.message, error.code, error.place, error.hint]).toEqual([
      wanted.message,
      wanted.code,
      wanted.place,
      wanted.hint,
    ]);
    workers.close();
  });
});

describe("an abort", () => {
  /** A worker that never answers. */
  const deaf: StartWorker = ({ onMessage }) => {
    queueMicrotask(() => onMessage({ kind: "ready" }));
    return { post: () => {}, stop: () => {} };
  };

  test("before the start is reported at once", async () => {
    const given = await caseOf({ chunks: [64, 64] });
    const pool = await readyPool(deaf);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(encodeInWorker(jobOf(given, 64, { signal }), pool)).rejects.toThrow("enough");
    pool.close();
  });

  test("ends the wait for a worker that never answers", async () => {
    const given = await caseOf({ chunks: [64, 64] });
    const pool = await readyPool(deaf);
    const controller = new AbortController();
    const waiting = encodeInWorker(jobOf(given, 64, { signal: controller.signal }), pool);
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    pool.close();
  });

  test("takes back what waits for a thread of Node", async () => {
    const given = await caseOf({ chunks: [64, 64] });
    const ids: number[] = [];
    const pool = makePool((events) => {
      const host = inThisThread(events);
      const post: typeof host.post = (message, transfer) => {
        if (message.kind === "encode") ids.push(message.id);
        host.post(message, transfer);
      };
      return { ...host, post };
    }, 1);
    const controller = new AbortController();
    const { signal } = controller;
    const all = Array.from({ length: 6 }, () => encodeInWorker(jobOf(given, 64, { signal }), pool));
    controller.abort(new Error("enough"));
    for (const result of await Promise.allSettled(all)) expect(result.status).toBe("rejected");
    // As many as the pool takes at once had gone before; the thread is free for the next.
    expect(await encodeInWorker(jobOf(given, 64), pool)).toEqual(given.object);
    expect(ids.length).toBe(pool.capacity + 1);
    pool.close();
  });
});

describe("a worker that dies", () => {
  test("fails its chunk with a typed error; the next one has another", async () => {
    const given = await caseOf({ chunks: [64, 64] });
    let dying = true;
    const pool = makePool((events) => {
      const host = inThisThread(events);
      const post: typeof host.post = (message, transfer) =>
        dying ? events.onEnd("out of memory") : host.post(message, transfer);
      return { ...host, post };
    }, 1);
    dying = false;
    expect(await encodeInWorker(jobOf(given, 64), pool)).toEqual(given.object);
    dying = true;
    const error = await failure(encodeInWorker(jobOf(given, 64), pool));
    expect(isHyperslabError(error, "io") && error.message).toContain("out of memory");
    expect(pool.broken).toBe(false);
    dying = false;
    expect(await encodeInWorker(jobOf(given, 64), pool)).toEqual(given.object);
    pool.close();
  });
});
