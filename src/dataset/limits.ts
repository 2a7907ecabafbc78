/** The limits of this room; see bytes/limit.ts. docs/performance.md has the figures for the thresholds of workers. */
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
   * At most this much is decoded or encoded per batch, if chunks are not larger. Handing over costs some 50 us, in
   * which a core decodes about 256 KiB, so eight times that keeps the cost at a few percent.
   */
  batchBytes: [2 * MIB, 512],
  /**
   * Chunks per batch, however small they are: the description of each takes some hundred bytes here, and opening this
   * many files already takes a worker longer than being handed the batch.
   */
  batchSteps: [4096, 8],
  /** Chunks whose weight is added up to see if workers pay; if there are more, all are taken to weigh as much on average. */
  weighedSteps: [4096, 8],
  /** This much of a Bloscpack file is handed to a worker at once; chunks of more than four times that are encoded here. */
  packedBatchBytes: [MIB, 256],
  /** Chunks under way at once, encoded and decoded, take no more than this where a store asks for many. */
  bytesAtOnce: [256 * MIB, 4 * KIB],
  /** Modest: a few dozen chunks of a mebibyte, or indexes of two million inner chunks. */
  cacheBytes: [32 * MIB, 4 * KIB],
  /** Chunks whose first reading is remembered by name alone. */
  seenChunks: [4096, 3],
  /** Objects whose time of replacement is remembered. */
  replacedObjects: [4096, 3],
  /** Workers that run are used for calls of this many bytes to decode or encode. */
  workerBytes: [2 * MIB, 256],
  /** Starting Node's threads takes as long as decoding this much. */
  startedWorkerBytes: [32 * MIB, 512],
  /** A smaller chunk is not worth a message of its own. */
  workerChunkBytes: [64 * KIB, 64],
  /**
   * Handing a chunk to a page's worker and back costs 2 ms per mebibyte, all of it memory; decoding Zstandard costs 3.
   * With two cores, of which one fetches, nothing is gained, so that workers are used there only if the caller asks
   * (`workers: true`, for a page that must not pause).
   */
  pageCores: [4, 1],
  /** Rows as long as these are copied one by one for about what it takes to copy all of them at once. */
  rowBytes: [KIB, 8],
  /** Up to this many positions are dealt with one by one; of more, those that are stored are listed. */
  fewPositions: [1024, 2],
  /** Without a listing each position takes a request: a million take minutes, and 2^40 do not end. */
  askedPositions: [1_000_000, 1_000_000],
  /** Bytes that a set of references may hold itself, because no part of the file has them; more make it slow to open. */
  inlineBytes: [64 * MIB, 64 * MIB],
});
