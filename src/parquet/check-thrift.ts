/**
 * Checks a structure in Thrift's compact protocol before it is decoded: lists are no longer than the remaining bytes,
 * strings end in the file, nesting is shallow. A decoder may then allocate a list by its stated length.
 *
 *     field     1 byte: difference of the number << 4 | type; a difference of 0: the number follows as a zigzag varint
 *     list      1 byte: length << 4 | type of elements; a length of 15: the length follows as a varint
 *     binary    varint length, bytes
 */

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12,
] as const;

/** Parquet metadata nests six levels deep. */
const MOST_LEVELS = 12;
/** Bytes of a varint of 64 bits. */
const LONGEST_VARINT = 10;

/** The offset after the structure at `from`; undefined if it is malformed. */
export function checkThrift(bytes: Uint8Array, from: number, to: number): number | undefined {
  const cursor = { bytes, at: from, to };
  return skipStruct(cursor, 0) ? cursor.at : undefined;
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly to: number;
}

function skipStruct(cursor: Cursor, level: number): boolean {
  if (level > MOST_LEVELS) return false;
  for (;;) {
    if (cursor.at >= cursor.to) return false;
    const byte = cursor.bytes[cursor.at++]!;
    const type = byte & 15;
    if (type === STOP) return true;
    if (byte >> 4 === 0 && varint(cursor) === undefined) return false;
    if (type !== TRUE && type !== FALSE && !skipValue(cursor, type, level)) return false;
  }
}

function skipValue(cursor: Cursor, type: number, level: number): boolean {
  switch (type) {
    case BYTE:
      return skip(cursor, 1);
    case I16:
    case I32:
    case I64:
      return varint(cursor) !== undefined;
    case DOUBLE:
      return skip(cursor, 8);
    case BINARY: {
      const length = varint(cursor);
      return length !== undefined && skip(cursor, length);
    }
    case LIST:
      return skipList(cursor, level);
    case STRUCT:
      return skipStruct(cursor, level + 1);
    default:
      return false;
  }
}

function skipList(cursor: Cursor, level: number): boolean {
  if (cursor.at >= cursor.to || level > MOST_LEVELS) return false;
  const byte = cursor.bytes[cursor.at++]!;
  const length = byte >> 4 === 15 ? varint(cursor) : byte >> 4;
  const type = byte & 15;
  // Every element takes at least one byte.
  if (length === undefined || length > cursor.to - cursor.at) return false;
  const one = type === TRUE || type === FALSE ? BYTE : type;
  for (let index = 0; index < length; index++) if (!skipValue(cursor, one, level + 1)) return false;
  return true;
}

function skip(cursor: Cursor, length: number): boolean {
  if (length > cursor.to - cursor.at) return false;
  cursor.at += length;
  return true;
}

/** Beyond 2^53 it is inexact, which only makes it too long. */
function varint(cursor: Cursor): number | undefined {
  let value = 0;
  for (let index = 0; index < LONGEST_VARINT && cursor.at < cursor.to; index++) {
    const byte = cursor.bytes[cursor.at++]!;
    value += (byte & 127) * 128 ** index;
    if (byte < 128) return value;
  }
  return undefined;
}
