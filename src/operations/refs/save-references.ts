/** Saving reference sets: a file that appears when it is complete. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { memoryTarget } from "../../bytes/source/byte-target.ts";
import { type AddressInput, resolveAddress } from "../../dataset/open/address.ts";
import { parseLocation } from "../../dataset/open/location.ts";
import { HyperslabError } from "../../errors.ts";
import { beginsLikeSet } from "../../formats/references/read-blocks.ts";
import { type WriteReferencesOptions, writeReferences } from "../../formats/references/write-json.ts";
import type { Reference } from "../../model/virtual/reference.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { usedUrls } from "../../model/virtual/used-urls.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { loadReferences, type ReferenceOptions } from "./loaded-references.ts";
import { SAVE } from "./option-names.ts";
import { relativeUrl, urlMover } from "./target-url.ts";

/** Options of every verb that writes a reference set. */
export interface SaveReferencesOptions extends ReferenceOptions, WriteReferencesOptions {
  /** Replace an existing file. */
  readonly overwrite?: boolean | undefined;
  /** Write URLs below the directory of the new set as relative paths. fsspec resolves those against its working directory. */
  readonly relative?: boolean | undefined;
}

/** What was written. */
export interface SavedReferences {
  /** Where the set is. */
  readonly location: string;
  /** The number of keys. */
  readonly references: number;
  /** The number of distinct URLs. */
  readonly targets: number;
  /** The length of the file. */
  readonly bytes: number;
  /** Irregularities of the set that was read. */
  readonly notes: readonly string[];
}

/** Writes a set from anywhere, in any spelling, as JSON. */
export async function saveReferences(
  input: AddressInput,
  output: string,
  options: SaveReferencesOptions = {},
): Promise<SavedReferences> {
  if (hasUnknown(options, SAVE)) return refuseUnknown("saveReferences", options, SAVE);
  const loaded = await loadReferences(input, options);
  const move = urlMover(loaded, output);
  return saveSet(
    changedSet(loaded.set, (key, reference) => [key, withUrl(reference, move)], move),
    output,
    options,
    loaded.notes,
  );
}

/** Writes the set; its URLs are correct for the new place. */
export async function saveSet(
  given: ReferenceSet,
  output: string,
  options: SaveReferencesOptions,
  notes: readonly string[] = [],
): Promise<SavedReferences> {
  checkName(output);
  const spell = (url: string): string => relativeUrl(url, output);
  const isRelative = options.relative === true;
  const set = isRelative ? changedSet(given, (key, one) => [key, withUrl(one, spell)], spell) : given;
  const references = set.table.size;
  const bytes = await written(set, output, options);
  return { location: output, references, targets: usedUrls(set.table).length, bytes, notes };
}

export function isParquetName(output: string): boolean {
  return /\.(?:parq|parquet)\/?$/.test(output);
}

/** fsspec treats such a name as a directory of Parquet files, and finds nothing in it. */
function checkName(output: string): void {
  if (!isParquetName(output)) return;
  throw new HyperslabError("invalid-request", "this writes JSON, but the name is that of a Parquet set", {
    location: output,
    hint: "Choose a name that ends in .json, or use saveReferencesAsParquet (refs to-parquet).",
  });
}

async function written(set: ReferenceSet, output: string, options: SaveReferencesOptions): Promise<number> {
  if (options.overwrite === true) await checkReplaced(output, options);
  const { base, steps } = parseLocation(output);
  if (base.scheme === "file" && steps.length === 0) {
    const { fileOutput } = await import("../../stores/file/output.ts");
    const file = await fileOutput(base.path, { overwrite: options.overwrite });
    try {
      const bytes = await writeReferences(set, file.target, options);
      await file.finish();
      return bytes;
    } catch (error) {
      await file.abandon();
      throw error;
    }
  }
  const target = memoryTarget();
  await writeReferences(set, target, options);
  return putValue(output, target.bytes(), options.store, options);
}

/** A set only replaces a set: if a caller forgets its name, the last name given is that of a data file. */
async function checkReplaced(output: string, { store: settings, signal }: SaveReferencesOptions): Promise<void> {
  const { store, path } = await resolveAddress(output, "", settings);
  const start = await store.get(store.object ?? path, { range: { offset: 0, length: 64 }, signal });
  if (start === undefined || beginsLikeSet(start)) return;
  throw new HyperslabError("exists", "the file there is not a reference set, and is not replaced by one", {
    location: output,
    hint: "Choose another name for the set; the last name is where it is written.",
  });
}

/** Writes a whole value of a store: it is replaced at once, or not at all. */
async function putValue(
  output: string,
  value: Uint8Array,
  settings: StoreSettings | undefined,
  { overwrite, signal }: SaveReferencesOptions,
): Promise<number> {
  const { store, path } = await resolveAddress(output, "", settings);
  const key = store.object ?? path;
  const { location } = store;
  if (store.set === undefined) throw new HyperslabError("not-allowed", "this place cannot be written", { location });
  if (overwrite !== true && (await store.get(key, { range: { offset: 0, length: 1 }, signal })) !== undefined) {
    throw new HyperslabError("exists", "there is a file already", {
      location,
      hint: "Pass overwrite: true (--force).",
    });
  }
  await store.set(key, value, { signal });
  await store.close?.();
  return value.byteLength;
}

/** A new set with other keys or references; undefined drops one. `rename` maps the URLs of recorded targets. */
export function changedSet(
  { table, targets, problems }: ReferenceSet,
  change: (key: string, reference: Reference) => readonly [string, Reference] | undefined,
  rename: (url: string) => string = (url) => url,
): ReferenceSet {
  const [malformed] = problems;
  if (malformed !== undefined) throw malformed[1];
  const set = new ReferenceSet();
  for (const [key, reference] of table.entries()) {
    const changed = change(key, reference);
    if (changed !== undefined) set.table.add(changed[0], changed[1]);
  }
  for (const [url, facts] of targets) set.targets.set(rename(url), facts);
  return set;
}

/** The reference with another URL. */
export function withUrl(reference: Reference, rename: (url: string) => string): Reference {
  return reference.kind === "inline" ? reference : { ...reference, url: rename(reference.url) };
}
