/** When workers pay. docs/performance.md has the measurements. */
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import type { ArrayNode } from "../../model/node.ts";
import type { Pool } from "../../workers/pool/pool.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../open/options.ts";
import { codecSpecs } from "../tree/codec-names.ts";
import { decodedBytes } from "./batches.ts";
import { blockShapeOf } from "./block-shape.ts";

export type Work = "decode" | "encode";

/** Codecs that only move bytes: a page gains nothing by handing over. */
const LIGHT = new Set(["bytes", "endian", "transpose", "crc32c", "sharding_indexed"]);
/**
 * Codecs that take longer than handing a chunk to a thread of Node and back. Measured with 256 MiB in chunks of 1 MiB from
 * memory on two cores: DEFLATE and Zstandard gain, Blosc and LZ4 lose.
 */
const HEAVY = new Set(["gzip", "zlib", "zstd", "bz2", "lzma", "zfpy", "zfp", "pcodec"]);
/** Compressors inside Blosc frames that are as slow as on their own. Frames with Zstandard decode faster than that. */
const HEAVY_IN_BLOSC: Readonly<Record<Work, ReadonlySet<string>>> = {
  decode: new Set(["zlib"]),
  encode: new Set(["zlib", "zstd", "lz4hc"]),
};

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
  if (!isPage()) return codecSpecs(codecs).some((spec) => isHeavy(spec, work));
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
  return datasetLimits.pageCores.isReachedBy(cores) && codecSpecs(codecs).some(({ name }) => !LIGHT.has(name));
}

/** Is a chunk of a call that uses workers worth a message of its own? */
export function isWorthMessage(step: ChunkStep, itemSize: number, blockShape?: readonly number[]): boolean {
  return datasetLimits.workerChunkBytes.isReachedBy(decodedBytes(step, itemSize, blockShape));
}

function isHeavy({ name, configuration }: ReturnType<typeof codecSpecs>[number], work: Work): boolean {
  const base = name.slice(name.lastIndexOf(".") + 1);
  if (base !== "blosc") return HEAVY.has(base);
  const inner = configuration?.type === "object" ? configuration.members.get("cname") : undefined;
  return inner?.type === "string" && HEAVY_IN_BLOSC[work].has(inner.value);
}
