/** Decodes and encodes off the caller's thread where that pays off. The code is loaded on first use. */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ObjectMemo, Pipeline } from "../../codecs/codec.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { chunkShapeOf } from "../../model/grid/chunk-grid.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../transfer.ts";

/** Decodes one step from a source into a view. Returns false if the chunk is absent. */
export type DecodeStep = (
  pipeline: Pipeline,
  step: ChunkStep,
  view: Chunk,
  source: ByteSource,
  memo: ObjectMemo | undefined,
) => Promise<boolean>;

type Encoded = Uint8Array | undefined;

/** Encodes a chunk that is replaced entirely. `here` does the same on this thread. */
export type EncodeStep = (
  step: ChunkStep,
  view: Chunk,
  dropFill: boolean,
  here: () => Encoded,
) => Encoded | Promise<Encoded>;

/** Returns a worker decoder for a read of this many bytes, or undefined if this thread should decode. */
export async function decodeElsewhere(
  handle: ArrayHandle,
  bytes: number,
  options: TransferOptions,
): Promise<DecodeStep | undefined> {
  if (!datasetLimits.workerBytes.isReachedBy(bytes) || options.workers === false) return undefined;
  return (await import("./chunk-workers.ts")).stepDecoder(handle, bytes, options);
}

/** The same for a write. */
export async function encodeElsewhere(
  handle: ArrayHandle,
  bytes: number,
  options: TransferOptions,
): Promise<EncodeStep | undefined> {
  if (!datasetLimits.workerBytes.isReachedBy(bytes) || options.workers === false) return undefined;
  const isCut = handle.node.codecs.at(-1)?.pieceBytes !== undefined;
  if (isCut) return (await import("./packed-encoder.ts")).packedEncoder(handle, bytes, options);
  return (await import("./chunk-workers.ts")).stepEncoder(handle, bytes, options);
}

type ReadFiles = typeof import("./parallel.ts").readFiles;
type WriteFiles = typeof import("./parallel.ts").writeFiles;
let readFilesNow: ReadFiles | undefined;
let writeFilesNow: WriteFiles | undefined;

/** Reads the chunks that are local files on workers. Returns false if nothing was done. */
export async function readFiles(...given: Parameters<ReadFiles>): Promise<boolean> {
  if (!mayLieInFiles(given[0], given[1], given[4])) return false;
  readFilesNow ??= (await import("./parallel.ts")).readFiles;
  return readFilesNow(...given);
}

/** The same for writing. */
export async function writeFiles(...given: Parameters<WriteFiles>): Promise<boolean> {
  if (!mayLieInFiles(given[0], given[1], given[3])) return false;
  writeFilesNow ??= (await import("./parallel.ts")).writeFiles;
  return writeFilesNow(...given);
}

/**
 * Pages have no local files, and a few small chunks are never worth workers: nothing is loaded for either. Some formats learn
 * only later where chunks lie.
 */
function mayLieInFiles(handle: ArrayHandle, { stepCount }: ChunkPlan, { workers }: TransferOptions): boolean {
  if (workers === false || handle.access.files === undefined) return false;
  if (globalThis.process?.versions?.node === undefined) return false;
  const bytes = chunkBytes(handle);
  return bytes === undefined || datasetLimits.workerBytes.isReachedBy(stepCount * bytes);
}

/** Bytes of a whole chunk or shard; undefined if they differ, or have no fixed size. */
export function chunkBytes({ node }: ArrayHandle): number | undefined {
  const { itemSize } = node.dataType;
  return itemSize && chunkShapeOf(node.grid)?.reduce((product, length) => product * length, itemSize);
}
