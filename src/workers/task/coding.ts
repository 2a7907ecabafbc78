/** Decodes the steps of a task: from files, all at once; or from bytes that the caller sends, requesting more as needed. */

import { resolveRange } from "../../bytes/source/byte-range.ts";
import type { ObjectMemo, Pipeline, Reads } from "../../codecs/codec.ts";
import { settled } from "../../codecs/kernels/kernel-area.ts";
import type { Lease, Scratch } from "../../codecs/pipeline/allocate.ts";
import { driveMemory } from "../../codecs/pipeline/drive.ts";
import { planFetches } from "../../codecs/pipeline/fetch-plan.ts";
import { HyperslabError } from "../../errors.ts";
import { type FixedChunk, fillChunk, filledChunk } from "../../model/grid/chunk.ts";
import { copyChunk, selectChunk } from "../../model/lattice/copy.ts";
import { isContiguous } from "../../model/lattice/lattice.ts";
import { isWhole } from "../../model/selection/axis-selection.ts";
import { isChanged } from "../../stores/object-version.ts";
import { workerLimits } from "../limits.ts";
import { type FilePart, partAt, type Step, versionAt } from "./columns.ts";
import { type Answer, type ChunkTask, COALESCE, type Lent } from "./messages.ts";
import type { Ask } from "./runner.ts";
import {
  chunkInBuffer,
  fixedType,
  type LentSlots,
  type TaskContext,
  type TaskFile,
  type TaskFiles,
} from "./task-files.ts";

/** The part of an answer that says where the elements are. */
type Decoded = Partial<Pick<Answer, "buffer" | "lent" | "versions" | "remembered">>;

/** Returns the result: lent if possible, else in a buffer. */
export function decodeFiles(task: ChunkTask, context: TaskContext, slots: LentSlots): Decoded {
  const { pipeline, placed, found, memoOf } = context;
  const { work, input, output } = task;
  if (input.kind !== "files") throw new Error("the task names no files");
  const slot = slots.take();
  const versions: (string | undefined)[] = [];
  const told = work.versions === true ? { versions } : {};
  const onVersion =
    work.versions === true
      ? (index: number) =>
          (version: string | undefined): void => {
            versions[index] = version;
          }
      : undefined;
  const { files: columns } = input;
  const opened = columns.directories.map(context.filesOf);
  const fill = (room: Lease): void => {
    for (const [index, step] of placed.steps.entries()) {
      const at = columns.indices?.[index] ?? 0;
      const files = opened[at]!;
      const key = columns.keys[index]!;
      const { directory } = columns.directories[at]!;
      const file = { directory, key, part: partAt(columns, index), version: versionAt(columns, index) };
      const read = (): boolean =>
        readStep(
          chunkToFill(task, step, index, pipeline, room),
          step,
          pipeline,
          files,
          file,
          memoOf,
          onVersion?.(index),
        );
      found.push(settled(read));
    }
  };
  let lent: Lent | undefined;
  try {
    const room = output.kind === "shared" ? undefined : slot.area.lease(placed.length);
    if (room !== undefined && slots.lend(slot, room.bytes) !== undefined) {
      fill(room);
      lent = slots.lend(slot, room.bytes);
      if (lent !== undefined) return { lent, ...told };
      throw new Error("the memory of the kernels is no longer shared");
    }
    const bytes = new Uint8Array(output.kind === "shared" ? 0 : placed.length);
    fill({ bytes });
    return { buffer: bytes.buffer, ...told };
  } finally {
    if (lent === undefined) slots.release([slot.number]);
  }
}

/** The caller has sent what the decoder needs first. */
export async function decodeAsked(task: ChunkTask, context: TaskContext, ask: Ask): Promise<Decoded> {
  const { pipeline, placed, found } = context;
  const { input, buffer } = task;
  if (input.kind !== "caller") throw new Error("the task brings no bytes");
  const remembered = new Map<string, Uint8Array>();
  const known = new Map(input.memo);
  const memo: ObjectMemo = {
    get: (name) => remembered.get(name) ?? known.get(name),
    set: (name, value) => void remembered.set(name, value),
  };
  let first = true;
  for (const [index, step] of placed.steps.entries()) {
    const target = chunkToFill(task, step, index, pipeline, { bytes: new Uint8Array(buffer) });
    const reads = pipeline.decode(step.selection, target, memo);
    let next = reads.next();
    while (next.done !== true) {
      const plan = planFetches(next.value, COALESCE);
      const fetched = first ? input.fetched : await ask(plan.reads);
      first = false;
      next = reads.next(plan.answers(fetched));
    }
    found.push(next.value);
  }
  return { remembered: Array.from(remembered, ([name, value]) => [name, value.slice()] as const) };
}

function chunkToFill({ output }: ChunkTask, step: Step, index: number, pipeline: Pipeline, room: Lease): FixedChunk {
  if (output.kind !== "shared") return chunkInBuffer(room.bytes, step, pipeline);
  return { dataType: fixedType(pipeline), shape: step.counts, layout: output.layouts[index]!, bytes: output.bytes };
}

/** The file of a step. */
interface StepFile {
  readonly directory: string;
  readonly key: string;
  readonly part: FilePart | undefined;
  /** The version that it must have; undefined for any. */
  readonly version: string | undefined;
}

function readStep(
  target: FixedChunk,
  step: Step,
  pipeline: Pipeline,
  files: TaskFiles,
  { directory, key, part, version: expected }: StepFile,
  memoOf: TaskContext["memoOf"],
  onVersion: ((version: string | undefined) => void) | undefined,
): boolean {
  if (pipeline.plain && isWhole(step.selection, pipeline.type.shape) && isContiguous(target.layout)) {
    const start = target.layout.base * target.dataType.itemSize;
    const bytes = target.bytes.subarray(start, start + (pipeline.encodedLength ?? 0));
    if (files.readWhole(key, bytes, part, expected)) return true;
  }
  // An object that is decoded as a whole is read at once: it is of one version, and nothing needs to be remembered.
  const inParts = pipeline.readShape.some((length, axis) => length !== pipeline.type.shape[axis]);
  if (!inParts && part === undefined && expected === undefined && onVersion === undefined) {
    return driveMemory(pipeline.decode(step.selection, target), files.read(key));
  }
  const decode = (): boolean =>
    files.withFile(key, (file) => {
      if (file === undefined && (part ?? expected) !== undefined) throw missingFile(key);
      file?.expect(expected);
      const version = file === undefined ? "" : file.validator;
      onVersion?.(version);
      const remembers = file !== undefined && (inParts || onVersion !== undefined);
      const memo = remembers ? memoOf(`${directory}\0${key}\0${part?.offset}-${part?.length}`, version) : undefined;
      return driveFile(pipeline.decode(step.selection, target, memo), file, part);
    });
  try {
    return decode();
  } catch (error) {
    if (!isChanged(error)) throw error;
    const found = decode();
    // The first attempt may have written something where the chunk is now absent.
    if (!found) fillChunk(target, pipeline.type.fillValue);
    return found;
  }
}

/** A chunk that is part of a file, or of a known version, must exist: only other chunks may be absent along with their files. */
function missingFile(key: string): HyperslabError {
  return new HyperslabError("invalid-data", "the file that holds the chunk does not exist", { key });
}

/** Serves a decoder from one file, or part of it; adjacent ranges are read as one. */
function driveFile(reads: Reads<boolean>, file: TaskFile | undefined, part: FilePart | undefined): boolean {
  let step = reads.next();
  while (step.done !== true) {
    const plan = planFetches(step.value, { gap: workerLimits.fileGapBytes, cap: Number.POSITIVE_INFINITY });
    const ranges = part === undefined ? plan.reads : plan.reads.map((range) => within(part, range));
    step = reads.next(plan.answers(file?.read(ranges) ?? ranges.map(() => undefined)));
  }
  return step.value;
}

/** The range of a file that is this range of a part. */
function within(part: FilePart, range: Parameters<typeof resolveRange>[0]): FilePart {
  const { start, end } = resolveRange(range, part.length);
  return { offset: part.offset + start, length: end - start };
}

/** `image` is kernel memory for the elements. */
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

/** Returns whether the encoded blocks lie in separate rows. */
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
