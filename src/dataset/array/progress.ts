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
