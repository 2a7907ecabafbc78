/** The options of every call that reads or writes chunks, and the progress that it reports. */
import type { ChunkFacts } from "../formats/format.ts";
import { datasetLimits } from "./limits.ts";

/** Options of everything that moves chunks: reads, writes, copies and exports. */
export interface TransferOptions {
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress, at most ten times per second and once at the end. */
  readonly onProgress?: OnProgress | undefined;
  /** The number of chunks processed concurrently. */
  readonly concurrency?: number | undefined;
  /**
   * Whether worker threads may be used (default: where it saves time). `false`: never. `true`: even where it saves no
   * time, as with few cores or light codecs, to keep this thread free. Results are the same.
   */
  readonly workers?: boolean | undefined;
}

/** High enough to hide the latency of a store, low enough to limit memory to a handful of chunks. */
export const DEFAULT_CONCURRENCY = 16;

/**
 * The number of chunks to read concurrently if the caller does not specify it: as many as the store benefits from, if
 * chunks are small.
 */
export function readsAtOnce(facts: Pick<ChunkFacts, "concurrency">, chunkBytes: number | undefined): number {
  const { concurrency = DEFAULT_CONCURRENCY } = facts;
  const fitting = chunkBytes === undefined ? 0 : datasetLimits.bytesAtOnce.holds(2 * chunkBytes);
  return Math.max(DEFAULT_CONCURRENCY, Math.min(concurrency, fitting));
}

/** Progress of a long operation: at most ten events per second, always including the last one. */
export interface Progress {
  /** What is being done, e.g. `read` or `copy a/b`. */
  readonly phase: string;
  /** Steps (chunks) done, out of `total`. */
  readonly done: number;
  /** The number of steps. */
  readonly total: number;
  /** Bytes of array values handled so far. */
  readonly bytes: number;
  /** Milliseconds since the start. */
  readonly elapsed: number;
  /** Expected milliseconds until the end; undefined until something is done. */
  readonly eta: number | undefined;
}

/** Receives the progress of a long operation. */
export type OnProgress = (progress: Progress) => void;

export interface ProgressMeter {
  /** `ends` is false if another part of the same step is still to come. */
  step(bytes: number, ends?: boolean): void;
  /** Sends the last event, unless it was sent already. */
  end(): void;
}

const INTERVAL_MS = 100;

export function progressMeter(phase: string, total: number, onProgress: OnProgress | undefined): ProgressMeter {
  if (onProgress === undefined) return { step: () => {}, end: () => {} };
  const started = performance.now();
  let done = 0;
  let bytes = 0;
  let lastSent = Number.NEGATIVE_INFINITY;
  let sentDone = -1;
  const send = (now: number): void => {
    const elapsed = now - started;
    const eta = done === 0 ? undefined : (elapsed / done) * (total - done);
    lastSent = now;
    sentDone = done;
    onProgress({ phase, done, total, bytes, elapsed, eta });
  };
  return {
    step: (count, ends = true) => {
      if (ends) done += 1;
      bytes += count;
      const now = performance.now();
      if (now - lastSent >= INTERVAL_MS) send(now);
    },
    end: () => {
      if (sentDone !== done) send(performance.now());
    },
  };
}
