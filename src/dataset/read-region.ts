/** Executes a chunk plan for reading: per chunk, bounded, source -> decode -> scatter into the target. */

import { sharedRoom } from "../bytes/byte-room.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { forEachBounded } from "../bytes/concurrency.ts";
import type { ObjectMemo, Pipeline } from "../codecs/codec.ts";
import { type DriveOptions, driveAsync } from "../codecs/drive.ts";
import { atPlace, HyperslabError, isHyperslabError } from "../errors.ts";
import { type AxisSelection, selectionCount } from "../model/axis-selection.ts";
import type { Chunk } from "../model/chunk.ts";
import { fillChunk } from "../model/chunk-fill.ts";
import { chunkShapeOf } from "../model/chunk-grid.ts";
import { type ChunkStep, planChunks } from "../model/chunk-plan.ts";
import { zeroElement } from "../model/fill-value.ts";
import { selectChunk } from "../model/lattice-copy.ts";
import { isLending } from "../stores/lending.ts";
import { valuePlace } from "../stores/store.ts";
import type { ArrayHandle } from "./array-handle.ts";
import { type DecodeStep, decodeElsewhere } from "./elsewhere.ts";
import { readsAtOnce, type TransferOptions } from "./options.ts";
import { parallelFiles } from "./parallel-files.ts";
import { progressMeter } from "./progress.ts";

export interface RegionOptions extends TransferOptions {
  /** What an absent chunk means: its fill value, or a `not-found` error. */
  readonly missing?: "fill" | "error" | undefined;
  /** True: the target holds zeros already, so that a fill value of zero need not be written. */
  readonly zeroed?: boolean;
}

/** Reads the selected elements into `target`, whose shape is the selection's. */
export async function readRegion(
  handle: ArrayHandle,
  selection: readonly AxisSelection[],
  target: Chunk,
  options: RegionOptions = {},
): Promise<void> {
  const plan = planChunks(handle.node.grid, selection);
  const meter = progressMeter("read", plan.stepCount, options.onProgress);
  const fill = fillFor(handle, options);
  const itemSize = handle.node.dataType.itemSize ?? 0;
  const done = (step: ChunkStep): void => meter.step(selectionCount(step.target) * itemSize);
  const here = async (): Promise<void> => {
    const elsewhere = await decodeElsewhere(handle, selectionCount(selection) * itemSize, options);
    const { signal } = options;
    const room = target.bytes !== undefined && isLending(handle.hierarchy.store) ? sharedRoom : undefined;
    const reading: Reading = { handle, signal, elsewhere, drive: { signal, room } };
    let last: Pipeline | undefined;
    await forEachBounded(
      plan,
      Math.min(options.concurrency ?? readsAtOnce(handle.hierarchy.store, chunkBytes(handle)), plan.stepCount),
      async (step) => {
        const view = selectChunk(target, step.target);
        // Nearly all chunks have the shape of the one before.
        const pipeline =
          last !== undefined && isSame(last.type.shape, step.shape) ? last : await handle.pipelineFor(step.shape);
        last = pipeline;
        const found = await decodeStep(reading, pipeline, step, view);
        if (!found) fill(step, view);
        if (options.onProgress !== undefined) done(step);
      },
      options.signal,
    );
  };
  const missing = (step: ChunkStep): void => fill(step, selectChunk(target, step.target));
  const { bytes } = target;
  const parallel = await parallelFiles(handle, options);
  const call = bytes === undefined ? undefined : await parallel?.workerCall(handle, "read", plan, options);
  if (parallel === undefined || call === undefined || bytes === undefined) await here();
  else
    await parallel.withFallback(
      call,
      () =>
        parallel.readParallel(handle, call, plan, target, { missing, done, fresh: options.zeroed === true }, options),
      here,
    );
  meter.end();
}

/** Of a whole chunk or shard; undefined if they differ, or have no fixed size. */
export function chunkBytes({ node }: ArrayHandle): number | undefined {
  const { itemSize } = node.dataType;
  return itemSize && chunkShapeOf(node.grid)?.reduce((product, length) => product * length, itemSize);
}

type FillStep = (step: ChunkStep, view: Chunk) => void;

function fillFor(handle: ArrayHandle, options: RegionOptions): FillStep {
  const { node, hierarchy, access } = handle;
  if (options.missing === "error") {
    return (step) => {
      throw new HyperslabError("not-found", "the chunk is absent", {
        ...valuePlace(hierarchy.store, access.key(step.coords)),
        node: node.path,
        chunk: step.coords,
        hint: 'Read with missing: "fill" to take the fill value instead.',
      });
    };
  }
  const element = node.fillValue ?? zeroElement(node.dataType);
  if (options.zeroed === true && element instanceof Uint8Array && element.every((byte) => byte === 0)) return () => {};
  return (_, view) => fillChunk(view, element);
}

/** What the steps of one read have in common. */
interface Reading {
  readonly handle: ArrayHandle;
  readonly signal: AbortSignal | undefined;
  readonly elsewhere: DecodeStep | undefined;
  /** For chunks of which nothing is remembered: they may lie in memory that is used again. */
  readonly drive: DriveOptions;
}

async function decodeStep(reading: Reading, pipeline: Pipeline, step: ChunkStep, view: Chunk): Promise<boolean> {
  const { handle, elsewhere, drive } = reading;
  try {
    // All of a plain chunk leaves nothing to remember.
    if (!step.whole || !isSame(pipeline.readShape, step.shape)) return await decodePart(reading, pipeline, step, view);
    const source = handle.access.source(step.coords);
    return elsewhere === undefined
      ? await driveAsync(pipeline.decode(step.source, view), source, drive)
      : await elsewhere(pipeline, step, view, source, undefined);
  } catch (error) {
    const { hierarchy, node, access } = handle;
    const place = valuePlace(hierarchy.store, access.key(step.coords));
    throw atPlace(error, { ...place, node: node.path, chunk: step.coords });
  }
}

/** Part of a chunk: its index, or all of it decoded, may be remembered. */
async function decodePart(reading: Reading, pipeline: Pipeline, step: ChunkStep, view: Chunk): Promise<boolean> {
  const { handle, signal, elsewhere } = reading;
  const key = handle.access.key(step.coords);
  const source = handle.access.source(step.coords);
  const attempt = (from: ByteSource, memo?: ObjectMemo): Promise<boolean> =>
    elsewhere === undefined
      ? driveAsync(pipeline.decode(step.source, view, memo), from, { signal })
      : elsewhere(pipeline, step, view, from, memo);
  const hitsBefore = handle.stats().hits;
  const memo = await handle.memo(key, signal, source.version);
  return attempt(source, memo).catch((error: unknown) => {
    // What is remembered may be older than the object: somebody else rewrote it. Look again, once.
    if (handle.stats().hits === hitsBefore || !isHyperslabError(error, "invalid-data")) throw error;
    handle.forget(key);
    return attempt(handle.access.source(step.coords));
  });
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((length, axis) => length === b[axis]);
}
