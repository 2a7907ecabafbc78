/**
 * Single chunks through workers, for chunks that are not local files: this thread fetches and a worker decodes, or a worker
 * encodes and this thread stores. In a page those are its workers, as far as they have begun; in Node the threads of the pool.
 */
import { driveAsync } from "../../codecs/pipeline/drive.ts";
import { decodeInWorker, encodeInWorker } from "../../workers/pool/chunk-jobs.ts";
import { sharedPool } from "../../workers/pool/node-threads.ts";
import { pagePool } from "../../workers/pool/page-workers.ts";
import type { Pool } from "../../workers/pool/pool.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import type { TransferOptions } from "../open/options.ts";
import { innerChunkShape } from "../tree/codec-chain.ts";
import { isPage, isWorthHandingOver, isWorthMessage, isWorthWorkers, type Work } from "./batches.ts";
import type { DecodeStep, EncodeStep } from "./elsewhere.ts";
import { type WorkerPipelines, workerPipelines } from "./worker-call.ts";

/** Decodes the steps of a read of this many bytes; undefined: better here. */
export async function stepDecoder(
  handle: ArrayHandle,
  bytes: number,
  options: TransferOptions,
): Promise<DecodeStep | undefined> {
  const workers = await chunkWorkers(handle, "decode", bytes, options);
  if (workers === undefined) return undefined;
  const { dataType, message, pool } = workers;
  const { signal } = options;
  const blockShape = innerChunkShape(handle.node.codecs);
  return async (pipeline, step, view, source, memo) => {
    const { source: selection, shape } = step;
    const here = (): Promise<boolean> => driveAsync(pipeline.decode(selection, view, memo), source, { signal });
    if (view.bytes === undefined || !isWorthMessage(step, dataType.itemSize, blockShape)) return here();
    if (!pool.ready) await turn();
    const job = { pipeline, message: message(shape), selection, target: view, source, memo, signal };
    return decodeInWorker(job, pool).catch((error: unknown) => unlessBroken(pool, error, here));
  };
}

/** Encodes the whole chunks of a write of this many bytes; undefined: better here. */
export async function stepEncoder(
  handle: ArrayHandle,
  bytes: number,
  options: TransferOptions,
): Promise<EncodeStep | undefined> {
  const workers = await chunkWorkers(handle, "encode", bytes, options);
  if (workers === undefined) return undefined;
  const { dataType, message, pool } = workers;
  const { signal } = options;
  return async (step, view, dropFill, here) => {
    if (view.bytes === undefined || !isWorthMessage(step, dataType.itemSize)) return here();
    if (!pool.ready) await turn();
    if (!pool.ready) return here();
    const job = { message: message(step.shape), dataType, source: view, selection: step.source, dropFill, signal };
    return encodeInWorker(job, pool).catch((error: unknown) => unlessBroken(pool, error, here));
  };
}

/** Lets this thread hear that a worker has begun: stores in memory answer without ever letting go of it. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Workers that turn out not to start here leave their chunks to this thread. */
function unlessBroken<T>({ broken }: Pool, error: unknown, here: () => T): T {
  if (broken) return here();
  throw error;
}

async function chunkWorkers(
  handle: ArrayHandle,
  work: Work,
  bytes: number,
  options: TransferOptions,
): Promise<(WorkerPipelines & { readonly pool: Pool }) | undefined> {
  const pipelines = workerPipelines(handle);
  if (pipelines === undefined || !isWorthHandingOver(handle.node.codecs, work, options)) return undefined;
  const pool = isPage() ? await pagePool() : sharedPool();
  if (pool === undefined || pool.broken) return undefined;
  if (isPage()) pool.start();
  else if (options.workers !== true && !isWorthWorkers(pool, bytes)) return undefined;
  return { ...pipelines, pool };
}
