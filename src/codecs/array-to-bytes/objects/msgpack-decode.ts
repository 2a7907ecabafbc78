/**
 * MessagePack to JSON trees. One byte gives the type: 00-7f and e0-ff small integers, 80-8f maps, 90-9f arrays, a0-bf
 * strings, c0-df everything else; lengths and numbers follow big-endian. Bytes become nodes that stand for them;
 * extensions are refused. Depth and number of values are bounded.
 */
import {
  jsonArray,
  jsonBoolean,
  jsonFloat,
  jsonInteger,
  jsonNull,
  jsonObject,
  jsonString,
} from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { decodeUtf8 } from "../../../bytes/text/utf8.ts";
import { HyperslabError } from "../../../errors.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { bytesNode } from "./bytes-node.ts";

interface Decoder {
  readonly cursor: ByteCursor;
  values: number;
}

export function decodeMsgpack(bytes: Uint8Array): JsonNode {
  const cursor = new ByteCursor(bytes, { endian: "big" });
  const root = value({ cursor, values: 0 }, 0);
  if (cursor.remaining > 0) cursor.fail(`${cursor.remaining} bytes follow the last value,`);
  return root;
}

function value(decoder: Decoder, depth: number): JsonNode {
  const { cursor } = decoder;
  const { msgpackValues } = lazyLimits;
  if (msgpackValues.isExceededBy(++decoder.values)) {
    throw new HyperslabError("unsupported", `more than ${msgpackValues.value} values`);
  }
  const type = cursor.u8();
  if (type < 0x80) return jsonInteger(type);
  if (type >= 0xe0) return jsonInteger(type - 0x100);
  if (type < 0x90) return map(decoder, type & 15, depth);
  if (type < 0xa0) return array(decoder, type & 15, depth);
  if (type < 0xc0) return text(cursor, type & 31);
  return typed(decoder, type, depth);
}

function typed(decoder: Decoder, type: number, depth: number): JsonNode {
  const { cursor } = decoder;
  switch (type) {
    case 0xc0:
      return jsonNull();
    case 0xc2:
    case 0xc3:
      return jsonBoolean(type === 0xc3);
    case 0xc4:
    case 0xc5:
    case 0xc6:
      return bytesNode(cursor.bytes(length(cursor, type - 0xc4)).slice());
    case 0xca:
      return jsonFloat(cursor.f32());
    case 0xcb:
      return jsonFloat(cursor.f64());
    case 0xd9:
    case 0xda:
    case 0xdb:
      return text(cursor, length(cursor, type - 0xd9));
    case 0xdc:
    case 0xdd:
      return array(decoder, length(cursor, type - 0xdb), depth);
    case 0xde:
    case 0xdf:
      return map(decoder, length(cursor, type - 0xdd), depth);
    default:
      return integer(cursor, type);
  }
}

function integer(cursor: ByteCursor, type: number): JsonNode {
  switch (type) {
    case 0xcc:
      return jsonInteger(cursor.u8());
    case 0xcd:
      return jsonInteger(cursor.u16());
    case 0xce:
      return jsonInteger(cursor.u32());
    case 0xcf:
      return jsonInteger(cursor.u64());
    case 0xd0:
      return jsonInteger(cursor.i8());
    case 0xd1:
      return jsonInteger(cursor.i16());
    case 0xd2:
      return jsonInteger(cursor.i32());
    case 0xd3:
      return jsonInteger(cursor.i64());
  }
  if (type === 0xc1) return cursor.fail("the byte 0xc1, which starts no value,", 1);
  throw new HyperslabError("unsupported", "an element has an extension type, which JSON cannot hold");
}

/** Lengths of 1, 2 and 4 bytes. */
function length(cursor: ByteCursor, size: number): number {
  return size === 0 ? cursor.u8() : size === 1 ? cursor.u16() : cursor.u32();
}

function text(cursor: ByteCursor, size: number): JsonNode {
  return jsonString(decodeUtf8(cursor.bytes(size)));
}

/** A value takes at least one byte, so a count beyond the remaining bytes is wrong, and is refused before it is used. */
function checkCount(cursor: ByteCursor, values: number, depth: number): void {
  if (values > cursor.remaining) cursor.fail(`${values} values are announced, ${cursor.remaining} bytes are left,`);
  const { msgpackDepth } = lazyLimits;
  if (msgpackDepth.isExceededBy(depth + 1)) {
    throw new HyperslabError("unsupported", `values nested deeper than ${msgpackDepth.value}`);
  }
}

function array(decoder: Decoder, count: number, depth: number): JsonNode {
  checkCount(decoder.cursor, count, depth);
  const items: JsonNode[] = [];
  for (let i = 0; i < count; i++) items.push(value(decoder, depth + 1));
  return jsonArray(items);
}

function map(decoder: Decoder, count: number, depth: number): JsonNode {
  checkCount(decoder.cursor, 2 * count, depth);
  const members = new Map<string, JsonNode>();
  for (let i = 0; i < count; i++) {
    const name = value(decoder, depth + 1);
    if (name.type !== "string") throw new HyperslabError("unsupported", "a map whose keys are not strings");
    members.set(name.value, value(decoder, depth + 1));
  }
  return jsonObject(members);
}
