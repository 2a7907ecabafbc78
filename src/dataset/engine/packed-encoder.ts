/** Encodes a Bloscpack file, which is one chunk to the engine, on all cores: its frames are made by workers. */

import { inOrder } from "../../bytes/concurrency.ts";
import { jsonObject, jsonString } from "../../bytes/json/make.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { type BloscpackConfiguration, parseBloscpack } from "../../codecs/array-to-bytes/bloscpack/configuration.ts";
import { longestFile, writeTable } from "../../codecs/array-to-bytes/bloscpack/encode-file.ts";
import type { Pipeline } from "../../codecs/codec.ts";
import { allocate } from "../../codecs/pipeline/allocate.ts";
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { sharedPool } from "../../workers/pool.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../open/options.ts";
import type { EncodeStep } from "./elsewhere.ts";
import { frameEngine } from "./frame-engine.ts";
import { isWorthWorkers } from "./worker-tasks.ts";

/** Undefined: better here. */
export function packedEncoder(handle: ArrayHandle, bytes: number, options: TransferOptions): EncodeStep | undefined {
  const pool = sharedPool();
  if (pool === undefined || !isWorthWorkers(pool, bytes)) return undefined;
  const configuration = parseBloscpack(jsonView(handle.node.codecs.at(-1)!.configuration));
  return async (step, view, dropFill, here) => {
    // Chunks that are larger are few, and their blocks are nothing that workers are given by themselves.
    const { chunkSize = 0 } = configuration;
    if (
      dropFill ||
      chunkSize === 0 ||
      datasetLimits.packedBatchBytes.isExceededBy(chunkSize / 4) ||
      view.bytes === undefined
    )
      return here();
    const linear = await linearPipeline(handle, step.shape);
    const stored = linear.encode(view, { dropFill: false, lend: true });
    return stored === undefined ? here() : encodeFrames(configuration, chunkSize, stored, options);
  };
}

/** The elements as the file has them before they are compressed. */
function linearPipeline({ node }: ArrayHandle, shape: readonly number[]): Promise<Pipeline> {
  const { codecs, dataType, fillValue = zeroElement(dataType) } = node;
  const endian = codecs.at(-1)?.configuration.members.get("endian") ?? jsonString("little");
  const bytes = { name: "bytes", configuration: jsonObject({ endian }) };
  return bindPipeline([...codecs.slice(0, -1), bytes], { dataType, shape, fillValue });
}

async function encodeFrames(
  configuration: BloscpackConfiguration,
  chunkSize: number,
  stored: Uint8Array,
  options: TransferOptions,
): Promise<Uint8Array> {
  const { dataStart, chunkCount } = configuration;
  const { signal, workers, concurrency } = options;
  const engine = frameEngine({ workers, concurrency });
  const file = allocate(longestFile(configuration, stored.byteLength));
  const offsets = new Float64Array(chunkCount);
  const encoded = inOrder(batches(stored, chunkSize), engine.capacity, (pieces) => {
    signal?.throwIfAborted();
    const lengths = Float64Array.from(pieces, ({ byteLength }) => byteLength);
    return engine.encode(configuration, lengths, (into) => fillWith(into, pieces));
  });
  let index = 0;
  let end = dataStart;
  for await (const { bytes, results, release } of encoded) {
    file.set(bytes, end);
    for (const { byteLength } of results) {
      offsets[index++] = end;
      end += byteLength;
    }
    release();
  }
  writeTable(configuration, offsets, file);
  return file.subarray(0, end);
}

function* batches(stored: Uint8Array, chunkSize: number): Generator<readonly Uint8Array[]> {
  const together = datasetLimits.packedBatchBytes.holds(chunkSize);
  for (let at = 0; at < stored.byteLength; at += together * chunkSize) {
    const pieces: Uint8Array[] = [];
    for (let i = 0; i < together && at + i * chunkSize < stored.byteLength; i++) {
      pieces.push(stored.subarray(at + i * chunkSize, at + (i + 1) * chunkSize));
    }
    yield pieces;
  }
}

function fillWith(into: Uint8Array, pieces: readonly Uint8Array[]): void {
  let at = 0;
  for (const piece of pieces) {
    into.set(piece, at);
    at += piece.byteLength;
  }
}
