/**
 * Runs a plan between two open ends, from claiming the target to releasing it. At the end both sides are read again and
 * compared.
 */

import { forEachBounded } from "../../bytes/concurrency.ts";
import { DEFAULT_CONCURRENCY, progressMeter, type TransferOptions } from "../../dataset/transfer.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import { type ArrayCopy, addCounts, arrayCopy, type CopyCounts, NO_COUNTS } from "./array-copy.ts";
import { copyChunks, copyUnits } from "./chunks.ts";
import type { CopyClaim } from "./claim.ts";
import { type CopyEnds, type EndsOptions, uncachedSource, uncachedTarget } from "./ends.ts";
import { arrayOf, groupOf } from "./plan/node-data.ts";
import type { CopyPlan } from "./plan/plan.ts";
import { proofChain } from "./proof.ts";
import { resumeArray } from "./resume.ts";
import { prepareTarget, sweepTarget } from "./target.ts";
import { unitsText } from "./units.ts";
import { type CopyVerification, reopened, verifyCopy } from "./verify.ts";

export interface RunOptions extends TransferOptions, EndsOptions {
  readonly resume?: boolean | undefined;
  readonly verify?: boolean | undefined;
}

export interface RunResult extends CopyCounts {
  readonly verification: CopyVerification | undefined;
}

export async function runPlan(
  plan: CopyPlan,
  ends: CopyEnds,
  nodes: ReadonlyMap<string, ArrayNode> | undefined,
  options: RunOptions,
): Promise<RunResult> {
  const { signal } = options;
  const { place, root } = ends;
  const { hierarchy } = place;
  const arrays = await arraysOf(plan, ends, nodes, signal);
  const made = [...plan.groups.map(groupOf), ...plan.arrays.map(({ target }) => arrayOf(target))];
  const claim = await prepareTarget(made, { ...options, place, root });
  let trusted = true;
  try {
    const counts = await copyArrays(arrays, claim, options);
    if (plan.consolidate) await hierarchy.consolidate?.({ signal });
    await hierarchy.store.flush?.();
    trusted = false;
    const verification = await verified(arrays, ends, claim, options);
    if (options.resume === true) await sweepTarget(place);
    await claim?.finish();
    return { ...counts, verification };
  } catch (error) {
    // What was proven to be done stays proven, unless reading it back contradicts it.
    await claim?.leave(trusted || !isHyperslabError(error, "invalid-data"));
    throw error;
  }
}

/** The units numbered from `first` up to, but not including, `end`, counted through all arrays of the plan. */
export async function runPart(
  plan: CopyPlan,
  ends: CopyEnds,
  first: number,
  end: number,
  options: RunOptions,
): Promise<CopyCounts> {
  let counts = NO_COUNTS;
  let start = 0;
  for (const [index, planned] of plan.arrays.entries()) {
    const from = Math.max(0, first - start);
    const to = Math.min(planned.units.count, end - start);
    start += planned.units.count;
    if (from >= to) continue;
    const [array] = await arraysOf({ ...plan, arrays: [plan.arrays[index]!] }, ends, undefined, options.signal);
    counts = addCounts(counts, await copyUnits(array!, from, to, { ...options, resume: undefined, onStep: () => {} }));
  }
  return counts;
}

async function arraysOf(
  { arrays }: CopyPlan,
  { root, place }: CopyEnds,
  nodes: ReadonlyMap<string, Node> | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly ArrayCopy[]> {
  const known = new Map<string, Node>(nodes ?? [[root.path, root.node]]);
  const missing = arrays.map(({ source }) => source).filter((path) => !known.has(path));
  const read = async (path: string): Promise<void> => {
    const node = await root.hierarchy.readNode(path, { signal });
    if (node !== undefined) known.set(path, node);
  };
  await forEachBounded(missing, DEFAULT_CONCURRENCY, read, signal);
  return arrays.map((planned) => arrayCopy(planned, root.hierarchy, known.get(planned.source), place.hierarchy));
}

async function copyArrays(
  arrays: readonly ArrayCopy[],
  claim: CopyClaim | undefined,
  options: RunOptions,
): Promise<CopyCounts> {
  const { signal, onProgress } = options;
  const total = arrays.reduce((sum, { steps }) => sum + steps, 0);
  // From here on there is something to resume, which listeners want to know.
  onProgress?.({ phase: "copy", done: 0, total, bytes: 0, elapsed: 0, eta: undefined });
  const meter = progressMeter("copy", total, onProgress);
  let counts = NO_COUNTS;
  for (const array of arrays) {
    const { path } = array.target.node;
    const resume = options.resume === true ? await resumeArray(array, claim?.before.get(path), signal) : undefined;
    const chain = proofChain(resume?.state);
    claim?.follow(path, unitsText(array), chain);
    const onStep = (bytes: number): void => meter.step(bytes);
    const onUnit = async (): Promise<void> => claim?.step();
    counts = addCounts(counts, await copyChunks(array, { ...options, resume, chain, onStep, onUnit }));
  }
  meter.end();
  return counts;
}

/** Reads both sides again, bypassing the caches that the copy used. */
async function verified(
  arrays: readonly ArrayCopy[],
  ends: CopyEnds,
  claim: CopyClaim | undefined,
  options: RunOptions,
): Promise<CopyVerification | undefined> {
  if (options.verify === false) return undefined;
  const { hierarchy, path } = await uncachedTarget(ends, options);
  const { hierarchy: source } = await uncachedSource(ends, options);
  const target = await reopened(hierarchy, path, options.signal);
  return verifyCopy(arrays, { ...options, source, target, onUnit: async () => claim?.step() });
}

/** Refuses ends that do not match the plan. */
export function checkEnds(plan: CopyPlan, { opened, place }: CopyEnds): void {
  const found = [opened, place].map(({ hierarchy, path }) => ({ format: hierarchy.format, path, hierarchy }));
  for (const [index, end] of (["source", "target"] as const).entries()) {
    const { format, path, hierarchy } = found[index]!;
    if (plan[end].format === format && plan[end].path === path) continue;
    throw new HyperslabError("invalid-request", `the ${end} is not the one that was planned`, {
      location: hierarchy.store.location,
      node: path,
      hint: `The plan says ${plan[end].format} at ${plan[end].location}. Make a new plan.`,
    });
  }
}
