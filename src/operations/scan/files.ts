/** Names of many files: patterns are matched against the keys of the store that contains them, whatever store that is. */
import { openStore } from "../../dataset/open/address.ts";
import { HyperslabError } from "../../errors.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { matchingKeys } from "./matching-keys.ts";

export interface ExpandOptions {
  readonly signal?: AbortSignal | undefined;
  readonly store?: StoreSettings | undefined;
}

/** A file of a scan. */
export interface NamedFile {
  readonly address: string;
  /** Where it was listed, if a pattern matched it: its bytes are read there without opening a store per file. */
  readonly listed?: { readonly store: Store; readonly key: string } | undefined;
}

/** Every address in turn; those of a pattern sorted by name, digits by their value. A pattern without a match is an error. */
export async function expandFiles(files: Iterable<string>, options: ExpandOptions): Promise<readonly NamedFile[]> {
  const found: NamedFile[] = [];
  for (const file of files) {
    const matches = isPattern(file) ? await matchesOf(file, options) : [{ address: file }];
    if (matches.length === 0) {
      throw new HyperslabError("not-found", `no file matches ${file}`, {
        hint: "* matches within one directory, ** across directories, ? one character.",
      });
    }
    for (const match of matches) found.push(match);
  }
  return found;
}

/** In URLs with a query, `?` is not part of a pattern. */
function isPattern(file: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(file) && !/^(?:file|s3|gs|memory):/i.test(file)
    ? file.includes("*")
    : /[*?]/.test(file);
}

/** If all members of an archive are in one folder, keys begin below it. Patterns may name the folder nevertheless. */
async function belowTopFolder(archive: string, inner: string, options: ExpandOptions): Promise<readonly NamedFile[]> {
  const slash = inner.indexOf("/") + 1;
  const [top, rest] = [inner.slice(0, slash), inner.slice(slash)];
  const found = await matchesOf(`${archive}${rest}`, options);
  const key = found[0]?.address.slice(archive.length);
  if (key === undefined) return [];
  const store = await openStore(archive, options.store);
  return (await store.keyOfMember?.(`${top}${key}`, options)) === key ? found : [];
}

async function matchesOf(pattern: string, { signal, store: settings }: ExpandOptions): Promise<readonly NamedFile[]> {
  const plain = pattern.slice(0, pattern.search(/[*?]/));
  // The members of `data.zip|zip:` follow without a slash.
  const archive = /^.*\|[a-z][a-z\d-]*:/i.exec(plain)?.[0] ?? "";
  const folder = plain.slice(0, Math.max(plain.lastIndexOf("/") + 1, archive.length));
  const rest = pattern.slice(folder.length);
  const store = await openStore(folder === "" ? "." : folder, settings);
  const matches = matchingKeys(store, rest, { signal });
  if (matches === undefined) {
    throw new HyperslabError("unsupported", `the files that match ${pattern} cannot be listed there`, {
      location: store.location,
      hint: "Name the files one by one, or read their names from a list.",
    });
  }
  const names: string[] = [];
  for await (const key of matches) names.push(key);
  if (names.length === 0 && folder.length > archive.length && archive !== "") {
    return belowTopFolder(archive, pattern.slice(archive.length), { signal, store: settings });
  }
  const { compare } = new Intl.Collator("en", { numeric: true });
  return names.sort(compare).map((key) => ({ address: `${folder}${key}`, listed: { store, key } }));
}
