/** Writes chunks of objects consecutively to a file, a megabyte at a time. */
import type { ByteTarget } from "../../../bytes/source/byte-target.ts";
import type { ProgressMeter } from "../../../dataset/transfer.ts";
import { operationLimits } from "../../limits.ts";
import type { ObjectChunk } from "./object-chunks.ts";

export interface StreamedChunks {
  readonly offsets: readonly number[];
  /** Where the last chunk ends. */
  readonly end: number;
  /** Bytes of all objects. */
  readonly bytesIn: number;
}

/** Writes all chunks from `start` on. */
export async function streamChunks(
  target: ByteTarget,
  start: number,
  chunks: AsyncIterable<ObjectChunk>,
  meter: ProgressMeter,
): Promise<StreamedChunks> {
  const offsets: number[] = [];
  let waiting: Uint8Array[] = [];
  let held = 0;
  let end = start;
  let bytesIn = 0;
  const flush = async (): Promise<void> => {
    if (held > 0) await target.write(end - held, waiting);
    waiting = [];
    held = 0;
  };
  for await (const { chunk, length } of chunks) {
    offsets.push(end);
    waiting.push(chunk);
    held += chunk.byteLength;
    end += chunk.byteLength;
    bytesIn += length;
    if (operationLimits.heldObjectBytes.isReachedBy(held)) await flush();
    meter.step(length);
  }
  await flush();
  return { offsets, end, bytesIn };
}

/** Copies `length` bytes of a file to another position, in the same file or another one; the ranges may overlap. */
export async function moveBytes(
  source: ByteTarget,
  from: number,
  target: ByteTarget,
  to: number,
  length: number,
): Promise<void> {
  const backwards = to > from;
  for (let done = 0; done < length; ) {
    const size = operationLimits.movedBytes.cap(length - done);
    const at = backwards ? length - done - size : done;
    const bytes = await source.read({ offset: from + at, length: size });
    await target.write(to + at, [bytes ?? new Uint8Array(0)]);
    done += size;
  }
}
