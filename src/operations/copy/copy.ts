/**
 * Copies a node, with everything below it, to any writable format and store. Chunk bytes are passed through unchanged
 * where the target's codec chain and grid are the source's (a change of format is then a change of documents and keys);
 * anything else is decoded and encoded block by block in bounded memory. In the end both sides are read again and
 * compared. From its first byte to its last the target is marked as unfinished, and claimed by this copy alone; a copy
 * that was interrupted goes on where it stopped.
 */

import { NdArray } from "../../dataset/array/nd-array.ts";
import { progressMeter } from "../../dataset/array/progress.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { open } from "../../dataset/open/open.ts";
import type { TransferOptions } from "../../dataset/open/options.ts";
import { hierarchyFor, type Place, type PlaceOptions } from "../../dataset/open/place.ts";
import { Group } from "../../dataset/tree/group.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { FormatNote, Hierarchy } from "../../formats/format.ts";
import type { GroupNode } from "../../model/node.ts";
import { type ForbiddenCount, forbiddenCount } from "../../stores/forbidden-watch.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { copyToFile } from "../pack/copy-to-file.ts";
import { inChunks } from "../pack/in-chunks.ts";
import { copyChunks } from "./chunks.ts";
import type { CopyClaim } from "./claim.ts";
import { checkLayoutNames, layoutOf, type TargetLayout } from "./layout.ts";
import { movedOrigin } from "./origin.ts";
import { refuseOverlap } from "./place.ts";
import { type ArrayCopyPlan, planArrayCopy } from "./plan.ts";
import { proofChain } from "./proof.ts";
import { resumeArray } from "./resume.ts";
import { prepareTarget, sweepTarget } from "./target.ts";
import { unitsText } from "./unit.ts";
import { type CopyVerification, reopened, verifyCopy } from "./verify.ts";
import { addCounts, type CopyCounts, NO_COUNTS } from "./work.ts";

export interface CopyOptions extends TransferOptions, PlaceOptions, TargetLayout {
  /** How the source's store is reached, where that differs from `store`, which is for both. */
  readonly sourceStore?: StoreSettings | undefined;
  /** Replace what is at the target. */
  readonly overwrite?: boolean | undefined;
  /** Go on with a copy that was interrupted: what is at the target already is kept, if it is proven to be the same. */
  readonly resume?: boolean | undefined;
  /** In the end, read everything at the target and once more in the source, and compare (default true). */
  readonly verify?: boolean | undefined;
  /** Write consolidated metadata at the end. Default: if a whole hierarchy is made, and the source has them. */
  readonly consolidate?: boolean | undefined;
}

export interface CopyReport extends CopyCounts {
  readonly groups: number;
  readonly arrays: number;
  readonly format: string;
  /** Was all of it read back and compared? False where keys were forbidden: they may or may not be in the source. */
  readonly verified: boolean;
  /** Keys of the source that the server forbids, and that were taken as absent. */
  readonly forbidden: number;
  /** What was compared, and how; undefined if nothing was. */
  readonly verification: CopyVerification | undefined;
  /** What is odd about the source, and was accepted. */
  readonly notes: readonly FormatNote[];
}

/** Copies `source` to `target`; the report says how many chunks went which way. */
export async function copy(
  source: AddressInput | Group | NdArray,
  target: AddressInput,
  options: CopyOptions = {},
): Promise<CopyReport> {
  const { signal } = options;
  if (options.overwrite === true && options.resume === true) {
    throw new HyperslabError("invalid-request", "a copy either goes on with what is there or replaces it, not both");
  }
  const opened = await open(source, { signal, store: options.sourceStore ?? options.store });
  await refuseOverlap(opened, target, options);
  const forbidden = forbiddenCount(opened.hierarchy.store);
  try {
    return await copyOpened(source, opened, target, options, forbidden);
  } finally {
    forbidden.stop();
  }
}

async function copyOpened(
  source: AddressInput | Group | NdArray,
  opened: Group | NdArray,
  target: AddressInput,
  options: CopyOptions,
  forbidden: ForbiddenCount,
): Promise<CopyReport> {
  const { signal } = options;
  const { root, layout } = inChunks(opened, options);
  const nodes: (Group | NdArray)[] = [];
  for await (const node of withDescendants(root, signal)) nodes.push(node);
  const arrays = nodes.filter((node) => node instanceof NdArray);
  checkLayoutNames(arrays, layout);
  const place = await hierarchyFor(target, options);
  const { hierarchy, path } = place;
  if (root instanceof NdArray && hierarchy.isFramed?.(root.node) === true) {
    const { verification, ...moved } = await copyToFile(root, place, options);
    return { ...NO_COUNTS, ...moved, groups: 0, arrays: 1, ...outcome(opened, hierarchy, verification, forbidden) };
  }
  const groups = nodes.filter((node) => node instanceof Group).map((group) => movedGroup(group, root, path, hierarchy));
  const plans: ArrayCopyPlan[] = [];
  for (const array of arrays) {
    const moved = movedPath(array.path, root.path, path);
    plans.push(await planArrayCopy(array, hierarchy, moved, layoutOf(array, layout), signal));
  }
  const consolidates = wantsConsolidation(root, place, options);
  const close = typeof target === "string" || target instanceof URL ? hierarchy.store.close : undefined;
  try {
    const report = await runCopy(plans, groups, { ...options, from: source, to: target, root, place, consolidates });
    // What is in an archive belongs to it only when that is finished.
    await close?.call(hierarchy.store);
    return { ...report, ...outcome(opened, hierarchy, report.verification, forbidden) };
  } catch (error) {
    // What cannot be finished is given up, so that no lock is left.
    await close?.call(hierarchy.store).catch(() => hierarchy.store.abandon?.().catch(() => {}));
    throw error;
  }
}

function outcome(
  source: Group | NdArray,
  target: Hierarchy,
  verification: CopyVerification | undefined,
  { keys: forbidden }: ForbiddenCount,
): Pick<CopyReport, "format" | "verified" | "verification" | "forbidden" | "notes"> {
  const verified = verification !== undefined && forbidden === 0;
  return { format: target.format, verified, verification, forbidden, notes: source.hierarchy.notes };
}

/** Decided before anything is written: a format without consolidated metadata is refused only if they were asked for. */
function wantsConsolidation(root: Group | NdArray, { hierarchy, path }: Place, { consolidate }: CopyOptions): boolean {
  if (hierarchy.canConsolidate === true) {
    return consolidate ?? (path === "" && root instanceof Group && root.hierarchy.consolidated);
  }
  if (consolidate !== true) return false;
  throw new HyperslabError("unsupported", `${hierarchy.title} has no consolidated metadata`, {
    location: hierarchy.store.location,
    hint: "Leave consolidate (--consolidate) out, or copy to Zarr v3 or v2.",
  });
}

interface CopyRun extends CopyOptions {
  readonly from: AddressInput | Group | NdArray;
  readonly to: AddressInput;
  /** What is copied, in chunks. */
  readonly root: Group | NdArray;
  readonly place: Place;
  readonly consolidates: boolean;
}

type CopyResult = CopyCounts & Pick<CopyReport, "groups" | "arrays" | "verification">;

/** From the claim on the target to the moment when it is given up. */
async function runCopy(
  plans: readonly ArrayCopyPlan[],
  groups: readonly GroupNode[],
  run: CopyRun,
): Promise<CopyResult> {
  const { place, signal } = run;
  const { hierarchy } = place;
  const claim = await prepareTarget([...groups, ...plans.map((plan) => plan.target.node)], run);
  let trusted = true;
  try {
    const counts = await runPlans(plans, claim, run);
    if (run.consolidates) await hierarchy.consolidate?.({ signal });
    await hierarchy.store.flush?.();
    trusted = false;
    const verification = await verified(plans, claim, run);
    if (run.resume === true) await sweepTarget(place);
    await claim?.finish();
    return { ...counts, groups: groups.length, arrays: plans.length, verification };
  } catch (error) {
    // What was proven to be done stays so, unless reading it back says otherwise.
    await claim?.leave(trusted || !isHyperslabError(error, "invalid-data"));
    throw error;
  }
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
  const origin = movedOrigin(group, hierarchy, path);
  const moved: GroupNode = { kind: "group", path, attributes: group.node.attributes, ...(origin && { origin }) };
  const given = hierarchy.normalize?.(moved) ?? moved;
  return given.kind === "group" ? given : moved;
}

async function runPlans(
  plans: readonly ArrayCopyPlan[],
  claim: CopyClaim | undefined,
  options: CopyOptions,
): Promise<CopyCounts> {
  const { signal, onProgress } = options;
  const total = plans.reduce((sum, plan) => sum + plan.steps, 0);
  // Whoever looks on knows from here on that there is something to go on with.
  onProgress?.({ phase: "copy", done: 0, total, bytes: 0, elapsed: 0, eta: undefined });
  const meter = progressMeter("copy", total, onProgress);
  let counts = NO_COUNTS;
  for (const plan of plans) {
    const { path } = plan.target.node;
    const resume = options.resume === true ? await resumeArray(plan, claim?.before.get(path), signal) : undefined;
    const chain = proofChain(resume?.state);
    claim?.follow(path, unitsText(plan), chain);
    const onStep = (bytes: number): void => meter.step(bytes);
    const onUnit = async (): Promise<void> => claim?.step();
    counts = addCounts(counts, await copyChunks(plan, { ...options, resume, chain, onStep, onUnit }));
  }
  meter.end();
  return counts;
}

/** Reads both sides again, past the caches that the copy had in front of them. */
async function verified(
  plans: readonly ArrayCopyPlan[],
  claim: CopyClaim | undefined,
  run: CopyRun,
): Promise<CopyVerification | undefined> {
  if (run.verify === false) return undefined;
  const { hierarchy, path } = await uncachedTarget(run);
  const source = await uncachedSource(run);
  const target = await reopened(hierarchy, path, run.signal);
  return verifyCopy(plans, { ...run, source, target, onUnit: async () => claim?.step() });
}

async function uncachedSource(run: CopyRun): Promise<Hierarchy> {
  const store = withoutCache(run.from, run.sourceStore ?? run.store);
  if (store === undefined) return run.root.hierarchy;
  return inChunks(await open(run.from, { store, signal: run.signal }), run).root.hierarchy;
}

async function uncachedTarget(run: CopyRun): Promise<Place> {
  const store = withoutCache(run.to, run.store);
  return store === undefined ? run.place : hierarchyFor(run.to, { ...run, store, overwrite: true });
}

/** Settings that lead past a cache; undefined if there is none. */
function withoutCache(input: AddressInput, settings: StoreSettings | undefined): StoreSettings | undefined {
  const isAddress = typeof input === "string" || input instanceof URL;
  return isAddress && settings?.cacheDirectory !== undefined ? { ...settings, cacheDirectory: undefined } : undefined;
}
