/**
 * Reads a finished copy back and compares it with its source, which is read a second time. Both are read as another
 * program would read them: the target by its stored documents, on this thread, without the caches and workers of the
 * copy, so that their mistakes are detected. Nothing that the copy kept in memory is trusted.
 */

import { forEachBounded } from "../../bytes/concurrency.ts";
import { jsonEquals } from "../../bytes/json/make.ts";
import { type ArrayHandle, arrayHandle } from "../../dataset/array/array-handle.ts";
import { readRegion } from "../../dataset/engine/read-region.ts";
import { progressMeter, type TransferOptions } from "../../dataset/transfer.ts";
import { openAs } from "../../formats/detect.ts";
import type { Hierarchy, MaskPlace } from "../../formats/format.ts";
import { sameDataType } from "../../model/data-types/data-type.ts";
import { type Chunk, filledChunk } from "../../model/grid/chunk.ts";
import { FILL_ATTRIBUTE, MISSING_ATTRIBUTE } from "../../model/netcdf/mask.ts";
import type { ArrayNode } from "../../model/node.ts";
import { type AxisSelection, selectionShape } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import type { ArrayCopy } from "./array-copy.ts";
import { inTypeOf } from "./bounded-text.ts";
import { parallelUnits } from "./chunks.ts";
import { equalBytes, equalChunks, notAsWritten } from "./mismatch.ts";
import { sameEncoding, sameFill } from "./plan/target-node.ts";
import { type CopyUnit, chunkSelection, inSource, listedChunks, unitChunks, unitsFrom } from "./units.ts";

/** What was read again on both sides and compared. */
export interface CopyVerification {
  /** Chunks whose stored bytes were compared, because both sides have the same encoding. */
  readonly stored: number;
  /** Chunks (or shards) of the target whose values were decoded and compared with those of the source. */
  readonly decoded: number;
  /** Bytes that were compared: stored ones, and bytes of values. */
  readonly bytes: number;
}

export interface VerifyOptions extends TransferOptions {
  /** The source and the target, opened anew if the copy used caches. */
  readonly source: Hierarchy;
  readonly target: Hierarchy;
  /** Called between units. */
  readonly onUnit?: (() => Promise<void>) | undefined;
}

export async function verifyCopy(arrays: readonly ArrayCopy[], options: VerifyOptions): Promise<CopyVerification> {
  const total = arrays.reduce((sum, array) => sum + array.steps, 0);
  const meter = progressMeter("verify", total, options.onProgress);
  const counts = { stored: 0, decoded: 0, bytes: 0 };
  for (const array of arrays) {
    const pair = await pairOf(array, options);
    const verify = array.passThrough ? sameStored : sameValues;
    const verifyUnit = async ([, coords]: CopyUnit): Promise<void> => {
      const bytes = await verify(array, pair, coords, options.signal);
      if (bytes === undefined)
        throw notAsWritten(pair.target, await differingChunk(array, pair, coords, options.signal));
      const chunks = array.passThrough ? 1 : unitChunks(array, coords).target.length;
      counts[array.passThrough ? "stored" : "decoded"] += chunks;
      counts.bytes += bytes;
      for (let chunk = 0; chunk < chunks; chunk++) meter.step(bytes / chunks);
      await options.onUnit?.();
    };
    await forEachBounded(
      unitsFrom(array.blocks, array.units),
      parallelUnits(array, options.concurrency),
      verifyUnit,
      options.signal,
    );
    await refuseUnlisted(array, pair.target, options.signal);
  }
  meter.end();
  return counts;
}

interface Pair {
  readonly source: ArrayHandle;
  readonly target: ArrayHandle;
}

/** Both arrays without caches. */
async function pairOf(array: ArrayCopy, { source, target, signal }: VerifyOptions): Promise<Pair> {
  const { node: wanted } = array.target;
  const node = await target.readNode(wanted.path, { signal });
  const isSame =
    node?.kind === "array" &&
    sameDataType(node.dataType, wanted.dataType) &&
    node.shape.join() === wanted.shape.join() &&
    (!array.passThrough || sameEncoding(array.source.node, node)) &&
    sameMask(node, wanted, target.masks);
  if (!isSame) throw notAsWritten(array.target, undefined);
  return {
    source: arrayHandle(source, array.source.node, { cacheBytes: 0 }),
    target: arrayHandle(target, node, { cacheBytes: 0 }),
  };
}

/** Returns whether missing elements are recorded as planned. If the fill value is the mask, attributes do not count. */
function sameMask(found: ArrayNode, wanted: ArrayNode, masks: MaskPlace | undefined): boolean {
  if (found.fillValue === undefined ? wanted.fillValue !== undefined : !sameFill(wanted, found)) return false;
  if (masks === undefined || (masks === "fill-value" && found.fillValue !== undefined)) return true;
  return [FILL_ATTRIBUTE, MISSING_ATTRIBUTE].every((name) => {
    const [one, other] = [found, wanted].map(({ attributes }) => attributes.get(name)?.value);
    return one === undefined || other === undefined ? one === other : jsonEquals(one, other);
  });
}

/** The number of bytes compared; undefined if they differ. */
async function sameStored(
  array: ArrayCopy,
  pair: Pair,
  coords: readonly number[],
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const { source, target } = pair;
  const [wanted, found] = await Promise.all(
    [source, target].map(({ access }) => access.source(coords).read(undefined, { signal })),
  );
  // If the fill values differ, a chunk that one side lacks is compared by its values.
  if (wanted === undefined && array.writesAbsent) {
    return found === undefined ? undefined : sameValues(array, pair, coords, signal);
  }
  if (wanted === undefined || found === undefined) return wanted === found ? 0 : undefined;
  return equalBytes(wanted, found) ? wanted.byteLength : undefined;
}

async function sameValues(
  { blocks, part }: Pick<ArrayCopy, "blocks" | "part">,
  { source, target }: Pair,
  coords: readonly number[],
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const selection = chunkSelection(blocks, coords);
  const [wanted, found] = await Promise.all([
    readPlainly(source, inSource({ part }, selection), signal),
    readPlainly(target, selection, signal),
  ]);
  return equalChunks(inTypeOf(target, wanted), found) ? (wanted.bytes?.byteLength ?? 0) : undefined;
}

/** The first chunk of the target that differs in a unit. */
async function differingChunk(
  array: ArrayCopy,
  pair: Pair,
  coords: readonly number[],
  signal: AbortSignal | undefined,
): Promise<readonly number[] | undefined> {
  if (array.passThrough) return coords;
  const { target: chunks } = unitChunks(array, coords);
  for (const chunk of chunks) {
    if ((await sameValues({ ...array, blocks: array.target.node.grid }, pair, chunk, signal)) === undefined)
      return chunk;
  }
  return chunks[0];
}

/** The values of a part, read on this thread. */
async function readPlainly(
  handle: ArrayHandle,
  selection: readonly AxisSelection[],
  signal: AbortSignal | undefined,
): Promise<Chunk> {
  const { dataType } = handle.node;
  const values = filledChunk(dataType, selectionShape(selection), zeroElement(dataType));
  await readRegion(handle, selection, values, { signal, workers: false, zeroed: true });
  return values;
}

/** If only listed chunks were copied, the target must not have others. */
async function refuseUnlisted(array: ArrayCopy, target: ArrayHandle, signal: AbortSignal | undefined): Promise<void> {
  if (array.units.runs === undefined) return;
  const copied = new Set<string>();
  for (const [, coords] of unitsFrom(array.blocks, array.units)) {
    for (const chunk of unitChunks(array, coords).target) copied.add(target.access.key(chunk));
  }
  for (const chunk of (await listedChunks(target, signal)) ?? []) {
    if (!copied.has(target.access.key(chunk))) throw notAsWritten(target, chunk);
  }
}

/** The target according to its current documents. */
export async function reopened(
  hierarchy: Hierarchy,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Hierarchy> {
  return (await openAs(hierarchy.format, hierarchy.store, path, { signal }))?.hierarchy ?? hierarchy;
}
