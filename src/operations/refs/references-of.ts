/**
 * References to existing data: the values of a Zarr hierarchy in a directory, a bucket, a server or an archive, the
 * chunks that a scanner found in a foreign file, or those of another set. Documents are stored in the set; nothing is
 * copied.
 */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { type AddressInput, resolveAddress } from "../../dataset/open/address.ts";
import { open } from "../../dataset/open/open.ts";
import { chosenStart, isRelative, relativeTo } from "../../dataset/open/sources.ts";
import { settle } from "../../dataset/virtual/settle.ts";
import { HyperslabError } from "../../errors.ts";
import { isWithin, joinPath, relativePath } from "../../formats/documents/node-path.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { snapshotFacts } from "../../formats/icechunk/snapshot-facts.ts";
import { isDocumentKey } from "../../formats/references/inline-text.ts";
import { setOf, virtualFacts } from "../../formats/virtual/virtual-store.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { OWN_FILE, type VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import { type Location, storePart } from "../../stores/location/parts.ts";
import type { Store } from "../../stores/store.ts";
import { leftOutIn, leftOutText } from "../info/left-out.ts";
import { fileUrl, outOfArchives } from "./archived-targets.ts";
import { documentedSet } from "./documented-set.ts";
import type { ReferenceOptions } from "./loaded-references.ts";
import { MAKE } from "./option-names.ts";
import { refuseLeftOut } from "./refuse-left-out.ts";
import { type SavedReferences, type SaveReferencesOptions, saveSet, withUrl } from "./save-references.ts";
import { referencesOfSnapshot } from "./snapshot-references.ts";
import { checkPlace, knownPlace, referenceTo } from "./stored-value.ts";
import { targetUrl } from "./target-url.ts";

/** Options of `referencesOf`. */
export interface ReferencesOfOptions extends ReferenceOptions {
  /** How the documents of a foreign file are spelled; default `zarr2`, which every reader of references supports. */
  readonly format?: "zarr2" | "zarr3" | undefined;
  /** If true, content of a foreign file that cannot be represented is left out and noted. By default it is an error. */
  readonly lenient?: boolean | undefined;
}

/** Options of `makeReferences`. */
export interface MakeReferencesOptions extends ReferencesOfOptions, SaveReferencesOptions {}

/** Writes a set of references to an existing dataset. */
export async function makeReferences(
  input: AddressInput,
  output: string,
  options: MakeReferencesOptions = {},
): Promise<SavedReferences> {
  if (hasUnknown(options, MAKE)) return refuseUnknown("makeReferences", options, MAKE);
  const { set, notes } = await referencesOf(input, options);
  return saveSet(set, output, options, notes);
}

interface Collected {
  readonly set: ReferenceSet;
  /** What was left out. */
  readonly notes: readonly string[];
}

/** References to the values of the node at an address, and of all nodes below it. */
async function referencesOf(input: AddressInput, options: ReferencesOfOptions): Promise<Collected> {
  const { signal, store: settings } = options;
  const node = await open(input, { store: settings, signal });
  const { hierarchy } = node;
  const location = await locationOf(input, hierarchy.store, options);
  const isLenient = options.lenient === true;
  const dataset = await settle(hierarchy, { signal, notesLosses: isLenient });
  if (dataset !== undefined) {
    const leftOut = leftOutIn(dataset.notes).filter(({ path }) => isWithin(path, node.path));
    if (!isLenient) refuseLeftOut(leftOut, hierarchy.store.location);
    const set = await outOfArchives(await ofForeignFile(dataset, location, node.path, options), options);
    return { set, notes: leftOut.map(leftOutText) };
  }
  return { set: await ofZarr(hierarchy, location, node.path, options), notes: [] };
}

async function ofZarr(
  hierarchy: Hierarchy,
  location: Location,
  path: string,
  { signal, store: settings }: ReferencesOfOptions,
): Promise<ReferenceSet> {
  const snapshot = snapshotFacts(hierarchy.store);
  if (snapshot !== undefined) {
    return referencesOfSnapshot(hierarchy.store, snapshot, location, path, { signal });
  }
  const facts = virtualFacts(hierarchy.store);
  if (facts === undefined) {
    checkFormat(hierarchy);
    return ofValues(hierarchy.store, location, path, signal);
  }
  return ofSet(await setOf(facts, signal), chosenStart(settings?.references) ?? location, path);
}

/** Formats whose keys mean the same to every reader of Zarr. */
const PLAIN_FORMATS: readonly string[] = ["zarr2", "zarr3", "nczarr"];

function checkFormat({ format, title, store }: Hierarchy): void {
  if (PLAIN_FORMATS.includes(format)) return;
  throw new HyperslabError("unsupported", `other programs cannot read references to ${title}`, {
    location: store.location,
    hint: "Copy it to Zarr v2 or v3 first.",
  });
}

async function locationOf(
  input: AddressInput,
  store: Store,
  { store: settings }: ReferencesOfOptions,
): Promise<Location> {
  const { location } = await resolveAddress(input, "", settings);
  return knownPlace(location && storePart(location), store);
}

/** A set within a set: its part below a path, with absolute URLs. */
function ofSet({ table, targets, problems }: ReferenceSet, start: Location, path: string): ReferenceSet {
  const [malformed] = problems;
  if (malformed !== undefined) throw malformed[1];
  const absolute = (url: string): string => (isRelative(url) ? targetUrl(relativeTo(start, url)) : url);
  const set = new ReferenceSet();
  for (const [key, reference] of table.entries()) {
    if (path !== "" && !key.startsWith(`${path}/`)) continue;
    set.table.add(relativePath(key, path), withUrl(reference, absolute));
  }
  for (const [url, facts] of targets) set.targets.set(absolute(url), facts);
  return set;
}

/** Values of a store: documents are stored inline, everything else is referenced. */
async function ofValues(
  store: Store,
  location: Location,
  path: string,
  signal: AbortSignal | undefined,
): Promise<ReferenceSet> {
  const set = new ReferenceSet();
  const values = { store, location };
  checkPlace(values);
  for await (const { key, size } of listed(store, path, signal)) {
    const name = relativePath(key, path);
    if (isDocumentKey(key) || /(?:^|\/)\.nc[a-z]+$/.test(key)) {
      const bytes = await store.get(key, { signal });
      if (bytes !== undefined) set.table.add(name, { kind: "inline", bytes });
      continue;
    }
    set.table.add(name, await referenceTo(values, key, { length: size }, { signal }));
  }
  return set;
}

async function* listed(
  store: Store,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ readonly key: string; readonly size?: number }> {
  if (store.list !== undefined) {
    yield* store.list(path, { signal });
    return;
  }
  if (store.listDirectory === undefined) {
    throw new HyperslabError("unsupported", "this store cannot list its keys, so its contents are unknown", {
      location: store.location,
    });
  }
  const { keys, prefixes } = await store.listDirectory(path, { signal });
  for (const name of keys) yield { key: joinPath(path, name) };
  for (const name of prefixes) yield* listed(store, joinPath(path, name), signal);
}

/** A file that is not Zarr: its nodes are spelled as documents, and its chunks stay in place. */
function ofForeignFile(
  dataset: VirtualDataset,
  location: Location,
  path: string,
  { format }: ReferencesOfOptions,
): Promise<ReferenceSet> {
  const absolute = (url: string): string => {
    if (url === OWN_FILE) return fileUrl(location);
    return isRelative(url) ? fileUrl(relativeTo(location, url)) : url;
  };
  return documentedSet(dataset, { format, path, absolute });
}
