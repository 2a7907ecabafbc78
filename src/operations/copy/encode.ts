/** One block of chunks, decoded from the source and encoded for the target. */
import type { ArrayHandle } from "../../dataset/array/array-handle.ts";
import { readRegion } from "../../dataset/engine/read-region.ts";
import { writeRegion } from "../../dataset/engine/write-region.ts";
import { type Chunk, filledChunk } from "../../model/grid/chunk.ts";
import { planChunks } from "../../model/grid/chunk-plan.ts";
import { copyChunk, selectChunk } from "../../model/lattice/copy.ts";
import { type AxisSelection, selectionShape } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import type { ArrayCopy, CopyUnitsOptions, UnitOutcome } from "./array-copy.ts";
import { inTypeOf } from "./bounded-text.ts";
import { equalChunks, notOfSource } from "./mismatch.ts";
import { isAllAbsent, unitVersion, versionsOf } from "./proof.ts";
import { chunkSelection, inSource, type UnitChunks, unitChunks } from "./units.ts";

export async function encodeBlock(
  array: ArrayCopy,
  coords: readonly number[],
  options: CopyUnitsOptions,
): Promise<UnitOutcome> {
  const { source, target } = array;
  const { signal, workers } = options;
  const unit = unitChunks(array, coords);
  // Determined before reading, so that a change in between is noticed later.
  const version = await sourceVersions(source, unit, signal);
  const selection = chunkSelection(array.blocks, coords);
  const read = emptyChunk(source, selection);
  await readRegion(source, inSource(array, selection), read, { signal, workers, zeroed: true });
  const block = inTypeOf(target, read);
  const keys = unit.target.map((chunk) => target.access.key(chunk));
  const isFresh = !keys.some((key) => options.resume?.has(key) === true);
  const counts = isFresh
    ? await writeBlock(array, selection, block, options)
    : await completeBlock(array, selection, block, options);
  return { counts, version: unitVersion(version, await versionsOf(target.hierarchy.store, keys, signal)) };
}

/** If the store reports no key, the chunks are read anyway, to be sure. */
async function sourceVersions(
  { access, hierarchy }: ArrayHandle,
  { source }: UnitChunks,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const versions = await versionsOf(
    hierarchy.store,
    source.map((chunk) => access.key(chunk)),
    signal,
  );
  if (versions === undefined || !isAllAbsent(versions)) return versions;
  for (const chunk of source) {
    const byte = await access.source(chunk).read({ offset: 0, length: 1 }, { signal });
    if (byte !== undefined) return undefined;
  }
  return versions;
}

function emptyChunk({ node }: ArrayHandle, selection: readonly AxisSelection[]): Chunk {
  return filledChunk(node.dataType, selectionShape(selection), zeroElement(node.dataType));
}

/** Nothing of the block exists. */
async function writeBlock(
  array: ArrayCopy,
  selection: readonly AxisSelection[],
  block: Chunk,
  options: CopyUnitsOptions,
): Promise<UnitOutcome["counts"]> {
  const { target } = array;
  const { signal, workers } = options;
  const chunks = planChunks(target.node.grid, selection).stepCount;
  const bytes = block.bytes?.byteLength ?? 0;
  const steps = stepCounter(chunks, () => options.onStep(bytes / chunks));
  await writeRegion(target, selection, block, { signal, workers, onProgress: ({ done }) => steps(done) });
  steps(chunks);
  return { encoded: chunks, bytesWritten: bytes };
}

/** Some chunks of the block exist: these are compared, the others written. */
async function completeBlock(
  array: ArrayCopy,
  selection: readonly AxisSelection[],
  block: Chunk,
  options: CopyUnitsOptions,
): Promise<UnitOutcome["counts"]> {
  const { target } = array;
  const { signal, verify, resume } = options;
  const counts = { encoded: 0, kept: 0, compared: 0, bytesWritten: 0 };
  for (const step of planChunks(target.node.grid, selection)) {
    const part = chunkSelection(target.node.grid, step.coords);
    const values = emptyChunk(target, part);
    copyChunk(selectChunk(block, step.target), values);
    const isThere = resume?.has(target.access.key(step.coords)) === true;
    if (isThere && (await readsAs(target, part, values, options))) {
      counts.kept += 1;
      counts.compared += 1;
      options.onStep(0);
      continue;
    }
    // Without verification, values may differ because of a lossy codec. The chunk is then written again.
    if (isThere && verify !== false) throw notOfSource(target, step.coords);
    await writeRegion(target, part, values, { signal, workers: false });
    counts.encoded += 1;
    counts.bytesWritten += values.bytes?.byteLength ?? 0;
    options.onStep(values.bytes?.byteLength ?? 0);
  }
  return counts;
}

async function readsAs(
  target: ArrayHandle,
  selection: readonly AxisSelection[],
  values: Chunk,
  { signal, workers }: CopyUnitsOptions,
): Promise<boolean> {
  const again = emptyChunk(target, selection);
  await readRegion(target, selection, again, { signal, workers, zeroed: true });
  return equalChunks(values, again);
}

/** Calls `step` once per newly completed step, up to `total`. */
function stepCounter(total: number, step: () => void): (done: number) => void {
  let counted = 0;
  return (done) => {
    for (; counted < Math.min(done, total); counted++) step();
  };
}
