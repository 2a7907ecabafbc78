/**
 * What an append writes after the end of the file before it overwrites anything, so that the old file can be recovered
 * after a crash. Readers of Bloscpack ignore bytes after the last chunk. Little-endian:
 *
 *   per stretch that will be overwritten: offset i64 | length i64 | its bytes
 *   trailer: "blpkundo" | 8 where the record begins i64 | 16 length of the file before i64 | 24 zero u32 | 28 CRC-32 of
 *   all before it u32
 *
 * An append writes the head of the last chunk before it overwrites anything else, and the header of the file last of
 * all. So if the two disagree, the append was not finished, and the record contains what it had overwritten.
 */
import { UNKNOWN_OFFSET } from "../../bytes/blosc/chunk-table.ts";
import { FRAME_LENGTH_AT, HEADER_BYTES } from "../../bytes/blosc/frame-header.ts";
import { crc32 } from "../../bytes/checksum/crc32.ts";
import { ByteCursor } from "../../bytes/source/byte-cursor.ts";
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import { ByteWriter } from "../../bytes/source/byte-writer.ts";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { isHyperslabError } from "../../errors.ts";
import { readOffset } from "./chunk-walk.ts";
import type { FileLayout } from "./file-layout.ts";

const TRAILER_BYTES = 32;
const MAGIC = "blpkundo";
/** A record holds one chunk, the metadata, and a few more bytes. */
const LARGEST_RECORD: number = 2 ** 31;

export interface UndoRecord {
  readonly patches: readonly Patch[];
  /** Where the record begins in the file. */
  readonly start: number;
  /** Length of the file before the append. */
  readonly sizeBefore: number;
}

/** The record, to be written at `start`. */
export function printUndoRecord({ patches, start, sizeBefore }: UndoRecord): Uint8Array {
  const length = patches.reduce((sum, { bytes }) => sum + 16 + bytes.byteLength, TRAILER_BYTES);
  const writer = new ByteWriter({ capacity: length });
  for (const { offset, bytes } of patches) {
    writer.i64(offset);
    writer.i64(bytes.byteLength);
    writer.bytes(bytes);
  }
  for (const letter of MAGIC) writer.u8(letter.charCodeAt(0));
  writer.i64(start);
  writer.i64(sizeBefore);
  writer.u32(0);
  writer.u32(crc32(writer.finish()));
  return writer.finish();
}

/** The record at the end of a file; `undefined` if there is no complete one. */
export async function readUndoRecord(source: ByteSource, options: ReadOptions = {}): Promise<UndoRecord | undefined> {
  const trailer = await source.read({ suffix: TRAILER_BYTES }, options);
  if (trailer?.byteLength !== TRAILER_BYTES) return undefined;
  try {
    const cursor = new ByteCursor(trailer);
    if (byteCharacters(cursor.bytes(8)) !== MAGIC) return undefined;
    const start = cursor.i64Number();
    const sizeBefore = cursor.i64Number();
    const size = await source.size?.(options);
    const length = size === undefined ? undefined : size - start;
    if (length === undefined || start < 0 || length < TRAILER_BYTES || length > LARGEST_RECORD) return undefined;
    const record = await source.read({ offset: start, length }, options);
    if (record?.byteLength !== length) return undefined;
    const stored = new ByteCursor(record).at(length - 4).u32();
    if (stored !== crc32(record.subarray(0, length - 4))) return undefined;
    return { patches: parsePatches(record.subarray(0, length - TRAILER_BYTES)), start, sizeBefore };
  } catch (error) {
    // The bytes merely begin like a record.
    if (isHyperslabError(error, "invalid-data")) return undefined;
    throw error;
  }
}

function parsePatches(bytes: Uint8Array): readonly Patch[] {
  const cursor = new ByteCursor(bytes);
  const patches: Patch[] = [];
  while (cursor.remaining > 0) {
    const offset = cursor.i64Number();
    patches.push({ offset, bytes: cursor.bytes(cursor.i64Number()) });
  }
  return patches;
}

/** The file as it was before an interrupted append. Its first bytes are not read again. */
export function recoveringSource(source: ByteSource, { header, prefix, offsets, table }: FileLayout): ByteSource {
  const cached = patchedSource(source, [{ offset: 0, bytes: prefix }]);
  const { lastChunk, variableLength } = header;
  if (offsets.length === 0 || lastChunk === undefined || variableLength) return cached;
  let lastOffset = offsets.length === table.chunkCount ? offsets[table.chunkCount - 1]! : undefined;
  let patches: readonly Patch[] | undefined;

  const disagrees = (bytes: Uint8Array, start: number, last: number): boolean => {
    const at = last - start;
    if (last < 0 || at < 0 || at + HEADER_BYTES > bytes.byteLength) return false;
    return new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(FRAME_LENGTH_AT, true) !== lastChunk;
  };
  return {
    ...cached,
    read: async (range, options) => {
      const bytes = await cached.read(range, options);
      if (bytes === undefined || (range !== undefined && "suffix" in range)) return bytes;
      const start = range?.offset ?? 0;
      if (patches === undefined) {
        // The offsets, and everything before them, are unchanged.
        if (start + bytes.byteLength <= table.dataStart) return bytes;
        lastOffset ??= (await readOffset(cached, table, table.chunkCount - 1, options)) ?? UNKNOWN_OFFSET;
        if (!disagrees(bytes, start, lastOffset)) return bytes;
        patches = (await readUndoRecord(source, options))?.patches ?? [];
      }
      return applyPatches(bytes, start, patches);
    },
  };
}

/** A source with ranges that are already known, or that replace what is stored there. */
export interface Patch {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Reads within one patch cost nothing; others are read, and the patches are applied. */
export function patchedSource(source: ByteSource, patches: readonly Patch[]): ByteSource {
  return {
    ...source,
    fresh: false,
    read: async (range, options) => {
      const known = range === undefined ? undefined : within(patches, range);
      if (known !== undefined) return known;
      const bytes = await source.read(range, options);
      return bytes === undefined ? undefined : applyPatches(bytes, startOf(range), patches);
    },
  };
}

function within(patches: readonly Patch[], range: ByteRange): Uint8Array | undefined {
  if (!("offset" in range) || range.length === undefined) return undefined;
  const { offset, length } = range;
  const patch = patches.find(
    (candidate) => candidate.offset <= offset && offset + length <= candidate.offset + candidate.bytes.byteLength,
  );
  return patch?.bytes.subarray(offset - patch.offset, offset - patch.offset + length);
}

/** Where a read begins; suffixes are not patched. */
function startOf(range: ByteRange | undefined): number {
  if (range === undefined) return 0;
  return "suffix" in range ? Number.POSITIVE_INFINITY : range.offset;
}

/** The bytes, which begin at `start`, with the patches applied; a copy if any of them overlaps. */
export function applyPatches(bytes: Uint8Array, start: number, patches: readonly Patch[]): Uint8Array {
  let patched = bytes;
  for (const patch of patches) {
    const from = Math.max(patch.offset, start);
    const to = Math.min(patch.offset + patch.bytes.byteLength, start + bytes.byteLength);
    if (from >= to) continue;
    if (patched === bytes) patched = bytes.slice();
    patched.set(patch.bytes.subarray(from - patch.offset, to - patch.offset), from - start);
  }
  return patched;
}
