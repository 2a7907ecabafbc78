/** What a Parquet set refers to, by key: documents are known, references are read record by record. */
import { HyperslabError } from "../../../errors.ts";
import type { Reference } from "../../../model/virtual/reference.ts";
import type { DirectoryListing, StoreEntry } from "../../../stores/store.ts";
import { isWithin } from "../../documents/node-path.ts";
import type { LocalLookup, ReferenceLookup } from "../../virtual/reference-lookup.ts";
import type { Record } from "./record.ts";
import type { RecordFiles } from "./record-files.ts";
import { chunkKey, chunkNumber, type RecordLayout, recordKey } from "./record-layout.ts";
import type { SetDocument } from "./set-document.ts";

interface Chunk {
  readonly layout: RecordLayout;
  readonly record: number;
  readonly row: number;
}

export function parquetLookup(set: SetDocument, files: RecordFiles): ReferenceLookup {
  const { recordSize, documents, arrays, targets } = set;
  const chunkOf = (key: string): Chunk | undefined => {
    for (let end = key.length; end >= 0; end = end === 0 ? -1 : Math.max(0, key.lastIndexOf("/", end - 1))) {
      const layout = arrays.get(key.slice(0, end));
      if (layout === undefined) continue;
      const number = chunkNumber(layout, key.slice(end === 0 ? 0 : end + 1));
      if (number === undefined) return undefined;
      return { layout, record: Math.floor(number / recordSize), row: number % recordSize };
    }
    return undefined;
  };
  const rowOf = (record: Record | undefined, { layout, record: number, row }: Chunk): Reference | undefined => {
    if (record === undefined) return undefined;
    if (row < record.rowCount) return record.find(row);
    throw new HyperslabError(
      "invalid-data",
      `the file of references ends at row ${record.rowCount}, before row ${row}`,
      {
        key: recordKey(layout, number),
        hint: "A chunk missing from it is not proven to be absent. Create the set again, or restore the file.",
      },
    );
  };
  const entriesBelow = async function* (prefix: string, signal?: AbortSignal): AsyncGenerator<StoreEntry> {
    for (const key of documents.keys()) if (isBelow(key, prefix)) yield { key };
    for (const layout of arrays.values()) {
      if (!isWithin(layout.path, prefix) && !isWithin(prefix, layout.path)) continue;
      for (let from = 0; from < layout.count; from += recordSize) {
        const record = await files.record(layout, from / recordSize, { signal });
        for (let row = 0; row < Math.min(record?.rowCount ?? 0, layout.count - from); row++) {
          signal?.throwIfAborted();
          const key = chunkKey(layout, from + row);
          if (isBelow(key, prefix) && isThere(record!, row)) yield { key };
        }
      }
    }
  };
  return {
    identity: set,
    recorded: (url) => targets.get(url),
    find: async (key, options) => {
      const bytes = documents.get(key);
      if (bytes !== undefined) return { kind: "inline", bytes };
      const chunk = chunkOf(key);
      return chunk && rowOf(await files.record(chunk.layout, chunk.record, options), chunk);
    },
    keys: entriesBelow,
    directory: async (prefix, options) => {
      // Nothing has to be read to list groups: their arrays are known.
      const isInArray = [...arrays.keys()].some((path) => isWithin(prefix, path));
      const [keys, prefixes] = [new Set<string>(), new Set<string>()];
      if (!isInArray) for (const key of documents.keys()) addName(key, prefix, keys, prefixes);
      else for await (const { key } of entriesBelow(prefix, options?.signal)) addName(key, prefix, keys, prefixes);
      return sorted(keys, prefixes);
    },
    local: async (wanted) => local(wanted, chunkOf, files),
  };
}

/** A malformed row counts as present: reading it fails. */
function isThere(record: Record, row: number): boolean {
  return record.isMalformed(row) || record.find(row) !== undefined;
}

function isUsable(record: Record, row: number): boolean {
  return row < record.rowCount && !record.isMalformed(row);
}

function isBelow(key: string, prefix: string): boolean {
  return prefix === "" || key.startsWith(`${prefix}/`);
}

function addName(key: string, prefix: string, keys: Set<string>, prefixes: Set<string>): void {
  if (!isBelow(key, prefix)) return;
  const start = prefix === "" ? 0 : prefix.length + 1;
  const slash = key.indexOf("/", start);
  if (slash < 0) keys.add(key.slice(start));
  else prefixes.add(key.slice(start, slash));
}

function sorted(keys: Iterable<string>, prefixes: Iterable<string>): DirectoryListing {
  return { keys: [...keys].sort(), prefixes: [...prefixes].sort() };
}

/** The records of these keys, all read, so that rows are then found without waiting. */
async function local(
  wanted: (() => Iterable<string>) | undefined,
  chunkOf: (key: string) => Chunk | undefined,
  files: RecordFiles,
): Promise<LocalLookup | undefined> {
  if (wanted === undefined) return undefined;
  const records = new Map<RecordLayout, Map<number, Record | undefined>>();
  const targets = new Set<number>();
  for (const key of wanted()) {
    const chunk = chunkOf(key);
    if (chunk === undefined) continue;
    const known = records.get(chunk.layout) ?? new Map<number, Record | undefined>();
    records.set(chunk.layout, known);
    if (known.has(chunk.record)) continue;
    const record = await files.record(chunk.layout, chunk.record);
    known.set(chunk.record, record);
    for (const target of record?.targets() ?? []) targets.add(target);
  }
  return {
    urls: [...targets].map((number) => files.urls[number]!),
    find: (key) => {
      const chunk = chunkOf(key);
      const record = chunk && records.get(chunk.layout)?.get(chunk.record);
      // The reader of a row reports what is wrong with it.
      return chunk && record !== undefined && isUsable(record, chunk.row) ? record.find(chunk.row) : undefined;
    },
  };
}
