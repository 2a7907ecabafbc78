/** The options shared by every call that reads or writes. */

import type { ChunkFacts } from "../../formats/format.ts";
import type { OnProgress } from "../array/progress.ts";
import { datasetLimits } from "../limits.ts";

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
