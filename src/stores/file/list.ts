/**
 * Listing a directory. Sub-directories that are symbolic links are not descended into, so there are no cycles; links to
 * files inside the root are listed like files. Sizes are left out, because determining them takes twice as long as the
 * listing (4 us per file instead of 2).
 */
import { type Dirent, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { isHyperslabError } from "../../errors.ts";
import { type DirectoryName, lastFirst, levelOf } from "../directory-names.ts";
import type { DirectoryListing, StoreEntry } from "../store.ts";
import { joinKey } from "../store-key.ts";
import { provesAbsence, systemCode } from "./error.ts";
import { isPartialName } from "./partial-name.ts";
import { type FileRoot, joinPath } from "./root.ts";

export async function listOne(root: FileRoot, prefix: string): Promise<DirectoryListing> {
  return levelOf(await namesIn(root, prefix, root.directory(prefix)));
}

/** Keys in order; holds one directory per level in memory. */
export async function* listBelow(
  root: FileRoot,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoreEntry> {
  signal?.throwIfAborted();
  const directory = root.directory(prefix);
  const pending = lastFirst(await namesIn(root, prefix, directory), prefix);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    signal?.throwIfAborted();
    if (!next.isDirectory) {
      yield { key: next.name };
      continue;
    }
    const real = root.directory(next.name);
    const expected = directory && joinPath(directory, next.name.slice(prefix === "" ? 0 : prefix.length + 1));
    // It became a link after it was listed.
    if (real !== expected) continue;
    for (const entry of lastFirst(await namesIn(root, next.name, real), next.name)) pending.push(entry);
  }
}

async function namesIn(root: FileRoot, prefix: string, directory: string | undefined): Promise<DirectoryName[]> {
  if (directory === undefined) return [];
  let entries: Dirent[];
  try {
    entries = await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (provesAbsence(error)) return [];
    throw error;
  }
  const names: DirectoryName[] = [];
  for (const entry of entries) {
    if (isPartialName(entry.name)) continue;
    if (entry.isFile() || entry.isDirectory() || isLinkToFile(root, directory, prefix, entry)) {
      names.push({ name: entry.name, isDirectory: entry.isDirectory() });
    }
  }
  return names;
}

/** A link to a file inside the root. Links that lead outside or in a circle are skipped without an error. */
function isLinkToFile(root: FileRoot, directory: string, prefix: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return false;
  try {
    const path = root.followLink(joinPath(directory, entry.name), joinKey(prefix, entry.name));
    return path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    if (isHyperslabError(error, "not-allowed")) return false;
    if (isHyperslabError(error) && systemCode(error.cause) === "ELOOP") return false;
    throw error;
  }
}
