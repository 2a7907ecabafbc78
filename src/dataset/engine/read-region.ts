/** Executes a chunk plan for reading: per chunk, bounded, source -> decode -> scatter into the target. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import { sharedRoom } from "../../bytes/source/byte-room.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { Pipeline } from "../../codecs/codec.ts";
import { driveAsync } from "../../codecs/pipeline/drive.ts";
import { atPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import { type Chunk, fillChunk } from "../../model/grid/chunk.ts";
import { type ChunkStep, planChunks } from "../../model/grid/chunk-plan.ts";
import { selectChunk } from "../../model/lattice/copy.ts";
import { type AxisSelection, selectionCount } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { changedError, isChanged, tiesReads } from "../../stores/object-version.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import { progressMeter, readsAtOnce, type TransferOptions } from "../transfer.ts";
import type { VersionedMemo } from "./chunk-cache.ts";
import { chunkBytes, type DecodeStep, decodeElsewhere, readFiles } from "./elsewhere.ts";
import type { ReadSink } from "./parallel.ts";
import type { ReadPart } from "./parts-again.ts";

export interface RegionOptions extends TransferOptions {
  /** How an absent chunk is treated: as its fill value, or as a `not-found` error. */
  readonly missing?: "fill" | "error" | undefined;
  /** If true, the target already holds zeros, so a fill value of zero need not be written. */
  readonly zeroed?: boolean;
}

/** Reads the selected elements into `target`, whose shape is the selection's. */
export async function readRegion(
  array: ArrayHandle,
  selection: readonly AxisSelection[],
  target: Chunk,
  options: RegionOptions = {},
): Promise<void> {
  const handle = array.larger?.(selection) ?? array;
  const plan = planChunks(handle.node.grid, selection);
  const meter = progressMeter("read", plan.stepCount, options.onProgress);
  const fill = fillFor(handle, options);
  const itemSize = handle.node.dataType.itemSize ?? 0;
  const done = (step: ChunkStep, ends = true): void => meter.step(selectionCount(step.target) * itemSize, ends);
  const here = async (steps: Iterable<ChunkStep>, fillAbsent: FillStep, onDone = done): Promise<void> => {
    const elsewhere = await decodeElsewhere(handle, selectionCount(selection) * itemSize, options);
    const { signal } = options;
    const reading: ReadingSteps = { handle, signal, elsewhere };
    let last: Pipeline | undefined;
    await forEachBounded(
      steps,
      Math.min(options.concurrency ?? readsAtOnce(handle.access, chunkBytes(handle)), plan.stepCount),
      async (step) => {
        const view = selectChunk(target, step.target);
        // Nearly all chunks have the same shape as the previous one.
        const pipeline =
          last !== undefined && isSameShape(last.type.shape, step.shape) ? last : await handle.pipelineFor(step.shape);
        last = pipeline;
        const found = await readStep(reading, pipeline, step, view);
        if (!found) fillAbsent(step, view);
        if (options.onProgress !== undefined) onDone(step);
      },
      options.signal,
    );
  };
  const missing = (step: ChunkStep): void => fill(step, selectChunk(target, step.target));
  // Workers may have written something where a chunk is now absent.
  const fillAgain = (): FillStep => fillFor(handle, { ...options, zeroed: false });
  const sink: ReadSink = {
    fresh: options.zeroed === true,
    missing,
    done,
    here: (steps) => here(steps, fillAgain()),
    again: (steps) => here(steps, fillAgain(), () => {}),
  };
  const onWorkers = target.bytes !== undefined && (await readFiles(handle, plan, target, sink, options));
  if (!onWorkers) await here(plan, fill);
  meter.end();
}

type FillStep = (step: ChunkStep, view: Chunk) => void;

function fillOf({ fillValue, dataType }: ArrayHandle["node"]): ReturnType<typeof zeroElement> {
  return fillValue ?? zeroElement(dataType);
}

function fillFor(handle: ArrayHandle, options: RegionOptions): FillStep {
  const { node, access } = handle;
  if (options.missing === "error") {
    return (step) => {
      throw new HyperslabError("not-found", "the chunk is absent", {
        ...access.place(step.coords),
        node: node.path,
        chunk: step.coords,
        hint: 'missing: "fill" takes the fill value.',
      });
    };
  }
  const element = fillOf(node);
  if (options.zeroed === true && element instanceof Uint8Array && element.every((byte) => byte === 0)) return () => {};
  return (_, view) => fillChunk(view, element);
}

// Each step of a chunk plan reads only one version of its object. Objects that can be held open (files) are held;
// other responses carry their version. If the object changes midway, the step is read again from the start.
// A second change is an error.

/** State shared by the steps of one read. */
interface ReadingSteps {
  readonly handle: ArrayHandle;
  readonly signal: AbortSignal | undefined;
  readonly elsewhere: DecodeStep | undefined;
}

/** Returns false if the chunk is absent. */
async function readStep(reading: ReadingSteps, pipeline: Pipeline, step: ChunkStep, view: Chunk): Promise<boolean> {
  const { access, node } = reading.handle;
  // A plain chunk that is read whole leaves nothing worth remembering.
  const whole = step.whole && isSameShape(pipeline.readShape, step.shape);
  try {
    if (!whole) return await readPart(reading, pipeline, step, view, true);
    return await decode(reading, pipeline, step, view, access.source(step.coords), undefined);
  } catch (error) {
    const found = isChanged(error) ? await readAgain(reading, pipeline, step, view).catch(asFailure) : { error };
    if (typeof found === "boolean") return found;
    throw atPlace(found.error, { node: node.path, chunk: step.coords, ...access.place(step.coords) });
  }
}

function asFailure(error: unknown): { readonly error: unknown } {
  return { error };
}

async function readAgain(reading: ReadingSteps, pipeline: Pipeline, step: ChunkStep, view: Chunk): Promise<boolean> {
  const { node, forget } = reading.handle;
  forget(step.coords);
  const found = await readPart(reading, pipeline, step, view, false);
  // The first attempt may have written something where the chunk is now absent.
  if (!found) fillChunk(view, fillOf(node));
  return found;
}

function decode(
  { elsewhere, signal }: ReadingSteps,
  pipeline: Pipeline,
  step: ChunkStep,
  view: Chunk,
  source: ByteSource,
  memo: VersionedMemo | undefined,
): Promise<boolean> {
  if (elsewhere !== undefined) return elsewhere(pipeline, step, view, source, memo);
  // Cached values must not lie in memory that is reused; the same goes for items, which may be views of such memory.
  const lent = memo === undefined && view.bytes !== undefined && source.lends === true;
  const options = lent ? { signal, room: sharedRoom } : { signal };
  return driveAsync(pipeline.decode(step.source, view, memo), source, options);
}

/** Reads part of a chunk: its index, or the whole decoded chunk, may be cached. */
async function readPart(
  reading: ReadingSteps,
  pipeline: Pipeline,
  step: ChunkStep,
  view: Chunk,
  remember: boolean,
): Promise<boolean> {
  const { handle, signal } = reading;
  const { coords } = step;
  const source = handle.access.source(coords);
  if (source.hold === undefined) {
    const memo = remember ? handle.memo(coords, source.version ?? {}) : undefined;
    return readTied(reading, pipeline, step, view, source, memo);
  }
  const held = await source.hold({ signal, late: remember && handle.remembers(coords) });
  if (held === undefined) return false;
  try {
    const { version } = held;
    // Without a version, the object cannot be distinguished from the cached one.
    const memo = remember && version?.validator !== undefined ? handle.memo(coords, version) : undefined;
    return await decode(reading, pipeline, step, view, held, memo);
  } finally {
    held.close();
  }
}

/** Reads from a source whose responses carry its version. */
async function readTied(
  reading: ReadingSteps,
  pipeline: Pipeline,
  step: ChunkStep,
  view: Chunk,
  source: ByteSource,
  memo: VersionedMemo | undefined,
): Promise<boolean> {
  const { signal } = reading;
  let told = 0;
  const parts: ReadPart[] = [];
  const read: ByteSource["read"] = async (range, options) => {
    const bytes = await source.read(range, options);
    if (bytes !== undefined) told += 1;
    // The object was still there for the previous part.
    else if (told > 0) throw changedError({});
    if (!tiesReads(source.version?.validator)) parts.push({ range, bytes: bytes?.slice() });
    return bytes;
  };
  const found = await decode(reading, pipeline, step, view, { ...source, read }, memo).catch((error: unknown) => {
    // The cached entry may be older than the object, because another program rewrote it.
    throw memo?.used !== undefined && isHyperslabError(error, "invalid-data") ? changedError({}) : error;
  });
  if (parts.length > 1) await (await import("./parts-again.ts")).readPartsAgain(source, parts, { signal });
  if (memo?.used === undefined) return found;
  const now = told > 0 ? source.version?.validator : await source.validator?.({ signal });
  if (memo.used !== now) throw changedError({});
  return found;
}

function isSameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((length, axis) => length === b[axis]);
}
