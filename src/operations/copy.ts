/**
 * Copies a node, with everything below it, to any writable format and store. Chunk bytes are passed through unchanged
 * where the target's codec chain and grid are the source's (a change of format is then a change of documents and keys);
 * anything else is decoded and encoded block by block in bounded memory. What was written is read back and compared.
 * A copy that was interrupted goes on where it stopped.
 */

import type { AddressInput } from "../dataset/address.ts";
import { makeRoom } from "../dataset/create-node.ts";
import { Group } from "../dataset/group.ts";
import { NdArray } from "../dataset/nd-array.ts";
import { open } from "../dataset/open.ts";
import type { TransferOptions } from "../dataset/options.ts";
import { hierarchyFor, type Place, type PlaceOptions } from "../dataset/place.ts";
import { progressMeter } from "../dataset/progress.ts";
import { HyperslabError, isHyperslabError } from "../errors.ts";
import type { FormatNote, Hierarchy } from "../formats/format.ts";
import { isFixedSize } from "../model/data-type.ts";
import type { GroupNode, Node } from "../model/node.ts";
import { type ForbiddenCount, forbiddenCount } from "../stores/forbidden-watch.ts";
import type { StoreSettings } from "../stores/store-settings.ts";
import { copyToFile } from "./bloscpack/copy-to-file.ts";
import { inChunks } from "./bloscpack/in-chunks.ts";
import { copyChunks } from "./copy-chunks.ts";
import { type CopyJournal, type JournalWriter, journalKey, journalWriter, readJournal } from "./copy-journal.ts";
import { checkLayoutNames, layoutOf, type TargetLayout } from "./copy-layout.ts";
import { checkNodes, writeNodes } from "./copy-nodes.ts";
import { movedOrigin } from "./copy-origin.ts";
import { refuseOverlap } from "./copy-place.ts";
import { type ArrayCopyPlan, planArrayCopy } from "./copy-plan.ts";
import { proofChain } from "./copy-proof.ts";
import { resumeArray } from "./copy-resume.ts";
import { unitsText } from "./copy-unit.ts";
import { addCounts, type CopyCounts, NO_COUNTS } from "./copy-work.ts";

export interface CopyOptions extends TransferOptions, PlaceOptions, TargetLayout {
  /** How the source's store is reached, where that differs from `store`, which is for both. */
  readonly sourceStore?: StoreSettings | undefined;
  /** Replace what is at the target. */
  readonly overwrite?: boolean | undefined;
  /** Go on with a copy that was interrupted: what is at the target already is kept, if it is proven to be the same. */
  readonly resume?: boolean | undefined;
  /** Read everything back and compare it with the source (default true). */
  readonly verify?: boolean | undefined;
  /** Write consolidated metadata at the end. Default: if a whole hierarchy is made, and the source has them. */
  readonly consolidate?: boolean | undefined;
}

export interface CopyReport extends CopyCounts {
  readonly groups: number;
  readonly arrays: number;
  readonly format: string;
  /** Was all of it read back and compared? False where keys were forbidden: nobody knows whether they are in the source. */
  readonly verified: boolean;
  /** Keys of the source that the server forbids, and that were taken as absent. */
  readonly forbidden: number;
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
    return await copyOpened(opened, target, options, forbidden);
  } finally {
    forbidden.stop();
  }
}

async function copyOpened(
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
  if (hierarchy.format === "bloscpack" && root instanceof NdArray && isFixedSize(root.node.dataType)) {
    const counts = { ...NO_COUNTS, ...(await copyToFile(root, place, options)) };
    return { ...counts, groups: 0, arrays: 1, ...outcome(opened, hierarchy, options, forbidden) };
  }
  const groups = nodes.filter((node) => node instanceof Group).map((group) => movedGroup(group, root, path, hierarchy));
  const plans: ArrayCopyPlan[] = [];
  for (const array of arrays) {
    const moved = movedPath(array.path, root.path, path);
    plans.push(await planArrayCopy(array, hierarchy, moved, layoutOf(array, layout)));
  }
  const identity = `${root.hierarchy.store.location}::${root.path}`;
  const left = await prepareTarget(place, [...groups, ...plans.map((plan) => plan.target.node)], identity, options);
  const wasOpenedHere = typeof target === "string" || target instanceof URL;
  const exists = options.resume === true || options.overwrite === true;
  const journal = journalWriter({ store: hierarchy.store, path, source: identity, before: left, exists });
  let counts: CopyCounts;
  try {
    counts = await runPlans(plans, { ...options, left, journal });
    const wholeHierarchy = path === "" && root instanceof Group;
    if (options.consolidate ?? (wholeHierarchy && root.hierarchy.consolidated)) {
      await hierarchy.consolidate?.({ signal });
    }
    await journal.remove();
  } catch (error) {
    await journal.save();
    if (wasOpenedHere) await hierarchy.store.close?.().catch(() => {});
    throw error;
  }
  // What is in an archive belongs to it only when that is finished.
  if (wasOpenedHere) await hierarchy.store.close?.();
  return {
    ...counts,
    groups: groups.length,
    arrays: plans.length,
    ...outcome(opened, hierarchy, options, forbidden),
  };
}

function outcome(
  source: Group | NdArray,
  target: Hierarchy,
  { verify = true }: CopyOptions,
  { keys: forbidden }: ForbiddenCount,
): Pick<CopyReport, "format" | "verified" | "forbidden" | "notes"> {
  const { notes } = source.hierarchy;
  return { format: target.format, verified: verify && forbidden === 0, forbidden, notes };
}

/** Makes room at the target or finds out what is there already, and writes the nodes that are missing. */
async function prepareTarget(
  { hierarchy, path, replaced }: Place,
  nodes: readonly Node[],
  source: string,
  options: CopyOptions,
): Promise<CopyJournal | undefined> {
  const { signal } = options;
  const { store } = hierarchy;
  const left = options.resume === true ? await checkNodes(hierarchy, path, nodes, { signal }) : undefined;
  if (left?.any !== true) {
    await makeRoom(hierarchy, path, options, replaced).catch(async (error: unknown) => {
      throw await withResumeHint(error, hierarchy, path);
    });
  }
  const journal = left === undefined ? undefined : await readJournal(store, path, source, signal);
  await writeNodes(hierarchy, left?.missing ?? nodes, { signal });
  return left === undefined ? undefined : (journal ?? new Map());
}

/** That something is there already may be the work of a copy that was interrupted. */
async function withResumeHint(error: unknown, { store }: Hierarchy, path: string): Promise<unknown> {
  if (!isHyperslabError(error, "exists")) return error;
  const journal = await store.get(journalKey(path)).catch(() => undefined);
  if (journal === undefined) return error;
  return new HyperslabError("exists", `${error.what}: a copy that was interrupted`, {
    ...error.place,
    hint: "Pass resume: true (--resume) to go on with it, or overwrite: true (--overwrite) to begin again.",
  });
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

interface RunOptions extends CopyOptions {
  /** Present: go on with what is there; what an earlier run has written down. */
  readonly left: CopyJournal | undefined;
  readonly journal: JournalWriter;
}

async function runPlans(plans: readonly ArrayCopyPlan[], options: RunOptions): Promise<CopyCounts> {
  const { left, journal, signal, onProgress } = options;
  const total = plans.reduce((sum, plan) => sum + plan.steps, 0);
  // Whoever looks on knows from here on that there is something to go on with.
  onProgress?.({ phase: "copy", done: 0, total, bytes: 0, elapsed: 0, eta: undefined });
  const meter = progressMeter("copy", total, onProgress);
  let counts = NO_COUNTS;
  for (const plan of plans) {
    const { path } = plan.target.node;
    const resume = left === undefined ? undefined : await resumeArray(plan, left.get(path), signal);
    const chain = proofChain(resume?.state);
    journal.follow(path, unitsText(plan), chain);
    const onStep = (bytes: number): void => meter.step(bytes);
    const part = await copyChunks(plan, { ...options, resume, chain, onStep, onUnit: () => journal.step() });
    counts = addCounts(counts, part);
  }
  meter.end();
  return counts;
}
