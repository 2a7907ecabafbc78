/**
 * Executes tasks: reads files, decodes into the task's buffer; or encodes from it and replaces files. The same function
 * runs in every worker; what touches files is passed in.
 */
import type { ByteRange } from "../bytes/source/byte-range.ts";
import type { ObjectMemo, Pipeline, Reads } from "../codecs/codec.ts";
import { kernelArea, settled } from "../codecs/kernels/kernel-area.ts";
import { loadKernels } from "../codecs/kernels/kernels.ts";
import type { Lease, Rooms, Scratch } from "../codecs/pipeline/allocate.ts";
import { driveMemory } from "../codecs/pipeline/drive.ts";
import { planFetches } from "../codecs/pipeline/fetch-plan.ts";
import { bindPipeline } from "../codecs/pipeline/pipeline.ts";
import { HyperslabError } from "../errors.ts";
import { type FixedDataType, isFixedSize } from "../model/data-types/data-type.ts";
import type { FixedChunk } from "../model/grid/chunk.ts";
import { fillChunk, filledChunk } from "../model/grid/chunk-fill.ts";
import { copyChunk, selectChunk } from "../model/lattice/copy.ts";
import { isContiguous } from "../model/lattice/lattice.ts";
import { isWhole } from "../model/selection/axis-selection.ts";
import { isChanged } from "../stores/object-version.ts";
import { toErrorMessage } from "./error-message.ts";
import { type LentSlots, lentSlots } from "./lent-slots.ts";
import { workerLimits } from "./limits.ts";
import type { Answer, Lent, PlaceMessage, ReadTask, Task, WriteTask } from "./messages.ts";
import { fromColumns, type Step } from "./step-columns.ts";

/** One version of a file that is open. Bytes that `read` gives are valid until the next call. */
export interface TaskFile {
  /** Tells this version from all others, where that is possible. */
  readonly validator: string | undefined;
  /** Parts of it (`undefined`: all of it), in order. */
  read(ranges: readonly (ByteRange | undefined)[]): readonly Uint8Array[];
}

/** Synchronous files below one directory. */
export interface TaskFiles {
  /** Runs with a file open; with undefined if there is none. */
  withFile<T>(key: string, use: (file: TaskFile | undefined) => T): T;
  /** All of a file, valid until the next call; `undefined` if there is none. */
  read(key: string): Uint8Array | undefined;
  /** Reads a file into memory, if it has just that length. False: it has another, or there is none. */
  readWhole(key: string, into: Uint8Array): boolean;
  write(key: string, value: Uint8Array): void;
  remove(key: string): void;
}

export type OpenFiles = (place: PlaceMessage) => TaskFiles;

/** Parts of files, for tasks that name some. */
export interface FrameFiles {
  /** Fills `into` with what lies at `offset`; false: the file is shorter. */
  readInto(path: string, offset: number, into: Uint8Array): boolean;
  /** Writes the parts to their places in a file that is there. */
  write(path: string, parts: readonly { readonly offset: number; readonly bytes: Uint8Array }[]): void;
}

export function taskRunner(openFiles: OpenFiles, frameFiles?: FrameFiles): (task: Task) => Promise<Answer> {
  const pipelines = new Map<number, Promise<Pipeline>>();
  const places = new Map<string, TaskFiles>();
  const image = kernelArea();
  const slots = lentSlots();
  const rooms: Rooms[] = [];
  const roomsAt = (depth: number): Rooms => (rooms[depth] ??= { decoded: kernelArea(), encoded: kernelArea() });

  const pipelineOf = ({ pipelineId, pipeline }: ReadTask | WriteTask): Promise<Pipeline> => {
    const known = pipelines.get(pipelineId);
    if (known !== undefined) return known;
    if (pipeline === undefined) throw new Error(`the pipeline ${pipelineId} was never sent`);
    const { codecs, dataType, shape, fillValue } = pipeline;
    const bound = bindPipeline(codecs, { dataType, shape, fillValue }, undefined, { rooms: roomsAt });
    pipelines.set(pipelineId, bound);
    return bound;
  };

  const filesOf = (place: PlaceMessage): TaskFiles => {
    const files = places.get(place.directory) ?? openFiles(place);
    places.set(place.directory, files);
    return files;
  };

  return async (task) => {
    slots.release(task.released ?? []);
    await loadKernels({ shared: true });
    if (task.kind === "chunk") return (await import("./chunk-runner.ts")).runChunk(task);
    if (task.kind !== "read" && task.kind !== "write") {
      return (await import("./frame-runner.ts")).runFrames(task, frameFiles);
    }
    const found: boolean[] = [];
    try {
      const pipeline = await pipelineOf(task);
      const files = filesOf(task.place);
      const steps = fromColumns(task.steps, fixedType(pipeline).itemSize);
      if (task.kind === "read") return { id: task.id, found, ...readSteps(task, steps, pipeline, files, slots, found) };
      writeSteps(task, steps, pipeline, files, image, found);
      return { id: task.id, buffer: task.buffer, found };
    } catch (error) {
      return { id: task.id, buffer: task.buffer, found, error: { message: toErrorMessage(error), step: found.length } };
    }
  };
}

/** Gives the result: lent where it can be, else in a buffer. */
function readSteps(
  task: ReadTask,
  steps: readonly Step[],
  pipeline: Pipeline,
  files: TaskFiles,
  slots: LentSlots,
  found: boolean[],
): Pick<Answer, "buffer" | "lent" | "versions"> {
  const end = steps.reduce((most, { offset, length }) => Math.max(most, offset + length), 0);
  const slot = slots.take();
  const memos = new Map<string, FileMemo>();
  const versions: (string | undefined)[] = [];
  const told = task.versions === true ? { versions } : {};
  const onVersion =
    task.versions === true
      ? (index: number) =>
          (version: string | undefined): void => {
            versions[index] = version;
          }
      : undefined;
  const fill = (room: Lease): void => {
    for (const [index, step] of steps.entries()) {
      const target = (): FixedChunk => chunkToFill(task, step, index, pipeline, room);
      found.push(settled(() => readStep(target(), step, pipeline, files, memos, onVersion?.(index))));
    }
  };
  let lent: Lent | undefined;
  try {
    const room = task.shared === undefined ? slot.area.lease(end) : undefined;
    if (room !== undefined && slots.lend(slot, room.bytes) !== undefined) {
      fill(room);
      lent = slots.lend(slot, room.bytes);
      if (lent !== undefined) return { buffer: task.buffer, lent, ...told };
      throw new Error("the memory of the kernels is no longer shared");
    }
    const bytes = new Uint8Array(task.shared === undefined ? end : 0);
    fill({ bytes });
    return { buffer: bytes.buffer, ...told };
  } finally {
    if (lent === undefined) slots.release([slot.number]);
  }
}

/** Do the blocks that are decoded or encoded lie in rows apart from each other? */
function isInRows({ layout, counts }: Step, { readShape }: Pipeline): boolean {
  return !isContiguous(layout) || counts.some((count, axis) => count > readShape[axis]!);
}

function writeSteps(
  task: WriteTask,
  steps: readonly Step[],
  pipeline: Pipeline,
  files: TaskFiles,
  image: Scratch,
  found: boolean[],
): void {
  const end = steps.reduce((most, { offset, length }) => Math.max(most, offset + length), 0);
  const inImage = !pipeline.plain || steps.some((step) => isInRows(step, pipeline));
  const given = new Uint8Array(task.buffer);
  const elements: Lease = inImage ? image.lease(end) : { bytes: given };
  if (inImage) elements.bytes.set(given.subarray(0, end));
  steps.forEach((step, index) => {
    found.push(writeStep(task, step, task.whole[index] === 1, pipeline, files, elements));
  });
}

function readStep(
  target: FixedChunk,
  step: Step,
  pipeline: Pipeline,
  files: TaskFiles,
  memos: Map<string, FileMemo>,
  onVersion: ((version: string | undefined) => void) | undefined,
): boolean {
  if (pipeline.plain && isWhole(step.selection, pipeline.type.shape) && isContiguous(target.layout)) {
    const start = target.layout.base * target.dataType.itemSize;
    const bytes = target.bytes.subarray(start, start + (pipeline.encodedLength ?? 0));
    if (files.readWhole(step.key, bytes)) return true;
  }
  // What is decoded as a whole is read at once: of one version, and with nothing to remember.
  const inParts = pipeline.readShape.some((length, axis) => length !== pipeline.type.shape[axis]);
  if (!inParts && onVersion === undefined) {
    return driveMemory(pipeline.decode(step.selection, target), files.read(step.key));
  }
  const decode = (): boolean =>
    files.withFile(step.key, (file) => {
      const version = file === undefined ? "" : file.validator;
      onVersion?.(version);
      const memo = memoOf(memos, step.key, file === undefined ? undefined : version);
      return driveFile(pipeline.decode(step.selection, target, memo), file);
    });
  try {
    return decode();
  } catch (error) {
    if (!isChanged(error)) throw error;
    const found = decode();
    // The first try may have left something where now nothing is.
    if (!found) fillChunk(target, pipeline.type.fillValue);
    return found;
  }
}

/** Answers a decoder from one file; ranges that touch are read as one. */
function driveFile(reads: Reads<boolean>, file: TaskFile | undefined): boolean {
  let step = reads.next();
  while (step.done !== true) {
    const plan = planFetches(step.value, { gap: workerLimits.fileGapBytes, cap: Number.POSITIVE_INFINITY });
    step = reads.next(plan.answers(file?.read(plan.reads) ?? plan.reads.map(() => undefined)));
  }
  return step.value;
}

/** What the steps of one task remember of a file. */
interface FileMemo {
  readonly validator: string;
  readonly memo: ObjectMemo;
}

/** Of the version that is open now; of one that cannot be told from others, or of no file, nothing is kept. */
function memoOf(memos: Map<string, FileMemo>, key: string, validator: string | undefined): ObjectMemo | undefined {
  if (validator === undefined) return undefined;
  const known = memos.get(key);
  if (known?.validator === validator) return known.memo;
  const memo = copyingMemo();
  memos.set(key, { validator, memo });
  return memo;
}

/** Keeps copies, because files are read into memory that is used again. */
function copyingMemo(): ObjectMemo {
  const entries = new Map<string, Uint8Array>();
  return {
    get: (name) => entries.get(name),
    set: (name, value) => {
      entries.set(name, value.slice());
    },
  };
}

function fixedType(pipeline: Pipeline): FixedDataType {
  const { dataType } = pipeline.type;
  if (isFixedSize(dataType)) return dataType;
  throw new HyperslabError("unsupported", `workers do not take ${dataType.name}`);
}

function chunkToFill({ shared }: ReadTask, step: Step, index: number, pipeline: Pipeline, room: Lease): FixedChunk {
  const layout = shared?.layouts[index];
  if (shared === undefined || layout === undefined) return chunkInBuffer(room.bytes, step, pipeline);
  return { dataType: fixedType(pipeline), shape: step.counts, layout, bytes: new Uint8Array(shared.memory) };
}

function chunkInBuffer(all: Uint8Array, { counts, layout, offset, length }: Step, pipeline: Pipeline): FixedChunk {
  return { dataType: fixedType(pipeline), shape: counts, layout, bytes: all.subarray(offset, offset + length) };
}

function writeStep(
  task: WriteTask,
  step: Step,
  whole: boolean,
  pipeline: Pipeline,
  files: TaskFiles,
  elements: Lease,
): boolean {
  const { dropFill } = task;
  const options = { dropFill, lend: true };
  const encoded = settled(() => {
    const source = chunkInBuffer(elements.bytes, step, pipeline);
    return whole
      ? pipeline.encode(wholeChunk(pipeline, step, source), options)
      : pipeline.update(wholeFile(files, step.key), step.selection, source, options);
  });
  if (encoded === undefined) files.remove(step.key);
  else files.write(step.key, encoded);
  return encoded !== undefined;
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
