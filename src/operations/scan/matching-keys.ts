/**
 * The keys of a store that match a pattern: `*` and `?` within a directory, `**` across them. Directories are listed
 * one by one, and only those that can contain a match, so `months/*.nc` costs one listing, however much lies beside it.
 */
import type { DirectoryListing, Store, StoreOptions } from "../../stores/store.ts";

interface Listings {
  /** Every key below a prefix. */
  every(prefix: string): AsyncIterable<{ readonly key: string }>;
  directory(prefix: string): Promise<DirectoryListing>;
}

/** Returns undefined if the store cannot list. */
export function matchingKeys(store: Store, pattern: string, options: StoreOptions): AsyncIterable<string> | undefined {
  const list = store.list?.bind(store);
  const listDirectory = store.listDirectory?.bind(store);
  if (listDirectory === undefined) return list && filtered(list("", options), "", pattern);
  const directory = (prefix: string): Promise<DirectoryListing> => listDirectory(prefix, options);
  const every = (prefix: string) => list?.(prefix, options) ?? keysBelow(directory, prefix);
  return matchesIn({ every, directory }, "", pattern);
}

async function* matchesIn(listings: Listings, prefix: string, pattern: string): AsyncGenerator<string> {
  const slash = pattern.indexOf("/");
  const segment = slash < 0 ? pattern : pattern.slice(0, slash);
  const rest = slash < 0 ? undefined : pattern.slice(slash + 1);
  if (segment.includes("**")) {
    yield* filtered(listings.every(prefix), prefix, pattern);
    return;
  }
  if (rest !== undefined && !/[*?]/.test(segment)) {
    yield* matchesIn(listings, below(prefix, segment), rest);
    return;
  }
  const { keys, prefixes } = await listings.directory(prefix);
  const matches = matcher(segment);
  for (const name of rest === undefined ? keys : prefixes) {
    if (!matches.test(name)) continue;
    if (rest === undefined) yield below(prefix, name);
    else yield* matchesIn(listings, below(prefix, name), rest);
  }
}

/** For stores that list directories only. */
async function* keysBelow(directory: Listings["directory"], prefix: string): AsyncGenerator<{ readonly key: string }> {
  const pending = [prefix];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const { keys, prefixes } = await directory(at);
    for (const name of keys) yield { key: below(at, name) };
    for (const name of prefixes) pending.push(below(at, name));
  }
}

async function* filtered(
  entries: AsyncIterable<{ readonly key: string }>,
  prefix: string,
  pattern: string,
): AsyncGenerator<string> {
  const matches = matcher(pattern);
  const start = prefix === "" ? 0 : prefix.length + 1;
  for await (const { key } of entries) if (matches.test(key.slice(start))) yield key;
}

function below(prefix: string, name: string): string {
  return prefix === "" ? name : `${prefix}/${name}`;
}

function matcher(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/?|[*?]|[.+^${}()|[\]\\]/g, (found) => {
    if (found.startsWith("**")) return found.endsWith("/") ? "(?:.*/)?" : ".*";
    if (found === "*") return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
  return new RegExp(`^${source}$`);
}
