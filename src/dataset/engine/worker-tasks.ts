/** What reading and writing on workers have in common: when it pays, and what a worker is told. */

import { isBuiltInCodec } from "../../codecs/registry.ts";
import { atPlace, isHyperslabError } from "../../errors.ts";
import type { ChunkFiles } from "../../formats/format.ts";
import { isFixedSize } from "../../model/data-types/data-type.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { valuePlace } from "../../stores/store.ts";
import type { Answer, Box, PipelineMessage, PlaceMessage, StepColumns } from "../../workers/messages.ts";
import { failureOf, type Pool, sharedPool } from "../../workers/pool.ts";
import { type PlacedSteps, placeSteps, toColumns } from "../../workers/step-columns.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../open/options.ts";
import { codecNames } from "../tree/codec-names.ts";
import { decodedBytes } from "./batches.ts";
import { blockShapeOf } from "./block-shape.ts";

/** What to run on workers; undefined if this call is better done here. */
export interface WorkerCall {
  readonly pool: Pool;
  readonly files: ChunkFiles;
  readonly place: PlaceMessage;
  readonly itemSize: number;
  pipeline(shape: readonly number[]): PipelineMessage;
}

export async function workerCall(
  handle: ArrayHandle,
  purpose: "read" | "write",
  plan: ChunkPlan,
  options: TransferOptions,
): Promise<WorkerCall | undefined> {
  const { node, hierarchy } = handle;
  const { dataType, codecs } = node;
  if (options.workers === false || !isFixedSize(dataType)) return undefined;
  const pool = sharedPool();
  if (pool === undefined) return undefined;
  if (!weighsEnough(pool, handle, plan, dataType.itemSize)) return undefined;
  if (!codecNames(codecs).every(isBuiltInCodec)) return undefined;
  const fillValue = node.fillValue ?? zeroElement(dataType);
  if (!(fillValue instanceof Uint8Array)) return undefined;
  const files = await handle.access.files?.();
  if (files === undefined || (purpose === "write" && files.readOnly)) return undefined;
  return {
    pool,
    files,
    place: { directory: files.directory, location: hierarchy.store.location },
    itemSize: dataType.itemSize,
    pipeline: (shape) => ({ id: pipelineId(handle, shape), codecs, dataType, shape, fillValue }),
  };
}

/** Is this many bytes to decode or encode enough to use workers? */
export function isWorthWorkers({ running }: Pool, bytes: number): boolean {
  return (running ? datasetLimits.workerBytes : datasetLimits.startedWorkerBytes).isReachedBy(bytes);
}

/** Runs on workers; if they turn out not to start here, or may have to be shown another way, all of it without them. */
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

/** Is there enough to do for workers? Adds up no more steps than it takes to tell. */
function weighsEnough(pool: Pool, handle: ArrayHandle, plan: ChunkPlan, itemSize: number): boolean {
  const blockShape = blockShapeOf(handle.node);
  let bytes = 0;
  let count = 0;
  for (const step of plan) {
    bytes += decodedBytes(step, itemSize, blockShape);
    if (isWorthWorkers(pool, bytes)) return true;
    if (datasetLimits.weighedSteps.isReachedBy(++count)) {
      return isWorthWorkers(pool, (bytes / count) * plan.stepCount);
    }
  }
  return false;
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

/** The steps of a batch, by key, with their places in a buffer. */
export function placeBatch(
  { files, itemSize }: WorkerCall,
  steps: readonly ChunkStep[],
  box?: Box,
): PlacedSteps & { readonly columns: StepColumns } {
  const chosen = steps.map(({ coords, source }) => ({ key: files.key(coords), selection: source }));
  const placed = placeSteps(chosen, itemSize, box);
  return { ...placed, columns: toColumns(placed.steps, box) };
}

/** Throws what went wrong in a task, with its place. */
export function checkAnswer(handle: ArrayHandle, steps: readonly ChunkStep[], answer: Answer): void {
  const failure = failureOf(answer);
  if (failure === undefined) return;
  const { hierarchy, node, access } = handle;
  const chunk = steps[failure.step]?.coords;
  const place = { location: hierarchy.store.location, node: node.path };
  const inChunk = chunk && { ...place, ...valuePlace(hierarchy.store, access.key(chunk)), chunk };
  throw atPlace(failure.error, inChunk ?? place);
}
