/** Executes a chunk plan for reading: per chunk, bounded, source -> decode -> scatter into the target. */
import type { ByteSource } from "../bytes/byte-source.ts";
import { forEachBounded } from "../bytes/concurrency.ts";
import type { ObjectMemo, Pipeline } from "../codecs/codec.ts";
import { driveAsync } from "../codecs/drive.ts";
import { atPlace, HyperslabError, isHyperslabError } from "../errors.ts";
import { type AxisSelection, selectionCount } from "../model/axis-selection.ts";
import type { Chunk } from "../model/chunk.ts";
import { fillChunk } from "../model/chunk-fill.ts";
import { chunkShapeOf } from "../model/chunk-grid.ts";
import { type ChunkStep, planChunks } from "../model/chunk-plan.ts";
import { zeroElement } from "../model/fill-value.ts";
import { selectChunk } from "../model/lattice-copy.ts";
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
    await forEachBounded(
      plan,
      Math.min(options.concurrency ?? readsAtOnce(handle.hierarchy.store, chunkBytes(handle)), plan.stepCount),
      async (step) => {
        const view = selectChunk(target, step.target);
        const pipeline = await handle.pipelineFor(step.shape);
        const found = await decodeStep(handle, pipeline, step, view, options, elsewhere);
        if (!found) fill(step, view);
        done(step);
      },
      options.signal,
    );
  };
  const missing = (step: ChunkStep): void => fill(step, selectChunk(target, step.target));
  const { bytes } = target;
  const parallel = await parallelFiles(handle, options);
  const call = bytes === undefined ? undefined : parallel?.workerCall(handle, plan, options);
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
        location: hierarchy.store.location,
        key: access.key(step.coords),
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

async function decodeStep(
  handle: ArrayHandle,
  pipeline: Pipeline,
  step: ChunkStep,
  view: Chunk,
  options: TransferOptions,
  elsewhere: DecodeStep | undefined,
): Promise<boolean> {
  const key = handle.access.key(step.coords);
  const source = handle.access.source(step.coords);
  const attempt = (from: ByteSource, memo?: ObjectMemo): Promise<boolean> =>
    elsewhere === undefined
      ? driveAsync(pipeline.decode(step.source, view, memo), from, { signal: options.signal })
      : elsewhere(pipeline, step, view, from, memo);
  try {
    // All of a plain chunk leaves nothing to remember.
    if (step.whole && pipeline.readShape.every((length, axis) => length === step.shape[axis])) {
      return await attempt(source);
    }
    const hitsBefore = handle.stats().hits;
    const memo = await handle.memo(key, options.signal, source.version);
    return await attempt(source, memo).catch((error: unknown) => {
      // What is remembered may be older than the object: somebody else rewrote it. Look again, once.
      if (handle.stats().hits === hitsBefore || !isHyperslabError(error, "invalid-data")) throw error;
      handle.forget(key);
      return attempt(handle.access.source(step.coords));
    });
  } catch (error) {
    const { hierarchy, node } = handle;
    throw atPlace(error, { location: hierarchy.store.location, key, node: node.path, chunk: step.coords });
  }
}
