/** Reading on all cores: workers read and decode; this thread puts the values in place. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import type { FixedChunk } from "../../model/grid/chunk.ts";
import type { ChunkPlan, ChunkStep } from "../../model/grid/chunk-plan.ts";
import { copyElements } from "../../model/lattice/copy.ts";
import { contiguous, type Lattice, latticeSpan, selectLattice } from "../../model/lattice/lattice.ts";
import { type AxisSelection, axisCount, selectionShape } from "../../model/selection/axis-selection.ts";
import { type FreshMemory, touchAhead } from "../../workers/pool/fresh-memory.ts";
import { nextTaskId } from "../../workers/pool/pool.ts";
import { giveBack, takeBuffer } from "../../workers/pool/spare-buffers.ts";
import type { Step } from "../../workers/task/columns.ts";
import type { Answer, Task } from "../../workers/task/messages.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { datasetLimits } from "../limits.ts";
import type { TransferOptions } from "../transfer.ts";
import { type Batch, batches, blockShapeOf, tiledBox } from "./batches.ts";
import { checkAnswer, placeBatch, type WorkerCall, withFallback, workerCall } from "./chunk-workers.ts";
import { withLocks } from "./key-lock.ts";

export interface ReadSink {
  /** Whether the target's memory has never been written to. */
  readonly fresh: boolean;
  /** Called when the step's chunk is absent. */
  missing(step: ChunkStep): void;
  /** Called when the step is done. `ends` is true if it completes its chunk. */
  done(step: ChunkStep, ends: boolean): void;
  /** Reads steps on this thread, into memory that may have been written to. */
  here(steps: Iterable<ChunkStep>): Promise<void>;
  /** The same for steps that were already reported as done. */
  again(steps: Iterable<ChunkStep>): Promise<void>;
}

/**
 * Reads the chunks that are local files on workers, and the others here. Returns false if this thread should do all of
 * it.
 */
export async function readFiles(
  handle: ArrayHandle,
  plan: ChunkPlan,
  target: FixedChunk,
  sink: ReadSink,
  options: TransferOptions,
): Promise<boolean> {
  const call = await workerCall(handle, "read", plan, options);
  if (call === undefined) return false;
  const { files } = call;
  const isLocal = ({ coords }: ChunkStep): boolean => files.file(coords) !== undefined;
  const local = files.partial === true ? () => only(plan, isLocal) : () => plan;
  await withFallback(
    call,
    async () => {
      const mixed = await readParallel(handle, call, local(), target, sink, options);
      if (mixed.size > 0) await sink.again(only(plan, (step) => mixed.has(chunkName(step))));
    },
    () => sink.here(local()),
  );
  if (files.partial === true) await sink.here(only(plan, (step) => !isLocal(step)));
  return true;
}

function* only(plan: Iterable<ChunkStep>, isWanted: (step: ChunkStep) => boolean): Generator<ChunkStep> {
  for (const step of plan) if (isWanted(step)) yield step;
}

/**
 * Returns the names of chunks (see `chunkName`) whose pieces were, or may have been, of different versions and must be
 * read again.
 */
async function readParallel(
  handle: ArrayHandle,
  call: WorkerCall,
  steps: Iterable<ChunkStep>,
  target: FixedChunk,
  sink: ReadSink,
  options: TransferOptions,
): Promise<ReadonlySet<string>> {
  const seen = versionsSeen();
  const limit = Math.min(options.concurrency ?? Number.POSITIVE_INFINITY, call.pool.capacity);
  const cut = batches(steps, call.itemSize, blockShapeOf(handle.node));
  // Workers write to shared memory directly, without waiting for its zero pages to be touched.
  const memory = sink.fresh && !isShared(target) ? touchAhead(target.bytes) : undefined;
  try {
    const read = (batch: Batch): Promise<void> => readBatch(handle, call, batch, target, sink, memory, seen);
    await forEachBounded(cut, limit, read, options.signal);
  } finally {
    await memory?.stop();
  }
  return seen.mixed;
}

async function readBatch(
  handle: ArrayHandle,
  call: WorkerCall,
  batch: Batch,
  target: FixedChunk,
  sink: ReadSink,
  fresh: FreshMemory | undefined,
  seen: VersionsSeen,
): Promise<void> {
  const { itemSize, pool } = call;
  const { steps } = batch;
  const tiled = tiledBox(steps);
  const region = tiled?.region;
  const { steps: placed, columns, files } = placeBatch(call, steps, tiled?.box);
  const shared = isShared(target);
  const layouts = shared ? steps.map((step) => selectLattice(target.layout, step.target)) : [];
  const answer = await pool.run({
    kind: "decode",
    id: nextTaskId(),
    work: { pipeline: call.pipeline(batch.shape), steps: columns, versions: batch.cut },
    input: { kind: "files", files },
    output: shared ? { kind: "shared", bytes: target.bytes, layouts } : { kind: "buffer" },
    buffer: new ArrayBuffer(0),
  });
  try {
    checkAnswer(handle, steps, answer);
    for (const [i, version] of (answer.versions ?? []).entries()) seen.add(steps[i]!, version);
    if (fresh !== undefined) await fresh.ready(endOf(target, steps, itemSize));
    const copy = (at: Step, from: Lattice, selection: readonly AxisSelection[]): void => {
      copyElements(resultAt(answer, at), from, target.bytes, selectLattice(target.layout, selection), itemSize);
    };
    const atOnce = shared || (region !== undefined && !answer.found.includes(false));
    if (!shared && atOnce) copy(placed[0]!, contiguous(selectionShape(region!)), region!);
    steps.forEach((step, i) => {
      if (answer.found[i] !== true) sink.missing(step);
      else if (!atOnce) copy(placed[i]!, placed[i]!.layout, step.target);
      sink.done(step, !batch.followed.has(step));
    });
  } finally {
    pool.release(answer);
  }
}

function resultAt({ lent, buffer }: Answer, { offset, length }: Step): Uint8Array {
  if (lent === undefined) return new Uint8Array(buffer, offset, length);
  return new Uint8Array(lent.memory, lent.offset + offset, length);
}

/** Where the last byte of these steps' elements lies in the target. */
function endOf(target: FixedChunk, steps: readonly ChunkStep[], itemSize: number): number {
  const last = steps.map((step) => latticeSpan(selectLattice(target.layout, step.target)).max);
  return (last.reduce((most, at) => Math.max(most, at), -1) + 1) * itemSize;
}

/** Returns whether workers can write to the caller's memory. */
function isShared({ bytes }: FixedChunk): boolean {
  return typeof SharedArrayBuffer !== "undefined" && bytes.buffer instanceof SharedArrayBuffer;
}

/**
 * A large shard is read in pieces, by several tasks that each open its file. The file may be replaced in between, so
 * the versions that they saw are compared.
 */
interface VersionsSeen {
  /** Records the version in which a piece of a chunk was read; undefined if it is unknown. */
  add(step: ChunkStep, version: string | undefined): void;
  /** Names of chunks whose pieces differ, or may differ. */
  readonly mixed: ReadonlySet<string>;
}

function versionsSeen(): VersionsSeen {
  const first = new Map<string, string | undefined>();
  const mixed = new Set<string>();
  return {
    add: (step, version) => {
      const name = chunkName(step);
      if (!first.has(name)) first.set(name, version);
      else if (version === undefined || first.get(name) !== version) mixed.add(name);
    },
    mixed,
  };
}

function chunkName({ coords }: ChunkStep): string {
  return coords.join();
}

/** Writing on all cores: this thread gathers the values of each chunk, workers encode and replace the files. */
export interface WriteFilesOptions extends TransferOptions {
  readonly dropFill: boolean;
  done(step: ChunkStep): void;
  /** Does all of it on this thread. */
  here(): Promise<void>;
}

/** Writes chunks that are local files on workers. Returns false if this thread should do it. */
export async function writeFiles(
  handle: ArrayHandle,
  plan: ChunkPlan,
  source: FixedChunk,
  options: WriteFilesOptions,
): Promise<boolean> {
  const call = await workerCall(handle, "write", plan, options);
  if (call === undefined) return false;
  await withFallback(
    call,
    async () => {
      const limit = Math.min(options.concurrency ?? Number.POSITIVE_INFINITY, call.pool.capacity);
      const write = (batch: Batch): Promise<void> => writeBatch(handle, call, batch, source, options);
      await forEachBounded(batches(plan, call.itemSize, undefined), limit, write, options.signal);
    },
    options.here,
  );
  return true;
}

/**
 * A chunk whose elements are stored unchanged is assembled here, and its file is written straight from the task's
 * buffer. Others are sent as one box, which a worker splits into rows where its codecs need that.
 */
function isGatheredHere({ node }: ArrayHandle, { target }: ChunkStep, itemSize: number): boolean {
  const last = target[target.length - 1];
  const isStored = node.codecs.length === 1 && node.codecs[0]!.name === "bytes";
  return isStored && last !== undefined && datasetLimits.rowBytes.isReachedBy(axisCount(last) * itemSize);
}

async function writeBatch(
  handle: ArrayHandle,
  call: WorkerCall,
  batch: Batch,
  source: FixedChunk,
  options: WriteFilesOptions,
): Promise<void> {
  const { itemSize } = call;
  const { steps } = batch;
  const tiled = isGatheredHere(handle, steps[0]!, itemSize) ? undefined : tiledBox(steps);
  const { steps: placed, length: size, columns, files } = placeBatch(call, steps, tiled?.box);
  const buffer = takeBuffer(size);
  const copy = ({ offset, length }: Step, to: Lattice, selection: readonly AxisSelection[]): void => {
    const part = new Uint8Array(buffer, offset, length);
    copyElements(source.bytes, selectLattice(source.layout, selection), part, to, itemSize);
  };
  if (tiled !== undefined) copy(placed[0]!, contiguous(selectionShape(tiled.region)), tiled.region);
  else for (const [i, step] of steps.entries()) copy(placed[i]!, placed[i]!.layout, step.target);
  const whole = Uint8Array.from(steps, (step) => (step.whole ? 1 : 0));
  const task: Task = {
    kind: "encode",
    id: nextTaskId(),
    work: { pipeline: call.pipeline(batch.shape), steps: columns, whole, dropFill: options.dropFill },
    input: { kind: "buffer" },
    output: { kind: "files", files },
    buffer,
  };
  const names = steps.map(({ coords }) => handle.access.lockName(coords));
  await withLocks(names, async () => {
    const answer = await call.pool.run(task).finally(() => {
      for (const { coords } of steps) handle.forget(coords);
    });
    checkAnswer(handle, steps, answer);
    giveBack(answer.buffer);
  });
  for (const step of steps) options.done(step);
}
