/**
 * Appending to an archive so that whatever happens, its last bytes are an end record that leads to a whole directory.
 *
 *   finished archive | new entries ...  gap  | copy of the old directory | end record, "unfinished"
 *
 * Before anything is appended, the end of the file is moved far out, to an end record that still gives the old archive;
 * new entries fill the gap. To finish, the new directory and its end record are written behind the last new entry and
 * the file is cut off there: one step, before which the archive is the old one and after which it is the new one.
 * docs/design/040-zip.md has the argument.
 */
import type { ByteSource, ReadOptions } from "../../bytes/byte-source.ts";
import type { ByteTarget } from "../../bytes/byte-target.ts";
import { crc32 } from "../../bytes/checksum/crc32.ts";
import { HyperslabError } from "../../errors.ts";
import type { WrittenEntry } from "./contents.ts";
import { type DirectoryPlace, encodeEnd, endLength, needsZip64 } from "./end-record.ts";
import { LOCAL_LENGTH, localHeaderLength, NAME_IS_UTF8, type NewEntry, putLocal, STORED } from "./entry-header.ts";
import { putName } from "./put-name.ts";
import { unfinishedComment } from "./unfinished.ts";

/** An archive as it is found: what must stay readable. */
export interface FinishedArchive {
  /** Length of the file. */
  readonly end: number;
  readonly directory: Uint8Array;
  readonly place: DirectoryPlace;
}

export interface Appender {
  /** All entries, those in memory too. */
  readonly source: ByteSource;
  /** Takes a value into memory, if there is room for it. */
  tryAppend(name: string, value: Uint8Array): WrittenEntry | undefined;
  append(name: string, value: Uint8Array, options?: ReadOptions): Promise<WrittenEntry>;
  /** Appends what another archive stores for an entry, in pieces. */
  appendRaw(name: string, entry: NewEntry, pieces: AsyncIterable<Uint8Array>): Promise<WrittenEntry>;
  /** Makes this the directory of the archive, which is finished with it. */
  finish(directory: Uint8Array, count: number, comment: Uint8Array): Promise<FinishedArchive>;
}

/** Small entries are gathered: one write a megabyte costs a tenth of one write an entry. */
const BUFFER_BYTES = 1024 * 1024;
/** The least gap; it grows with what is appended, so that the old directory is copied a few times at most. */
const LEAST_GAP = 64 * 1024 * 1024;
/** What lies within one block is written wholly or not at all. */
const BLOCK = 4096;
const LONGEST_NAME = 0xffff;

export function appender(target: ByteTarget, before: FinishedArchive, fsync: boolean): Appender {
  const buffer = new Uint8Array(BUFFER_BYTES);
  const view = new DataView(buffer.buffer);
  const encoder = new TextEncoder();
  let finished = before;
  /** Where the buffer goes. */
  let position = before.end;
  let filled = 0;
  /** Where the copy of the old directory begins; 0: the file has not been touched. */
  let gapEnd = 0;

  const sync = async (): Promise<void> => {
    if (fsync) await target.sync?.();
  };

  /** Moves the end of the file out, so that bytes up to `end` at least may be written before it. */
  const moveEnd = async (end: number): Promise<void> => {
    const { directory, place } = finished;
    const comment = unfinishedComment(finished.end);
    const zip64 = needsZip64({ ...place, offset: end + directory.byteLength + 2 * BLOCK });
    const tailLength = directory.byteLength + endLength(zip64, comment);
    const fileEnd = Math.ceil((end + tailLength) / BLOCK) * BLOCK;
    const copyAt = fileEnd - tailLength;
    const recordAt = copyAt + directory.byteLength;
    const record = (offset: number): Uint8Array => encodeEnd({ ...place, offset }, recordAt, comment, zip64);
    if (tailLength <= BLOCK) {
      await target.write(copyAt, [joined(directory, record(copyAt))]);
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
    await moveEnd(end + Math.max(LEAST_GAP, end - finished.end, finished.directory.byteLength * 8));
  };

  const flushBuffer = async (): Promise<void> => {
    if (filled === 0) return;
    await ensureGap(position + filled);
    await target.write(position, [buffer.subarray(0, filled)]);
    position += filled;
    filled = 0;
  };

  const tryAppend = (name: string, value: Uint8Array): WrittenEntry | undefined => {
    // A UTF-16 unit takes 3 bytes at most.
    if (LOCAL_LENGTH + name.length * 3 + value.byteLength > buffer.byteLength - filled) return undefined;
    const nameLength = putName(buffer, filled + LOCAL_LENGTH, name, encoder);
    checkNameLength(nameLength);
    const headerLength = LOCAL_LENGTH + nameLength;
    const size = value.byteLength;
    const entry: WrittenEntry = {
      flags: nameLength === name.length ? 0 : NAME_IS_UTF8,
      method: STORED,
      crc: crc32(value),
      compressedSize: size,
      size,
      offset: position + filled,
      nameLength,
      headerLength,
    };
    putLocal(view, filled, entry, nameLength);
    buffer.set(value, filled + headerLength);
    filled += headerLength + size;
    return entry;
  };

  /** The header of an entry that does not go through the buffer, and what the directory will say of it. */
  const place = (name: string, entry: NewEntry): { readonly header: Uint8Array; readonly written: WrittenEntry } => {
    const nameBytes = encoder.encode(name);
    checkNameLength(nameBytes.byteLength);
    const headerLength = localHeaderLength(entry, nameBytes.byteLength);
    const header = new Uint8Array(headerLength);
    putLocal(new DataView(header.buffer), 0, entry, nameBytes.byteLength);
    header.set(nameBytes, LOCAL_LENGTH);
    return { header, written: { ...entry, offset: position, nameLength: nameBytes.byteLength, headerLength } };
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
    append: async (name, value, options) => {
      await flushBuffer();
      const small = tryAppend(name, value);
      if (small !== undefined) return small;
      const size = value.byteLength;
      const flags = isAscii(name) ? 0 : NAME_IS_UTF8;
      const { header, written } = place(name, { flags, method: STORED, crc: crc32(value), compressedSize: size, size });
      const end = position + header.byteLength + value.byteLength;
      await ensureGap(end);
      await target.write(position, [header, value], options);
      position = end;
      return written;
    },
    appendRaw: async (name, entry, pieces) => {
      await flushBuffer();
      const { header, written } = place(name, entry);
      const end = position + header.byteLength + entry.compressedSize;
      await ensureGap(end);
      let at = position + header.byteLength;
      await target.write(position, [header]);
      for await (const piece of pieces) {
        await target.write(at, [piece]);
        at += piece.byteLength;
      }
      if (at !== end) throw new HyperslabError("invalid-data", `the entry ${name} has not the length that it claims`);
      position = end;
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
      finished = { end, directory, place: next };
      position = end;
      gapEnd = 0;
      return finished;
    },
  };
}

function checkNameLength(length: number): void {
  if (length <= LONGEST_NAME) return;
  throw new HyperslabError("invalid-request", `a name in a zip archive has at most ${LONGEST_NAME} bytes`);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.byteLength + b.byteLength);
  bytes.set(a);
  bytes.set(b, a.byteLength);
  return bytes;
}
