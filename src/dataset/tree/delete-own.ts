/** Deletes a dataset: its documents and chunks, and no other files there. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import type { ChangeOptions } from "../../formats/documents/tree-lock.ts";
import type { Hierarchy, StoredChunk } from "../../formats/format.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import type { Store } from "../../stores/store.ts";
import { joinKey } from "../../stores/store-key.ts";
import { DEFAULT_CONCURRENCY } from "../transfer.ts";

/** The dataset that replaces a deleted one: foreign chunks at its places would be read as chunks of the new arrays. */
export interface Successor {
  readonly hierarchy: Hierarchy;
  readonly nodes: readonly Node[];
}

/**
 * Deletes the documents of all nodes at and below `path`, then their chunks, and whatever the successor would mistake
 * for its own. Returns false, with nothing done, if the dataset cannot be distinguished from other files.
 */
export async function deleteOwn(
  hierarchy: Hierarchy,
  path: string,
  successor: Successor,
  options: ChangeOptions,
): Promise<boolean> {
  const { store, documents } = hierarchy;
  if (documents === undefined || store.deletePrefix === undefined) return false;
  if (store.listDirectory === undefined || store.list === undefined) return false;
  const { signal } = options;
  if (path === "" && hierarchy.consolidated) await hierarchy.consolidate?.({ ...options, drop: true });
  const own = await nodesAt(hierarchy, path, signal);
  const clear = async (): Promise<void> => {
    for (const node of [...own.groups, ...own.arrays.map((array) => array.path)]) {
      for (const name of documents) await store.delete?.(joinKey(node, name), { signal });
    }
    for (const broken of own.broken) await store.deletePrefix?.(broken, { signal });
    for (const array of own.arrays) await deleteArray(hierarchy, array, documents, signal);
    for (const node of successor.nodes) {
      if (node.kind === "array") await deleteChunks(successor.hierarchy, node, signal);
    }
  };
  if (path === "") await clear();
  else await hierarchy.deleteNode?.(path, { ...options, below: clear });
  return true;
}

interface OwnNodes {
  readonly groups: readonly string[];
  readonly arrays: readonly ArrayNode[];
  /** Paths of nodes whose documents cannot be read. */
  readonly broken: readonly string[];
}

async function nodesAt(hierarchy: Hierarchy, path: string, signal: AbortSignal | undefined): Promise<OwnNodes> {
  const top = await hierarchy.readNode(path, { signal, fresh: true });
  const groups = top?.kind === "array" ? [] : [path];
  const arrays = top?.kind === "array" ? [top] : [];
  const broken: string[] = [];
  for (const group of top === undefined ? [] : groups) {
    const onError = (child: string): void => void broken.push(child);
    for (const node of await hierarchy.listChildren(group, { signal, fresh: true, onError })) {
      if (node.kind === "group") groups.push(node.path);
      else arrays.push(node);
    }
  }
  return { groups, arrays, broken };
}

/** Deletes the directory at once if it holds nothing else, otherwise chunk by chunk. */
async function deleteArray(
  hierarchy: Hierarchy,
  array: ArrayNode,
  documents: Iterable<string>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { store } = hierarchy;
  const isAlone = array.path !== "" && (await holdsOnly(store, hierarchy, array, new Set(documents), signal));
  if (isAlone) await store.deletePrefix?.(array.path, { signal });
  else await deleteChunks(hierarchy, array, signal);
}

async function holdsOnly(
  store: Store,
  hierarchy: Hierarchy,
  array: ArrayNode,
  documents: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let others = 0;
  for await (const { key } of store.list?.(array.path, { signal }) ?? []) {
    if (!documents.has(key.slice(array.path.length + 1))) others += 1;
  }
  for await (const _ of hierarchy.chunks(array).stored?.({ signal }) ?? []) others -= 1;
  return others === 0;
}

/** Needed because other files may lie beside the chunks. */
async function deleteChunks(hierarchy: Hierarchy, node: ArrayNode, signal: AbortSignal | undefined): Promise<void> {
  const { store } = hierarchy;
  const stored = hierarchy.chunks(node).stored?.({ signal }) ?? [];
  const remove = async ({ key }: StoredChunk): Promise<void> => store.delete?.(key, { signal });
  await forEachBounded(stored, DEFAULT_CONCURRENCY, remove, signal);
}
