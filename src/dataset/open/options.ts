/** The one options bag of every call that reads or writes. */

import type { ChunkFacts } from "../../formats/format.ts";
import type { OnProgress } from "../array/progress.ts";
import { datasetLimits } from "../limits.ts";

/** Options of everything that moves chunks: reads, writes, copies and exports. */
export interface TransferOptions {
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress, at most ten times per second and once at the end. */
  readonly onProgress?: OnProgress | undefined;
  /** Chunks under way at once. */
  readonly concurrency?: number | undefined;
  /**
   * Whether worker threads may be used (default: where it saves time). False: never. True: also where it does not, with
   * few cores or light codecs, to keep this thread free. Results are the same.
   */
  readonly workers?: boolean | undefined;
}

/** Enough to hide the latency of a store, few enough to bound memory by a handful of chunks. */
export const DEFAULT_CONCURRENCY = 16;

/** How many chunks to read at once if the caller does not say: as many as pay where they lie, if they are small. */
export function readsAtOnce(facts: Pick<ChunkFacts, "concurrency">, chunkBytes: number | undefined): number {
  const { concurrency = DEFAULT_CONCURRENCY } = facts;
  const fitting = chunkBytes === undefined ? 0 : datasetLimits.bytesAtOnce.holds(2 * chunkBytes);
  return Math.max(DEFAULT_CONCURRENCY, Math.min(concurrency, fitting));
}
