/** The chunks of an array through the workers of a page, as far as they have begun; in the page until then. */
import { driveAsync } from "../codecs/drive.ts";
import { isBuiltInCodec } from "../codecs/registry.ts";
import { isFixedSize } from "../model/data-type.ts";
import { zeroElement } from "../model/fill-value.ts";
import { decodeInWorker } from "../workers/browser-decode.ts";
import { sharedBrowserPool } from "../workers/browser-pool.ts";
import type { PipelineMessage } from "../workers/messages.ts";
import type { ArrayHandle } from "./array-handle.ts";
import { decodedBytes } from "./batches.ts";
import { innerChunkShape } from "./codec-chain.ts";
import { codecNames } from "./codec-names.ts";
import type { DecodeStep } from "./decode-elsewhere.ts";
import type { TransferOptions } from "./options.ts";

/** Chunks that decode to less are not worth a message. */
const LEAST_CHUNK_BYTES = 64 * 1024;

/**
 * Handing a chunk over and back costs 2 ms a mebibyte, all of it memory; decoding Zstandard costs 3. With two cores, of
 * which one fetches, nothing is gained, so that workers are used there only if the caller asks (`workers: true`, for a
 * page that must not pause). See docs/performance.md.
 */
const LEAST_CORES = 4;
/** Codecs that only move bytes: decoding costs less than handing over. */
const LIGHT = new Set(["bytes", "endian", "transpose", "crc32c", "sharding_indexed"]);

export async function stepDecoder(
  handle: ArrayHandle,
  { workers: wanted, signal }: TransferOptions,
): Promise<DecodeStep | undefined> {
  const { dataType, codecs, fillValue = zeroElement(dataType) } = handle.node;
  if (!isFixedSize(dataType) || !(fillValue instanceof Uint8Array)) return undefined;
  const names = codecNames(codecs);
  if (!names.every(isBuiltInCodec)) return undefined;
  if (wanted !== true && (names.every((name) => LIGHT.has(name)) || !hasCores())) return undefined;
  const workers = await sharedBrowserPool();
  if (workers === undefined || workers.broken) return undefined;
  workers.start();
  const blockShape = innerChunkShape(codecs);
  const message = (shape: readonly number[]): PipelineMessage => ({
    id: pipelineId(handle, shape),
    codecs,
    dataType,
    shape,
    fillValue,
  });
  return async (pipeline, step, view, source, memo) => {
    const { source: selection, shape } = step;
    const small = decodedBytes(step, dataType.itemSize, blockShape) < LEAST_CHUNK_BYTES;
    if (small || view.bytes === undefined || workers.pick() === undefined) {
      return driveAsync(pipeline.decode(selection, view, memo), source, { signal });
    }
    const job = { pipeline, message: message(shape), selection, target: view, source, memo, signal };
    return decodeInWorker(job, workers.pick);
  };
}

function hasCores(): boolean {
  return (globalThis.navigator?.hardwareConcurrency ?? 1) >= LEAST_CORES;
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
