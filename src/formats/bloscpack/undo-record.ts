/**
 * What an append puts behind the end of the file before it writes over anything, so that the file as it was can be had
 * after a crash. Readers of Bloscpack ignore what follows the last chunk. Little-endian:
 *
 *   for each stretch that will be overwritten: offset i64 | length i64 | its bytes
 *   trailer: "blpkundo" | 8 where the record begins i64 | 16 length of the file before i64 | 24 zero u32 | 28 CRC-32 of
 *   all before it u32
 */

import { crc32 } from "../../bytes/checksum/crc32.ts";
import { ByteCursor } from "../../bytes/source/byte-cursor.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import { ByteWriter } from "../../bytes/source/byte-writer.ts";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { isHyperslabError } from "../../errors.ts";
import type { Patch } from "./patched-source.ts";

const TRAILER_BYTES = 32;
const MAGIC = "blpkundo";
/** A record holds one chunk, the metadata, and a few bytes more. */
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

/** The record at the end of a file; `undefined` if there is none, or none that is whole. */
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
    // Bytes that only begin like a record.
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
