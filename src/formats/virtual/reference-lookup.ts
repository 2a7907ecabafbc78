/** What a reference set refers to, by key, however it is stored: in columns in memory, or in files that are read in parts. */

import type { Reference } from "../../model/virtual/reference.ts";
import type { TargetFacts } from "../../model/virtual/reference-set.ts";
import type { DirectoryListing, StoreEntry, StoreOptions } from "../../stores/store.ts";

export interface ReferenceLookup {
  /** The same object for the same references. */
  readonly identity: object;
  /** The recorded facts of a target; a target that no longer matches is refused. */
  recorded?(url: string): TargetFacts | undefined;
  /** Returns undefined if the set has no such key. A reference that cannot be used fails. */
  find(key: string, options?: StoreOptions): Reference | undefined | Promise<Reference | undefined>;
  /** Every key below a prefix. */
  keys(prefix: string, signal?: AbortSignal): AsyncIterable<StoreEntry>;
  directory(prefix: string, options?: StoreOptions): DirectoryListing | Promise<DirectoryListing>;
  /**
   * Returns a lookup that finds at least these keys without waiting. Undefined if that is impossible, or if the wanted
   * keys have to be known.
   */
  local(wanted?: () => Iterable<string>): Promise<LocalLookup | undefined>;
}

export interface LocalLookup {
  /** All URLs that references of the wanted keys may lead to. */
  readonly urls: readonly string[];
  /** Also returns undefined for a key whose reference cannot be used. */
  find(key: string): Reference | undefined;
}
