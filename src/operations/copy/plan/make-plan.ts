/** Makes the plan of a copy. What cannot be read from the source or written to the target is refused here. */

import { arrayHandle } from "../../../dataset/array/array-handle.ts";
import { NdArray } from "../../../dataset/array/nd-array.ts";
import type { CreationTarget } from "../../../dataset/open/creation-target.ts";
import { Group } from "../../../dataset/tree/group.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Hierarchy } from "../../../formats/format.ts";
import { isFixedSize } from "../../../model/data-types/data-type.ts";
import { type ChunkGrid, chunkCount, firstChunkShape } from "../../../model/grid/chunk-grid.ts";
import { planChunks } from "../../../model/grid/chunk-plan.ts";
import type { ArrayNode } from "../../../model/node.ts";
import { joinKey } from "../../../stores/store-key.ts";
import type { CopyEnds } from "../ends.ts";
import { chunkSelection, listedChunks, unitsFrom, unitsWith } from "../units.ts";
import { blockGrid } from "./blocks.ts";
import { checkLayoutNames, layoutOf, type TargetLayout } from "./layout.ts";
import { arrayData, gridLengths, groupData } from "./node-data.ts";
import { type CopyPlan, PLAN_VERSION, type PlannedArray, type PlannedUnits } from "./plan.ts";
import { plannedPlace } from "./planned-place.ts";
import { holdsOldZstd, sameEncoding, targetArray, targetGroup } from "./target-node.ts";

export interface PlanRequest {
  /** Node path inside the target. */
  readonly path?: string | undefined;
  readonly consolidate?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface MadePlan {
  readonly plan: CopyPlan;
  /** The nodes of the source's arrays by their paths, so that a run that follows need not read them again. */
  readonly nodes: ReadonlyMap<string, ArrayNode>;
}

export async function makePlan(ends: CopyEnds, { path, consolidate, signal }: PlanRequest): Promise<MadePlan> {
  const { root, place, layout } = ends;
  const { hierarchy } = place;
  const nodes: (Group | NdArray)[] = [root];
  if (root instanceof Group) for await (const node of root.walk({ signal })) nodes.push(node);
  const arrays = nodes.filter((node) => node instanceof NdArray);
  const groups = nodes.filter((node) => node instanceof Group);
  checkLayoutNames(arrays, layout);
  const moved = (node: Group | NdArray): string => joinKey(place.path, below(node.path, root.path));
  const planned: PlannedArray[] = [];
  const isFile = root instanceof NdArray && hierarchy.isFramed?.(root.node) === true;
  for (const array of arrays) {
    planned.push(
      isFile
        ? planFileCopy(array, moved(array), layout)
        : await planArray(array, hierarchy, moved(array), layoutOf(array, layout), signal),
    );
  }
  const plan: CopyPlan = {
    version: PLAN_VERSION,
    source: await plannedPlace(ends.from, undefined, ends.opened.hierarchy, ends.opened.path),
    target: await plannedPlace(ends.to, path, hierarchy, place.path),
    groups: groups.map((group) => groupData(targetGroup(group, hierarchy, moved(group)))),
    arrays: planned,
    consolidate: !isFile && wantsConsolidation(root, place, consolidate),
  };
  return { plan, nodes: new Map(arrays.map(({ path: at, node }) => [at, node])) };
}

/** The rest of a path below `top`. */
function below(path: string, top: string): string {
  if (path === top) return "";
  return path.slice(top === "" ? 0 : top.length + 1);
}

async function planArray(
  array: NdArray,
  hierarchy: Hierarchy,
  path: string,
  layout: TargetLayout,
  signal: AbortSignal | undefined,
): Promise<PlannedArray> {
  const node = targetArray(array, hierarchy, path, layout);
  const source = arrayHandle(array.hierarchy, array.node);
  const stays = hierarchy.format === array.hierarchy.format;
  const passes = sameEncoding(array.node, node) && (stays || !holdsOldZstd(array));
  if (!passes) {
    await source.pipelineFor(firstChunkShape(array.node.grid));
    await arrayHandle(hierarchy, node).pipelineFor(firstChunkShape(node.grid));
  }
  const stored = await listedChunks(source, signal);
  const blocks = passes
    ? node.grid
    : blockGrid(array.node.grid, node.grid, node.dataType.itemSize, stored === undefined);
  const units: PlannedUnits =
    stored === undefined ? { count: chunkCount(blocks) } : unitsWith(blocks, array.node.grid, stored);
  return {
    source: array.path,
    target: arrayData(node),
    way: passes ? "pass" : "encode",
    blocks: gridLengths(blocks),
    units,
    chunks: passes ? units.count : chunksIn(node.grid, blocks, units),
    absent: passes && stored !== undefined ? chunkCount(array.node.grid) - units.count : 0,
    ...valueBytes(node),
  };
}

/** The writer of the file decides how it is cut, from the source's own chunks and the codecs that were asked for. */
function planFileCopy(array: NdArray, path: string, { codecs }: TargetLayout): PlannedArray {
  const { origin: _, ...node } = array.node;
  return {
    source: array.path,
    target: arrayData({ ...node, path }),
    way: "file",
    blocks: node.shape.map((length) => Math.max(1, length)),
    units: { count: 1 },
    chunks: chunkCount(node.grid),
    absent: 0,
    ...valueBytes(node),
    ...(codecs && { codecs }),
  };
}

/** Chunks of the target in these units. */
function chunksIn(grid: ChunkGrid, blocks: ChunkGrid, units: PlannedUnits): number {
  if (units.runs === undefined) return chunkCount(grid);
  let chunks = 0;
  for (const [, coords] of unitsFrom(blocks, units))
    chunks += planChunks(grid, chunkSelection(blocks, coords)).stepCount;
  return chunks;
}

function valueBytes({ shape, dataType }: ArrayNode): Pick<PlannedArray, "bytes"> {
  if (!isFixedSize(dataType)) return {};
  return { bytes: shape.reduce((product, length) => product * length, dataType.itemSize) };
}

/** A format without consolidated metadata is refused only if the caller asked for them. */
function wantsConsolidation(
  root: Group | NdArray,
  { hierarchy, path }: CreationTarget,
  consolidate: boolean | undefined,
): boolean {
  if (hierarchy.canConsolidate === true) {
    return consolidate ?? (path === "" && root instanceof Group && root.hierarchy.consolidated);
  }
  if (consolidate !== true) return false;
  throw new HyperslabError("unsupported", `${hierarchy.title} has no consolidated metadata`, {
    location: hierarchy.store.location,
    hint: "Leave consolidate (--consolidate) out, or copy to Zarr v3 or v2.",
  });
}
