/**
 * What an archive holds now: the entries of its directory, and over them what was written and deleted since. Keys are
 * names without the top folder.
 */
import { isBelow } from "../store-key.ts";
import type { Directory } from "./directory.ts";
import { CENTRAL_LENGTH, centralHeaderLength, type NewEntry, putCentral, type ZipEntry } from "./entry-header.ts";
import { type KeyTree, keyTree } from "./key-tree.ts";
import { putName } from "./put-name.ts";
import type { EntryPlace } from "./read-entry.ts";
import type { EachName } from "./top-folder.ts";

const LONGEST_NAME = 0xffff;

/** An entry that was appended and is in no directory yet. */
export interface WrittenEntry extends NewEntry {
  readonly offset: number;
  readonly nameLength: number;
  readonly headerLength: number;
}

export interface Contents {
  find(key: string): EntryPlace | undefined;
  entry(key: string): Pick<ZipEntry, "size" | "crc" | "offset"> | undefined;
  put(key: string, entry: WrittenEntry): void;
  /** Was there anything to remove? */
  remove(key: string): boolean;
  removeBelow(prefix: string): boolean;
  /** All keys in no order. */
  keys(): Iterable<string>;
  tree(): KeyTree;
  /** Names of all entries, folders included, as they will be in the next directory. */
  readonly eachName: EachName;
  /** The next directory. */
  encode(): { readonly bytes: Uint8Array; readonly count: number };
}

export function contentsOf(directory: Directory | undefined, topFolder: string): Contents {
  const top = topFolder === "" ? "" : `${topFolder}/`;
  const count = directory?.count ?? 0;
  const written = new Map<string, WrittenEntry | null>();
  const removedPrefixes: string[] = [];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Where names are put to be looked up. */
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

  /** The headers that stay as they are. */
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
    for (const [key, entry] of written) if (entry !== null) yield key;
  }

  const remove = (key: string): boolean => {
    const before = written.get(key);
    if (before === null) return false;
    const inDirectory = numberOf(key) >= 0;
    if (before === undefined && !inDirectory) return false;
    if (inDirectory) written.set(key, null);
    else written.delete(key);
    tree?.remove(key);
    return true;
  };

  return {
    find: (key) => {
      const entry = written.get(key);
      if (entry === null) return undefined;
      if (entry !== undefined) return writtenPlace(entry);
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
      const entry = written.get(key);
      if (entry !== undefined) return entry ?? undefined;
      const number = numberOf(key);
      return number < 0 ? undefined : directory!.entry(number);
    },
    put: (key, entry) => {
      // To the end: a directory in the order of the data is opened faster.
      written.delete(key);
      written.set(key, entry);
      tree?.add(key);
    },
    remove,
    removeBelow: (prefix) => {
      let any = false;
      for (const key of Array.from((tree ??= keyTree(liveKeys())).list(prefix))) any = remove(key) || any;
      removedPrefixes.push(prefix);
      return any;
    },
    keys: liveKeys,
    tree: () => (tree ??= keyTree(liveKeys())),
    eachName: (see) => {
      for (const number of kept()) {
        const { bytes, starts, ends } = directory!.names;
        if (!see(bytes, starts[number]!, ends[number]!)) return;
      }
      const name = new Uint8Array(LONGEST_NAME);
      for (const [key, entry] of written) {
        if (entry !== null && !see(name, 0, putName(name, 0, top + key, encoder))) return;
      }
    },
    encode: () =>
      encodeDirectory(
        Array.from(kept(), (number) => directory!.header(number)),
        written,
        top,
      ),
  };
}

function writtenPlace(entry: WrittenEntry): EntryPlace {
  return {
    entry: { ...entry, modified: entry.modified ?? 0, extraLength: 0 },
    rawName: new Uint8Array(0),
    headerLength: entry.headerLength,
    learn: () => {},
  };
}

function isWithin(folder: string, prefix: string): boolean {
  return prefix === "" || folder === `${prefix}/` || isBelow(folder, prefix);
}

function encodeDirectory(
  headers: readonly Uint8Array[],
  written: ReadonlyMap<string, WrittenEntry | null>,
  top: string,
): { readonly bytes: Uint8Array; readonly count: number } {
  let size = 0;
  let count = headers.length;
  for (const header of headers) size += header.byteLength;
  for (const entry of written.values()) {
    if (entry === null) continue;
    size += centralHeaderLength(entry, entry.offset, entry.nameLength);
    count += 1;
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const encoder = new TextEncoder();
  let at = 0;
  for (const header of headers) {
    bytes.set(header, at);
    at += header.byteLength;
  }
  for (const [key, entry] of written) {
    if (entry === null) continue;
    putCentral(view, at, entry, entry.offset, entry.nameLength);
    putName(bytes, at + CENTRAL_LENGTH, top + key, encoder);
    at += centralHeaderLength(entry, entry.offset, entry.nameLength);
  }
  return { bytes, count };
}
