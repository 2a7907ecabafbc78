/** Makes the plan of a copy. Data that cannot be read from the source or written to the target is refused here. */

import { type ArrayHandle, arrayHandle } from "../../../dataset/array/array-handle.ts";
import { NdArray } from "../../../dataset/array/nd-array.ts";
import type { CreationTarget } from "../../../dataset/open/creation-target.ts";
import { Group } from "../../../dataset/tree/group.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Hierarchy } from "../../../formats/format.ts";
import { isFixedSize } from "../../../model/data-types/data-type.ts";
import { type ChunkGrid, chunkCount, firstChunkShape } from "../../../model/grid/chunk-grid.ts";
import { planChunks } from "../../../model/grid/chunk-plan.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { AxisSelection } from "../../../model/selection/axis-selection.ts";
import { joinKey } from "../../../stores/store-key.ts";
import { leftOutOf, leftOutText } from "../../info/left-out.ts";
import { operationLimits } from "../../limits.ts";
import { needsBoundedText, withBoundedText } from "../bounded-text.ts";
import type { CopyEnds } from "../ends.ts";
import { chunkSelection, listedChunks, unitsFrom, unitsWith } from "../units.ts";
import { blockGrid } from "./blocks.ts";
import { type CopyChoice, chosenPart, chosenPaths, partOf } from "./choice.ts";
import { carriedNotes, carryMasks } from "./conventions.ts";
import { layoutsOf, type TargetLayout } from "./layout.ts";
import { lossesOf, refuseLosses } from "./losses.ts";
import { arrayData, gridLengths, groupData } from "./node-data.ts";
import { type CopyPlan, PLAN_VERSION, type PlannedArray, type PlannedUnits } from "./plan.ts";
import { plannedPlace } from "./planned-place.ts";
import { recordedArray, recordedGroup } from "./recorded-attributes.ts";
import { holdsOldZstd, sameEncoding, sameFill, targetArray, targetGroup } from "./target-node.ts";

export interface PlanRequest extends CopyChoice {
  /** Node path inside the target. */
  readonly path?: string | undefined;
  readonly consolidate?: boolean | undefined;
  readonly lossy?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface MadePlan {
  readonly plan: CopyPlan;
  /** The nodes of the source's arrays by path, so that a subsequent run need not read them again. */
  readonly nodes: ReadonlyMap<string, ArrayNode>;
}

export async function makePlan(ends: CopyEnds, request: PlanRequest): Promise<MadePlan> {
  const { path, consolidate, signal } = request;
  const { root, place, layout } = ends;
  const { hierarchy } = place;
  const part = await chosenPart(root, request, { signal });
  const found: (Group | NdArray)[] = [root];
  if (root instanceof Group) for await (const node of root.walk({ signal })) found.push(node);
  const leftOut = leftOutOf(root);
  const isChosen = chosenPaths(
    root,
    [...found, ...leftOut].map(({ path: at }) => at),
    request,
  );
  const nodes = found.filter((node) => isChosen(node.path));
  const arrays = nodes.filter((node) => node instanceof NdArray);
  const groups = nodes.filter((node) => node instanceof Group).map((group) => recordedGroup(group, hierarchy));
  const isFile = root instanceof NdArray && hierarchy.isFramed?.(root.node) === true;
  const carried = carryMasks(arrays, hierarchy);
  const groupPaths = new Set(groups.map(({ node }) => node.path));
  const recorded = carried.map(({ array }) => recordedArray(array, hierarchy, groupPaths));
  const lost = [
    ...lossesOf(nodes, hierarchy),
    ...carried.flatMap(({ lost: loss }) => loss ?? []),
    ...[...groups, ...recorded].flatMap(({ lost: losses }) => losses),
  ];
  const missing = leftOut.filter((note) => isChosen(note.path)).map(leftOutText);
  if (request.lossy !== true) refuseLosses(lost, missing, hierarchy);
  const layoutFor = layoutsOf(arrays, layout);
  const moved = (node: Group | NdArray): string => joinKey(place.path, below(node.path, root.path));
  const planned: PlannedArray[] = [];
  const sentences: [path: string, sentence: string][] = [];
  if (isFile) checkFile(place, part);
  for (const [index, array] of arrays.entries()) {
    const { note } = carried[index]!;
    const path = moved(array);
    planned.push(
      isFile
        ? planFileCopy(array, path, layout)
        : await planArray(array, recorded[index]!.node, hierarchy, path, layoutFor(array), part, signal),
    );
    if (note !== undefined) sentences.push([path, note]);
    const { dataType } = planned.at(-1)!.target;
    if (needsBoundedText(array, hierarchy))
      sentences.push([path, `every string takes ${dataType.itemSize} bytes in ${hierarchy.title}`]);
  }
  const plan: CopyPlan = {
    version: PLAN_VERSION,
    source: await plannedPlace(ends.from, undefined, ends.opened.hierarchy, ends.opened.path),
    target: await plannedPlace(ends.to, path, hierarchy, place.path),
    groups: groups.map(({ node }) => groupData(targetGroup(node, hierarchy, moved(node)))),
    arrays: planned,
    consolidate: !isFile && wantsConsolidation(root, place, consolidate),
    lost: [...missing, ...lost],
    notes: carriedNotes(sentences),
  };
  return { plan, nodes: new Map(arrays.map(({ path: at, node }) => [at, node])) };
}

/** The rest of a path below `top`. */
function below(path: string, top: string): string {
  if (path === top) return "";
  return path.slice(top === "" ? 0 : top.length + 1);
}

/** `told` is the array in the conventions of the target's format. */
async function planArray(
  array: NdArray,
  told: NdArray,
  hierarchy: Hierarchy,
  path: string,
  layout: TargetLayout,
  part: readonly AxisSelection[] | undefined,
  signal: AbortSignal | undefined,
): Promise<PlannedArray> {
  const chosen = part === undefined ? told : partOf(told, part);
  const isBounded = needsBoundedText(chosen, hierarchy);
  if (isBounded) refuseEndless(arrayHandle(array.hierarchy, array.node), chosen.node);
  const copied = isBounded ? await withBoundedText(array, chosen, part, signal) : chosen;
  const node = targetArray(copied, hierarchy, path, layout);
  const source = arrayHandle(array.hierarchy, array.node);
  const stays = hierarchy.format === array.hierarchy.format;
  const passes = part === undefined && sameEncoding(array.node, node) && (stays || !holdsOldZstd(array));
  if (!passes) {
    await source.pipelineFor(firstChunkShape(array.node.grid));
    await arrayHandle(hierarchy, node).pipelineFor(firstChunkShape(node.grid));
  }
  // If absent chunks would read as something else at the target, all chunks are written.
  const isSparse = part === undefined && sameFill(array.node, node);
  const stored = isSparse ? await listedChunks(source, signal) : undefined;
  if (!isSparse) refuseEndless(source, node);
  const blocks = passes
    ? node.grid
    : blockGrid(copied.node.grid, node.grid, node.dataType.itemSize, stored === undefined);
  const units: PlannedUnits =
    stored === undefined ? { count: chunkCount(blocks) } : unitsWith(blocks, array.node.grid, stored);
  return {
    source: array.path,
    ...(part && { selection: part }),
    target: arrayData(node),
    way: passes ? "pass" : "encode",
    blocks: gridLengths(blocks),
    units,
    chunks: passes ? units.count : chunksIn(node.grid, blocks, units),
    absent: passes && stored !== undefined ? chunkCount(array.node.grid) - units.count : 0,
    ...valueBytes(node),
  };
}

/** Refuses to write all chunks of a grid that is too large to visit. */
function refuseEndless({ hierarchy, node: { path } }: ArrayHandle, { grid }: ArrayNode): void {
  const chunks = chunkCount(grid);
  if (!operationLimits.unlistedPositions.isExceededBy(chunks)) return;
  throw new HyperslabError(
    "unsupported",
    `absent chunks would mean something else at the target, and there are ${chunks.toLocaleString("en")} positions to write`,
    {
      location: hierarchy.store.location,
      node: path,
      hint: "Keep the format of the source, or copy a part of the array.",
    },
  );
}

/** A file is written whole, under a name that says what it is. */
function checkFile({ hierarchy, path }: CreationTarget, part: readonly AxisSelection[] | undefined): void {
  const { store, title } = hierarchy;
  const place = { location: store.location, node: path };
  if (part !== undefined) {
    const hint = "Copy the part to Zarr, and that to the file.";
    throw new HyperslabError("unsupported", `a part of an array cannot be copied to a ${title} file`, {
      ...place,
      hint,
    });
  }
  if (store.object !== undefined || path !== "") return;
  throw new HyperslabError(
    "invalid-request",
    `${title} holds this array in a file, and the target is named like a directory`,
    {
      ...place,
      hint: `Name the file ${store.location.replace(/[/\\\\]+$/, "")}.blp, or put |bloscpack: after its name.`,
    },
  );
}

/** The writer of the file decides how to divide it, from the source's own chunks and the requested codecs. */
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

/** A format without consolidated metadata is refused only if the caller asked for it. */
function wantsConsolidation(
  root: Group | NdArray,
  { hierarchy, path, consolidates }: CreationTarget,
  consolidate: boolean | undefined,
): boolean {
  if (hierarchy.canConsolidate === true) {
    return consolidate ?? (path === "" && root instanceof Group && (consolidates ?? root.hierarchy.consolidated));
  }
  if (consolidate !== true) return false;
  throw new HyperslabError("unsupported", `${hierarchy.title} has no consolidated metadata`, {
    location: hierarchy.store.location,
    hint: "Leave out consolidate (--consolidate), or copy to Zarr v3 or v2.",
  });
}
