/** Plain bytes to chunks, one after another: read, encoded on all cores, written in their order. */

import { inOrder } from "../../bytes/concurrency.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import type { ProgressMeter } from "../../dataset/array/progress.ts";
import { type FrameOptions, frameEngine } from "../../dataset/engine/frame-engine.ts";
import type { TransferOptions } from "../../dataset/open/options.ts";
import type { Chunking } from "../../formats/bloscpack/file-plan.ts";
import { operationLimits } from "../limits.ts";
import { batchesAtOnce, chunkBatches } from "./chunk-batches.ts";
import { encodeLarge } from "./large-chunks.ts";
import type { OpenInput } from "./places.ts";

export interface WrittenChunks {
  /** Where each chunk begins. */
  readonly offsets: readonly number[];
  /** Where the last one ends, with its checksum. */
  readonly end: number;
}

/** Writes chunks from `start` on, of what lies in `plain` from `from` on. */
export async function writeChunks(
  target: ByteTarget,
  start: number,
  plain: OpenInput,
  from: number,
  chunks: Chunking,
  frames: FrameOptions,
  meter: ProgressMeter,
  options: TransferOptions,
): Promise<WrittenChunks> {
  if (operationLimits.largeChunkBytes.isExceededBy(chunks.chunkSize)) {
    return writeLarge(target, start, plain, from, chunks, frames, meter, options);
  }
  const { signal } = options;
  const { chunkCount, chunkSize, lastChunk } = chunks;
  const engine = frameEngine(options);
  const batches = chunkBatches(chunkCount, chunkSize, lastChunk);
  const encoded = inOrder(batches, batchesAtOnce(engine.capacity, chunkSize), async ({ first, lengths }) => {
    signal?.throwIfAborted();
    const at = from + first * chunkSize;
    const { path } = plain;
    const fill = path === undefined ? (into: Uint8Array) => plain.readInto(at, into) : { path, offset: at };
    return { lengths, batch: await engine.encode(frames, lengths, fill) };
  });
  const offsets: number[] = [];
  let end = start;
  for await (const { lengths, batch } of encoded) {
    await target.write(end, [batch.bytes]);
    batch.results.forEach(({ byteLength }, i) => {
      offsets.push(end);
      end += byteLength;
      meter.step(lengths[i]!);
    });
    batch.release();
  }
  return { offsets, end };
}

async function writeLarge(
  target: ByteTarget,
  start: number,
  plain: OpenInput,
  from: number,
  { chunkCount, chunkSize, lastChunk }: Chunking,
  frames: FrameOptions,
  meter: ProgressMeter,
  options: TransferOptions,
): Promise<WrittenChunks> {
  const offsets: number[] = [];
  let end = start;
  for (let index = 0; index < chunkCount; index++) {
    const length = index === chunkCount - 1 ? lastChunk : chunkSize;
    const read = (at: number, into: Uint8Array): Promise<void> => plain.readInto(from + index * chunkSize + at, into);
    offsets.push(end);
    end += await encodeLarge(read, length, target, end, frames, options);
    meter.step(length);
  }
  return { offsets, end };
}
