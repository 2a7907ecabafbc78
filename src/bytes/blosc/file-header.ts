/**
 * The header of a Bloscpack file, little-endian. Version 1 has 16 bytes, all others 32:
 *
 *          0 "blpk" | 4 version | 5 options | 6 checksum | 7 type size
 *   v1:    8 chunk count i64
 *   v2:    8 chunk size i32 | 12 last chunk i32 | 16 chunk count i64 | 24 zero i64
 *   v3:    8 chunk size i32 | 12 last chunk i32 | 16 chunk count i64 | 24 chunks to append i64
 *   variable length (proposed, any version number): as v2, but 24 metadata size u32 | 28 zero u32
 *
 * Options: bit 0 offsets (from v2 on), bit 1 metadata (from v3 on), bit 2 variable length. -1 means an unknown size.
 */

import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { CHECKSUM_NAMES, type ChecksumName } from "../checksum/named-checksum.ts";
import { ByteCursor } from "../source/byte-cursor.ts";
import { ByteWriter } from "../source/byte-writer.ts";
import { LARGEST_BUFFER } from "./frame-header.ts";

const MAGIC: Uint8Array = Uint8Array.of(0x62, 0x6c, 0x70, 0x6b);
/** The longest header; version 1 has a shorter one. */
export const FILE_HEADER_BYTES = 32;
const FIRST_HEADER_BYTES = 16;

const OPTIONS_AT = 5;
const OPTION_OFFSETS = 1;
const OPTION_METADATA = 2;
const OPTION_VARIABLE_LENGTH = 4;

/** The version written for files of objects. No release ever wrote this layout; it was proposed along with 2 and 3. */
const OBJECTS_VERSION = 4;
const OLDEST_OBJECTS_VERSION = 2;

export interface BloscpackHeader {
  /** 1, 2 or 3; whatever the file says if `variableLength`. */
  readonly version: number;
  /** Whether there are offsets. */
  readonly offsets: boolean;
  /** Whether there is metadata. */
  readonly metadata: boolean;
  /** The proposed layout of one chunk per object. */
  readonly variableLength: boolean;
  readonly checksum: ChecksumName;
  /** 0 if unknown. */
  readonly typeSize: number;
  /** Decoded bytes of every chunk but the last; undefined if unknown. */
  readonly chunkSize: number | undefined;
  readonly lastChunk: number | undefined;
  readonly chunkCount: number | undefined;
  /** Further chunks that the offsets have room for (`max_app_chunks`). */
  readonly spareChunks: number;
  /** Of the variable-length layout: bytes of its metadata. */
  readonly metadataSize?: number;
}

/** Returns whether a file that begins with these bytes claims to be Bloscpack. */
export function hasMagic(bytes: Uint8Array): boolean {
  return bytes.byteLength >= MAGIC.byteLength && MAGIC.every((byte, index) => byte === bytes[index]);
}

/** Returns whether a file that begins with these bytes claims to hold variable-length objects. */
export function hasVariableLength(bytes: Uint8Array): boolean {
  return hasMagic(bytes) && ((bytes[OPTIONS_AT] ?? 0) & OPTION_VARIABLE_LENGTH) !== 0;
}

/** Length of the header in the file. */
export function headerBytes({ version }: BloscpackHeader): number {
  return version === 1 ? FIRST_HEADER_BYTES : FILE_HEADER_BYTES;
}

/** Reads the header at the start of `bytes`. The variable-length layout is reported by `variableLength`, not refused. */
export function parseHeader(bytes: Uint8Array, place: ErrorPlace = {}): BloscpackHeader {
  const cursor = new ByteCursor(bytes, { place });
  if (!hasMagic(bytes)) {
    const found = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const what = `the magic "blpk" is missing: the file begins with ${found === "" ? "nothing" : found}, at byte 0`;
    throw new HyperslabError("invalid-data", what, { ...place, hint: "This may not be a Bloscpack file." });
  }
  cursor.skip(4);
  const version = cursor.u8();
  const options = cursor.u8();
  const variableLength = (options & OPTION_VARIABLE_LENGTH) !== 0;
  if (!variableLength) checkVersion(version, options, place);
  const code = cursor.u8();
  const checksum = CHECKSUM_NAMES[code] ?? cursor.fail(`the unknown checksum code ${code}`, 1);
  const fixed = {
    version,
    offsets: (options & OPTION_OFFSETS) !== 0,
    metadata: (options & OPTION_METADATA) !== 0,
    variableLength,
    checksum,
    typeSize: cursor.u8(),
  };
  if (version === 1 && !variableLength) {
    if (code !== 0 || fixed.typeSize !== 0) cursor.fail("a reserved byte of a header of version 1 is not zero", 2);
    const chunkCount = count(cursor, "chunk count");
    return { ...fixed, chunkSize: undefined, lastChunk: undefined, chunkCount, spareChunks: 0 };
  }
  const chunkSize = size(cursor, "chunk size");
  const lastChunk = size(cursor, "size of the last chunk");
  const chunkCount = count(cursor, "chunk count");
  if (variableLength) return { ...fixed, chunkSize, lastChunk, chunkCount, spareChunks: 0, metadataSize: tail(cursor) };
  if (version === 2) {
    if (cursor.i64() !== 0n) cursor.fail("the reserved bytes of a header of version 2 are not zero", 8);
    // A single chunk has chunk size 0 there, and its size as that of the last.
    const uniform = chunkSize === 0 && chunkCount === 1 ? lastChunk : chunkSize;
    return { ...fixed, chunkSize: uniform, lastChunk, chunkCount, spareChunks: 0 };
  }
  if (chunkSize !== undefined && lastChunk !== undefined && lastChunk > chunkSize) {
    cursor.at(12).fail(`a last chunk of ${lastChunk} bytes is larger than the chunk size of ${chunkSize}`);
  }
  const spareChunks = count(cursor, "number of chunks to append") ?? cursor.fail("-1 chunks to append", 8);
  if (spareChunks > 0 && chunkCount === undefined) {
    cursor.fail(`room for ${spareChunks} more chunks where their count is unknown`, 8);
  }
  return { ...fixed, chunkSize, lastChunk, chunkCount, spareChunks };
}

function checkVersion(version: number, options: number, place: ErrorPlace): void {
  if (version < 1 || version > 3) {
    const what = `version ${version} of the Bloscpack format at byte 4; versions 1, 2 and 3 are supported`;
    throw new HyperslabError(version === 0 ? "invalid-data" : "unsupported", what, place);
  }
  const known = [0, OPTION_OFFSETS, OPTION_OFFSETS | OPTION_METADATA][version - 1] ?? 0;
  if ((options & ~known) === 0) return;
  const bits = options.toString(2).padStart(8, "0");
  throw new HyperslabError(
    "unsupported",
    `options ${bits} at byte 5 set a bit that is reserved in version ${version}`,
    place,
  );
}

function size(cursor: ByteCursor, what: string): number | undefined {
  const value = cursor.i32();
  if (value < -1 || value > LARGEST_BUFFER) cursor.fail(`a ${what} of ${value}`, 4);
  return value === -1 ? undefined : value;
}

function count(cursor: ByteCursor, what: string): number | undefined {
  const value = cursor.i64Number();
  if (value < -1) cursor.fail(`a ${what} of ${value}`, 8);
  return value === -1 ? undefined : value;
}

/** The last 8 bytes of the variable-length layout. */
function tail(cursor: ByteCursor): number {
  const metadataSize = cursor.u32();
  if (metadataSize >= 2 ** 31) cursor.fail(`metadata of ${metadataSize} bytes`, 4);
  if (cursor.u32() !== 0) cursor.fail("the reserved bytes of a variable-length header are not zero", 4);
  return metadataSize;
}

/** The bytes of a header. */
export function printHeader(header: BloscpackHeader): Uint8Array {
  const writer = new ByteWriter({ capacity: FILE_HEADER_BYTES });
  const { version, variableLength } = header;
  writer.bytes(MAGIC);
  writer.u8(version);
  const offsets = header.offsets ? OPTION_OFFSETS : 0;
  writer.u8(offsets | (header.metadata ? OPTION_METADATA : 0) | (variableLength ? OPTION_VARIABLE_LENGTH : 0));
  writer.u8(CHECKSUM_NAMES.indexOf(header.checksum));
  writer.u8(header.typeSize);
  if (version !== 1 || variableLength) {
    writer.i32(header.chunkSize ?? -1);
    writer.i32(header.lastChunk ?? -1);
  }
  writer.i64(header.chunkCount ?? -1);
  if (variableLength) {
    writer.u32(header.metadataSize ?? 0);
    writer.u32(0);
  } else if (version !== 1) {
    writer.i64(header.spareChunks);
  }
  return writer.finish();
}

/** The header of a file of variable-length objects, or of the index of a directory of such files. */
export interface ObjectHeader extends BloscpackHeader {
  readonly metadataSize: number;
}

/** Reads the header of a file that is known to hold objects; there, offsets are mandatory. */
export function parseObjectHeader(bytes: Uint8Array, place: ErrorPlace = {}): ObjectHeader & { chunkCount: number } {
  const header = checkObjects(parseHeader(bytes, place), bytes, place);
  const { chunkCount } = header;
  if (!header.offsets) {
    throw new HyperslabError("invalid-data", "objects without offsets: bit 0 of the options at byte 5", place);
  }
  if (chunkCount === undefined) {
    throw new HyperslabError("invalid-data", "the number of objects, at byte 16, is unknown", {
      ...place,
      hint: "The file was not finished: offsets cannot be distinguished from objects.",
    });
  }
  return { ...header, chunkCount };
}

/** Reads the header of the index of a directory, which has no offsets; `undefined` if this is not such an index. */
export function parseIndexHeader(bytes: Uint8Array, place: ErrorPlace = {}): ObjectHeader | undefined {
  if (!hasVariableLength(bytes)) return undefined;
  const header = checkObjects(parseHeader(bytes, place), bytes, place);
  return header.offsets ? undefined : header;
}

function checkObjects(header: BloscpackHeader, bytes: Uint8Array, place: ErrorPlace): ObjectHeader {
  const { version, metadataSize = 0 } = header;
  const options = bytes[OPTIONS_AT]!;
  const bits = options.toString(2).padStart(8, "0");
  if (!header.variableLength) {
    throw new HyperslabError("invalid-data", `options ${bits} at byte 5 are not those of a file of objects`, place);
  }
  if (version < OLDEST_OBJECTS_VERSION || version > OBJECTS_VERSION) {
    const range = `versions ${OLDEST_OBJECTS_VERSION} to ${OBJECTS_VERSION} are supported`;
    throw new HyperslabError("unsupported", `version ${version} of a file of objects at byte 4; ${range}`, place);
  }
  if ((options & ~(OPTION_OFFSETS | OPTION_METADATA | OPTION_VARIABLE_LENGTH)) !== 0) {
    throw new HyperslabError("unsupported", `options ${bits} set a reserved bit, at byte 5`, place);
  }
  if (header.metadata !== metadataSize > 0) {
    const told = header.metadata ? "there is metadata" : "there is no metadata";
    const what = `options say that ${told}, but ${metadataSize} bytes of them are announced at byte 24`;
    throw new HyperslabError("invalid-data", what, place);
  }
  return { ...header, metadataSize };
}

/** The header of a file of objects; their number is unknown until all of them exist. */
export function objectHeader(
  checksum: ChecksumName,
  chunkCount: number | undefined,
  metadataSize: number,
  offsets = true,
): ObjectHeader {
  return {
    version: OBJECTS_VERSION,
    offsets,
    metadata: metadataSize > 0,
    variableLength: true,
    checksum,
    typeSize: 1,
    chunkSize: undefined,
    lastChunk: undefined,
    chunkCount,
    spareChunks: 0,
    metadataSize,
  };
}
