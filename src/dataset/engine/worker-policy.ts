/** When workers pay. docs/performance.md has the measurements. */
import { findCodec } from "../../model/codec-catalogue/catalogue.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import type { ArrayNode } from "../../model/node.ts";
import type { Pool } from "../../workers/pool/pool.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../open/options.ts";
import { codecSpecs, type NamedCodec } from "../tree/codec-names.ts";
import { decodedBytes } from "./batches.ts";
import { blockShapeOf } from "./block-shape.ts";

export type Work = "decode" | "encode";

/** Are this many bytes to decode or encode enough to use workers? */
export function isWorthWorkers({ running }: Pick<Pool, "running">, bytes: number): boolean {
  return (running ? datasetLimits.workerBytes : datasetLimits.startedWorkerBytes).isReachedBy(bytes);
}

/** Is a plan over local files, which workers read or write themselves, worth them? Adds up no more steps than it takes to tell. */
export function isPlanWorthWorkers(pool: Pool, node: ArrayNode, plan: ChunkPlan, itemSize: number): boolean {
  const blockShape = blockShapeOf(node);
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

/** Where single chunks would be handed over: to a page's workers, or to threads of Node. */
export function isPage(): boolean {
  return typeof Worker === "function";
}

/** Are codecs so slow that handing over single chunks, whose bytes this thread fetches or stores, pays? */
export function isWorthHandingOver(codecs: readonly CodecSpec[], work: Work, { workers }: TransferOptions): boolean {
  if (workers === true) return true;
  if (!isPage()) return codecSpecs(codecs).some((codec) => costOf(codec, work) === "heavy");
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
  return (
    datasetLimits.pageCores.isReachedBy(cores) && codecSpecs(codecs).some((codec) => costOf(codec, work) !== "trivial")
  );
}

/** Is a chunk of a call that uses workers worth a message of its own? */
export function isWorthMessage(step: ChunkStep, itemSize: number, blockShape?: readonly number[]): boolean {
  return datasetLimits.workerChunkBytes.isReachedBy(decodedBytes(step, itemSize, blockShape));
}

/** By the catalogue of codecs. Heavy ones take longer than handing a chunk to a thread of Node and back; trivial ones move bytes. */
function costOf({ name, configuration }: NamedCodec, work: Work): "trivial" | "light" | "heavy" {
  const cost = findCodec(name)?.cost ?? "light";
  if (typeof cost === "string") return cost;
  const value = configuration?.type === "object" ? configuration.members.get(cost.member) : undefined;
  return value?.type === "string" && cost[work].includes(value.value) ? "heavy" : "light";
}
