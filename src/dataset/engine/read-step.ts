/**
 * One step of a chunk plan, read: all that it takes of its object is of one version of it. Where values can be held (files),
 * it holds the one that is there; elsewhere the answers tell their version. If it changed in the middle all the same, the
 * step is read once more from its beginning, and then it is an error.
 */
import { sharedRoom } from "../../bytes/source/byte-room.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { Pipeline } from "../../codecs/codec.ts";
import { driveAsync } from "../../codecs/pipeline/drive.ts";
import { atPlace, isHyperslabError } from "../../errors.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { fillChunk } from "../../model/grid/chunk-fill.ts";
import type { ChunkStep } from "../../model/grid/chunk-plan.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { changedError, isChanged } from "../../stores/object-version.ts";
import type { ArrayHandle } from "../array/array-handle.ts";
import type { VersionedMemo } from "./chunk-cache.ts";
import type { DecodeStep } from "./elsewhere.ts";

/** What the steps of one read have in common. */
export interface ReadingSteps {
  readonly handle: ArrayHandle;
  readonly signal: AbortSignal | undefined;
  readonly elsewhere: DecodeStep | undefined;
}

/** False: the chunk is absent. */
export async function readStep(
  reading: ReadingSteps,
  pipeline: Pipeline,
  step: ChunkStep,
  view: Chunk,
): Promise<boolean> {
  const { access, node } = reading.handle;
  // All of a plain chunk leaves nothing to remember.
  const whole = step.whole && isSameShape(pipeline.readShape, step.shape);
  try {
    if (!whole) return await readPart(reading, pipeline, step, view, true);
    return await decode(reading, pipeline, step, view, access.source(step.coords), undefined);
  } catch (error) {
    const found = isChanged(error) ? await readAgain(reading, pipeline, step, view).catch(asFailure) : { error };
    if (typeof found === "boolean") return found;
    throw atPlace(found.error, { ...access.place(step.coords), node: node.path, chunk: step.coords });
  }
}

function asFailure(error: unknown): { readonly error: unknown } {
  return { error };
}

async function readAgain(reading: ReadingSteps, pipeline: Pipeline, step: ChunkStep, view: Chunk): Promise<boolean> {
  const { node, forget } = reading.handle;
  forget(step.coords);
  const found = await readPart(reading, pipeline, step, view, false);
  // The first try may have left something where now nothing is.
  if (!found) fillChunk(view, node.fillValue ?? zeroElement(node.dataType));
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
  // Of what is remembered nothing may lie in memory that is used again, nor of items, which may be views of it.
  const lent = memo === undefined && view.bytes !== undefined && source.lends === true;
  const options = lent ? { signal, room: sharedRoom } : { signal };
  return driveAsync(pipeline.decode(step.source, view, memo), source, options);
}

/** Part of a chunk: its index, or all of it decoded, may be remembered. */
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
    // No version: it cannot be told from what is remembered.
    const memo = remember && version?.validator !== undefined ? handle.memo(coords, version) : undefined;
    return await decode(reading, pipeline, step, view, held, memo);
  } finally {
    held.close();
  }
}

/** From a source that is told its version with each answer. */
async function readTied(
  reading: ReadingSteps,
  pipeline: Pipeline,
  step: ChunkStep,
  view: Chunk,
  source: ByteSource,
  memo: VersionedMemo | undefined,
): Promise<boolean> {
  let told = false;
  const read: ByteSource["read"] = async (range, options) => {
    const bytes = await source.read(range, options);
    // It was there for the part before.
    if (bytes === undefined && told) throw changedError({});
    told ||= bytes !== undefined;
    return bytes;
  };
  const found = await decode(reading, pipeline, step, view, { ...source, read }, memo).catch((error: unknown) => {
    // What is remembered may be older than the object: another program rewrote it.
    throw memo?.used !== undefined && isHyperslabError(error, "invalid-data") ? changedError({}) : error;
  });
  if (memo?.used === undefined) return found;
  const { signal } = reading;
  const now = told ? source.version?.validator : await source.validator?.({ signal });
  if (memo.used !== now) throw changedError({});
  return found;
}

export function isSameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((length, axis) => length === b[axis]);
}
