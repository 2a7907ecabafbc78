/**
 * Appends to an archive in such a way that, whatever happens, its last bytes are an end record that leads to a complete
 * directory.
 *
 *   finished archive | new entries ...  gap  | copy of the old directory | end record, "unfinished"
 *
 * Before anything is appended, the end of the file is moved far out, to an end record that still describes the old
 * archive; new entries fill the gap. To finish, the new directory and its end record are written after the last new
 * entry and the file is truncated there: a single step, before which the archive is the old one and after which it is
 * the new one. docs/design/040-zip.md explains why this is safe.
 */

import { crc32 } from "../../bytes/checksum/crc32.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { joinBytes } from "../../bytes/source/join-bytes.ts";
import { HyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";
import { type DirectoryPlace, encodeEnd, endLength, needsZip64 } from "./end-record.ts";
import { LOCAL_LENGTH, localHeaderLength, NAME_IS_UTF8, type NewEntry, putLocal, STORED } from "./entry-header.ts";
import type { WrittenEntry } from "./new-headers.ts";
import { putName } from "./new-headers.ts";
import { readComment, writeComment } from "./own-comment.ts";

/** The existing archive, which must stay readable. */
export interface FinishedArchive {
  /** Length of the file. */
  readonly end: number;
  readonly directory: Uint8Array;
  readonly place: DirectoryPlace;
  readonly comment: Uint8Array;
}

/** What a header says about an entry's data. Whether the name is UTF-8 is determined here. */
export type EntryData = Omit<NewEntry, "flags">;

export interface Appender {
  /** All entries, including those in memory. */
  readonly source: ByteSource;
  /** Takes an entry into memory, if there is room for it. `value` is stored unchanged, whatever `data` says. */
  tryAppend(name: string, value: Uint8Array, data?: EntryData): WrittenEntry | undefined;
  append(name: string, value: Uint8Array, data?: EntryData, options?: ReadOptions): Promise<WrittenEntry>;
  /** The same for a value that arrives in pieces. */
  appendPieces(name: string, pieces: AsyncIterable<Uint8Array>, data: EntryData): Promise<WrittenEntry>;
  /** Makes this the directory of the archive and finishes it. */
  finish(directory: Uint8Array, count: number, comment: Uint8Array): Promise<FinishedArchive>;
}

/** Data within one block is written completely or not at all. */
const BLOCK = 4096;
const LONGEST_NAME = 0xffff;

export function appender(target: ByteTarget, before: FinishedArchive, fsync: boolean): Appender {
  const buffer = new Uint8Array(storeLimits.appendedBytes.value);
  const view = new DataView(buffer.buffer);
  const encoder = new TextEncoder();
  let finished = before;
  /** Where the buffer will be written. */
  let position = before.end;
  let filled = 0;
  /** Where the copy of the old directory begins; 0 if the file has not been touched. */
  let gapEnd = 0;

  const sync = async (): Promise<void> => {
    if (fsync) await target.sync?.();
  };

  /** Moves the end of the file out, so that at least `end` bytes can be written before it. */
  const moveEnd = async (end: number): Promise<void> => {
    const { directory, place } = finished;
    const { topFolder } = readComment(finished.comment) ?? {};
    const comment = writeComment({ finishedEnd: finished.end, topFolder });
    const zip64 = needsZip64({ ...place, offset: end + BLOCK });
    const tailLength = directory.byteLength + endLength(zip64, comment);
    const fileEnd = Math.ceil((end + tailLength) / BLOCK) * BLOCK;
    const copyAt = fileEnd - tailLength;
    const recordAt = copyAt + directory.byteLength;
    const record = (offset: number): Uint8Array => encodeEnd({ ...place, offset }, recordAt, comment, zip64);
    if (tailLength <= BLOCK) {
      await target.write(copyAt, [joinBytes([directory, record(copyAt)])]);
    } else {
      await target.write(recordAt, [record(place.offset)]);
      await target.write(copyAt, [directory]);
      await target.write(recordAt, [record(copyAt)]);
    }
    await sync();
    gapEnd = copyAt;
  };

  const ensureGap = async (end: number): Promise<void> => {
    if (end <= gapEnd) return;
    await moveEnd(
      end + storeLimits.archiveGapBytes.atLeast(Math.max(end - finished.end, finished.directory.byteLength * 8)),
    );
  };

  const flushBuffer = async (): Promise<void> => {
    if (filled === 0) return;
    await ensureGap(position + filled);
    await target.write(position, [buffer.subarray(0, filled)]);
    position += filled;
    filled = 0;
  };

  /** Puts a header into the buffer. */
  const putHeader = (name: string, data: EntryData): WrittenEntry => {
    const nameLength = putName(buffer, filled + LOCAL_LENGTH, name, encoder);
    checkNameLength(nameLength);
    const written: WrittenEntry = {
      flags: nameLength === name.length ? 0 : NAME_IS_UTF8,
      method: data.method,
      crc: data.crc,
      compressedSize: data.compressedSize,
      size: data.size,
      modified: data.modified,
      offset: position + filled,
      nameLength,
      headerLength: localHeaderLength(data, nameLength),
    };
    putLocal(view, filled, written, nameLength);
    filled += written.headerLength;
    return written;
  };

  const tryAppend = (name: string, value: Uint8Array, data?: EntryData): WrittenEntry | undefined => {
    if (longestHeader(name) + value.byteLength > buffer.byteLength - filled) return undefined;
    const written = putHeader(name, data ?? stored(value));
    buffer.set(value, filled);
    filled += value.byteLength;
    return written;
  };

  /** Writes the buffer and the header; the data is written to `position` next. */
  const startLong = async (name: string, data: EntryData): Promise<WrittenEntry> => {
    checkNameLength(name.length);
    if (longestHeader(name) > buffer.byteLength - filled) await flushBuffer();
    const written = putHeader(name, data);
    await ensureGap(position + filled + data.compressedSize);
    await flushBuffer();
    return written;
  };

  return {
    source: {
      ...(target.fresh === undefined ? {} : { fresh: target.fresh }),
      read: async (range, options) => {
        if (range === undefined || "suffix" in range || range.offset < position) return target.read(range, options);
        const start = range.offset - position;
        return buffer.slice(start, Math.min(filled, range.length === undefined ? filled : start + range.length));
      },
    },
    tryAppend,
    append: async (name, value, data, options) => {
      const small = tryAppend(name, value, data);
      if (small !== undefined) return small;
      await flushBuffer();
      const written = tryAppend(name, value, data);
      if (written !== undefined) return written;
      const long = await startLong(name, data ?? stored(value));
      await target.write(position, [value], options);
      position += value.byteLength;
      return long;
    },
    appendPieces: async (name, pieces, data) => {
      const written = await startLong(name, data);
      for await (const piece of pieces) {
        await target.write(position, [piece]);
        position += piece.byteLength;
      }
      return written;
    },
    finish: async (directory, count, comment) => {
      const offset = position + filled;
      const next = { count, size: directory.byteLength, offset };
      const recordAt = offset + directory.byteLength;
      const record = encodeEnd(next, recordAt, comment, needsZip64(next));
      const end = recordAt + record.byteLength;
      if (end > gapEnd) await moveEnd(end);
      await flushBuffer();
      await target.write(offset, [directory, record]);
      await sync();
      await target.truncate(end);
      await sync();
      finished = { end, directory, place: next, comment };
      position = end;
      gapEnd = 0;
      return finished;
    },
  };
}

function stored(value: Uint8Array): EntryData {
  const size = value.byteLength;
  return { method: STORED, crc: crc32(value), compressedSize: size, size };
}

/** A UTF-16 unit takes at most 3 bytes, and zip64 sizes take 20. */
function longestHeader(name: string): number {
  return LOCAL_LENGTH + name.length * 3 + 20;
}

function checkNameLength(length: number): void {
  if (length <= LONGEST_NAME) return;
  throw new HyperslabError("invalid-request", `a name in a zip archive has at most ${LONGEST_NAME} bytes`);
}
