/**
 * MessagePack (msgpack.org). One byte gives the type: 00-7f and e0-ff small integers, 80-8f maps, 90-9f arrays, a0-bf
 * strings, c0-df everything else; lengths and numbers follow big-endian. Extensions are refused. Depth and number of
 * values are bounded.
 */
import { HyperslabError, isHyperslabError } from "../errors.ts";
import type { PlainJson } from "./json/node.ts";
import { type Bound, boundValue, isBeyond } from "./limit.ts";
import { exactInteger, recordOf } from "./plain-value.ts";
import { ByteCursor } from "./source/byte-cursor.ts";
import { decodeUtf8 } from "./text/utf8.ts";

/** Makes the caller's own values of MessagePack's. */
export interface MessagePackTarget<T> {
  null(): T;
  boolean(value: boolean): T;
  integer(value: number | bigint): T;
  float(value: number): T;
  text(value: string): T;
  /** A view of the input. */
  bytes(value: Uint8Array): T;
  list(values: readonly T[]): T;
  /** If a name is repeated, the last entry counts. */
  map(entries: readonly (readonly [string, T])[]): T;
}

export interface MessagePackBounds {
  readonly depth: Bound;
  readonly values: Bound;
}

interface Decoder<T> {
  readonly cursor: ByteCursor;
  readonly target: MessagePackTarget<T>;
  readonly bounds: MessagePackBounds;
  values: number;
}

/** The one value that takes all bytes. Broken bytes are `invalid-data`, what JSON cannot hold is `unsupported`. */
export function decodeMessagePack<T>(bytes: Uint8Array, target: MessagePackTarget<T>, bounds: MessagePackBounds): T {
  const cursor = new ByteCursor(bytes, { endian: "big" });
  const root = value({ cursor, target, bounds, values: 0 }, 0);
  if (cursor.remaining > 0) cursor.fail(`${cursor.remaining} bytes follow the last value,`);
  return root;
}

const PLAIN: MessagePackTarget<PlainJson> = {
  null: () => null,
  boolean: (value) => value,
  integer: (value) => (typeof value === "bigint" ? exactInteger(value) : value),
  float: (value) => value,
  text: (value) => value,
  bytes: () => {
    throw new HyperslabError("invalid-data", "bytes, which JSON does not have");
  },
  list: (values) => values,
  map: recordOf,
};
const PLAIN_BOUNDS = { depth: 64, values: Number.POSITIVE_INFINITY };

/** The value as plain JSON, with exact integers; anything else is `invalid-data`. */
export function readMessagePack(bytes: Uint8Array): PlainJson {
  try {
    return decodeMessagePack(bytes, PLAIN, PLAIN_BOUNDS);
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    throw new HyperslabError("invalid-data", `MessagePack: ${error.what}`, { cause: error });
  }
}

function value<T>(decoder: Decoder<T>, depth: number): T {
  countValue(decoder);
  const { cursor, target } = decoder;
  const type = cursor.u8();
  if (type < 0x80) return target.integer(type);
  if (type >= 0xe0) return target.integer(type - 0x100);
  if (type < 0x90) return map(decoder, type & 15, depth);
  if (type < 0xa0) return list(decoder, type & 15, depth);
  if (type < 0xc0) return target.text(text(cursor, type & 31));
  return typed(decoder, type, depth);
}

function countValue<T>(decoder: Decoder<T>): void {
  const { values } = decoder.bounds;
  if (isBeyond(++decoder.values, values)) {
    throw new HyperslabError("unsupported", `more than ${boundValue(values)} values`);
  }
}

function typed<T>(decoder: Decoder<T>, type: number, depth: number): T {
  const { cursor, target } = decoder;
  switch (type) {
    case 0xc0:
      return target.null();
    case 0xc2:
    case 0xc3:
      return target.boolean(type === 0xc3);
    case 0xc4:
    case 0xc5:
    case 0xc6:
      return target.bytes(cursor.bytes(length(cursor, type - 0xc4)));
    case 0xca:
      return target.float(cursor.f32());
    case 0xcb:
      return target.float(cursor.f64());
    case 0xd9:
    case 0xda:
    case 0xdb:
      return target.text(text(cursor, length(cursor, type - 0xd9)));
    case 0xdc:
    case 0xdd:
      return list(decoder, length(cursor, type - 0xdb), depth);
    case 0xde:
    case 0xdf:
      return map(decoder, length(cursor, type - 0xdd), depth);
    default:
      return target.integer(integer(cursor, type));
  }
}

function integer(cursor: ByteCursor, type: number): number | bigint {
  switch (type) {
    case 0xcc:
      return cursor.u8();
    case 0xcd:
      return cursor.u16();
    case 0xce:
      return cursor.u32();
    case 0xcf:
      return cursor.u64();
    case 0xd0:
      return cursor.i8();
    case 0xd1:
      return cursor.i16();
    case 0xd2:
      return cursor.i32();
    case 0xd3:
      return cursor.i64();
  }
  if (type === 0xc1) return cursor.fail("the byte 0xc1, which starts no value,", 1);
  throw new HyperslabError("unsupported", "an element has an extension type, which JSON cannot hold");
}

/** Lengths of 1, 2 and 4 bytes. */
function length(cursor: ByteCursor, size: number): number {
  return size === 0 ? cursor.u8() : size === 1 ? cursor.u16() : cursor.u32();
}

function text(cursor: ByteCursor, size: number): string {
  return decodeUtf8(cursor.bytes(size));
}

/** A value takes at least one byte, so a count beyond the remaining bytes is wrong, and is refused before it is used. */
function checkCount<T>({ cursor, bounds }: Decoder<T>, values: number, depth: number): void {
  if (values > cursor.remaining) cursor.fail(`${values} values are announced, ${cursor.remaining} bytes are left,`);
  if (isBeyond(depth + 1, bounds.depth)) {
    throw new HyperslabError("unsupported", `values nested deeper than ${boundValue(bounds.depth)}`);
  }
}

function list<T>(decoder: Decoder<T>, count: number, depth: number): T {
  checkCount(decoder, count, depth);
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(value(decoder, depth + 1));
  return decoder.target.list(items);
}

function map<T>(decoder: Decoder<T>, count: number, depth: number): T {
  checkCount(decoder, 2 * count, depth);
  const entries: (readonly [string, T])[] = [];
  for (let i = 0; i < count; i++) entries.push([key(decoder), value(decoder, depth + 1)]);
  return decoder.target.map(entries);
}

function key<T>(decoder: Decoder<T>): string {
  countValue(decoder);
  const { cursor } = decoder;
  const type = cursor.u8();
  if (type >= 0xa0 && type < 0xc0) return text(cursor, type & 31);
  if (type >= 0xd9 && type <= 0xdb) return text(cursor, length(cursor, type - 0xd9));
  throw new HyperslabError("unsupported", "a map whose keys are not strings");
}
