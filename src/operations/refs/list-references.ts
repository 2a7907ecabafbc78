/** What a reference set contains: keys, arrays, targets. Only the set itself is read. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { loadReferences, type ReferenceOptions } from "./loaded-references.ts";
import { REFERENCES } from "./option-names.ts";

/** One key of a set, and where its bytes lie. */
export interface ListedReference {
  /** The key. */
  readonly key: string;
  /** The target; omitted if the bytes are in the set. */
  readonly url?: string;
  /** The offset in the target; omitted for a whole target. */
  readonly offset?: number;
  /** The number of bytes; omitted for a whole target. */
  readonly length?: number;
  /** Why it cannot be read. */
  readonly problem?: string;
}

/** The references of one array, or of all documents. */
export interface ReferenceFolder {
  /** The prefix of the keys. */
  readonly path: string;
  /** The number of keys. */
  readonly references: number;
  /** The number of keys whose bytes are in the set. */
  readonly inline: number;
  /** Bytes that the others refer to, not counting whole targets. */
  readonly bytes: number;
}

/** A target and the references to it. */
export interface ReferenceTarget {
  /** The URL in the set, with its templates replaced. */
  readonly url: string;
  /** The number of keys that refer to it. */
  readonly references: number;
  /** Bytes that they refer to, not counting whole targets. */
  readonly bytes: number;
  /** The end of the last referenced part: the target must be at least this long. */
  readonly end: number;
}

/** What `listReferences` found. */
export interface ReferencesReport {
  /** Where the set is. */
  readonly location: string;
  /** The total number of keys. */
  readonly references: number;
  /** The number of keys whose bytes are in the set, including documents. */
  readonly inline: number;
  /** The number of invalid references, which fail when they are read. */
  readonly malformed: number;
  /** Keys grouped by folder. */
  readonly folders: readonly ReferenceFolder[];
  /** The targets they refer to. */
  readonly targets: readonly ReferenceTarget[];
  /** Irregularities of the set. */
  readonly notes: readonly string[];
}

/** Counts the references of a set. */
export async function listReferences(input: AddressInput, options: ReferenceOptions = {}): Promise<ReferencesReport> {
  if (hasUnknown(options, REFERENCES)) return refuseUnknown("listReferences", options, REFERENCES);
  const { set, store, notes } = await loadReferences(input, options);
  const folders = new Map<string, { references: number; inline: number; bytes: number }>();
  const targets = new Map<string, { references: number; bytes: number; end: number }>();
  let [references, inline] = [0, 0];
  for (const [key, reference] of set.table.entries()) {
    references += 1;
    const folder = ensured(folders, folderOf(key), () => ({ references: 0, inline: 0, bytes: 0 }));
    folder.references += 1;
    if (reference.kind === "inline") {
      inline += 1;
      folder.inline += 1;
      continue;
    }
    const target = ensured(targets, reference.url, () => ({ references: 0, bytes: 0, end: 0 }));
    target.references += 1;
    if (reference.kind === "whole") continue;
    folder.bytes += reference.length;
    target.bytes += reference.length;
    target.end = Math.max(target.end, reference.offset + reference.length);
  }
  return {
    location: store.location,
    references,
    inline,
    malformed: set.problems.size,
    folders: [...folders].map(([path, counts]) => ({ path, ...counts })).sort((a, b) => (a.path < b.path ? -1 : 1)),
    targets: [...targets].map(([url, counts]) => ({ url, ...counts })),
    notes,
  };
}

/** Every key with its target, in the order of the set. */
export async function* eachReference(
  input: AddressInput,
  options: ReferenceOptions = {},
): AsyncGenerator<ListedReference, void, undefined> {
  if (hasUnknown(options, REFERENCES)) return refuseUnknown("eachReference", options, REFERENCES);
  const { set } = await loadReferences(input, options);
  for (const [key, reference] of set.table.entries()) {
    options.signal?.throwIfAborted();
    if (reference.kind === "inline") yield { key, length: reference.bytes.byteLength };
    else if (reference.kind === "whole") yield { key, url: reference.url };
    else yield { key, url: reference.url, offset: reference.offset, length: reference.length };
  }
  for (const [key, { message }] of set.problems) yield { key, problem: message };
}

/** The path of the array that a chunk belongs to; that of the node for a document. */
function folderOf(key: string): string {
  const found = /^(?:(.*?)\/)?(?:c\/)?[0-9]+(?:[./][0-9]+)*$/.exec(key);
  return found === null ? key.slice(0, Math.max(0, key.lastIndexOf("/"))) : (found[1] ?? "");
}

function ensured<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
