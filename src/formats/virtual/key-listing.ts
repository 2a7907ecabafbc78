/** Keys of a reference set below a prefix. */

import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { DirectoryListing, StoreEntry } from "../../stores/store.ts";

/** Keys are generated one by one, because there may be millions. */
export async function* keysBelow(
  { table, problems }: ReferenceSet,
  prefix: string,
  signal?: AbortSignal,
): AsyncGenerator<StoreEntry> {
  signal?.throwIfAborted();
  for (const key of table.keys(prefix)) {
    signal?.throwIfAborted();
    if (isBelow(key, prefix)) yield { key };
  }
  for (const key of problems.keys()) if (isBelow(key, prefix)) yield { key };
}

export function directoryOf({ table, problems }: ReferenceSet, prefix: string): DirectoryListing {
  const keys = new Set<string>();
  const prefixes = new Set<string>();
  const start = prefix === "" ? 0 : prefix.length + 1;
  const add = (key: string): void => {
    if (!isBelow(key, prefix)) return;
    const slash = key.indexOf("/", start);
    if (slash < 0) keys.add(key.slice(start));
    else prefixes.add(key.slice(start, slash));
  };
  // A pattern that lies deeper shows as one name here, however many keys it has.
  for (const folder of table.folders()) {
    if (isBelow(`${folder}/x`, prefix) && folder.length > prefix.length) add(`${folder}/x`);
  }
  for (const key of table.keys(prefix, true)) add(key);
  for (const key of problems.keys()) add(key);
  return { keys: [...keys].sort(), prefixes: [...prefixes].sort() };
}

function isBelow(key: string, prefix: string): boolean {
  return prefix === "" || key.startsWith(`${prefix}/`);
}
