/** Chunks in batches for a worker: small ones together, so that handing them over pays. */

/** About this much is encoded or decoded a batch. */
const BATCH_BYTES = 1024 * 1024;

export interface ChunkBatch {
  /** Index of the first chunk. */
  readonly first: number;
  /** Decoded bytes of each. */
  readonly lengths: Float64Array;
}

/** Batches of chunks that hold `chunkSize` bytes each, the last one `lastChunk`. */
export function* chunkBatches(chunkCount: number, chunkSize: number, lastChunk: number): Generator<ChunkBatch> {
  const together = Math.max(1, Math.floor(BATCH_BYTES / Math.max(1, chunkSize)));
  for (let first = 0; first < chunkCount; first += together) {
    const count = Math.min(together, chunkCount - first);
    const lengths = new Float64Array(count).fill(chunkSize);
    if (first + count === chunkCount) lengths[count - 1] = lastChunk;
    yield { first, lengths };
  }
}

/** Batches under way at once: what the engine takes, as far as memory allows. */
export function batchesAtOnce(capacity: number, batchBytes: number): number {
  return Math.max(1, Math.min(capacity, Math.floor(IN_FLIGHT_BYTES / Math.max(1, 2 * batchBytes))));
}

const IN_FLIGHT_BYTES = 24 * 1024 * 1024;

/** Starting workers takes as long as encoding or decoding this much. */
const LEAST_BYTES = 16 * 1024 * 1024;

/** The options, without workers where so little is to be done that they would not pay. */
export function forBytes<O extends { readonly workers?: boolean | undefined }>(options: O, bytes: number): O {
  return bytes < LEAST_BYTES ? { ...options, workers: false } : options;
}
