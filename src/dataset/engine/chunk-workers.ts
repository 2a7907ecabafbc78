/**
 * Single chunks through workers, for chunks that are not local files: this thread fetches and a worker decodes, or a
 * worker encodes and this thread stores. In a page, those are the workers that have started; in Node, the threads of
 * the pool.
 */
import type { Limit } from "../../bytes/limit.ts";
import { driveAsync } from "../../codecs/pipeline/drive.ts";
import { isBuiltInCodec } from "../../codecs/registry.ts";
import { atPlace, isHyperslabError } from "../../errors.ts";
import type { ChunkFile, ChunkFiles } from "../../formats/format.ts";
import { type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { decodeInWorker, encodeInWorker } from "../../workers/pool/chunk-jobs.ts";
import { sharedPool } from "../../workers/pool/node-threads.ts";
import { pagePool } from "../../workers/pool/page-workers.ts";
import type { Pool } from "../../workers/pool/pool.ts";
import {
  type Box,
  type FileColumns,
  type PlacedSteps,
  placeSteps,
  type StepColumns,
  toColumns,
  toFileColumns,
} from "../../workers/task/columns.ts";
import { type Answer, failureOf, type PipelineMessage } from "../../workers/task/messages.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../transfer.ts";
import { innerChunkShape } from "../tree/codec-chain.ts";
import { codecNames } from "../tree/codec-names.ts";
import { isPage, isWorthHandingOver, isWorthMessage, isWorthWorkers, type Work, weighsAtLeast } from "./batches.ts";
import type { DecodeStep, EncodeStep } from "./elsewhere.ts";

/** Returns a decoder for the steps of a read of this many bytes, or undefined if this thread should decode. */
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

/** Returns an encoder for the whole chunks of a write of this many bytes, or undefined if this thread should encode. */
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

/** Yields to the event loop so that workers can report their start: in-memory stores would never yield. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** If workers turn out not to start here, this thread processes their chunks. */
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

// Shared parts of reading and writing local files on workers, and the description of an array that workers receive.

/** The pipelines of an array for workers. */
interface WorkerPipelines {
  readonly dataType: FixedDataType;
  message(shape: readonly number[]): PipelineMessage;
}

const pipelines = new WeakMap<ArrayHandle, WorkerPipelines>();
let lastId = 0;

/** Returns undefined if workers lack something that the array needs, or if its elements have no fixed size. */
function workerPipelines(handle: ArrayHandle): WorkerPipelines | undefined {
  const { dataType, codecs, fillValue = zeroElement(dataType) } = handle.node;
  if (!isFixedSize(dataType) || !(fillValue instanceof Uint8Array)) return undefined;
  if (!codecNames(codecs).every(isBuiltInCodec)) return undefined;
  const known = pipelines.get(handle);
  if (known !== undefined) return known;
  const ids = new Map<string, number>();
  const message = (shape: readonly number[]): PipelineMessage => {
    const name = shape.join();
    const id = ids.get(name) ?? ++lastId;
    ids.set(name, id);
    return { id, codecs, dataType, shape, fillValue };
  };
  const made = { dataType, message };
  pipelines.set(handle, made);
  return made;
}

/** How to run a call over local files on workers. */
export interface WorkerCall {
  readonly pool: Pool;
  readonly files: ChunkFiles;
  readonly itemSize: number;
  pipeline(shape: readonly number[]): PipelineMessage;
}

/** Returns undefined if this thread should do the work. */
export async function workerCall(
  handle: ArrayHandle,
  purpose: "read" | "write",
  plan: ChunkPlan,
  options: TransferOptions,
): Promise<WorkerCall | undefined> {
  const { itemSize } = handle.node.dataType;
  if (options.workers === false || itemSize === undefined) return undefined;
  const isWorth = (least: Limit): boolean => weighsAtLeast(handle.node, plan, itemSize, least);
  // Short calls are not worth threads that run already, and never ask for them.
  const pool = isWorth(datasetLimits.workerBytes) ? sharedPool() : undefined;
  if (pool === undefined || !(pool.running || isWorth(datasetLimits.startedWorkerBytes))) return undefined;
  const known = workerPipelines(handle);
  if (known === undefined) return undefined;
  const files = await handle.access.files?.(() => coordsOf(plan));
  if (files === undefined || (purpose === "write" && files.readOnly)) return undefined;
  return { pool, files, itemSize, pipeline: known.message };
}

function* coordsOf(plan: ChunkPlan): Generator<readonly number[]> {
  for (const { coords } of plan) yield coords;
}

/**
 * Runs on workers; if they fail to start, or `source` may be able to read more, repeats the whole call without them.
 */
export async function withFallback(
  { pool, files }: WorkerCall,
  parallel: () => Promise<void>,
  here: () => Promise<void>,
): Promise<void> {
  try {
    await parallel();
  } catch (error) {
    const readable = files.readOnly && isHyperslabError(error, "invalid-data");
    if (!pool.broken && !readable) throw error;
    await here();
  }
}

/** The steps of a batch with their files and their places in a buffer. */
export function placeBatch(
  { files, itemSize }: WorkerCall,
  steps: readonly ChunkStep[],
  box?: Box,
): PlacedSteps & { readonly columns: StepColumns; readonly files: FileColumns } {
  const placed = placeSteps(
    steps.map(({ source }) => source),
    itemSize,
    box,
  );
  const found = steps.map(({ coords }) => files.file(coords)).filter((file): file is ChunkFile => file !== undefined);
  return { ...placed, columns: toColumns(placed.steps, box), files: toFileColumns(found) };
}

/** Throws the error of a failed task, with its place. */
export function checkAnswer({ access, node }: ArrayHandle, steps: readonly ChunkStep[], answer: Answer): void {
  const failure = failureOf(answer);
  if (failure === undefined) return;
  const chunk = steps[failure.step]?.coords;
  const place = { location: access.location, node: node.path };
  throw atPlace(failure.error, chunk === undefined ? place : { ...place, ...access.place(chunk), chunk });
}
