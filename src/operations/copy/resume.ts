/**
 * What an interrupted copy has left at the target, and which part of it can be kept. A node is kept if it is exactly
 * what this copy would write. A chunk is kept if it matches the source: either the journal proves the versions of both,
 * or its bytes are compared. Stores replace values as a whole, so a chunk is never half written.
 */
import { forEachBounded } from "../../bytes/concurrency.ts";
import { DEFAULT_CONCURRENCY } from "../../dataset/transfer.ts";
import { chunkCount } from "../../model/grid/chunk-grid.ts";
import type { ArrayCopy, ArrayResume, CopyCounts } from "./array-copy.ts";
import type { ArrayProgress } from "./journal.ts";
import { passedVersion } from "./pass.ts";
import { isAllAbsent, type ProofState, proofChain, unitVersion, versionsOf } from "./proof.ts";
import { type CopyUnit, chunkPrefix, unitChunks, unitsFrom, unitsText } from "./units.ts";

export async function resumeArray(
  array: ArrayCopy,
  progress: ArrayProgress | undefined,
  signal: AbortSignal | undefined,
): Promise<ArrayResume> {
  const sizes = await storedSizes(array, signal);
  const has = (key: string): boolean => sizes.has(key);
  const proven = await provenUnits(array, progress, sizes, signal);
  return { proven: proven?.state.done ?? 0, state: proven?.state, counts: proven?.counts ?? {}, has };
}

interface ProvenUnits {
  readonly state: ProofState;
  readonly counts: Partial<CopyCounts>;
}

/** Queries both stores for the versions of all units that are done according to the journal. */
async function provenUnits(
  array: ArrayCopy,
  progress: ArrayProgress | undefined,
  sizes: ReadonlyMap<string, number>,
  signal: AbortSignal | undefined,
): Promise<ProvenUnits | undefined> {
  if (progress === undefined || progress.done === 0 || progress.units !== unitsText(array)) return undefined;
  const { source, target } = array;
  const chain = proofChain();
  const counts = { kept: 0, absent: 0 };
  const ask = async ([unit, coords]: CopyUnit): Promise<void> => {
    const chunks = unitChunks(array, coords);
    const sourceKeys = chunks.source.map((chunk) => source.access.key(chunk));
    const targetKeys = chunks.target.map((chunk) => target.access.key(chunk));
    const before = await versionsOf(source.hierarchy.store, sourceKeys, signal);
    const after = array.passThrough
      ? await passedVersion(array, targetKeys[0]!, sizes.get(targetKeys[0]!), signal)
      : await versionsOf(target.hierarchy.store, targetKeys, signal);
    chain.add(unit, unitVersion(before, after));
    const isAbsent = array.passThrough && !array.writesAbsent && before !== undefined && isAllAbsent(before);
    if (isAbsent) counts.absent += 1;
    else counts.kept += targetKeys.length;
  };
  await forEachBounded(unitsFrom(array.blocks, array.units, 0, progress.done), DEFAULT_CONCURRENCY, ask, signal);
  const { done, digest } = chain.state;
  return done === progress.done && digest === progress.digest ? { state: chain.state, counts } : undefined;
}

/** The chunks at the target: from one listing, or by querying each. */
async function storedSizes(array: ArrayCopy, signal: AbortSignal | undefined): Promise<ReadonlyMap<string, number>> {
  const { access, hierarchy, node } = array.target;
  const { store } = hierarchy;
  const sizes = new Map<string, number>();
  if (chunkCount(node.grid) === 0) return sizes;
  if (store.list !== undefined) {
    const prefix = chunkPrefix(access, node.grid);
    for await (const { key, size = -1 } of store.list(prefix, { signal })) sizes.set(key, size);
    return sizes;
  }
  const ask = async (coords: readonly number[]): Promise<void> => {
    const key = access.key(coords);
    const size =
      (await store.head?.(key, { signal }))?.size ?? (await access.source(coords).read(undefined))?.byteLength;
    if (size !== undefined) sizes.set(key, size);
  };
  await forEachBounded(targetChunks(array), DEFAULT_CONCURRENCY, ask, signal);
  return sizes;
}

function* targetChunks(array: ArrayCopy): Generator<readonly number[]> {
  for (const [, coords] of unitsFrom(array.blocks, array.units)) yield* unitChunks(array, coords).target;
}
