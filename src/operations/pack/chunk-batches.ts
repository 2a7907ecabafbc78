/** Chunks in batches for a worker: small ones together, so that handing them over pays. */
import { operationLimits } from "../limits.ts";

export interface ChunkBatch {
  /** Index of the first chunk. */
  readonly first: number;
  /** Decoded bytes of each. */
  readonly lengths: Float64Array;
}

/** Batches of chunks that hold `chunkSize` bytes each, the last one `lastChunk`. */
export function* chunkBatches(chunkCount: number, chunkSize: number, lastChunk: number): Generator<ChunkBatch> {
  const together = operationLimits.packedBatchBytes.holds(chunkSize);
  for (let first = 0; first < chunkCount; first += together) {
    const count = Math.min(together, chunkCount - first);
    const lengths = new Float64Array(count).fill(chunkSize);
    if (first + count === chunkCount) lengths[count - 1] = lastChunk;
    yield { first, lengths };
  }
}

/** Batches under way at once: what the engine takes, as far as memory allows. */
export function batchesAtOnce(capacity: number, batchBytes: number): number {
  return Math.max(1, Math.min(capacity, operationLimits.inFlightBytes.holds(2 * batchBytes)));
}

/** The options, without workers where so little is to be done that they would not pay. */
export function forBytes<O extends { readonly workers?: boolean | undefined }>(options: O, bytes: number): O {
  return operationLimits.packedWorkerBytes.isReachedBy(bytes) ? options : { ...options, workers: false };
}
