/**
 * References as a store: their keys are values, wherever the bytes lie. A key without a reference is absent. A target that
 * is missing, shorter than its reference says, or changed since it was first read is an error, never a fill value.
 */
import { resolveRange } from "../../bytes/source/byte-range.ts";
import { joinBytes } from "../../bytes/source/join-bytes.ts";
import { atPlace } from "../../errors.ts";
import type { PendingChunks, SpacedChunks } from "../../model/virtual/pending-chunks.ts";
import type { Reference } from "../../model/virtual/reference.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { markLending } from "../../stores/direct-reads.ts";
import type { GetOptions, LocalRange, Store } from "../../stores/store.ts";
import type { OpenedSource, OpenSource } from "../format.ts";
import { directoryOf, keysBelow } from "./key-listing.ts";
import { pendingLookup } from "./pending-lookup.ts";
import type { LocalLookup, ReferenceLookup } from "./reference-lookup.ts";
import { readTarget, recordedVersion, sizeOf } from "./reference-target.ts";
import { spacedLookup } from "./spaced-chunks.ts";

export interface VirtualStoreOptions {
  /** The address of the set or the scanned file, for messages. */
  readonly location: string;
  /** Its name in caches: never the same for two sets. */
  readonly place: string;
  readonly openSource: OpenSource;
  /** Arrays whose references are not in the set yet, by path. */
  readonly pending?: ReadonlyMap<string, PendingChunks> | undefined;
  /** Arrays whose chunks are also served in spans, by path. */
  readonly spaced?: ReadonlyMap<string, SpacedChunks> | undefined;
  /** Bytes that precede the referenced ones, by key. */
  readonly prefixes?: ReadonlyMap<string, Uint8Array> | undefined;
}

/** What a store of references was built from. */
export interface VirtualFacts {
  readonly lookup: ReferenceLookup;
  readonly prefixes?: ReadonlyMap<string, Uint8Array> | undefined;
  readonly openSource: OpenSource;
}

/** All references of a store in memory; those stored in files are read. */
export async function setOf({ lookup }: VirtualFacts, signal?: AbortSignal): Promise<ReferenceSet> {
  if (lookup.identity instanceof ReferenceSet) return lookup.identity;
  const set = new ReferenceSet();
  for await (const { key } of lookup.keys("", signal)) {
    const reference = await lookup.find(key, { signal });
    if (reference !== undefined) set.table.add(key, reference);
  }
  return set;
}

const made = new WeakMap<Store, VirtualFacts>();

/** The references of a store, if it was built from any. */
export function virtualFacts(store: Store): VirtualFacts | undefined {
  return made.get(store);
}

/** Useful concurrency for remote targets. */
const CONCURRENCY = 16;

export function virtualStore(set: ReferenceSet, options: VirtualStoreOptions): Store {
  const { location, pending, spaced } = options;
  const loaded = setLookup(set, location);
  const lookup = pending === undefined ? loaded : pendingLookup(loaded, pending);
  return lookupStore(spaced === undefined ? lookup : spacedLookup(lookup, spaced), options);
}

/** References that are all in memory. */
function setLookup(set: ReferenceSet, location: string): ReferenceLookup {
  const { table, problems } = set;
  return {
    identity: set,
    recorded: (url) => set.targets.get(url),
    find: (key) => {
      const problem = problems.get(key);
      if (problem !== undefined) throw atPlace(problem, { location });
      return table.find(key);
    },
    keys: (prefix, signal) => keysBelow(set, prefix, signal),
    directory: (prefix) => directoryOf(set, prefix),
    local: async (wanted) => {
      const find = (key: string): Reference | undefined => (problems.has(key) ? undefined : table.find(key));
      // Only the wanted ones, if the caller knows them: each is opened, and there may be millions.
      return { urls: wanted === undefined ? table.urls : urlsOf(wanted(), find), find };
    },
  };
}

function urlsOf(keys: Iterable<string>, find: (key: string) => Reference | undefined): readonly string[] {
  const urls = new Set<string>();
  for (const key of keys) {
    const reference = find(key);
    if (reference?.kind === "range") urls.add(reference.url);
  }
  return [...urls];
}

/** The same for references that are looked up in any other way. */
export function lookupStore(lookup: ReferenceLookup, options: VirtualStoreOptions): Store {
  const { location, place, openSource, prefixes } = options;
  const targets = new Map<string, Promise<OpenedSource>>();
  /** One source per target, so that all reads of it are of one version. */
  const target = (url: string): Promise<OpenedSource> => {
    let opened = targets.get(url);
    if (opened === undefined) {
      opened = openSource(url).then((source) => recordedVersion(source, lookup.recorded?.(url)));
      targets.set(url, opened);
      // A target that could not be opened is tried again.
      opened.catch(() => targets.delete(url));
    }
    return opened;
  };
  const read = async (reference: Reference, key: string, given?: GetOptions): Promise<Uint8Array> => {
    if (reference.kind !== "inline")
      return readTarget(() => target(reference.url), reference, { location, key }, given);
    const { start, end } = resolveRange(given?.range, reference.bytes.byteLength);
    return reference.bytes.slice(start, end);
  };
  const store: Store = {
    location,
    place,
    identity: lookup.identity,
    concurrency: CONCURRENCY,
    get: async (key, given) => {
      given?.signal?.throwIfAborted();
      const reference = await lookup.find(key, given);
      if (reference === undefined) return undefined;
      const prefix = prefixes?.get(key);
      if (prefix !== undefined) {
        const rest = await read(reference, key, { signal: given?.signal });
        const whole = joinBytes([prefix, rest]);
        const { start, end } = resolveRange(given?.range, whole.byteLength);
        return whole.subarray(start, end);
      }
      return read(reference, key, given);
    },
    head: async (key, given) => {
      const reference = await lookup.find(key, given);
      if (reference === undefined) return undefined;
      const open = (): Promise<OpenedSource> => target(reference.kind === "inline" ? "" : reference.url);
      const size = await sizeOf(reference, open, { location, key }, given);
      return { size: size + (prefixes?.get(key)?.byteLength ?? 0) };
    },
    list: (prefix, given) => lookup.keys(prefix, given?.signal),
    listDirectory: async (prefix, given) => {
      given?.signal?.throwIfAborted();
      return lookup.directory(prefix, given);
    },
    localRanges: async (wanted) => localRanges(await lookup.local(wanted), target, prefixes),
  };
  // Nothing of a target is kept here; its own store decides whether memory is reused.
  markLending(store);
  made.set(store, { lookup, prefixes, openSource });
  return store;
}

/** Where keys lie that are ranges of local files, for workers; undefined if no target is a local file. */
async function localRanges(
  lookup: LocalLookup | undefined,
  target: (url: string) => Promise<OpenedSource>,
  prefixes: ReadonlyMap<string, Uint8Array> | undefined,
): Promise<((key: string) => LocalRange | undefined) | undefined> {
  if (lookup === undefined) return undefined;
  const files = new Map<string, { readonly path: string; readonly version: string | undefined }>();
  await Promise.all(
    lookup.urls.map(async (url) => {
      // A target that cannot be opened is an error when it is read, not before.
      const source = await target(url).catch(() => undefined);
      const path = source?.path;
      if (source === undefined || path === undefined) return;
      // The first access to a target fixes its version, for workers as well as for this thread.
      const version = source.version?.validator ?? (await source.validator?.().catch(() => undefined));
      if (source.version !== undefined) source.version.validator ??= version;
      files.set(url, { path, version });
    }),
  );
  if (files.size === 0) return undefined;
  return (key) => {
    const reference = prefixes?.has(key) === true ? undefined : lookup.find(key);
    if (reference?.kind !== "range") return undefined;
    const file = files.get(reference.url);
    return file && { ...file, offset: reference.offset, length: reference.length };
  };
}
