/** What is at the target and does not belong there: files of others stay, the dataset that is replaced goes. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import { forgetObjects } from "../../dataset/engine/chunk-cache.ts";
import type { CreationTarget } from "../../dataset/open/creation-target.ts";
import { DEFAULT_CONCURRENCY } from "../../dataset/open/options.ts";
import { markerKey } from "../../dataset/open/unfinished.ts";
import { HyperslabError } from "../../errors.ts";
import type { Hierarchy, StoredChunk } from "../../formats/format.ts";
import { descriptorOf } from "../../formats/registry.ts";
import { chunkCount } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import { looksForFree } from "../../stores/store.ts";
import { joinKey } from "../../stores/store-key.ts";
import { chunkPrefix } from "./units.ts";

/** Refuses a directory or archive with files in it, but without a dataset, unless the caller insists. */
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

/** Deletes the dataset at the target, except the marker, so that a half-deleted one is marked as unfinished. */
export async function clearTarget(
  { hierarchy, path, replaced }: CreationTarget,
  made: readonly Node[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const there = replaced ?? hierarchy;
  const { store } = hierarchy;
  try {
    if (path === "" && descriptorOf(there.format).directory?.common === true && store.deletePrefix !== undefined) {
      await deleteOwn(there, made, signal);
      return;
    }
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

/** Documents of all nodes, then their chunks and whatever lies where arrays are going to be. */
async function deleteOwn(hierarchy: Hierarchy, made: readonly Node[], signal: AbortSignal | undefined): Promise<void> {
  const { store } = hierarchy;
  if (hierarchy.consolidated) await hierarchy.consolidate?.({ drop: true, signal });
  const root = await hierarchy.readNode("", { signal, fresh: true });
  const groups = [""];
  const arrays = new Set(made.filter(({ kind, path }) => kind === "array" && path !== "").map(({ path }) => path));
  if (root?.kind === "group") {
    for (const group of groups) {
      const onError = (path: string): void => void arrays.add(path);
      for (const { kind, path } of await hierarchy.listChildren(group, { signal, fresh: true, onError })) {
        if (kind === "group") groups.push(path);
        else arrays.add(path);
      }
    }
  }
  for (const group of groups) await deleteDocuments(hierarchy, group, signal);
  for (const path of arrays) await store.deletePrefix?.(path, { signal });
  if (root?.kind === "array") await deleteChunks(hierarchy, root, signal);
}

async function deleteDocuments({ store, format }: Hierarchy, path: string, signal?: AbortSignal): Promise<void> {
  const { node = [], consolidated, beside } = descriptorOf(format).directory ?? {};
  for (const name of [consolidated, beside, ...node]) {
    if (name !== undefined) await store.delete?.(joinKey(path, name), { signal });
  }
}

/** Of an array at the root, beside whose chunks other files may lie. */
async function deleteChunks(hierarchy: Hierarchy, node: ArrayNode, signal: AbortSignal | undefined): Promise<void> {
  const { store } = hierarchy;
  const access = hierarchy.chunks(node);
  const prefix = chunkCount(node.grid) === 0 ? "" : chunkPrefix(access, node.grid);
  if (prefix !== "") await store.deletePrefix?.(prefix, { signal });
  if (access.stored === undefined) return;
  const remove = async ({ key }: StoredChunk): Promise<void> => store.delete?.(key, { signal });
  await forEachBounded(access.stored({ signal }), DEFAULT_CONCURRENCY, remove, signal);
}
