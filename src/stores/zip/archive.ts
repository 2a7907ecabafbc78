/**
 * Opens an archive: its last 64 KiB hold the end record and, if it has fewer than about 700 entries, the directory too;
 * otherwise the directory is one more read.
 */
import { type ByteSource, memorySource, type ReadOptions } from "../../bytes/source/byte-source.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import { checkDirectorySize, type Directory, parseDirectory } from "./directory.ts";
import {
  type DirectoryPlace,
  type EndRecord,
  findEnd,
  isZip64End,
  LOCATOR_LENGTH,
  LONGEST_END,
  locatedZip64,
  parseEnd,
  withZip64,
  ZIP64_END_LENGTH,
} from "./end-record.ts";
import { readComment } from "./own-comment.ts";

export interface Archive {
  readonly directory: Directory;
  /** The directory as read, and its position. */
  readonly directoryBytes: Uint8Array;
  readonly place: DirectoryPlace;
  readonly comment: Uint8Array;
  /** Bytes that were put before the archive (a self-extracting program) without adjusting its offsets. */
  shift(options?: ReadOptions): Promise<number>;
}

/** The archive in `source`; `undefined` if there is none, which includes an empty file. */
export async function openArchive(
  source: ByteSource,
  location: string,
  options?: ReadOptions,
): Promise<Archive | undefined> {
  try {
    const tail = await source.read({ suffix: LONGEST_END }, options);
    if (tail === undefined || tail.byteLength === 0) return undefined;
    return await parseTail(isWhole(tail) ? memorySource(tail.slice()) : source, tail, options);
  } catch (error) {
    throw atPlace(error, { location });
  }
}

/** Returns whether it is the whole archive. */
function isWhole(tail: Uint8Array): boolean {
  return tail.byteLength < LONGEST_END;
}

interface FoundEnd {
  readonly end: EndRecord;
  /** Where in the tail the end records begin. */
  readonly at: number;
}

async function parseTail(source: ByteSource, tail: Uint8Array, options: ReadOptions | undefined): Promise<Archive> {
  const { end, at } = await findEndRecord(source, tail, options);
  checkDirectorySize(end.size);
  const start = at - end.size;
  if (isWhole(tail) && start < end.offset) throw misplaced();
  const near = start < 0 ? undefined : attempt(() => parsed(tail.slice(start, at), end));
  const found = near ?? (await readDirectory(source, tail, { end, at }, options));
  let shift: number | undefined;
  return {
    ...found,
    place: { count: found.directory.count, size: end.size, offset: end.offset },
    comment: end.comment,
    shift: async (again) =>
      (shift ??= near === undefined ? found.shift : await shiftOf(source, tail, { end, at }, again)),
  };
}

async function findEndRecord(
  source: ByteSource,
  tail: Uint8Array,
  options: ReadOptions | undefined,
): Promise<FoundEnd> {
  const at = findEnd(tail);
  if (at === undefined) {
    throw new HyperslabError("invalid-data", "not a zip archive, or its end is missing", {
      hint: "There is no end record in its last 64 KiB.",
    });
  }
  const plain = parseEnd(tail, at);
  const located = locatedZip64(tail, at);
  if (located === undefined) return { end: plain, at };
  const before = at - LOCATOR_LENGTH - ZIP64_END_LENGTH;
  if (isZip64End(tail, before)) return { end: withZip64(plain, tail, before), at: before };
  const record = await source.read({ offset: located, length: ZIP64_END_LENGTH }, options);
  if (record !== undefined && isZip64End(record, 0)) return { end: withZip64(plain, record, 0), at: before };
  throw new HyperslabError("invalid-data", "the archive's zip64 end record is not where its locator says");
}

type FoundDirectory = Pick<Archive, "directory" | "directoryBytes"> & { readonly shift: number };

function parsed(bytes: Uint8Array, end: EndRecord, shift = 0): FoundDirectory {
  return { directory: parseDirectory(bytes, end, end.offset), directoryBytes: bytes, shift };
}

/** The directory at the offset in the end record; failing that, right before the end records. */
async function readDirectory(
  source: ByteSource,
  tail: Uint8Array,
  found: FoundEnd,
  options: ReadOptions | undefined,
): Promise<FoundDirectory> {
  const { end } = found;
  const read = async (shift: number): Promise<FoundDirectory> => {
    const bytes = await source.read({ offset: end.offset + shift, length: end.size }, options);
    if (bytes?.byteLength === end.size) return parsed(source.fresh ? bytes : bytes.slice(), end, shift);
    throw new HyperslabError("invalid-data", "the directory of the archive reaches past its end");
  };
  try {
    return await read(0);
  } catch (error) {
    const shift = await shiftOf(source, tail, found, options);
    if (shift > 0) return read(shift);
    throw error;
  }
}

/** How far after the offset in the end record the directory lies, assuming that it lies right before that record. */
async function shiftOf(
  source: ByteSource,
  tail: Uint8Array,
  { end, at }: FoundEnd,
  options: ReadOptions | undefined,
): Promise<number> {
  if (readComment(end.comment)?.finishedEnd !== undefined) return 0;
  const size = await source.size?.(options);
  const shift = size === undefined ? 0 : size - tail.byteLength + at - end.size - end.offset;
  if (shift >= 0) return shift;
  throw misplaced();
}

function misplaced(): HyperslabError {
  return new HyperslabError("invalid-data", "the directory of the archive is not where its end record says");
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
