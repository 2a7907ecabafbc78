/** Listings of a directory tree whose names are read one directory at a time. */
import { type DirectoryName, lastFirst, levelOf } from "../directory-names.ts";
import { isPartialName } from "../file/partial-name.ts";
import type { DirectoryListing, StoreEntry } from "../store.ts";

/** The names in the directory of a prefix; empty if there is no such directory. */
export type NamesOf = (prefix: string) => Promise<readonly DirectoryName[]>;

export async function listLevel(namesOf: NamesOf, prefix: string): Promise<DirectoryListing> {
  return levelOf(await finished(namesOf, prefix));
}

/** Keys in order; holds one directory per level in memory. */
export async function* listTree(
  namesOf: NamesOf,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoreEntry> {
  signal?.throwIfAborted();
  const pending = lastFirst(await finished(namesOf, prefix), prefix);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    signal?.throwIfAborted();
    if (next.isDirectory) {
      for (const below of lastFirst(await finished(namesOf, next.name), next.name)) pending.push(below);
    } else yield { key: next.name };
  }
}

async function finished(namesOf: NamesOf, prefix: string): Promise<readonly DirectoryName[]> {
  return (await namesOf(prefix)).filter(({ name }) => !isPartialName(name));
}
