/** One whole chunk, encoded by a worker; the page stores the bytes. */

import type { FixedDataType } from "../model/data-types/data-type.ts";
import type { Chunk, FixedChunk } from "../model/grid/chunk.ts";
import { fillChunk } from "../model/grid/chunk-fill.ts";
import { copyChunk, selectChunk } from "../model/lattice/copy.ts";
import { contiguous } from "../model/lattice/lattice.ts";
import { type AxisSelection, isWhole } from "../model/selection/axis-selection.ts";
import { converse, nextTaskId } from "./browser-converse.ts";
import type { EncodeTask } from "./browser-messages.ts";
import type { PoolWorker } from "./browser-pool.ts";
import type { PipelineMessage } from "./messages.ts";
import { giveBack, takeBuffer } from "./spare-buffers.ts";

export interface EncodeJob {
  readonly message: PipelineMessage;
  readonly dataType: FixedDataType;
  /** The chunk's new elements, and where they lie in it; the rest of it is fill values. */
  readonly source: Chunk;
  readonly selection: readonly AxisSelection[];
  readonly dropFill: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The encoded chunk; undefined: there is nothing to store. */
export async function encodeInWorker(job: EncodeJob, worker: PoolWorker): Promise<Uint8Array | undefined> {
  const { message, signal, dropFill } = job;
  signal?.throwIfAborted();
  const buffer = gather(job);
  const task: EncodeTask = {
    kind: "encode",
    id: nextTaskId(),
    pipelineId: message.id,
    pipeline: message,
    dropFill,
    buffer,
  };
  const answer = await converse(task, [buffer], worker, { signal, fetch: async () => ({ fetched: [], transfer: [] }) });
  if (answer.buffer !== undefined) giveBack(answer.buffer);
  return answer.kind === "encoded" ? answer.bytes : undefined;
}

/** The elements of the chunk in C order, in a buffer to send. */
function gather({ message, dataType, source, selection }: EncodeJob): ArrayBuffer {
  const { shape, fillValue } = message;
  const length = shape.reduce((product, count) => product * count, dataType.itemSize);
  const buffer = takeBuffer(length);
  const chunk: FixedChunk = { dataType, shape, layout: contiguous(shape), bytes: new Uint8Array(buffer, 0, length) };
  if (!isWhole(selection, shape)) fillChunk(chunk, fillValue);
  copyChunk(source, selectChunk(chunk, selection));
  return buffer;
}
