/** Reference sets for the verbs that work on them: read from a file, with a store that reads their targets. */
import { type AddressInput, resolveAddress } from "../../dataset/open/address.ts";
import { open } from "../../dataset/open/open.ts";
import { chosenStart, openSource, type ReachedOrigins } from "../../dataset/open/sources.ts";
import { zstdBlocks } from "../../dataset/open/store-decoders.ts";
import { HyperslabError } from "../../errors.ts";
import { detectFormat } from "../../formats/detect.ts";
import type { Hierarchy, OpenSource } from "../../formats/format.ts";
import { snapshotFacts } from "../../formats/icechunk/snapshot-facts.ts";
import { noteList } from "../../formats/notes.ts";
import { openReferences } from "../../formats/references/references.ts";
import { setOf, virtualFacts } from "../../formats/virtual/virtual-store.ts";
import type { ArrayNode, GroupNode, Node } from "../../model/node.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { type Location, storePart } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { filePlace } from "../../stores/place.ts";
import type { Store } from "../../stores/store.ts";
import { referencesOfSnapshot } from "./snapshot-references.ts";
import { knownPlace } from "./stored-value.ts";

/** Options of every verb that reads a reference set. */
export interface ReferenceOptions {
  /** How the set and its targets are reached. */
  readonly store?: StoreSettings | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface LoadedReferences {
  readonly set: ReferenceSet;
  /** Reads the targets of the set. */
  readonly store: Store;
  readonly openSource: OpenSource;
  /** The file beside which relative URLs start: the set, unless the caller chose another base. Undefined if unknown. */
  readonly start: Location | undefined;
  /** Irregularities of the set. */
  readonly notes: readonly string[];
}

/** Loads the set at an address, JSON or Parquet. A JSON set need not describe a Zarr hierarchy. */
export async function loadReferences(input: AddressInput, options: ReferenceOptions): Promise<LoadedReferences> {
  const { signal, store: settings } = options;
  const address = await resolveAddress(input, "", settings);
  const location = address.location && storePart(address.location);
  const start = chosenStart(settings?.references) ?? location;
  if (address.store.object === undefined && !/\.json(?:\.\w+)?$/i.test(address.path)) {
    return { ...(await loadOpened(input, location, options)), start };
  }
  const key = address.store.object ?? address.path;
  const known: ReachedOrigins = new Map();
  const openTarget: OpenSource = (...given) => openSource(address, { store: settings }, known, ...given);
  const notes = noteList();
  const place = filePlace(address.store, key, "");
  const store = await openReferences(place, notes, {
    openSource: openTarget,
    zstdBlocks,
    references: settings?.references,
    signal,
  });
  const facts = store && virtualFacts(store);
  if (store === undefined || facts === undefined) throw noSet(address.store.location);
  const messages = notes.notes.map(({ message }) => message);
  return { set: await setOf(facts, signal), store, openSource: openTarget, start, notes: messages };
}

/** A set that is a directory, a snapshot of Icechunk, or anything else that is opened as references. */
async function loadOpened(
  input: AddressInput,
  location: Location | undefined,
  { store: settings, signal }: ReferenceOptions,
): Promise<Omit<LoadedReferences, "start">> {
  const { hierarchy, path } = await open(input, { store: settings, signal });
  const { store } = hierarchy;
  const notes = (hierarchy.notes ?? []).map(({ message }) => message);
  const snapshot = snapshotFacts(store);
  if (snapshot !== undefined) {
    if (path !== "") throw partOfSnapshot(store, path);
    const set = await referencesOfSnapshot(store, snapshot, knownPlace(location, store), "", { signal });
    return { set, store, openSource: snapshot.openSource, notes };
  }
  const facts = virtualFacts(store);
  if (facts === undefined) throw noSet(store.location);
  return { set: await setOf(facts, signal), store, openSource: facts.openSource, notes };
}

function partOfSnapshot({ location }: Store, node: string): HyperslabError {
  return new HyperslabError("invalid-request", "this works on whole snapshots, not on a node in one", {
    location,
    node,
    hint: "hyperslab refs make writes references to a part of a dataset.",
  });
}

function noSet(location: string): HyperslabError {
  return new HyperslabError("not-found", "there is no reference set", {
    location,
    hint: "To create one for a dataset: hyperslab refs make.",
  });
}

/** The hierarchy that a set describes. */
export async function hierarchyOf({ store }: LoadedReferences, signal?: AbortSignal): Promise<Hierarchy> {
  const found = await detectFormat(store, "", { signal });
  if (found !== undefined) return found.hierarchy;
  throw new HyperslabError("invalid-data", "the set does not describe a Zarr hierarchy", {
    location: store.location,
    hint: "Its keys include neither .zgroup, .zarray nor zarr.json at the root.",
  });
}

/** All nodes of a hierarchy, each group before its contents. */
export async function* nodesOf(hierarchy: Hierarchy, path = "", signal?: AbortSignal): AsyncGenerator<Node> {
  const root = await hierarchy.readNode(path, { signal });
  if (root === undefined) return;
  yield root;
  if (root.kind === "group") yield* nodesBelow(hierarchy, root, signal);
}

async function* nodesBelow(hierarchy: Hierarchy, group: GroupNode, signal?: AbortSignal): AsyncGenerator<Node> {
  for (const child of await hierarchy.listChildren(group.path, { signal, listed: group })) {
    yield child;
    if (child.kind === "group") yield* nodesBelow(hierarchy, child, signal);
  }
}

/** The arrays of a hierarchy by path. */
export async function arraysOf(hierarchy: Hierarchy, signal?: AbortSignal): Promise<ReadonlyMap<string, ArrayNode>> {
  const arrays = new Map<string, ArrayNode>();
  for await (const node of nodesOf(hierarchy, "", signal)) if (node.kind === "array") arrays.set(node.path, node);
  return arrays;
}
