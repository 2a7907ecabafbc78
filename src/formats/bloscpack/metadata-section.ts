/**
 * The metadata section of a Bloscpack file of version 3, between header and offsets, little-endian:
 *
 *   0 serializer ("JSON", then NULs) | 8 options = 0 | 9 checksum | 10 codec: 0 none, 1 zlib | 11 level
 *   12 size u32, decoded | 16 room u32 | 20 stored size u32 | 24 user codec, 8 bytes
 *   32 the stored bytes, NULs up to the room, and the checksum of the stored bytes
 */
import { computeChecksum } from "../../bytes/checksum/digest.ts";
import {
  CHECKSUM_NAMES,
  type ChecksumName,
  checksumSize,
  compareChecksum,
} from "../../bytes/checksum/named-checksum.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonDocument, parseJson } from "../../bytes/json/parse.ts";
import { printJsonBytes } from "../../bytes/json/print.ts";
import { ByteCursor } from "../../bytes/source/byte-cursor.ts";
import { ByteWriter } from "../../bytes/source/byte-writer.ts";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { atPlace, type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import { formatLimits } from "../limits.ts";

export const METADATA_HEADER_BYTES = 32;
const METADATA_CODECS = ["None", "zlib"] as const;
export type MetadataCodec = (typeof METADATA_CODECS)[number];

const SERIALIZER = "JSON";
const USER_CODEC_BYTES = 8;
const LARGEST_U32 = 2 ** 32 - 1;

export interface MetadataHeader {
  readonly serializer: string;
  readonly options: number;
  readonly checksum: ChecksumName;
  readonly codec: MetadataCodec;
  readonly level: number;
  /** Decoded bytes. */
  readonly size: number;
  /** Bytes that the stored form may take (`max_meta_size`). */
  readonly room: number;
  readonly storedSize: number;
  /** 8 unused bytes. */
  readonly userCodec: Uint8Array;
}

/** Reads the header of the section, which begins at byte `base` of the file. */
export function parseMetadataHeader(bytes: Uint8Array, base: number, place: ErrorPlace = {}): MetadataHeader {
  const cursor = new ByteCursor(bytes, { base, place });
  const magic = cursor.bytes(8);
  const serializer = byteCharacters(magic).replace(/[\0 ]+$/, "");
  if (serializer !== SERIALIZER) {
    const what = `the metadata serializer ${JSON.stringify(serializer)} at byte ${base}; only "JSON" is supported`;
    throw new HyperslabError("unsupported", what, place);
  }
  const options = cursor.u8();
  if (options !== 0) cursor.fail(`metadata options ${options.toString(2).padStart(8, "0")} set a reserved bit`, 1);
  const checksum = CHECKSUM_NAMES[cursor.u8()] ?? cursor.fail("an unknown checksum code of the metadata", 1);
  const codec = METADATA_CODECS[cursor.u8()] ?? cursor.fail("an unknown metadata codec", 1);
  const level = cursor.u8();
  const size = cursor.u32();
  const room = cursor.u32();
  const storedSize = cursor.u32();
  if (storedSize > room) cursor.fail(`metadata of ${storedSize} stored bytes in a room of ${room} bytes`, 4);
  if (codec === "None" && size !== storedSize) {
    cursor.fail(`metadata of ${size} bytes, but ${storedSize} stored ones without a codec`, 12);
  }
  const { metadataBytes } = formatLimits;
  if (metadataBytes.isExceededBy(Math.max(size, room))) {
    const what = `metadata of ${Math.max(size, room)} bytes at byte ${base}, at most ${metadataBytes.value} are read`;
    throw new HyperslabError("unsupported", what, place);
  }
  return {
    serializer,
    options,
    checksum,
    codec,
    level,
    size,
    room,
    storedSize,
    userCodec: cursor.bytes(USER_CODEC_BYTES).slice(),
  };
}

/** Bytes of the whole section, its header included. */
export function metadataSectionBytes({ room, checksum }: MetadataHeader): number {
  return METADATA_HEADER_BYTES + room + checksumSize(checksum);
}

/** The same for a section whose header is invalid, as far as it shows where the file continues. */
export function claimedSectionBytes(bytes: Uint8Array, base: number, place: ErrorPlace = {}): number {
  const cursor = new ByteCursor(bytes, { base, place });
  const checksum = CHECKSUM_NAMES[cursor.at(9).u8()] ?? cursor.at(9).fail("an unknown checksum code of the metadata");
  return METADATA_HEADER_BYTES + cursor.at(16).u32() + checksumSize(checksum);
}

/** Decodes the section, all of whose bytes are given; it begins at byte `base` of the file. */
export async function parseMetadata(
  header: MetadataHeader,
  section: Uint8Array,
  base: number,
  place: ErrorPlace = {},
): Promise<JsonDocument> {
  const cursor = new ByteCursor(section, { base, place });
  cursor.skip(METADATA_HEADER_BYTES);
  const stored = cursor.bytes(header.storedSize);
  cursor.skip(header.room - header.storedSize);
  const digest = cursor.bytes(checksumSize(header.checksum));
  const at = base + METADATA_HEADER_BYTES;
  compareChecksum(
    header.checksum,
    computeChecksum(header.checksum, stored),
    digest,
    `the metadata at byte ${at}`,
    place,
  );
  try {
    const text = header.codec === "zlib" ? await inflateZlib(stored, header.size) : stored;
    return parseJson(text, { key: place.key ?? "" });
  } catch (error) {
    const described = error instanceof HyperslabError ? describe(error, at) : error;
    throw atPlace(described, { ...place, field: "metadata" });
  }
}

function describe(error: HyperslabError, at: number): HyperslabError {
  const { code, what, place, hint } = error;
  const details = { ...place, ...(hint === undefined ? {} : { hint }), cause: error };
  return new HyperslabError(code, `the metadata at byte ${at} cannot be read: ${what}`, details);
}

export interface MetadataOptions {
  readonly checksum: ChecksumName;
  readonly codec: MetadataCodec;
  readonly level: number;
  /** Bytes that the stored form may take; default: ten times its decoded size. */
  readonly room?: number | undefined;
}

/** What bloscpack writes by default. */
export const DEFAULT_METADATA: MetadataOptions = { checksum: "adler32", codec: "zlib", level: 6 };
const ROOM_FACTOR = 10;

/** The whole section for a JSON value, spelled as bloscpack does. */
export async function printMetadata(value: JsonNode, options: MetadataOptions = DEFAULT_METADATA): Promise<Uint8Array> {
  const text = printJsonBytes(value, "numcodecs", { sorted: false, nonFinite: "token" });
  const packed = options.codec === "zlib" ? await deflateZlib(text, options.level) : text;
  // If zlib makes it longer, it is stored uncompressed; the recorded level stays.
  const codec = packed.byteLength > text.byteLength ? "None" : options.codec;
  const stored = codec === "None" ? text : packed;
  const room = options.room ?? ROOM_FACTOR * text.byteLength;
  if (stored.byteLength > room || room > LARGEST_U32) {
    const what = `metadata of ${stored.byteLength} stored bytes do not fit into a room of ${room} bytes`;
    throw new HyperslabError("invalid-request", what, { hint: "Write a new file with more room." });
  }
  const writer = new ByteWriter({ capacity: METADATA_HEADER_BYTES + room + checksumSize(options.checksum) });
  for (let i = 0; i < 8; i++) writer.u8(SERIALIZER.charCodeAt(i) || 0);
  writer.u8(0);
  writer.u8(CHECKSUM_NAMES.indexOf(options.checksum));
  writer.u8(METADATA_CODECS.indexOf(codec));
  writer.u8(options.level);
  writer.u32(text.byteLength);
  writer.u32(room);
  writer.u32(stored.byteLength);
  writer.zeros(USER_CODEC_BYTES);
  writer.bytes(stored);
  writer.zeros(room - stored.byteLength);
  writer.bytes(computeChecksum(options.checksum, stored));
  return writer.finish();
}

/** The section for a value: in the room of the old one, or in a larger room if it does not fit. */
export async function sectionFor(value: JsonNode, old: MetadataOptions | undefined): Promise<Uint8Array> {
  if (old === undefined) return printMetadata(value);
  try {
    return await metadataFor(value, old);
  } catch (error) {
    if (!isHyperslabError(error, "invalid-request")) throw error;
    return printMetadata(value, { ...old, room: undefined });
  }
}

/** The section for a value in the room of the old one; `invalid-request` if it does not fit. */
export async function metadataFor(value: JsonNode, old: MetadataOptions): Promise<Uint8Array> {
  const { checksum, level, room } = old;
  const text = printJsonBytes(value, "numcodecs", { sorted: false, nonFinite: "token" });
  // A section stored uncompressed may have been meant to be compressed.
  const codec = level > 0 || text.byteLength > (room ?? 0) ? DEFAULT_METADATA.codec : old.codec;
  return printMetadata(value, { checksum, codec, level: level > 0 ? level : DEFAULT_METADATA.level, room });
}

// Short zlib streams (RFC 1950) inside files: by Node's zlib if available, otherwise by the platform's streams, which choose
// the level themselves. Chunks of arrays use the codecs instead.

/** Decodes a stream whose content has a known length; any other length is `invalid-data`. */
async function inflateZlib(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  let found: Uint8Array;
  try {
    found = await inflate(bytes, length);
  } catch (cause) {
    throw new HyperslabError("invalid-data", `the zlib stream is corrupt, or holds more than ${length} bytes`, {
      cause,
    });
  }
  if (found.byteLength === length) return found;
  throw new HyperslabError("invalid-data", `the zlib stream holds ${found.byteLength} bytes, expected ${length}`);
}

async function inflate(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  const zlib = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib !== undefined) return new Uint8Array(zlib.inflateSync(bytes, { maxOutputLength: length + 1 }));
  return collect(new DecompressionStream("deflate"), bytes, length + 1);
}

/** Encodes a stream; `level` is 0 to 9 if the platform supports it. */
async function deflateZlib(bytes: Uint8Array, level: number): Promise<Uint8Array> {
  const zlib = globalThis.process?.getBuiltinModule?.("node:zlib");
  if (zlib !== undefined) return new Uint8Array(zlib.deflateSync(bytes, { level }));
  return collect(new CompressionStream("deflate"), bytes, Number.POSITIVE_INFINITY);
}

/** The output of a stream, which must be shorter than `most` bytes. */
async function collect(
  stream: { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<BufferSource> },
  bytes: Uint8Array,
  most: number,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // A failure is reported when the other end is read.
  writer
    .write(bytes.slice())
    .then(() => writer.close())
    .catch(() => {});
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < most) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.byteLength;
  }
  if (length >= most) {
    void reader.cancel().catch(() => {});
    throw new Error("more than expected");
  }
  const all = new Uint8Array(length);
  for (let at = 0, i = 0; i < parts.length; at += parts[i]!.byteLength, i++) all.set(parts[i]!, at);
  return all;
}
