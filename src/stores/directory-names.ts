/** Names of one directory as listings of a store: in key order, with directories separate or in place. */
import type { DirectoryListing } from "./store.ts";
import { compareKeys, joinKey } from "./store-key.ts";

export interface DirectoryName {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** One level. A directory without values below it is not a prefix, but only a full listing could show that, so it is included. */
export function levelOf(names: readonly DirectoryName[]): DirectoryListing {
  const sorted = (isDirectory: boolean): string[] =>
    names
      .filter((entry) => entry.isDirectory === isDirectory)
      .map(({ name }) => name)
      .sort(compareKeys);
  return { keys: sorted(false), prefixes: sorted(true) };
}

/**
 * Keys and prefixes in reverse order, to be popped from the end. A directory sorts with the slash that follows its name
 * in keys, so that all keys come out in order: `a.b`, then `a/b`.
 */
export function lastFirst(names: readonly DirectoryName[], prefix: string): DirectoryName[] {
  const sortName = ({ name, isDirectory }: DirectoryName): string => (isDirectory ? `${name}/` : name);
  return [...names]
    .sort((a, b) => compareKeys(sortName(b), sortName(a)))
    .map(({ name, isDirectory }) => ({ name: joinKey(prefix, name), isDirectory }));
}
