/** The one options bag of every call that reads or writes. */
import type { OnProgress } from "./progress.ts";

export interface TransferOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Chunks under way at once. */
  readonly concurrency?: number | undefined;
  /** Whether worker threads may be used (default true). They are where it pays; results are the same without. */
  readonly workers?: boolean | undefined;
}

/** Enough to hide the latency of a store, few enough to bound memory by a handful of chunks. */
export const DEFAULT_CONCURRENCY = 16;
