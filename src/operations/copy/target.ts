/** Prepares the target of a copy before the first chunk, and cleans up after the last. */

import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { CreationTarget } from "../../dataset/open/creation-target.ts";
import { markerKey } from "../../dataset/open/unfinished.ts";
import { makeRoom } from "../../dataset/tree/create-node.ts";
import type { Group } from "../../dataset/tree/group.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { Node } from "../../model/node.ts";
import { placeOf } from "../../stores/store.ts";
import { type CopyClaim, claimTarget } from "./claim.ts";
import { clearTarget, refuseStrangers, settleChunks } from "./clear-target.ts";
import { checkNodes, writeNodes } from "./nodes.ts";

export interface TargetRequest {
  readonly place: CreationTarget;
  /** The node that is copied. */
  readonly root: Group | NdArray;
  readonly overwrite?: boolean | undefined;
  readonly resume?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Claims the target, clears it or checks what is there, and writes the missing nodes. */
export async function prepareTarget(nodes: readonly Node[], run: TargetRequest): Promise<CopyClaim | undefined> {
  const { place, root, signal } = run;
  const { hierarchy, path } = place;
  const { store } = hierarchy;
  const mode = run.resume === true ? "resume" : run.overwrite === true ? "overwrite" : "new";
  // A target that is a single file appears as a whole, and a store that cannot delete could not remove a marker.
  const marks = store.object === undefined && hierarchy.marksItself !== true && store.delete !== undefined;
  const left = mode === "resume" ? await checkNodes(hierarchy, path, nodes, { signal }) : undefined;
  const occupied = left?.any === true ? undefined : await occupation(place, signal);
  const isMarked = marks && (await store.get(markerKey(path), { signal })) !== undefined;
  if (occupied !== undefined && mode !== "overwrite" && !isMarked) throw occupied;
  if (occupied === undefined && mode !== "resume" && !isMarked) await refuseStrangers(place, run);
  const source = `${root.hierarchy.store.location}::${root.path}`;
  const claim = marks ? await claimTarget({ store, path, source, mode, signal }) : undefined;
  let changes = left?.any === true;
  try {
    if (!changes) {
      // Another copy may have finished here between the first check and the claim.
      const now = await occupation(place, signal);
      if (now !== undefined && mode !== "overwrite") throw now;
      // Parts of a plan write chunks before there are arrays.
      const settles = now === undefined && mode !== "resume";
      if (settles) await settleChunks(place, nodes, { overwrite: mode === "overwrite", signal });
      changes = true;
      if (now !== undefined) await clearTarget(place, nodes, signal);
      await claim?.restore();
    }
    await writeNodes(hierarchy, left?.missing ?? nodes, { signal });
    return claim;
  } catch (error) {
    // The copy whose marker was found first may be complete by now.
    await (changes || claim?.tookOver === true ? claim?.leave(true) : claim?.withdraw());
    throw error;
  }
}

/** Removes what a killed run left in a local directory. */
export async function sweepTarget({ hierarchy, path }: CreationTarget): Promise<void> {
  const { store } = hierarchy;
  const [, directory] = /^file:(.*)$/s.exec(placeOf(store)) ?? [];
  if (directory === undefined || store.flush !== undefined) return;
  await (await import("../../stores/file/remove.ts")).removeLeftovers(directory, path);
}

/** The error that names the data at the target; undefined if it is empty. Any other obstacle is thrown. */
async function occupation(
  { hierarchy, path, replaced }: CreationTarget,
  signal: AbortSignal | undefined,
): Promise<HyperslabError | undefined> {
  try {
    await makeRoom(hierarchy, path, { signal });
    return replaced && new HyperslabError("exists", `there is a ${replaced.title} hierarchy already`);
  } catch (error) {
    if (isHyperslabError(error, "exists")) return error;
    throw error;
  }
}

/** Refuses a target that is not empty and is not to be replaced. */
export async function refuseOccupied(place: CreationTarget, run: Omit<TargetRequest, "place" | "root">): Promise<void> {
  const occupied = await occupation(place, run.signal);
  if (occupied === undefined) await refuseStrangers(place, run);
  else if (run.overwrite !== true) throw occupied;
}
