/** Listings of a tree of directories whose names come one directory at a time. */
import { type DirectoryName, lastFirst, levelOf } from "../directory-names.ts";
import { isPartialName } from "../file/partial-name.ts";
import type { DirectoryListing, StoreEntry } from "../store.ts";

/** The names in the directory of a prefix; none if there is no such directory. */
export type NamesOf = (prefix: string) => Promise<readonly DirectoryName[]>;

export async function listLevel(namesOf: NamesOf, prefix: string): Promise<DirectoryListing> {
  return levelOf(await finished(namesOf, prefix));
}

/** Keys in order, one directory in memory at a time for each level. */
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
