/**
 * The current contents of an archive: the entries of its directory, overlaid by what was written and deleted since.
 * Keys are names without the top folder.
 */
import { joinBytes } from "../../bytes/source/join-bytes.ts";
import { isBelow } from "../store-key.ts";
import type { Directory } from "./directory.ts";
import { localHeaderLength, type ZipEntry } from "./entry-header.ts";
import { type KeyTree, keyTree } from "./key-tree.ts";
import { NewHeaders, putName, type WrittenEntry } from "./new-headers.ts";
import type { EntryPlace } from "./read-entry.ts";
import type { EachName } from "./top-folder.ts";

/** Replaces a header's position if the key was removed. */
const REMOVED = -1;

export interface Contents {
  find(key: string): EntryPlace | undefined;
  entry(key: string): Pick<ZipEntry, "size" | "crc" | "offset"> | undefined;
  put(key: string, entry: WrittenEntry): void;
  /** Returns whether there was anything to remove. */
  remove(key: string): boolean;
  removeBelow(prefix: string): boolean;
  /** All keys, in no particular order. */
  keys(): Iterable<string>;
  tree(): KeyTree;
  /** Names of all entries, including folders, as they will be in the next directory. */
  readonly eachName: EachName;
  /** The next directory. */
  encode(): { readonly bytes: Uint8Array; readonly count: number };
}

export function contentsOf(directory: Directory | undefined, topFolder: string): Contents {
  const top = topFolder === "" ? "" : `${topFolder}/`;
  const count = directory?.count ?? 0;
  const headers = new NewHeaders();
  /** Where the header of a key lies in `headers`, or `REMOVED`. */
  const written = new Map<string, number>();
  let dead = 0;
  const removedPrefixes: string[] = [];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** A buffer for names to look up. */
  let scratch = new Uint8Array(256);
  let headerLengths: Uint32Array | undefined;
  let tree: KeyTree | undefined;

  const numberOf = (key: string): number => {
    if (directory === undefined) return -1;
    if (top.length + key.length > scratch.byteLength / 3) scratch = new Uint8Array((top.length + key.length) * 3);
    return directory.find(scratch, 0, putName(scratch, 0, top + key, encoder));
  };
  /** The key of an entry; `undefined` if it lies outside the top folder. */
  const keyOf = (number: number): string | undefined => {
    const name = decoder.decode(directory!.name(number));
    return name.startsWith(top) ? name.slice(top.length) : undefined;
  };

  /** The headers that stay unchanged. */
  function* kept(): Generator<number> {
    for (let number = 0; number < count; number++) {
      const folder = directory!.isFolder(number);
      if (!folder && !directory!.isLast(number)) continue;
      const key = written.size === 0 && removedPrefixes.length === 0 ? undefined : keyOf(number);
      if (key !== undefined && !folder && written.has(key)) continue;
      if (key !== undefined && folder && removedPrefixes.some((prefix) => isWithin(key, prefix))) continue;
      yield number;
    }
  }

  function* liveKeys(): Generator<string> {
    for (let number = 0; number < count; number++) {
      if (directory!.isFolder(number) || !directory!.isLast(number)) continue;
      const key = keyOf(number);
      if (key !== undefined && !written.has(key)) yield key;
    }
    for (const [key, at] of written) if (at !== REMOVED) yield key;
  }

  const remove = (key: string): boolean => {
    const before = written.get(key);
    if (before === REMOVED) return false;
    const inDirectory = numberOf(key) >= 0;
    if (before === undefined && !inDirectory) return false;
    if (inDirectory) written.set(key, REMOVED);
    else written.delete(key);
    if (before !== undefined) dead += 1;
    tree?.remove(key);
    return true;
  };

  return {
    find: (key) => {
      const at = written.get(key);
      if (at === REMOVED) return undefined;
      if (at !== undefined) return writtenPlace(headers.entry(at));
      const number = numberOf(key);
      if (number < 0) return undefined;
      return {
        entry: directory!.entry(number),
        rawName: directory!.rawName(number),
        headerLength: headerLengths?.[number] ?? 0,
        learn: (length) => void ((headerLengths ??= new Uint32Array(count))[number] = length),
      };
    },
    entry: (key) => {
      const at = written.get(key);
      if (at !== undefined) return at === REMOVED ? undefined : headers.entry(at);
      const number = numberOf(key);
      return number < 0 ? undefined : directory!.entry(number);
    },
    put: (key, entry) => {
      // Moved to the end, because a directory in the order of the data is opened faster.
      if (written.size > 0 && (written.get(key) ?? REMOVED) !== REMOVED) dead += 1;
      written.delete(key);
      written.set(key, headers.add(top + key, entry));
      tree?.add(key);
    },
    remove,
    removeBelow: (prefix) => {
      let hasRemoved = false;
      for (const key of Array.from((tree ??= keyTree(liveKeys())).list(prefix))) hasRemoved = remove(key) || hasRemoved;
      removedPrefixes.push(prefix);
      return hasRemoved;
    },
    keys: liveKeys,
    tree: () => (tree ??= keyTree(liveKeys())),
    eachName: (see) => {
      for (const number of kept()) {
        const { bytes, starts, ends } = directory!.names;
        if (!see(bytes, starts[number]!, ends[number]!)) return;
      }
      for (const at of written.values()) {
        if (at === REMOVED) continue;
        const { bytes, start, end } = headers.name(at);
        if (!see(bytes, start, end)) return;
      }
    },
    encode: () => {
      const live = Array.from(written.values()).filter((at) => at !== REMOVED);
      const parts = Array.from(kept(), (number) => directory!.header(number));
      const bytes = joinBytes(
        dead === 0 ? [...parts, headers.all()] : [...parts, ...live.map((at) => headers.header(at))],
      );
      return { bytes, count: parts.length + live.length };
    },
  };
}

function writtenPlace(entry: ZipEntry): EntryPlace {
  return {
    entry,
    rawName: new Uint8Array(0),
    headerLength: localHeaderLength(entry, entry.nameLength),
    learn: () => {},
  };
}

function isWithin(folder: string, prefix: string): boolean {
  return prefix === "" || folder === `${prefix}/` || isBelow(folder, prefix);
}
