/** What reading and writing local files on workers have in common, and what workers are told of an array. */

import { isBuiltInCodec } from "../../codecs/registry.ts";
import { atPlace, isHyperslabError } from "../../errors.ts";
import type { ChunkFile, ChunkFiles } from "../../formats/format.ts";
import { type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { sharedPool } from "../../workers/pool/node-threads.ts";
import { failureOf, type Pool } from "../../workers/pool/pool.ts";
import {
  type Box,
  type FileColumns,
  type PlacedSteps,
  placeSteps,
  type StepColumns,
  toColumns,
  toFileColumns,
} from "../../workers/task/columns.ts";
import type { Answer, PipelineMessage } from "../../workers/task/messages.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import type { TransferOptions } from "../open/options.ts";
import { codecNames } from "../tree/codec-names.ts";
import { isPlanWorthWorkers } from "./batches.ts";

/** The pipelines of an array for workers. */
export interface WorkerPipelines {
  readonly dataType: FixedDataType;
  message(shape: readonly number[]): PipelineMessage;
}

const pipelines = new WeakMap<ArrayHandle, WorkerPipelines>();
let lastId = 0;

/** Undefined: workers do not have what the array needs, or its elements have no fixed size. */
export function workerPipelines(handle: ArrayHandle): WorkerPipelines | undefined {
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

/** Undefined if this call is better done here. */
export async function workerCall(
  handle: ArrayHandle,
  purpose: "read" | "write",
  plan: ChunkPlan,
  options: TransferOptions,
): Promise<WorkerCall | undefined> {
  const { itemSize } = handle.node.dataType;
  if (options.workers === false || itemSize === undefined) return undefined;
  const pool = sharedPool();
  if (pool === undefined || !isPlanWorthWorkers(pool, handle.node, plan, itemSize)) return undefined;
  const known = workerPipelines(handle);
  if (known === undefined) return undefined;
  const files = await handle.access.files?.();
  if (files === undefined || (purpose === "write" && files.readOnly)) return undefined;
  return { pool, files, itemSize, pipeline: known.message };
}

/** Runs on workers; if they turn out not to start here, or `source` may be able to read more, all of it without them. */
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

/** Throws what went wrong in a task, with its place. */
export function checkAnswer({ access, node }: ArrayHandle, steps: readonly ChunkStep[], answer: Answer): void {
  const failure = failureOf(answer);
  if (failure === undefined) return;
  const chunk = steps[failure.step]?.coords;
  const place = { location: access.location, node: node.path };
  throw atPlace(failure.error, chunk === undefined ? place : { ...place, ...access.place(chunk), chunk });
}
