/** The chunks of an array through the workers of a page, as far as they have begun; in the page until then. */
import { driveAsync } from "../codecs/drive.ts";
import { isBuiltInCodec } from "../codecs/registry.ts";
import { isFixedSize } from "../model/data-type.ts";
import { zeroElement } from "../model/fill-value.ts";
import { decodeInWorker } from "../workers/browser-decode.ts";
import { type BrowserPool, sharedBrowserPool } from "../workers/browser-pool.ts";
import type { PipelineMessage } from "../workers/messages.ts";
import type { ArrayHandle } from "./array-handle.ts";
import { decodedBytes } from "./batches.ts";
import { innerChunkShape } from "./codec-chain.ts";
import { codecNames } from "./codec-names.ts";
import type { DecodeStep } from "./decode-elsewhere.ts";

/** Chunks that decode to less are not worth a message. */
const LEAST_CHUNK_BYTES = 64 * 1024;

export async function stepDecoder(
  handle: ArrayHandle,
  signal: AbortSignal | undefined,
  pool?: BrowserPool,
): Promise<DecodeStep | undefined> {
  const { dataType, codecs, fillValue = zeroElement(dataType) } = handle.node;
  if (!isFixedSize(dataType) || !(fillValue instanceof Uint8Array)) return undefined;
  if (!codecNames(codecs).every(isBuiltInCodec)) return undefined;
  const workers = pool ?? (await sharedBrowserPool());
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
