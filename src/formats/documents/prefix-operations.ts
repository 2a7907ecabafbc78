/** Lists, deletes and moves everything below a prefix, by whatever means the store has. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import { HyperslabError } from "../../errors.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { checkWritable } from "./document.ts";
import { joinPath, nameOf, relativePath } from "./node-path.ts";

/** Concurrent store requests. */
export const REQUESTS = 16;

/** Returns whether the store can list names below a prefix. */
export function canList(store: Store): boolean {
  return store.listDirectory !== undefined || store.list !== undefined;
}

/** Names of the "directories" directly below a prefix, sorted. Only for stores that can list. */
export async function childPrefixes(store: Store, prefix: string, options?: StoreOptions): Promise<readonly string[]> {
  if (store.listDirectory !== undefined) return (await store.listDirectory(prefix, options)).prefixes;
  const names = new Set<string>();
  for await (const { key } of listBelow(store, prefix, options)) {
    const rest = relativePath(key, prefix);
    const slash = rest.indexOf("/");
    if (slash > 0) names.add(rest.slice(0, slash));
  }
  return [...names].sort();
}

/** Returns whether there is any key below the prefix; false if the store cannot list. */
export async function hasKeysBelow(store: Store, prefix: string, options?: StoreOptions): Promise<boolean> {
  if (store.listDirectory !== undefined) {
    const { keys, prefixes } = await store.listDirectory(prefix, options);
    return keys.length > 0 || prefixes.length > 0;
  }
  if (store.list === undefined) return false;
  for await (const _ of store.list(prefix, options)) return true;
  return false;
}

/** Deletes every key below a prefix. */
export async function deleteBelow(store: Store, prefix: string, options?: StoreOptions): Promise<void> {
  if (store.deletePrefix !== undefined) return store.deletePrefix(prefix, options);
  const keys: string[] = [];
  for await (const { key } of listBelow(store, prefix, options)) keys.push(key);
  await forEachBounded(keys, REQUESTS, (key) => deleteKey(store, key, options), options?.signal);
}

export async function deleteKey(store: Store, key: string, options?: StoreOptions): Promise<void> {
  checkDelete(store);
  await store.delete!(key, options);
}

function checkDelete(store: Store): void {
  if (store.delete !== undefined) return;
  throw new HyperslabError("not-allowed", "this store cannot delete", { location: store.location });
}

function checkList(store: Store): void {
  if (store.list !== undefined) return;
  throw new HyperslabError("unsupported", "this store cannot list its keys", {
    location: store.location,
    hint: "Deleting and moving need a store that lists: a directory, an object store, a zip file.",
  });
}

/** Fails, before anything is touched, if the store cannot delete everything below a prefix. */
export function checkDeletes(store: Store): void {
  checkDelete(store);
  if (store.deletePrefix === undefined) checkList(store);
}

/** The same for moving. */
export function checkMoves(store: Store): void {
  checkWritable(store);
  if (store.rename !== undefined) return;
  checkDelete(store);
  checkList(store);
}

/**
 * Moves everything below `from` to `to`. A store without `rename` copies first and then deletes. Documents (`isDocument`) are
 * copied last and deleted first: a visible node is always complete.
 */
export async function moveBelow(
  store: Store,
  from: string,
  to: string,
  isDocument: (name: string) => boolean,
  options?: StoreOptions,
): Promise<void> {
  if (store.rename !== undefined) return store.rename(from, to, options);
  const keys: string[] = [];
  for await (const { key } of listBelow(store, from, options)) keys.push(key);
  const documents = keys.filter((key) => isDocument(nameOf(key)));
  const others = keys.filter((key) => !isDocument(nameOf(key)));
  const copy = async (key: string): Promise<void> => {
    const value = await store.get(key, options);
    if (value !== undefined) await store.set!(joinPath(to, relativePath(key, from)), value, options);
  };
  await forEachBounded(others, REQUESTS, copy, options?.signal);
  await forEachBounded(documents, REQUESTS, copy, options?.signal);
  await forEachBounded(documents, REQUESTS, (key) => deleteKey(store, key, options), options?.signal);
  await deleteBelow(store, from, options);
}

function listBelow(store: Store, prefix: string, options?: StoreOptions): ReturnType<NonNullable<Store["list"]>> {
  checkList(store);
  return store.list!(prefix, options);
}
