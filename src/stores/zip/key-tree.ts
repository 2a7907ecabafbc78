/**
 * The keys of a store as a tree, for listings: built for the first listing, kept up to date by `add` and `remove`. Only
 * what is listed is sorted.
 */
import type { DirectoryListing } from "../store.ts";
import { compareKeys, joinKey, splitKey } from "../store-key.ts";

interface Folder {
  readonly keys: Set<string>;
  readonly folders: Map<string, Folder>;
}

export interface KeyTree {
  add(key: string): void;
  remove(key: string): void;
  list(prefix: string): Generator<string>;
  listDirectory(prefix: string): DirectoryListing;
}

export function keyTree(keys: Iterable<string>): KeyTree {
  const root = newFolder();
  /** Where the last key was added: the next one usually goes there too. */
  let recent = { prefix: "", folder: root };
  const add = (key: string): void => {
    const { prefix, name } = splitKey(key);
    if (prefix !== recent.prefix) recent = { prefix, folder: makeFolder(root, prefix) };
    recent.folder.keys.add(name);
  };
  for (const key of keys) add(key);
  return {
    add,
    remove: (key) => {
      removeFrom(root, key.split("/"), 0);
      recent = { prefix: "", folder: root };
    },
    list: (prefix) => listFolder(folderAt(root, prefix), prefix),
    listDirectory: (prefix) => {
      const folder = folderAt(root, prefix);
      const sorted = (names: Iterable<string>): string[] => Array.from(names).sort(compareKeys);
      return { keys: sorted(folder?.keys ?? []), prefixes: sorted(folder?.folders.keys() ?? []) };
    },
  };
}

function newFolder(): Folder {
  return { keys: new Set(), folders: new Map() };
}

function makeFolder(root: Folder, prefix: string): Folder {
  let folder = root;
  for (const name of prefix === "" ? [] : prefix.split("/")) {
    let inner = folder.folders.get(name);
    if (inner === undefined) folder.folders.set(name, (inner = newFolder()));
    folder = inner;
  }
  return folder;
}

function folderAt(root: Folder, prefix: string): Folder | undefined {
  let folder: Folder | undefined = root;
  for (const name of prefix === "" ? [] : prefix.split("/")) folder = folder?.folders.get(name);
  return folder;
}

/** A folder disappears with its last key. */
function removeFrom(folder: Folder, names: readonly string[], depth: number): void {
  const name = names[depth]!;
  if (depth === names.length - 1) {
    folder.keys.delete(name);
    return;
  }
  const inner = folder.folders.get(name);
  if (inner === undefined) return;
  removeFrom(inner, names, depth + 1);
  if (inner.keys.size === 0 && inner.folders.size === 0) folder.folders.delete(name);
}

/** Keys in order: a folder sorts with the slash that follows its name. */
function* listFolder(folder: Folder | undefined, prefix: string): Generator<string> {
  if (folder === undefined) return;
  const names = [...folder.keys, ...Array.from(folder.folders.keys(), (name) => `${name}/`)].sort(compareKeys);
  for (const name of names) {
    if (!name.endsWith("/")) yield joinKey(prefix, name);
    else yield* listFolder(folder.folders.get(name.slice(0, -1)), joinKey(prefix, name.slice(0, -1)));
  }
}
