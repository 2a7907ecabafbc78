/**
 * A contiguous Blosc2 frame ("cframe"). Its header is MessagePack with every member at a fixed position, big-endian:
 *
 *   0 array | 1 text of 8 | 2 "b2frame\0" | 11 header length i32 | 16 frame length u64
 *   24 text of 4 | 25 flags, frame type, codec, other flags | 30 decoded length i64 | 39 length of the chunks i64
 *   48 type size i32 | 53 block size i32 | 58 chunk size i32 | 63, 66 threads | 68 boolean | 69 filters (18)
 *   87 metalayers: array of 3 | u16 their size | map16 of text to i32 (where in the header) | array16 of binary
 *
 * The chunks follow it, and after them a chunk of their offsets: i64, little-endian, from the end of the header. An
 * offset whose highest bit is set is a chunk of one value; its highest byte gives the value.
 */
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { decodeUtf8 } from "../../../bytes/text/utf8.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Special } from "./chunk-header.ts";

const MAGIC = "b2frame\0";
const HEADER_LEAST = 87;
const OFFSET_BYTES = 8;
const FLAG_VARIABLE_CHUNKS = 64;
const FRAME_TYPES = 15;
const MAP_16 = 0xde;
const TEXT_MASK = 0xe0;
const TEXT_SHORT = 0xa0;
const BINARY_32 = 0xc6;

export interface Blosc2Frame {
  readonly typeSize: number;
  /** Decoded length of all chunks; those of arrays are padded. */
  readonly length: number;
  /** Decoded length of each chunk but the last. */
  readonly chunkSize: number;
  readonly chunkCount: number;
  /** The chunks, followed by that of the offsets. */
  readonly body: Uint8Array;
  readonly offsetsAt: number;
  readonly metalayers: ReadonlyMap<string, Uint8Array>;
}

export function isFrame(bytes: Uint8Array): boolean {
  return [...MAGIC].every((letter, index) => bytes[2 + index] === letter.charCodeAt(0));
}

export function parseFrame(bytes: Uint8Array): Blosc2Frame {
  const cursor = new ByteCursor(bytes, { endian: "big" });
  const headerLength = cursor.at(11).i32();
  const frameLength = cursor.at(16).u64Number();
  const flags = cursor.at(25).u8();
  const kind = cursor.at(26).u8() & FRAME_TYPES;
  const length = cursor.at(30).i64Number();
  const stored = cursor.at(39).i64Number();
  const typeSize = cursor.at(48).i32();
  const chunkSize = cursor.at(58).i32();
  if (headerLength < HEADER_LEAST || frameLength > bytes.byteLength || headerLength > frameLength) {
    cursor.at(11).fail(`a Blosc2 frame of ${frameLength} bytes, its header of ${headerLength}, in ${bytes.byteLength}`);
  }
  if (kind !== 0) throw unsupported("is in several files");
  if ((flags & FLAG_VARIABLE_CHUNKS) !== 0 || (length > 0 && chunkSize === 0)) {
    throw unsupported("has chunks of variable length");
  }
  if (length < 0 || chunkSize < 0 || typeSize < 1 || stored < 0 || stored > frameLength - headerLength) {
    cursor.at(30).fail(`a Blosc2 frame of ${length} bytes, ${stored} stored, in chunks of ${chunkSize}`);
  }
  return {
    typeSize,
    length,
    chunkSize,
    chunkCount: length === 0 ? 0 : Math.ceil(length / chunkSize),
    body: bytes.subarray(headerLength, frameLength),
    offsetsAt: stored,
    metalayers: readMetalayers(bytes.subarray(0, headerLength)),
  };
}

function readMetalayers(header: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  if (header.byteLength === HEADER_LEAST) return found;
  const cursor = new ByteCursor(header, { endian: "big" }).at(HEADER_LEAST + 4);
  if (cursor.u8() !== MAP_16) cursor.fail("no map of metalayers", 1);
  for (let left = cursor.u16(); left > 0; left--) {
    const mark = cursor.u8();
    if ((mark & TEXT_MASK) !== TEXT_SHORT) cursor.fail("the name of a metalayer is not a string", 1);
    const name = decodeUtf8(cursor.bytes(mark & ~TEXT_MASK));
    cursor.skip(1);
    const place = cursor.i32();
    if (place < 0) cursor.fail(`a metalayer at byte ${place}`, 4);
    const content = cursor.at(0);
    content.skip(place);
    if (content.u8() !== BINARY_32) content.fail("a metalayer that is not binary", 1);
    found.set(name, content.bytes(content.u32()));
  }
  return found;
}

/** How many bytes the offsets of a frame's chunks take. */
export function offsetsLength({ chunkCount }: Blosc2Frame): number {
  return chunkCount * OFFSET_BYTES;
}

/** Where a chunk begins in the body, or its single value. */
export function chunkPlace(offsets: Uint8Array, index: number): number | Special {
  const view = new DataView(offsets.buffer, offsets.byteOffset, offsets.byteLength);
  const at = index * OFFSET_BYTES;
  const highest = view.getUint8(at + OFFSET_BYTES - 1);
  if (highest < 128) {
    const place = Number(view.getBigInt64(at, true));
    if (Number.isSafeInteger(place)) return place;
    throw new HyperslabError("invalid-data", `chunk ${index} of the Blosc2 frame begins at byte ${place}`);
  }
  const special = highest & 7;
  // 4 means never set.
  if (special === 1 || special === 4) return "zeros";
  if (special === 2) return "nan";
  throw new HyperslabError("invalid-data", `chunk ${index} of the Blosc2 frame has the special value ${special}`);
}

export function unsupported(what: string): HyperslabError {
  return new HyperslabError("unsupported", `the Blosc2 frame ${what}, which is not supported`);
}
