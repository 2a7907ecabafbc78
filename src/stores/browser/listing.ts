/** Listings of a tree of directories whose names come one directory at a time. */
import { isPartialName } from "../partial-name.ts";
import type { DirectoryListing, StoreEntry } from "../store.ts";
import { compareKeys, joinKey } from "../store-key.ts";

export interface Name {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** The names in the directory of a prefix; none if there is no such directory. */
export type NamesOf = (prefix: string) => Promise<readonly Name[]>;

/** A directory without a value below it is no prefix, but only a listing of all would tell; it is shown. */
export async function listLevel(namesOf: NamesOf, prefix: string): Promise<DirectoryListing> {
  const names = (await namesOf(prefix)).filter(({ name }) => !isPartialName(name));
  const sorted = (isDirectory: boolean): string[] =>
    names
      .filter((entry) => entry.isDirectory === isDirectory)
      .map(({ name }) => name)
      .sort(compareKeys);
  return { keys: sorted(false), prefixes: sorted(true) };
}

/** Keys in order, one directory in memory at a time for each level. */
export async function* listTree(
  namesOf: NamesOf,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoreEntry> {
  signal?.throwIfAborted();
  const pending = [...(await lastFirst(namesOf, prefix))];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    signal?.throwIfAborted();
    if (next.isDirectory) pending.push(...(await lastFirst(namesOf, next.name)));
    else yield { key: next.name };
  }
}

/** A directory sorts with the slash that follows its name in keys, so that all keys come out in order: `a.b`, `a/b`. */
async function lastFirst(namesOf: NamesOf, prefix: string): Promise<readonly Name[]> {
  const sortName = ({ name, isDirectory }: Name): string => (isDirectory ? `${name}/` : name);
  return (await namesOf(prefix))
    .filter(({ name }) => !isPartialName(name))
    .sort((a, b) => compareKeys(sortName(b), sortName(a)))
    .map(({ name, isDirectory }) => ({ name: joinKey(prefix, name), isDirectory }));
}
