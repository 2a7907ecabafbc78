/**
 * xz files: stream header (magic, flags, CRC-32), blocks (header, LZMA2 data padded to 4 bytes, check), index (number
 * and sizes of the blocks), footer; optionally zeros, optionally more streams. Every field is verified.
 */
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, finished, type GrowingBuffer } from "../../growing-buffer.ts";
import { addDelta, DELTA_ID, LZMA2_ID, refuseFilter } from "./filters.ts";
import { crc32Bytes, type IntegrityCheck, integrityCheck, sameBytes } from "./integrity.ts";
import { decodeLzma2 } from "./lzma2-decode.ts";
import type { MachineOver } from "./machine.ts";

const HEADER_MAGIC = Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00);
const FOOTER_MAGIC = Uint8Array.of(0x59, 0x5a);

interface BlockSizes {
  /** Of header, data and check, without the padding in between. */
  readonly unpadded: number;
  readonly decoded: number;
}

export function decodeXz(bytes: Uint8Array, type: BytesType, buffer: GrowingBuffer, machine: MachineOver): Uint8Array {
  const cursor = new ByteCursor(bytes);
  do {
    decodeStream(bytes, cursor, buffer, machine);
    while (cursor.remaining >= 4 && bytes[cursor.offset] === 0) {
      if (cursor.u32() !== 0) throw invalid("padding between streams that is not zero");
    }
  } while (cursor.remaining > 0);
  checkDecoded(type, buffer.length);
  return finished(buffer);
}

function decodeStream(bytes: Uint8Array, cursor: ByteCursor, buffer: GrowingBuffer, machine: MachineOver): void {
  if (cursor.remaining < 12 || !sameBytes(cursor.bytes(6), HEADER_MAGIC)) throw invalid("no stream header");
  const flags = cursor.bytes(2);
  checkCrc(cursor, flags, "the stream header");
  const check = integrityCheck(flags[1]!);
  if (flags[0] !== 0 || check === undefined)
    throw new HyperslabError("unsupported", `xz: stream flags ${flags.join(" ")}`);
  const blocks: BlockSizes[] = [];
  while (bytes[cursor.offset] !== 0) blocks.push(decodeBlock(bytes, cursor, buffer, check, machine));
  const indexSize = decodeIndex(bytes, cursor, blocks);
  const stored = cursor.bytes(4);
  const footer = cursor.bytes(6);
  if (!sameBytes(stored, crc32Bytes(footer))) throw invalid("a stream footer whose checksum is wrong");
  const backward = new DataView(footer.buffer, footer.byteOffset).getUint32(0, true);
  const isFooter = (backward + 1) * 4 === indexSize && sameBytes(footer.subarray(4), flags);
  if (!isFooter || !sameBytes(cursor.bytes(2), FOOTER_MAGIC)) throw invalid("a footer that is not of its stream");
}

interface BlockHeader {
  readonly packed: number | undefined;
  readonly decoded: number | undefined;
  readonly deltas: readonly number[];
  readonly dictionarySize: number;
}

function decodeBlock(
  bytes: Uint8Array,
  cursor: ByteCursor,
  buffer: GrowingBuffer,
  check: IntegrityCheck,
  machine: MachineOver,
): BlockSizes {
  const start = cursor.offset;
  const header = decodeBlockHeader(cursor);
  const data = cursor.offset;
  const from = buffer.length;
  const end = decodeLzma2(bytes, data, buffer, header.dictionarySize, machine);
  const decoded = buffer.bytes.subarray(from, buffer.length);
  for (const distance of header.deltas.toReversed()) addDelta(decoded, distance);
  if ((header.packed ?? end - data) !== end - data || (header.decoded ?? decoded.byteLength) !== decoded.byteLength) {
    throw invalid("a block whose sizes differ from its header");
  }
  cursor.skip(end - data);
  skipPadding(cursor, end - data);
  if (!sameBytes(cursor.bytes(check.size), check.compute(decoded))) throw invalid("a block whose checksum is wrong");
  return { unpadded: end - start + check.size, decoded: decoded.byteLength };
}

function decodeBlockHeader(cursor: ByteCursor): BlockHeader {
  const size = 4 * (cursor.u8() + 1);
  cursor.offset--;
  const header = cursor.bytes(size - 4);
  checkCrc(cursor, header, "a block header");
  const fields = new ByteCursor(header);
  fields.skip(1);
  const flags = fields.u8();
  if ((flags & 0x3c) !== 0) throw new HyperslabError("unsupported", `xz: block flags ${flags}`);
  const packed = (flags & 0x40) === 0 ? undefined : variable(fields);
  const decoded = (flags & 0x80) === 0 ? undefined : variable(fields);
  const deltas: number[] = [];
  for (let left = flags & 3; left > 0; left--) {
    const { id, properties } = filterFlags(fields);
    if (id !== DELTA_ID || properties.byteLength !== 1) refuseFilter(id);
    deltas.push(properties[0]! + 1);
  }
  const { id, properties } = filterFlags(fields);
  if (id !== LZMA2_ID || properties.byteLength !== 1) refuseFilter(id);
  if (fields.bytes(fields.remaining).some((byte) => byte !== 0)) throw invalid("a block header with unknown fields");
  return { packed, decoded, deltas, dictionarySize: dictionarySize(properties[0]!) };
}

function filterFlags(fields: ByteCursor): { readonly id: number; readonly properties: Uint8Array } {
  const id = variable(fields);
  return { id, properties: fields.bytes(variable(fields)) };
}

/** Two bits of mantissa, the rest an exponent; 40 is the largest, 4 GiB less one. */
function dictionarySize(code: number): number {
  if (code > 40) throw invalid(`a dictionary of the unknown size ${code}`);
  return code === 40 ? 2 ** 32 - 1 : (2 | (code & 1)) * 2 ** ((code >>> 1) + 11);
}

function decodeIndex(bytes: Uint8Array, cursor: ByteCursor, blocks: readonly BlockSizes[]): number {
  const start = cursor.offset;
  cursor.skip(1);
  if (variable(cursor) !== blocks.length) throw invalid(`an index whose number of blocks is not ${blocks.length}`);
  for (const { unpadded, decoded } of blocks) {
    if (variable(cursor) !== unpadded || variable(cursor) !== decoded)
      throw invalid("an index whose sizes differ from the blocks");
  }
  skipPadding(cursor, cursor.offset - start);
  checkCrc(cursor, bytes.subarray(start, cursor.offset), "the index");
  return cursor.offset - start;
}

/** Zeros up to a multiple of 4. */
function skipPadding(cursor: ByteCursor, length: number): void {
  if (cursor.bytes(-length & 3).some((byte) => byte !== 0)) throw invalid("padding that is not zero");
}

function checkCrc(cursor: ByteCursor, covered: Uint8Array, what: string): void {
  if (!sameBytes(cursor.bytes(4), crc32Bytes(covered))) throw invalid(`${what} whose checksum is wrong`);
}

/** Seven bits per byte, lowest first, with the highest bit set if more follow; at most nine bytes. */
function variable(cursor: ByteCursor): number {
  let value = 0;
  for (let at = 0; at < 9; at++) {
    const byte = cursor.u8();
    value += (byte & 0x7f) * 2 ** (7 * at);
    if (byte >= 0x80) continue;
    if ((byte === 0 && at > 0) || value > Number.MAX_SAFE_INTEGER) break;
    return value;
  }
  throw invalid("a number in an invalid form");
}

function invalid(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `xz: ${what}`);
}
