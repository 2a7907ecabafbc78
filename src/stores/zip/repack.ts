/**
 * Copies an archive without what has accumulated in it: replaced and deleted entries, old directories, gaps. Data is
 * copied without decompressing it; uncompressed data is verified against its checksum.
 */

import { crc32 } from "../../bytes/checksum/crc32.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";
import { type Appender, appender } from "./appender.ts";
import { contentsOf } from "./contents.ts";
import { STORED } from "./entry-header.ts";
import { type LoadedArchive, loadArchive } from "./loaded-archive.ts";
import type { WrittenEntry } from "./new-headers.ts";
import { checkCrc, checkNotEncrypted, type EntryPlace, type EntryReader, readRaw } from "./read-entry.ts";
import { checkTopFolder, topFolderComment } from "./top-folder.ts";

/** Options of `repackZip`. */
export interface RepackOptions extends ReadOptions {
  /** The name of the archive in messages. */
  readonly location?: string;
  /** The folder in which keys begin in the new archive, "" for the root. Default: as in the old one. */
  readonly topFolder?: string | undefined;
  /** Wait for the disk before `repackZip` resolves. */
  readonly fsync?: boolean;
  /** Called after each entry with the number of entries done, their total, and the bytes of this one. */
  readonly onEntry?: ((done: number, total: number, bytes: number) => void) | undefined;
}

/** What `repackZip` did. */
export interface RepackReport {
  /** Values in the archive. */
  readonly entries: number;
  /** Length of the new archive. */
  readonly bytes: number;
}

/** Writes the values of the archive in `source` to a new archive in `target`, which must be empty. */
export async function repackZip(
  source: ByteSource,
  target: ByteTarget,
  options: RepackOptions = {},
): Promise<RepackReport> {
  const { location = "zip", topFolder } = options;
  checkTopFolder(topFolder ?? "", location);
  const old = await loadArchive(source, { location, topFolder: undefined, decompress: { maxDecodedBytes: 0 } });
  if (old.archive === undefined) throw new HyperslabError("not-found", "there is no such archive", { location });
  await target.lock?.();
  try {
    if (((await target.size()) ?? 0) > 0) {
      throw new HyperslabError("exists", "the target of repacking an archive is not empty", { location });
    }
    return await copyEntries(old, target, topFolder ?? old.topFolder, options);
  } finally {
    await target.unlock?.();
    await target.close?.();
  }
}

async function copyEntries(
  old: LoadedArchive,
  target: ByteTarget,
  topFolder: string,
  { location = "zip", signal, fsync = false, onEntry }: RepackOptions,
): Promise<RepackReport> {
  const empty = new Uint8Array(0);
  const nothing = { end: 0, directory: empty, place: { count: 0, size: 0, offset: 0 }, comment: empty };
  const writer = appender(target, nothing, fsync);
  const contents = contentsOf(undefined, topFolder);
  const keys = Array.from(old.contents.keys());
  for (const [index, key] of keys.entries()) {
    signal?.throwIfAborted();
    const found = old.contents.find(key);
    try {
      const name = topFolder === "" ? key : `${topFolder}/${key}`;
      if (found !== undefined) contents.put(key, await copyEntry(writer, old.reader, found, name, { signal }));
    } catch (error) {
      throw atPlace(error, { location, key });
    }
    onEntry?.(index + 1, keys.length, found?.entry.compressedSize ?? 0);
  }
  const { bytes, count } = contents.encode();
  const comment = topFolderComment(old.archive?.comment ?? new Uint8Array(0), contents.eachName, topFolder);
  const { end } = await writer.finish(bytes, count, comment);
  return { entries: count, bytes: end };
}

async function copyEntry(
  writer: Appender,
  reader: EntryReader,
  place: EntryPlace,
  name: string,
  options: ReadOptions,
): Promise<WrittenEntry> {
  const { entry } = place;
  checkNotEncrypted(entry);
  if (storeLimits.repackedBytes.isExceededBy(entry.compressedSize))
    return writer.appendPieces(name, piecesOf(reader, place, options), entry);
  const bytes = await readRaw(reader, place, 0, entry.compressedSize, options);
  if (entry.method === STORED) checkCrc(crc32(bytes), entry);
  return writer.append(name, bytes, entry, options);
}

async function* piecesOf(reader: EntryReader, place: EntryPlace, options: ReadOptions): AsyncGenerator<Uint8Array> {
  const { entry } = place;
  let crc = 0;
  let headerLength = place.headerLength;
  const learn = (length: number): void => {
    headerLength = length;
  };
  for (let start = 0; start < entry.compressedSize; ) {
    const end = start + storeLimits.repackedBytes.cap(entry.compressedSize - start);
    const piece = await readRaw(reader, { ...place, headerLength, learn }, start, end, options);
    crc = crc32(piece, crc);
    yield piece;
    start = end;
  }
  if (entry.method === STORED) checkCrc(crc, entry);
}
