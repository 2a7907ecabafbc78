/**
 * Reads a finished copy back and compares it with its source, which is read a second time. Both are read as a stranger
 * would read them: the target by the documents that are there now, on this thread, without the caches and the workers
 * that took part in the copy, so that what they did wrong shows. Nothing that the copy kept in memory is believed.
 */
import { forEachBounded } from "../../bytes/concurrency.ts";
import { type ArrayHandle, arrayHandle } from "../../dataset/array/array-handle.ts";
import { progressMeter } from "../../dataset/array/progress.ts";
import { readRegion } from "../../dataset/engine/read-region.ts";
import type { TransferOptions } from "../../dataset/open/options.ts";
import { openAs } from "../../formats/detect.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { sameDataType } from "../../model/data-types/data-type.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { filledChunk } from "../../model/grid/chunk-fill.ts";
import { type AxisSelection, selectionShape } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { parallelUnits } from "./chunks.ts";
import { equalBytes, equalChunks, notAsWritten } from "./mismatch.ts";
import { type ArrayCopyPlan, sameEncoding } from "./plan.ts";
import { unitChunks } from "./unit.ts";
import { blockSelection, listedChunks } from "./units.ts";

/** What was compared, all of it read again on both sides. */
export interface CopyVerification {
  /** Chunks whose stored bytes were compared: their encoding and their documents say the same on both sides. */
  readonly stored: number;
  /** Chunks (or shards) of the target whose values were decoded and compared with those of the source. */
  readonly decoded: number;
  /** Bytes that were compared: stored ones, and bytes of values. */
  readonly bytes: number;
}

export interface VerifyOptions extends TransferOptions {
  /** The source and the target, opened anew if the copy had caches in front of them. */
  readonly source: Hierarchy;
  readonly target: Hierarchy;
  /** Called between units. */
  readonly onUnit?: (() => Promise<void>) | undefined;
}

export async function verifyCopy(plans: readonly ArrayCopyPlan[], options: VerifyOptions): Promise<CopyVerification> {
  const total = plans.reduce((sum, plan) => sum + plan.steps, 0);
  const meter = progressMeter("verify", total, options.onProgress);
  const counts = { stored: 0, decoded: 0, bytes: 0 };
  for (const plan of plans) {
    const pair = await pairOf(plan, options);
    const verify = plan.passThrough ? sameStored : sameValues;
    const verifyUnit = async ([, coords]: readonly [number, readonly number[]]): Promise<void> => {
      const bytes = await verify(plan, pair, coords, options.signal);
      if (bytes === undefined)
        throw notAsWritten(pair.target, await differingChunk(plan, pair, coords, options.signal));
      const chunks = plan.passThrough ? 1 : unitChunks(plan, coords).target.length;
      counts[plan.passThrough ? "stored" : "decoded"] += chunks;
      counts.bytes += bytes;
      for (let chunk = 0; chunk < chunks; chunk++) meter.step(bytes / chunks);
      await options.onUnit?.();
    };
    await forEachBounded(plan.units.from(0), parallelUnits(plan, options.concurrency), verifyUnit, options.signal);
    await refuseUnlisted(plan, pair.target, options.signal);
  }
  meter.end();
  return counts;
}

interface Pair {
  readonly source: ArrayHandle;
  readonly target: ArrayHandle;
}

/** Both arrays with caches of their own, which hold nothing. */
async function pairOf(plan: ArrayCopyPlan, { source, target, signal }: VerifyOptions): Promise<Pair> {
  const { node: wanted } = plan.target;
  const node = await target.readNode(wanted.path, { signal });
  const isSame =
    node?.kind === "array" &&
    sameDataType(node.dataType, wanted.dataType) &&
    node.shape.join() === wanted.shape.join() &&
    (!plan.passThrough || sameEncoding(plan.source.node, node));
  if (!isSame) throw notAsWritten(plan.target, undefined);
  return {
    source: arrayHandle(source, plan.source.node, { cacheBytes: 0 }),
    target: arrayHandle(target, node, { cacheBytes: 0 }),
  };
}

/** Gives the bytes that were compared; undefined: they differ. */
async function sameStored(
  _: ArrayCopyPlan,
  { source, target }: Pair,
  coords: readonly number[],
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const [wanted, found] = await Promise.all(
    [source, target].map(({ access }) => access.source(coords).read(undefined, { signal })),
  );
  if (wanted === undefined || found === undefined) return wanted === found ? 0 : undefined;
  return equalBytes(wanted, found) ? wanted.byteLength : undefined;
}

async function sameValues(
  { blocks }: Pick<ArrayCopyPlan, "blocks">,
  { source, target }: Pair,
  coords: readonly number[],
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const selection = blockSelection(blocks, coords);
  const [wanted, found] = await Promise.all([source, target].map((handle) => readPlainly(handle, selection, signal)));
  return equalChunks(wanted!, found!) ? (wanted!.bytes?.byteLength ?? 0) : undefined;
}

/** The chunk of the target to name, of a unit that differs. */
async function differingChunk(
  plan: ArrayCopyPlan,
  pair: Pair,
  coords: readonly number[],
  signal: AbortSignal | undefined,
): Promise<readonly number[] | undefined> {
  if (plan.passThrough) return coords;
  const { target: chunks } = unitChunks(plan, coords);
  for (const chunk of chunks) {
    if ((await sameValues({ blocks: plan.target.node.grid }, pair, chunk, signal)) === undefined) return chunk;
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

/** Where only listed chunks are copied, the target may have no others. */
async function refuseUnlisted(
  plan: ArrayCopyPlan,
  target: ArrayHandle,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!plan.units.listed) return;
  const copied = new Set<string>();
  for (const [, coords] of plan.units.from(0)) {
    for (const chunk of unitChunks(plan, coords).target) copied.add(target.access.key(chunk));
  }
  for (const chunk of (await listedChunks(target, signal)) ?? []) {
    if (!copied.has(target.access.key(chunk))) throw notAsWritten(target, chunk);
  }
}

/** The target by the documents that are there now. */
export async function reopened(
  hierarchy: Hierarchy,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Hierarchy> {
  return (await openAs(hierarchy.format, hierarchy.store, path, { signal }))?.hierarchy ?? hierarchy;
}
