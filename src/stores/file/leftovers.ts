/** What writers that were killed have left in a directory: values on their way in, under names that no reader sees. */
import { basename, dirname, join } from "node:path";
import { isPartialName } from "./partial-name.ts";
import { entriesOf, unlinkPresent } from "./remove.ts";

/** The lock of a hierarchy has such a name too, and is taken over by those who need it. */
const LOCK_START = ".hyperslab-lock";

/**
 * Removes unfinished values from the directories on the way to `path` and from everything below it. Only the
 * caller may be writing there; any other writer finds its file gone, and writes it again.
 */
export async function removeLeftovers(directory: string, path: string): Promise<void> {
  const names = path === "" ? [] : path.split("/");
  let at = directory;
  for (const name of names) {
    await sweep(at, false);
    at = join(at, name);
  }
  await sweep(at, true);
}

async function sweep(directory: string, deep: boolean): Promise<void> {
  for (const entry of await entriesOf(directory)) {
    const path = join(directory, entry.name);
    if (entry.isFile() && isPartialName(entry.name) && !entry.name.startsWith(LOCK_START)) unlinkPresent(path);
    if (deep && entry.isDirectory()) await sweep(path, true);
  }
}

/** The same for one file, beside which unfinished ones lie under its name. */
export async function removeLeftoversOf(file: string): Promise<void> {
  const start = `.${basename(file)}.`;
  for (const entry of await entriesOf(dirname(file))) {
    const isOwn = entry.name.startsWith(start) && !entry.name.slice(start.length, -".partial".length).includes(".");
    if (entry.isFile() && isPartialName(entry.name) && isOwn) unlinkPresent(join(dirname(file), entry.name));
  }
}
