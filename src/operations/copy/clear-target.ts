/** What to do with data at the target: unrelated files are kept, the replaced dataset is deleted. */
import { forgetObjects } from "../../dataset/engine/chunk-cache.ts";
import type { CreationTarget } from "../../dataset/open/creation-target.ts";
import { markerKey } from "../../dataset/open/unfinished.ts";
import { deleteOwn } from "../../dataset/tree/delete-own.ts";
import { settleOrphans } from "../../dataset/tree/orphan-chunks.ts";
import { HyperslabError } from "../../errors.ts";
import type { Node } from "../../model/node.ts";
import { looksForFree } from "../../stores/store.ts";
import { joinKey } from "../../stores/store-key.ts";

/** Refuses a directory or archive that contains files but no dataset, unless the caller insists. */
export async function refuseStrangers(
  { hierarchy, path }: CreationTarget,
  { force, signal }: { readonly force?: boolean | undefined; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { store } = hierarchy;
  if (force === true || store.object !== undefined || !looksForFree(store)) return;
  const listing = await store.listDirectory?.(path, { signal });
  const names = [...(listing?.prefixes ?? []), ...(listing?.keys ?? [])];
  if (names.length === 0) return;
  const shown = `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", ..." : ""}`;
  throw new HyperslabError("exists", `the target is not empty, and is not a dataset: it holds ${shown}`, {
    location: store.location,
    node: path,
    hint: "Choose another place, or pass force: true (--force) to write beside what is there.",
  });
}

/**
 * Deletes or refuses chunks without an array, which the new arrays would show as their own. In other stores, the check
 * would cost requests.
 */
export async function settleChunks(
  { hierarchy }: CreationTarget,
  made: readonly Node[],
  options: { readonly overwrite: boolean; readonly signal: AbortSignal | undefined },
): Promise<void> {
  if (hierarchy.documents === undefined || !looksForFree(hierarchy.store)) return;
  for (const node of made) if (node.kind === "array") await settleOrphans(hierarchy, node, options);
}

/** Deletes the dataset at the target, except the marker, so that a half-deleted one is marked as unfinished. */
export async function clearTarget(
  { hierarchy, path, replaced }: CreationTarget,
  made: readonly Node[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const there = replaced ?? hierarchy;
  const { store } = hierarchy;
  try {
    if (await deleteOwn(there, path, { hierarchy, nodes: made }, { signal })) return;
    const { listDirectory, deletePrefix } = store;
    if (listDirectory !== undefined && deletePrefix !== undefined) {
      const { keys, prefixes } = await listDirectory.call(store, path, { signal });
      for (const name of prefixes) await deletePrefix.call(store, joinKey(path, name), { signal });
      for (const name of keys) {
        const key = joinKey(path, name);
        if (key !== markerKey(path)) await store.delete?.(key, { signal });
      }
    }
    await there.deleteNode?.(path, { signal });
  } finally {
    forgetObjects(store);
  }
}
