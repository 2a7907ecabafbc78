/** What a reference set refers to, by key, however it is kept: in columns that are all there, or in files that are read in parts. */

import type { Reference } from "../../model/virtual/reference.ts";
import type { TargetFacts } from "../../model/virtual/reference-set.ts";
import type { DirectoryListing, StoreEntry, StoreOptions } from "../../stores/store.ts";

export interface ReferenceLookup {
  /** The same object for the same references. */
  readonly identity: object;
  /** What the set records of a target; one that is not so any more is refused. */
  recorded?(url: string): TargetFacts | undefined;
  /** Undefined: the set has no such key. A reference that cannot be used fails. */
  find(key: string, options?: StoreOptions): Reference | undefined | Promise<Reference | undefined>;
  /** Every key below a prefix. */
  keys(prefix: string, signal?: AbortSignal): AsyncIterable<StoreEntry>;
  directory(prefix: string, options?: StoreOptions): DirectoryListing | Promise<DirectoryListing>;
  /**
   * What finds references without waiting, at least those of these keys. Undefined: it cannot, or which keys are wanted has to be
   * known.
   */
  local(wanted?: () => Iterable<string>): Promise<LocalLookup | undefined>;
}

export interface LocalLookup {
  /** All that references may lead to. */
  readonly urls: readonly string[];
  /** Undefined also for a key whose reference cannot be used. */
  find(key: string): Reference | undefined;
}
