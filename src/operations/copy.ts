/**
 * Copies a node, with everything below it, to any writable format and store. Chunk bytes are passed through unchanged
 * where the target's codec chain and grid are the source's (a change of format is then a change of documents and keys);
 * anything else is decoded and encoded block by block in bounded memory. What was written is read back and compared.
 */

import type { AddressInput } from "../dataset/address.ts";
import { makeRoom } from "../dataset/create-node.ts";
import { Group } from "../dataset/group.ts";
import { NdArray } from "../dataset/nd-array.ts";
import { open } from "../dataset/open.ts";
import type { TransferOptions } from "../dataset/options.ts";
import { hierarchyFor, type PlaceOptions } from "../dataset/place.ts";
import { progressMeter } from "../dataset/progress.ts";
import type { Hierarchy } from "../formats/format.ts";
import type { GroupNode } from "../model/node.ts";
import type { StoreSettings } from "../stores/store-settings.ts";
import { type CopyCounts, copyChunks } from "./copy-chunks.ts";
import { checkLayoutNames, layoutOf, type TargetLayout } from "./copy-layout.ts";
import { refuseOverlap } from "./copy-place.ts";
import { type ArrayCopyPlan, planArrayCopy } from "./copy-plan.ts";

export interface CopyOptions extends TransferOptions, PlaceOptions, TargetLayout {
  /** How the source's store is reached, where that differs from `store`, which is for both. */
  readonly sourceStore?: StoreSettings | undefined;
  /** Replace what is at the target. */
  readonly overwrite?: boolean | undefined;
  /** Read everything back and compare it with the source (default true). */
  readonly verify?: boolean | undefined;
  /** Write consolidated metadata at the end. Default: if a whole hierarchy is made, and the source has them. */
  readonly consolidate?: boolean | undefined;
}

export interface CopyReport extends CopyCounts {
  readonly groups: number;
  readonly arrays: number;
  readonly format: string;
  readonly verified: boolean;
}

/** Copies `source` to `target`; the report says how many chunks went which way. */
export async function copy(
  source: AddressInput | Group | NdArray,
  target: AddressInput,
  options: CopyOptions = {},
): Promise<CopyReport> {
  const { signal } = options;
  const root = await open(source, { signal, store: options.sourceStore ?? options.store });
  await refuseOverlap(root, target, options);
  const nodes: (Group | NdArray)[] = [];
  for await (const node of withDescendants(root, signal)) nodes.push(node);
  const arrays = nodes.filter((node) => node instanceof NdArray);
  checkLayoutNames(arrays, options);
  const { hierarchy, path, replaced } = await hierarchyFor(target, options);
  const groups = nodes.filter((node) => node instanceof Group).map((group) => movedGroup(group, root, path, hierarchy));
  const plans: ArrayCopyPlan[] = [];
  for (const array of arrays) {
    const moved = movedPath(array.path, root.path, path);
    plans.push(await planArrayCopy(array, hierarchy, moved, layoutOf(array, options)));
  }
  await makeRoom(hierarchy, path, options, replaced);
  await writeNodes(hierarchy, groups, plans, signal);
  const counts = await runPlans(plans, options);
  const wholeHierarchy = path === "" && root instanceof Group;
  const wasOpenedHere = typeof target === "string" || target instanceof URL;
  if (options.consolidate ?? (wholeHierarchy && root.hierarchy.consolidated)) await hierarchy.consolidate?.({ signal });
  // What is in an archive belongs to it only when that is finished.
  if (wasOpenedHere) await hierarchy.store.close?.();
  return {
    ...counts,
    groups: groups.length,
    arrays: plans.length,
    format: hierarchy.format,
    verified: options.verify ?? true,
  };
}

async function* withDescendants(
  root: Group | NdArray,
  signal: AbortSignal | undefined,
): AsyncGenerator<Group | NdArray> {
  yield root;
  if (root instanceof Group) yield* root.walk({ signal });
}

function movedPath(path: string, from: string, to: string): string {
  const relative = path === from ? "" : path.slice(from === "" ? 0 : from.length + 1);
  return [to, relative].filter((part) => part !== "").join("/");
}

/** The group in the target's words; what the target cannot hold is refused here, before anything is written. */
function movedGroup(group: Group, root: Group | NdArray, to: string, hierarchy: Hierarchy): GroupNode {
  const path = movedPath(group.path, root.path, to);
  const moved: GroupNode = { kind: "group", path, attributes: group.node.attributes };
  const given = hierarchy.normalize?.(moved) ?? moved;
  return given.kind === "group" ? given : moved;
}

async function writeNodes(
  hierarchy: Hierarchy,
  groups: readonly GroupNode[],
  plans: readonly ArrayCopyPlan[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const group of groups) await hierarchy.writeNode?.(group, { signal });
  for (const plan of plans) await hierarchy.writeNode?.(plan.target.node, { signal });
}

async function runPlans(plans: readonly ArrayCopyPlan[], options: CopyOptions): Promise<CopyCounts> {
  const total = plans.reduce((sum, plan) => sum + plan.steps, 0);
  const meter = progressMeter("copy", total, options.onProgress);
  let counts: CopyCounts = { passed: 0, encoded: 0, absent: 0, bytesWritten: 0 };
  for (const plan of plans) {
    const part = await copyChunks(plan, { ...options, onStep: (bytes) => meter.step(bytes) });
    counts = {
      passed: counts.passed + part.passed,
      encoded: counts.encoded + part.encoded,
      absent: counts.absent + part.absent,
      bytesWritten: counts.bytesWritten + part.bytesWritten,
    };
  }
  meter.end();
  return counts;
}
