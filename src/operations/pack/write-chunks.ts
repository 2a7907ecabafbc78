/** Files of frames: plain bytes are cut into chunks, encoded on all cores, and written in order. */
import { chunkTable, printOffsets } from "../../bytes/blosc/chunk-table.ts";
import { type BloscpackHeader, FILE_HEADER_BYTES, printHeader } from "../../bytes/blosc/file-header.ts";
import { inOrder } from "../../bytes/concurrency.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { type FrameOptions, frameEngine } from "../../dataset/engine/frame-engine.ts";
import type { ProgressMeter, TransferOptions } from "../../dataset/transfer.ts";
import type { Chunking } from "../../formats/bloscpack/array-node.ts";
import { operationLimits } from "../limits.ts";
import { encodeLarge } from "./large-chunks.ts";
import type { OpenInput } from "./places.ts";

export interface WrittenChunks {
  /** Where each chunk begins. */
  readonly offsets: readonly number[];
  /** Where the last one ends, with its checksum. */
  readonly end: number;
}

/**
 * Writes a file whose chunks are written by `write`: chunks, then offsets, then header and metadata, so that a
 * truncated file is not mistaken for a complete one. Returns its length.
 */
export async function writeFile(
  target: ByteTarget,
  header: BloscpackHeader,
  metadata: Uint8Array,
  write: (start: number) => Promise<WrittenChunks>,
): Promise<number> {
  const { tableAt, dataStart } = chunkTable(header, FILE_HEADER_BYTES + metadata.byteLength);
  const { offsets, end } = await write(dataStart);
  if (header.offsets) await target.write(tableAt, [printOffsets(offsets, header.spareChunks)]);
  await target.write(0, [printHeader(header), metadata]);
  return end;
}

/** Writes chunks of the bytes in `plain` from `from` on, starting at `start`. */
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

/** Chunks for a worker: small ones are grouped, so that handing them over pays off. */
interface ChunkBatch {
  /** Index of the first chunk. */
  readonly first: number;
  /** Decoded bytes of each. */
  readonly lengths: Float64Array;
}

/** Batches of chunks that hold `chunkSize` bytes each, and the last one `lastChunk`. */
function* chunkBatches(chunkCount: number, chunkSize: number, lastChunk: number): Generator<ChunkBatch> {
  const together = operationLimits.packedBatchBytes.holds(chunkSize);
  for (let first = 0; first < chunkCount; first += together) {
    const count = Math.min(together, chunkCount - first);
    const lengths = new Float64Array(count).fill(chunkSize);
    if (first + count === chunkCount) lengths[count - 1] = lastChunk;
    yield { first, lengths };
  }
}

/** Concurrent batches: as many as the engine takes, as far as memory allows. */
export function batchesAtOnce(capacity: number, batchBytes: number): number {
  return Math.max(1, Math.min(capacity, operationLimits.inFlightBytes.holds(2 * batchBytes)));
}

/** The options, without workers if there is too little work for them to pay off. */
export function forBytes<O extends { readonly workers?: boolean | undefined }>(options: O, bytes: number): O {
  return operationLimits.packedWorkerBytes.isReachedBy(bytes) ? options : { ...options, workers: false };
}
