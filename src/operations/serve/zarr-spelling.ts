/**
 * A dataset of any format as the documents of a plain Zarr hierarchy, v3 or v2. The one that loses less is chosen, then
 * the one that moves more chunks byte for byte, then the one that more programs read.
 */
import { type ArrayHandle, arrayHandle } from "../../dataset/array/array-handle.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import { Group } from "../../dataset/tree/group.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { formatNamed } from "../../formats/registry.ts";
import { firstChunkShape } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import { memoryStore } from "../../stores/memory.ts";
import type { Store } from "../../stores/store.ts";
import { writeNodes } from "../copy/nodes.ts";
import { carryMasks } from "../copy/plan/conventions.ts";
import type { TargetLayout } from "../copy/plan/layout.ts";
import { lossesOf } from "../copy/plan/losses.ts";
import { holdsOldZstd, sameEncoding, sameFill, targetArray, targetGroup } from "../copy/plan/target-node.ts";
import { inChunks } from "../pack/in-chunks.ts";

/** What a dataset is spelled in. */
export type ServedFormat = "zarr3" | "zarr2";

/** An array of the dataset, and how it is served. */
export interface SpelledArray {
  readonly source: ArrayHandle;
  /** In the memory that the documents are written to. */
  readonly target: ArrayHandle;
  /** Whether chunks have the same bytes in both. */
  readonly passes: boolean;
  /** Whether absent chunks must be served, because their absence would mean another value. */
  readonly writesAbsent: boolean;
}

export interface SpelledDataset {
  readonly format: ServedFormat;
  readonly hierarchy: Hierarchy;
  /** Holds the documents, with consolidated metadata. */
  readonly documents: Store;
  /** By path. */
  readonly arrays: ReadonlyMap<string, SpelledArray>;
  /** What Zarr does not record about the dataset, one sentence each. */
  readonly lost: readonly string[];
  readonly notes: readonly string[];
}

interface SpellOptions {
  readonly format?: ServedFormat | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads the whole tree. */
export async function spellDataset(opened: Group | NdArray, options: SpellOptions): Promise<SpelledDataset> {
  const { root, layout } = inChunks(opened, {});
  const nodes: (Group | NdArray)[] = [root];
  if (root instanceof Group) for await (const node of root.walk({ signal: options.signal })) nodes.push(node);
  const formats: readonly ServedFormat[] = options.format === undefined ? preferred(root) : [options.format];
  const spelled: SpelledDataset[] = [];
  let refusal: unknown;
  for (const format of formats) {
    try {
      spelled.push(await spelledAs(format, nodes, layout, options));
    } catch (error) {
      if (!isHyperslabError(error)) throw error;
      refusal ??= error;
    }
  }
  const [best] = spelled.sort((a, b) => cost(a) - cost(b));
  if (best === undefined) throw refusal;
  return best;
}

/** The version of Zarr that the dataset was made for comes first, because ties go to the first. */
function preferred({ hierarchy: { format, dialect } }: Group | NdArray): readonly ServedFormat[] {
  const isOld =
    ["zarr2", "zarr1", "zarr0"].includes(format) || (format === "nczarr" && dialect?.startsWith("v3") !== true);
  return isOld ? ["zarr2", "zarr3"] : ["zarr3", "zarr2"];
}

/** Codecs that the specification of Zarr v3 names. Others are extensions, which fewer programs read. */
const CORE_CODECS: ReadonlySet<string> = new Set([
  ...["bytes", "transpose", "sharding_indexed", "gzip", "blosc", "zstd", "crc32c"],
  ...["vlen-utf8", "vlen-bytes"],
]);

function cost({ format, arrays, lost }: SpelledDataset): number {
  let encoded = 0;
  let rare = 0;
  for (const { passes, target } of arrays.values()) {
    if (!passes) encoded += 1;
    if (format === "zarr3" && !target.node.codecs.every(({ name }) => CORE_CODECS.has(name))) rare += 1;
  }
  return lost.length * 1e12 + encoded * 1e6 + rare;
}

async function spelledAs(
  format: ServedFormat,
  nodes: readonly (Group | NdArray)[],
  layout: TargetLayout,
  { signal }: SpellOptions,
): Promise<SpelledDataset> {
  const documents = memoryStore();
  const hierarchy = (await formatNamed(format)).create?.(documents);
  if (hierarchy === undefined) throw new HyperslabError("unsupported", `${format} cannot be written`);
  const root = nodes[0]!;
  const at = (path: string): string =>
    path.slice(root.path === "" || path === root.path ? root.path.length : root.path.length + 1);
  const sources = nodes.filter((node) => node instanceof NdArray);
  const groups = nodes
    .filter((node) => node instanceof Group)
    .map((group) => targetGroup(group, hierarchy, at(group.path)));
  const carried = carryMasks(sources, hierarchy);
  const targets = sources.map((source, index) =>
    targetArray(carried[index]!.array, hierarchy, at(source.path), layout),
  );
  await writeNodes(hierarchy, [...groups, ...targets], { signal });
  if (root instanceof Group) await hierarchy.consolidate?.({ signal });
  const arrays = new Map<string, SpelledArray>();
  for (const [index, target] of targets.entries()) {
    arrays.set(target.path, await spelledArray(sources[index]!, hierarchy, target));
  }
  const lost = [...lossesOf(nodes, hierarchy), ...carried.flatMap((one) => one.lost ?? [])];
  const notes = carried.flatMap(({ note }, index) => (note === undefined ? [] : [`/${targets[index]!.path}: ${note}`]));
  return { format, hierarchy, documents, arrays, lost, notes };
}

/** Arrays that cannot be encoded are refused here, before anything is served. */
async function spelledArray(source: NdArray, hierarchy: Hierarchy, node: ArrayNode): Promise<SpelledArray> {
  const stays = source.hierarchy.format === hierarchy.format;
  const passes = sameEncoding(source.node, node) && (stays || !holdsOldZstd(source));
  const target = arrayHandle(hierarchy, node, { cacheBytes: 0 });
  if (!passes) await target.pipelineFor(firstChunkShape(node.grid));
  const handle = arrayHandle(source.hierarchy, source.node);
  return { source: handle, target, passes, writesAbsent: !sameFill(source.node, node) };
}
