/**
 * What an interrupted copy has left at the target, and what of it counts. A node counts if it is exactly what this copy
 * would write. A chunk counts if it is that of the source: either the versions of both are those that the journal
 * proves, or its bytes are compared when its turn comes. Stores replace values whole, so that no half of one is there.
 */
import { forEachBounded } from "../bytes/concurrency.ts";
import { DEFAULT_CONCURRENCY } from "../dataset/options.ts";
import type { ChunkAccess } from "../formats/format.ts";
import { type ChunkGrid, chunkCoords, chunkCount, gridShape } from "../model/chunk-grid.ts";
import type { Store } from "../stores/store.ts";
import type { ArrayProgress } from "./copy-journal.ts";
import { passedVersion } from "./copy-pass.ts";
import type { ArrayCopyPlan } from "./copy-plan.ts";
import { isAllAbsent, type ProofState, proofChain, unitVersion, versionsOf } from "./copy-proof.ts";
import { unitChunks, unitsText } from "./copy-unit.ts";
import type { ArrayResume, CopyCounts } from "./copy-work.ts";

export async function resumeArray(
  plan: ArrayCopyPlan,
  progress: ArrayProgress | undefined,
  signal: AbortSignal | undefined,
): Promise<ArrayResume> {
  const { access, hierarchy, node } = plan.target;
  const sizes = await storedSizes(hierarchy.store, access, node.grid, signal);
  const has = (key: string): boolean => sizes.has(key);
  const proven = await provenUnits(plan, progress, sizes, signal);
  return { proven: proven?.state.done ?? 0, state: proven?.state, counts: proven?.counts ?? {}, has };
}

interface ProvenUnits {
  readonly state: ProofState;
  readonly counts: Partial<CopyCounts>;
}

/** Asks both stores for the versions of everything that the journal calls done. */
async function provenUnits(
  plan: ArrayCopyPlan,
  progress: ArrayProgress | undefined,
  sizes: ReadonlyMap<string, number>,
  signal: AbortSignal | undefined,
): Promise<ProvenUnits | undefined> {
  if (progress === undefined || progress.done === 0 || progress.units !== unitsText(plan)) return undefined;
  const { source, target } = plan;
  const chain = proofChain();
  const counts = { kept: 0, absent: 0 };
  const ask = async ([unit, coords]: readonly [number, readonly number[]]): Promise<void> => {
    const chunks = unitChunks(plan, coords);
    const sourceKeys = chunks.source.map((chunk) => source.access.key(chunk));
    const targetKeys = chunks.target.map((chunk) => target.access.key(chunk));
    const before = await versionsOf(source.hierarchy.store, sourceKeys, signal);
    const after = plan.passThrough
      ? await passedVersion(plan, targetKeys[0]!, sizes.get(targetKeys[0]!), signal)
      : await versionsOf(target.hierarchy.store, targetKeys, signal);
    chain.add(unit, unitVersion(before, after));
    if (plan.passThrough && before !== undefined && isAllAbsent(before)) counts.absent += 1;
    else counts.kept += targetKeys.length;
  };
  await forEachBounded(firstUnits(plan, progress.done), DEFAULT_CONCURRENCY, ask, signal);
  const { done, digest } = chain.state;
  return done === progress.done && digest === progress.digest ? { state: chain.state, counts } : undefined;
}

function* firstUnits(plan: ArrayCopyPlan, count: number): Generator<readonly [number, readonly number[]]> {
  let unit = 0;
  for (const coords of chunkCoords(plan.blocks)) {
    if (unit === count) return;
    yield [unit, coords];
    unit += 1;
  }
}

/** The chunks that are there: by one listing, or else by asking for each. */
async function storedSizes(
  store: Store,
  access: ChunkAccess,
  grid: ChunkGrid,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  if (chunkCount(grid) === 0) return sizes;
  if (store.list !== undefined) {
    const prefix = commonPrefix(access, grid);
    for await (const { key, size = -1 } of store.list(prefix, { signal })) sizes.set(key, size);
    return sizes;
  }
  const ask = async (coords: readonly number[]): Promise<void> => {
    const key = access.key(coords);
    const size =
      (await store.head?.(key, { signal }))?.size ?? (await access.source(coords).read(undefined))?.byteLength;
    if (size !== undefined) sizes.set(key, size);
  };
  await forEachBounded(chunkCoords(grid), DEFAULT_CONCURRENCY, ask, signal);
  return sizes;
}

/** The deepest prefix that holds the first chunk and the last one, and so all of them. */
function commonPrefix(access: ChunkAccess, grid: ChunkGrid): string {
  const counts = gridShape(grid);
  const first = access.key(counts.map(() => 0)).split("/");
  const last = access.key(counts.map((count) => count - 1)).split("/");
  const shared = first.findIndex((name, index) => name !== last[index]);
  return first.slice(0, shared < 0 ? -1 : shared).join("/");
}
