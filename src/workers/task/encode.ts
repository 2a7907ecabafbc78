/** Encodes the steps of a task from its buffer, and replaces files or gives the bytes back. */
import type { Pipeline } from "../../codecs/codec.ts";
import { settled } from "../../codecs/kernels/kernel-area.ts";
import type { Lease, Scratch } from "../../codecs/pipeline/allocate.ts";
import type { FixedChunk } from "../../model/grid/chunk.ts";
import { filledChunk } from "../../model/grid/chunk-fill.ts";
import { copyChunk, selectChunk } from "../../model/lattice/copy.ts";
import { isContiguous } from "../../model/lattice/lattice.ts";
import { isWhole } from "../../model/selection/axis-selection.ts";
import type { Step } from "./columns.ts";
import type { Answer, ChunkTask } from "./messages.ts";
import { chunkInBuffer, type TaskContext, type TaskFiles } from "./task-files.ts";

/** `image`: memory of the kernels for the elements. */
export function encodeSteps(task: ChunkTask, context: TaskContext, image: Scratch): Pick<Answer, "encoded"> {
  const { pipeline, placed, found, filesOf } = context;
  const { steps, length } = placed;
  const { work, output } = task;
  const inImage = !pipeline.plain || steps.some((step) => isInRows(step, pipeline));
  const given = new Uint8Array(task.buffer);
  const elements: Lease = inImage ? image.lease(length) : { bytes: given };
  if (inImage) elements.bytes.set(given.subarray(0, length));
  const options = { dropFill: work.dropFill === true, lend: true };
  const collected: (Uint8Array<ArrayBuffer> | undefined)[] = [];
  const columns = output.kind === "files" ? output.files : undefined;
  const opened = columns?.directories.map(filesOf);
  steps.forEach((step, index) => {
    const files = opened?.[columns?.indices?.[index] ?? 0];
    const key = columns?.keys[index] ?? "";
    const bytes = settled(() => {
      const source = chunkInBuffer(elements.bytes, step, pipeline);
      if (work.whole?.[index] === 1) return pipeline.encode(wholeChunk(pipeline, step, source), options);
      if (files === undefined) throw new Error("a part of a chunk needs the file it is in");
      return pipeline.update(wholeFile(files, key), step.selection, source, options);
    });
    if (files === undefined) collected.push(bytes && new Uint8Array(bytes));
    else if (bytes === undefined) files.remove(key);
    else files.write(key, bytes);
    found.push(bytes !== undefined);
  });
  return output.kind === "files" ? {} : { encoded: collected };
}

/** Do the blocks that are encoded lie in rows apart from each other? */
function isInRows({ layout, counts }: Step, { readShape }: Pipeline): boolean {
  return !isContiguous(layout) || counts.some((count, axis) => count > readShape[axis]!);
}

function wholeFile(files: TaskFiles, key: string): Uint8Array | undefined {
  return files.withFile(key, (file) => file?.read([undefined])[0]?.slice());
}

function wholeChunk(pipeline: Pipeline, step: Step, source: FixedChunk): ReturnType<typeof filledChunk> {
  const { dataType, shape, fillValue } = pipeline.type;
  if (isWhole(step.selection, shape)) return source;
  const chunk = filledChunk(dataType, shape, fillValue);
  copyChunk(source, selectChunk(chunk, step.selection));
  return chunk;
}
