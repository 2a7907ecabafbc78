/**
 * Single chunks through workers, for stores that workers cannot read and write by themselves: the main thread fetches, a
 * worker decodes; a worker encodes, the main thread stores. In a browser those are the workers of the page, as far as they
 * have begun; in Node the threads of the pool.
 */
import { driveAsync } from "../../codecs/pipeline/drive.ts";
import { isBuiltInCodec } from "../../codecs/registry.ts";
import { type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { decodeInWorker } from "../../workers/browser-decode.ts";
import { encodeInWorker } from "../../workers/browser-encode.ts";
import { type PoolWorker, sharedBrowserPool } from "../../workers/browser-pool.ts";
import { chunkThreads } from "../../workers/chunk-threads.ts";
import type { PipelineMessage } from "../../workers/messages.ts";
import { type Pool, sharedPool } from "../../workers/pool.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../open/options.ts";
import { innerChunkShape } from "../tree/codec-chain.ts";
import { codecNames } from "../tree/codec-names.ts";
import { decodedBytes } from "./batches.ts";
import { isHeavy, isTrivial, type Work } from "./codec-weight.ts";
import type { DecodeStep, EncodeStep } from "./elsewhere.ts";
import { isWorthWorkers } from "./worker-tasks.ts";

interface ChunkWorkers {
  readonly dataType: FixedDataType;
  /** Absent at the moment, or for good: then it is done here. */
  pick(): PoolWorker | undefined;
  /** Did they turn out not to start? */
  readonly broken: boolean;
  message(shape: readonly number[]): PipelineMessage;
}

/** Decodes the steps of a read of so many bytes; undefined: better here. */
export async function stepDecoder(
  handle: ArrayHandle,
  bytes: number,
  options: TransferOptions,
): Promise<DecodeStep | undefined> {
  const workers = await chunkWorkers(handle, "decode", bytes, options);
  if (workers === undefined) return undefined;
  const { dataType, pick } = workers;
  const { signal } = options;
  const blockShape = innerChunkShape(handle.node.codecs);
  return async (pipeline, step, view, source, memo) => {
    const { source: selection, shape } = step;
    const here = (): Promise<boolean> => driveAsync(pipeline.decode(selection, view, memo), source, { signal });
    const small = !datasetLimits.workerChunkBytes.isReachedBy(decodedBytes(step, dataType.itemSize, blockShape));
    if (small || view.bytes === undefined) return here();
    if (pick() === undefined) await turn();
    const job = { pipeline, message: workers.message(shape), selection, target: view, source, memo, signal };
    return decodeInWorker(job, pick).catch((error: unknown) => unlessBroken(workers, error, here));
  };
}

/** Encodes the whole chunks of a write of so many bytes; undefined: better here. */
export async function stepEncoder(
  handle: ArrayHandle,
  bytes: number,
  options: TransferOptions,
): Promise<EncodeStep | undefined> {
  const workers = await chunkWorkers(handle, "encode", bytes, options);
  if (workers === undefined) return undefined;
  const { dataType } = workers;
  const { signal } = options;
  return async (step, view, dropFill, here) => {
    const small = !datasetLimits.workerChunkBytes.isReachedBy(decodedBytes(step, dataType.itemSize));
    if (small || view.bytes === undefined) return here();
    if (workers.pick() === undefined) await turn();
    const worker = workers.pick();
    if (worker === undefined) return here();
    const job = {
      message: workers.message(step.shape),
      dataType,
      source: view,
      selection: step.source,
      dropFill,
      signal,
    };
    return encodeInWorker(job, worker).catch((error: unknown) => unlessBroken(workers, error, here));
  };
}

/** Lets this thread hear that a worker has begun: stores in memory answer without ever letting go of it. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Workers that turn out not to start here leave their chunks to this thread. */
function unlessBroken<T>({ broken }: ChunkWorkers, error: unknown, here: () => T): T {
  if (broken) return here();
  throw error;
}

async function chunkWorkers(
  handle: ArrayHandle,
  work: Work,
  bytes: number,
  options: TransferOptions,
): Promise<ChunkWorkers | undefined> {
  const { dataType, codecs, fillValue = zeroElement(handle.node.dataType) } = handle.node;
  if (!isFixedSize(dataType) || !(fillValue instanceof Uint8Array)) return undefined;
  if (!codecNames(codecs).every(isBuiltInCodec)) return undefined;
  const wanted = options.workers === true;
  const inPage = typeof Worker === "function";
  const heavy = inPage ? !isTrivial(codecs, work) : isHeavy(codecs, work);
  if (!wanted && !heavy) return undefined;
  const threads = inPage ? await pageWorkers(wanted) : nodeThreads(bytes, wanted);
  if (threads === undefined || threads.broken) return undefined;
  return {
    dataType,
    pick: threads.pick,
    get broken() {
      return threads.broken;
    },
    message: (shape) => ({ id: pipelineId(handle, shape), codecs, dataType, shape, fillValue }),
  };
}

type Threads = Pick<ChunkWorkers, "pick" | "broken">;

async function pageWorkers(wanted: boolean): Promise<Threads | undefined> {
  const hasCores = datasetLimits.pageCores.isReachedBy(globalThis.navigator?.hardwareConcurrency ?? 1);
  if (!wanted && !hasCores) return undefined;
  const pool = await sharedBrowserPool();
  pool?.start();
  return pool;
}

const threadsOf = new WeakMap<Pool, Threads>();

function nodeThreads(bytes: number, wanted: boolean): Threads | undefined {
  const pool = sharedPool();
  if (pool === undefined || (!wanted && !isWorthWorkers(pool, bytes))) return undefined;
  const known = threadsOf.get(pool);
  if (known !== undefined) return known;
  const worker = chunkThreads(pool);
  const threads: Threads = {
    pick: () => (pool.broken ? undefined : worker),
    get broken() {
      return pool.broken;
    },
  };
  threadsOf.set(pool, threads);
  return threads;
}

const ids = new WeakMap<ArrayHandle, Map<string, number>>();
let lastId = 0;

function pipelineId(handle: ArrayHandle, shape: readonly number[]): number {
  const known = ids.get(handle) ?? new Map<string, number>();
  ids.set(handle, known);
  const name = shape.join();
  const id = known.get(name) ?? ++lastId;
  known.set(name, id);
  return id;
}
