/** The limits of this room; see bytes/limit.ts. docs/performance.md has the measurements for the worker thresholds. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const KIB = 1024;
const MIB = 1024 * 1024;

type Name =
  | "batchBytes"
  | "batchSteps"
  | "weighedSteps"
  | "packedBatchBytes"
  | "bytesAtOnce"
  | "cacheBytes"
  | "seenChunks"
  | "replacedObjects"
  | "workerBytes"
  | "startedWorkerBytes"
  | "workerChunkBytes"
  | "pageCores"
  | "rowBytes"
  | "fewPositions"
  | "askedPositions"
  | "inlineBytes";

export const datasetLimits: Readonly<Record<Name, Limit>> = defineLimits("dataset", {
  /**
   * At most this much is decoded or encoded per batch, unless a single chunk is larger. Handing over a batch costs
   * about 50 us, in which a core decodes about 256 KiB, so eight times that keeps the overhead to a few percent.
   * What larger batches save in messages they lose twice over, because results leave the cache before they are copied.
   */
  batchBytes: [2 * MIB, 512],
  /**
   * Chunks per batch, however small they are: the description of each takes a few hundred bytes, and opening this
   * many files already takes a worker longer than receiving the batch.
   */
  batchSteps: [4096, 8],
  /**
   * Chunks whose sizes are added up to see whether workers pay off; any further chunks are assumed to be of average
   * size.
   */
  weighedSteps: [4096, 8],
  /**
   * This much of a Bloscpack file is handed to a worker at once; chunks of more than four times this size are encoded
   * here.
   */
  packedBatchBytes: [MIB, 256],
  /** The most memory that chunks in flight, encoded and decoded, may take if a store asks for many at once. */
  bytesAtOnce: [256 * MIB, 4 * KIB],
  /** Modest: a few dozen chunks of one mebibyte, or the indexes of two million inner chunks. */
  cacheBytes: [32 * MIB, 4 * KIB],
  /** Chunks of which only the name is remembered after their first read. */
  seenChunks: [4096, 3],
  /** Objects whose time of replacement is remembered. */
  replacedObjects: [4096, 3],
  /** Running workers are used for calls that decode or encode at least this many bytes. */
  workerBytes: [2 * MIB, 256],
  /** Starting Node's threads takes as long as decoding this much. */
  startedWorkerBytes: [32 * MIB, 512],
  /** A smaller chunk is not worth a message of its own. */
  workerChunkBytes: [64 * KIB, 64],
  /**
   * Handing a chunk to a page's worker and back costs 2 ms per mebibyte, all of it memory; decoding Zstandard costs 3.
   * With two cores, one of which fetches, nothing is gained, so workers are used there only on request
   * (`workers: true`, for a page that must not pause).
   */
  pageCores: [4, 1],
  /** Rows of this length or more are copied one by one at about the same cost as all of them at once. */
  rowBytes: [KIB, 8],
  /** Up to this many positions are processed one by one; beyond that, the stored ones are listed. */
  fewPositions: [1024, 2],
  /** Without a listing each position takes a request: a million take minutes, and 2^40 would never finish. */
  askedPositions: [1_000_000, 1_000_000],
  /**
   * Bytes that a reference set may hold inline because no part of the file contains them; more would make it slow to
   * open.
   */
  inlineBytes: [64 * MIB, 64 * MIB],
});
