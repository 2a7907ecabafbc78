/** Deletes a dataset at the root of a store: its documents and chunks, and nothing else that lies there. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import type { ChangeOptions } from "../../formats/documents/tree-lock.ts";
import type { Hierarchy, StoredChunk } from "../../formats/format.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import { joinKey } from "../../stores/store-key.ts";
import { DEFAULT_CONCURRENCY } from "../open/options.ts";

/**
 * Documents of all nodes, then their chunks, and whatever lies where the arrays of `made` are going to be. False, with
 * nothing done, where the dataset cannot be told from other files.
 */
export async function deleteOwn(hierarchy: Hierarchy, made: readonly Node[], options: ChangeOptions): Promise<boolean> {
  const { store, documents } = hierarchy;
  if (documents === undefined || store.deletePrefix === undefined) return false;
  if (store.listDirectory === undefined || store.list === undefined) return false;
  if (hierarchy.consolidated) await hierarchy.consolidate?.({ ...options, drop: true });
  const { signal } = options;
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
  for (const group of groups) {
    for (const name of documents) await store.delete?.(joinKey(group, name), { signal });
  }
  for (const path of arrays) await store.deletePrefix(path, { signal });
  for (const node of [root, ...made]) {
    if (node?.kind === "array" && node.path === "") await deleteChunks(hierarchy, node, signal);
  }
  return true;
}

/** Of an array at the root, beside whose chunks other files may lie. */
async function deleteChunks(hierarchy: Hierarchy, node: ArrayNode, signal: AbortSignal | undefined): Promise<void> {
  const { store } = hierarchy;
  const stored = hierarchy.chunks(node).stored?.({ signal }) ?? [];
  const remove = async ({ key }: StoredChunk): Promise<void> => store.delete?.(key, { signal });
  await forEachBounded(stored, DEFAULT_CONCURRENCY, remove, signal);
}
