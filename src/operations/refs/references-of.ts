/**
 * References to what already exists: the values of a Zarr hierarchy in a directory, a bucket, a server or an archive, the
 * chunks that a scanner found in a foreign file, or those of another set. Documents are within the set; nothing is copied.
 */

import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { type AddressInput, resolveAddress } from "../../dataset/open/address.ts";
import { open } from "../../dataset/open/open.ts";
import { isRelative, relativeTo } from "../../dataset/open/sources.ts";
import { settle } from "../../dataset/virtual/settle.ts";
import { HyperslabError } from "../../errors.ts";
import { joinPath, relativePath } from "../../formats/documents/node-path.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { isDocumentKey } from "../../formats/references/inline-text.ts";
import { setOf, virtualFacts } from "../../formats/virtual/virtual-store.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { OWN_FILE, type VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import { type Location, storePart } from "../../stores/location/parts.ts";
import { looksForFree, type Store } from "../../stores/store.ts";
import { MAKE_REFERENCES } from "../option-names.ts";
import { documentedSet } from "./documented-set.ts";
import type { ReferenceOptions } from "./loaded-references.ts";
import { type SavedReferences, type SaveReferencesOptions, saveSet, withUrl } from "./save-references.ts";
import { targetUrl } from "./target-url.ts";

/** Options of `referencesOf`. */
export interface ReferencesOfOptions extends ReferenceOptions {
  /** How the documents of a foreign file are spelled; default `zarr2`, which every reader of references knows. */
  readonly format?: "zarr2" | "zarr3" | undefined;
}

/** Options of `makeReferences`. */
export interface MakeReferencesOptions extends ReferencesOfOptions, SaveReferencesOptions {}

/** Writes a set of references to an existing dataset. */
export async function makeReferences(
  input: AddressInput,
  output: string,
  options: MakeReferencesOptions = {},
): Promise<SavedReferences> {
  if (hasUnknown(options, MAKE_REFERENCES)) return refuseUnknown("makeReferences", options, MAKE_REFERENCES);
  return saveSet(await referencesOf(input, options), output, options);
}

/** References to the values of the node at an address, and of all below it. */
export async function referencesOf(input: AddressInput, options: ReferencesOfOptions = {}): Promise<ReferenceSet> {
  const { signal, store: settings } = options;
  const node = await open(input, { store: settings, signal });
  const { hierarchy } = node;
  const location = await locationOf(input, hierarchy.store, options);
  const dataset = await settle(hierarchy, { signal });
  if (dataset !== undefined) return ofForeignFile(dataset, location, node.path, options);
  const facts = virtualFacts(hierarchy.store);
  if (facts === undefined) {
    checkFormat(hierarchy);
    return ofValues(hierarchy.store, location, node.path, signal);
  }
  return ofSet(await setOf(facts, signal), location, node.path);
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
  const address = await resolveAddress(input, "", settings);
  if (address.location !== undefined) return storePart(address.location);
  throw new HyperslabError("unsupported", "it cannot be told where these values lie", {
    location: store.location,
    hint: "Give the address as a text.",
  });
}

/** A set within a set: the part of it below a path, with absolute URLs. */
function ofSet({ table, targets, problems }: ReferenceSet, location: Location, path: string): ReferenceSet {
  const [malformed] = problems;
  if (malformed !== undefined) throw malformed[1];
  const absolute = (url: string): string => (isRelative(url) ? targetUrl(relativeTo(location, url)) : url);
  const set = new ReferenceSet();
  for (const [key, reference] of table.entries()) {
    if (path !== "" && !key.startsWith(`${path}/`)) continue;
    set.table.add(relativePath(key, path), withUrl(reference, absolute));
  }
  for (const [url, facts] of targets) set.targets.set(absolute(url), facts);
  return set;
}

/** Values of a store: documents are taken in, everything else is referred to. */
async function ofValues(
  store: Store,
  location: Location,
  path: string,
  signal: AbortSignal | undefined,
): Promise<ReferenceSet> {
  const set = new ReferenceSet();
  const archive = location.steps.at(-1);
  if (location.steps.length > 1) {
    throw new HyperslabError(
      "unsupported",
      "references lead to files, not to what lies within an archive in an archive",
      {
        location: store.location,
      },
    );
  }
  const outer: Location = { base: location.base, steps: [] };
  for await (const { key, size } of listed(store, path, signal)) {
    const name = relativePath(key, path);
    if (isDocumentKey(key) || /(?:^|\/)\.nc[a-z]+$/.test(key)) {
      const bytes = await store.get(key, { signal });
      if (bytes !== undefined) set.table.add(name, { kind: "inline", bytes });
      continue;
    }
    if (archive !== undefined || store.partOf !== undefined) {
      const part = await store.partOf?.(key, { signal });
      if (part === undefined) throw compressedEntry(store, key);
      set.table.add(name, { kind: "range", url: targetUrl(outer), ...part });
    } else {
      const place = store.locate?.(key);
      const url =
        place === undefined
          ? targetUrl(location, key)
          : targetUrl({ base: { scheme: "file", path: place }, steps: [] });
      // Ranges are what every reader of references knows; a size that takes a request is not asked for.
      const length = size ?? (looksForFree(store) ? (await store.head?.(key, { signal }))?.size : undefined);
      set.table.add(name, length === undefined ? { kind: "whole", url } : { kind: "range", url, offset: 0, length });
    }
  }
  return set;
}

function compressedEntry(store: Store, key: string): HyperslabError {
  return new HyperslabError("unsupported", "the value is compressed within the archive, so no part of the file is it", {
    location: store.location,
    key,
    hint: "Make the archive without compression, as Hyperslab does, or unpack it.",
  });
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
    throw new HyperslabError("unsupported", "this store cannot list its keys, so it is not known what there is", {
      location: store.location,
    });
  }
  const { keys, prefixes } = await store.listDirectory(path, { signal });
  for (const name of keys) yield { key: joinPath(path, name) };
  for (const name of prefixes) yield* listed(store, joinPath(path, name), signal);
}

/** A file that is no Zarr: its nodes are spelled as documents, its chunks stay where they are. */
function ofForeignFile(
  dataset: VirtualDataset,
  location: Location,
  path: string,
  { format }: ReferencesOfOptions,
): Promise<ReferenceSet> {
  const absolute = (url: string): string => {
    if (url === OWN_FILE) return targetUrl(location);
    return isRelative(url) ? targetUrl(relativeTo(location, url)) : url;
  };
  return documentedSet(dataset, { format, path, absolute });
}
