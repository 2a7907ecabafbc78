/** Encodes objects made of frames, each of which is one chunk to the engine, on all cores: workers make the frames. */

import { inOrder } from "../../bytes/concurrency.ts";
import type { FramedObject, Pipeline } from "../../codecs/codec.ts";
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { sharedPool } from "../../workers/pool/node-threads.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../transfer.ts";
import { isWorthWorkers } from "./batches.ts";
import type { EncodeStep } from "./elsewhere.ts";
import { frameEngine } from "./frame-engine.ts";

/** Returns undefined if the work is better done on this thread. */
export function packedEncoder(handle: ArrayHandle, bytes: number, options: TransferOptions): EncodeStep | undefined {
  const pool = sharedPool();
  if (pool === undefined || !isWorthWorkers(pool, bytes)) return undefined;
  return async (step, view, dropFill, here) => {
    const { framed } = await handle.pipelineFor(step.shape);
    if (dropFill || framed === undefined || view.bytes === undefined) return here();
    // Large frames are few, and workers do not take single blocks of them.
    if (datasetLimits.packedBatchBytes.isExceededBy(framed.pieceBytes / 4)) return here();
    const linear = await linearPipeline(handle, framed, step.shape);
    const stored = linear.encode(view, { dropFill: false, lend: true });
    return stored === undefined ? here() : encodeFrames(framed, stored, options);
  };
}

/** The elements in the object's layout, before compression. */
function linearPipeline({ node }: ArrayHandle, framed: FramedObject, shape: readonly number[]): Promise<Pipeline> {
  const { codecs, dataType, fillValue = zeroElement(dataType) } = node;
  return bindPipeline([...codecs.slice(0, -1), framed.serializer], { dataType, shape, fillValue });
}

async function encodeFrames(framed: FramedObject, stored: Uint8Array, options: TransferOptions): Promise<Uint8Array> {
  const { signal, workers, concurrency } = options;
  const engine = frameEngine({ workers, concurrency });
  const object = framed.assemble(stored.byteLength);
  const encoded = inOrder(batches(stored, framed.pieceBytes), engine.capacity, (pieces) => {
    signal?.throwIfAborted();
    const lengths = Float64Array.from(pieces, ({ byteLength }) => byteLength);
    return engine.encode(framed.options, lengths, (into) => fillWith(into, pieces));
  });
  for await (const { bytes, results, release } of encoded) {
    object.add(
      bytes,
      results.map(({ byteLength }) => byteLength),
    );
    release();
  }
  return object.finish();
}

function* batches(stored: Uint8Array, pieceBytes: number): Generator<readonly Uint8Array[]> {
  const together = datasetLimits.packedBatchBytes.holds(pieceBytes);
  for (let at = 0; at < stored.byteLength; at += together * pieceBytes) {
    const pieces: Uint8Array[] = [];
    for (let i = 0; i < together && at + i * pieceBytes < stored.byteLength; i++) {
      pieces.push(stored.subarray(at + i * pieceBytes, at + (i + 1) * pieceBytes));
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
