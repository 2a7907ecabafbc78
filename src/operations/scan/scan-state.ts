/**
 * The intermediate results of an interrupted scan, in a directory: per file a reference set, and a record of the file's
 * version. The record is written last, so a file without one is scanned again.
 *
 *     KEY.json       the set, with Zarr v3 documents
 *     KEY.file.json  { file, size, validator, notes }
 */
import { crc32 } from "../../bytes/checksum/crc32.ts";
import { memoryTarget } from "../../bytes/source/byte-target.ts";
import { decodeUtf8, encodeUtf8 } from "../../bytes/text/utf8.ts";
import { openStore, resolveAddress } from "../../dataset/open/address.ts";
import { parseLocation } from "../../dataset/open/location.ts";
import { type OpenOptions, openAddress } from "../../dataset/open/open.ts";
import { openSource, type ReachedOrigins } from "../../dataset/open/sources.ts";
import { storeDecoders } from "../../dataset/open/store-decoders.ts";
import { openFile, openVirtual } from "../../dataset/virtual/open-virtual.ts";
import { isHyperslabError } from "../../errors.ts";
import { writeReferences } from "../../formats/references/write-json.ts";
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import { openFileLocation } from "../../stores/location/location.ts";
import { storePart } from "../../stores/location/parts.ts";
import { memoryStore } from "../../stores/memory.ts";
import type { ObjectInfo, Store } from "../../stores/store.ts";
import { fileUrl } from "../refs/archived-targets.ts";
import { documentedSet } from "../refs/documented-set.ts";
import { addressFrom, type OpenPart, type OpenTarget } from "./combine/part.ts";
import { datasetOfSet } from "./set-dataset.ts";

type StateOptions = Pick<OpenOptions, "store" | "signal">;

export interface FileVersion {
  readonly size: number;
  readonly validator?: string | undefined;
}

interface FileRecord extends FileVersion {
  readonly file: string;
  readonly notes: readonly VirtualNote[];
}

export interface ScanState {
  /** The present version of a file. Undefined if the store does not report it, so that the file may have changed. */
  version(file: string, options: StateOptions): Promise<FileVersion | undefined>;
  /** The result of an earlier scan of the file, if that was of this version. */
  load(file: string, version: FileVersion | undefined, options: StateOptions): Promise<OpenPart | undefined>;
  /**
   * Stores a part, and returns it as `load` would: all parts of a scan are spelled alike. The version is that before the
   * file was read: if the file changed meanwhile, it is scanned again the next time.
   */
  keep(part: OpenPart, version: FileVersion | undefined, options: StateOptions): Promise<OpenPart>;
  /** Must be called when everything is saved elsewhere. */
  clear(): Promise<void>;
}

export async function openScanState(address: string, settings: OpenOptions["store"]): Promise<ScanState> {
  const store = await openStore(address, settings);
  return {
    version: versionOf,
    load: async (file, version, options) => {
      const record = version && (await recordOf(store, file, options));
      if (record === undefined || version === undefined) return undefined;
      if (version.size !== record.size || version.validator !== record.validator) return undefined;
      return partOf(store, file, record.notes, options).catch((error: unknown) => {
        // A set that cannot be read is created again.
        if (isHyperslabError(error, "invalid-data")) return undefined;
        throw error;
      });
    },
    keep: async (part, version, options) => {
      const { file, dataset } = part;
      if (version === undefined || store.set === undefined) return part;
      const absolute = (url: string): string => fileUrl(parseLocation(addressFrom(file, url)));
      const target = memoryTarget();
      await writeReferences(await documentedSet(dataset, { format: "zarr3", absolute }), target, {});
      await store.set(`${keyOf(file)}.json`, target.bytes(), options);
      const record: FileRecord = { file, ...version, notes: dataset.notes };
      await store.set(`${keyOf(file)}.file.json`, encodeUtf8(JSON.stringify(record)), options);
      return (await partOf(store, file, dataset.notes, options)) ?? part;
    },
    clear: async () => {
      const keys: string[] = [];
      for await (const { key } of store.list?.("") ?? [])
        if (/^[0-9a-f]+-\d+(?:\.file)?\.json$/.test(key)) keys.push(key);
      for (const key of keys) await store.delete?.(key);
      await store.close?.();
    },
  };
}

/** Two files with the same key replace each other's record, which names its file. */
function keyOf(file: string): string {
  return `${crc32(encodeUtf8(file)).toString(16)}-${file.length}`;
}

async function recordOf(store: Store, file: string, { signal }: StateOptions): Promise<FileRecord | undefined> {
  const bytes = await store.get(`${keyOf(file)}.file.json`, { signal });
  if (bytes === undefined) return undefined;
  try {
    const record: FileRecord = JSON.parse(decodeUtf8(bytes));
    return record.file === file && Array.isArray(record.notes) ? record : undefined;
  } catch {
    // Whatever the reason, scanning the file again is right.
    return undefined;
  }
}

async function versionOf(file: string, { store: settings, signal }: StateOptions): Promise<FileVersion | undefined> {
  const { store, path, location } = await resolveAddress(file, "", settings);
  const found = await store.head?.(store.object ?? path, { signal });
  if (found === undefined || found.validator !== undefined || location === undefined) return knownVersion(found);
  // Members of tar archives have no version of their own, so that of the archive counts.
  const { base, steps } = storePart(location);
  if (steps.length === 0) return undefined;
  const archive = await openFileLocation({ base, steps: steps.slice(0, -1) }, settings, storeDecoders);
  return knownVersion(await archive.head?.(archive.object ?? "", { signal }));
}

function knownVersion(found: ObjectInfo | undefined): FileVersion | undefined {
  return found?.validator === undefined ? undefined : { size: found.size, validator: found.validator };
}

async function partOf(
  store: Store,
  file: string,
  notes: readonly VirtualNote[],
  { store: settings, signal }: StateOptions,
): Promise<OpenPart | undefined> {
  const bytes = await store.get(`${keyOf(file)}.json`, { signal });
  if (bytes === undefined) return undefined;
  const memory = memoryStore();
  await memory.set?.("part.json", bytes);
  const { hierarchy } = await openAddress(memory, { path: "part.json", signal });
  const dataset = await datasetOfSet(hierarchy, undefined, signal);
  if (dataset === undefined) return undefined;
  const openTarget = targetOpener(settings);
  const group = openVirtual(dataset, { location: file, store: settings, openOther: (url) => openTarget(file, url) });
  return { file, dataset: { ...dataset, notes }, group, openTarget };
}

/** The file itself was named by the caller, and is always read. Its targets must be allowed. */
function targetOpener(settings: OpenOptions["store"]): OpenTarget {
  const reached: ReachedOrigins = new Map();
  return async (file, url) => {
    const address = await resolveAddress(file, "", settings);
    const own = address.location && fileUrl(address.location);
    return url === own ? openFile(file, settings) : openSource(address, { store: settings }, reached, url);
  };
}
