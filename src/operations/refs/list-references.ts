/** What a reference set holds: keys, arrays, targets. Nothing but the set itself is read. */

import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { REFERENCES } from "../option-names.ts";
import { loadReferences, type ReferenceOptions } from "./loaded-references.ts";

/** One key of a set, and where its bytes lie. */
export interface ListedReference {
  /** The key. */
  readonly key: string;
  /** The target; absent if the bytes are in the set. */
  readonly url?: string;
  /** Where they begin in the target; absent: it is the whole target. */
  readonly offset?: number;
  /** How many bytes; absent for a whole target. */
  readonly length?: number;
  /** Why it cannot be read. */
  readonly problem?: string;
}

/** The references of one array, or of all documents. */
export interface ReferenceFolder {
  /** What keys begin with. */
  readonly path: string;
  /** How many keys there are. */
  readonly references: number;
  /** Those whose bytes are in the set. */
  readonly inline: number;
  /** Bytes that the others refer to, without whole targets. */
  readonly bytes: number;
}

/** A target and what refers to it. */
export interface ReferenceTarget {
  /** The URL, as it is in the set with its templates replaced. */
  readonly url: string;
  /** How many keys refer to it. */
  readonly references: number;
  /** Bytes that they refer to, without whole targets. */
  readonly bytes: number;
  /** The end of the last part that is referred to: it must be at least this long. */
  readonly end: number;
}

/** What `listReferences` found. */
export interface ReferencesReport {
  /** Where the set is. */
  readonly location: string;
  /** All keys. */
  readonly references: number;
  /** Those whose bytes are in the set, documents among them. */
  readonly inline: number;
  /** References that make no sense: reading them fails. */
  readonly malformed: number;
  /** Keys by the folder that they are in. */
  readonly folders: readonly ReferenceFolder[];
  /** What they refer to. */
  readonly targets: readonly ReferenceTarget[];
  /** What was odd. */
  readonly notes: readonly string[];
}

/** Counts what a set refers to. */
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
  if (hasUnknown(options, REFERENCES)) await refuseUnknown("eachReference", options, REFERENCES);
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
