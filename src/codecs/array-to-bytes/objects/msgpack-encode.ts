/** JSON trees to MessagePack, each value in its shortest form, as Python's msgpack writes them. */
import { integerOf, type JsonNode, type JsonNumber } from "../../../bytes/json/node.ts";
import { ByteWriter } from "../../../bytes/source/byte-writer.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { HyperslabError } from "../../../errors.ts";
import { heldBytes } from "./bytes-node.ts";

/** If `singleFloat`, floats are stored as float32, as numcodecs' option requests. */
export function encodeMsgpack(root: JsonNode, singleFloat: boolean): Uint8Array {
  const writer = new ByteWriter({ endian: "big" });
  put(writer, root, singleFloat);
  return writer.finish();
}

function put(writer: ByteWriter, node: JsonNode, singleFloat: boolean): void {
  switch (node.type) {
    case "null":
      putNull(writer, heldBytes(node));
      return;
    case "boolean":
      writer.u8(node.value ? 0xc3 : 0xc2);
      return;
    case "number":
      putNumber(writer, node, singleFloat);
      return;
    case "string":
      putText(writer, node.value);
      return;
    case "array":
      putLength(writer, node.items.length, { small: 0x90, smallest: 16, wide: 0xdc });
      for (const item of node.items) put(writer, item, singleFloat);
      return;
    case "object":
      putLength(writer, node.members.size, { small: 0x80, smallest: 16, wide: 0xde });
      for (const [name, member] of node.members) {
        putText(writer, name);
        put(writer, member, singleFloat);
      }
  }
}

/** Or the bytes that it stands for. */
function putNull(writer: ByteWriter, bytes: Uint8Array | undefined): void {
  if (bytes === undefined) writer.u8(0xc0);
  else {
    putLength(writer, bytes.byteLength, { small: 0, smallest: 0, byte: 0xc4, wide: 0xc5 });
    writer.bytes(bytes);
  }
}

function putText(writer: ByteWriter, text: string): void {
  const bytes = encodeUtf8(text);
  putLength(writer, bytes.byteLength, { small: 0xa0, smallest: 32, byte: 0xd9, wide: 0xda });
  writer.bytes(bytes);
}

/** The first bytes of each form: length within the byte, one byte, two bytes; four bytes come next after two. */
interface LengthForms {
  readonly small: number;
  readonly smallest: number;
  readonly byte?: number;
  readonly wide: number;
}

function putLength(writer: ByteWriter, length: number, { small, smallest, byte, wide }: LengthForms): void {
  if (length < smallest) writer.u8(small | length);
  else if (byte !== undefined && length < 0x100) {
    writer.u8(byte);
    writer.u8(length);
  } else if (length < 0x10000) {
    writer.u8(wide);
    writer.u16(length);
  } else {
    writer.u8(wide + 1);
    writer.u32(length);
  }
}

function putNumber(writer: ByteWriter, node: JsonNumber, singleFloat: boolean): void {
  const integer = integerOf(node);
  if (integer !== undefined) putInteger(writer, integer);
  else if (singleFloat) {
    writer.u8(0xca);
    writer.f32(Number(node.text));
  } else {
    writer.u8(0xcb);
    writer.f64(Number(node.text));
  }
}

function putInteger(writer: ByteWriter, value: bigint): void {
  if (value >= 2n ** 64n || value < -(2n ** 63n)) {
    throw new HyperslabError("invalid-request", `the integer ${value} has no MessagePack form: it needs over 64 bits`);
  }
  const number = Number(value);
  if (number >= 0) putUnsigned(writer, number, value);
  else putNegative(writer, number, value);
}

function putUnsigned(writer: ByteWriter, number: number, value: bigint): void {
  if (number < 0x80) writer.u8(number);
  else if (number < 0x100) {
    writer.u8(0xcc);
    writer.u8(number);
  } else if (number < 0x10000) {
    writer.u8(0xcd);
    writer.u16(number);
  } else if (value < 2n ** 32n) {
    writer.u8(0xce);
    writer.u32(number);
  } else {
    writer.u8(0xcf);
    writer.u64(value);
  }
}

function putNegative(writer: ByteWriter, number: number, value: bigint): void {
  if (number >= -32) writer.u8(0x100 + number);
  else if (number >= -0x80) {
    writer.u8(0xd0);
    writer.u8(0x100 + number);
  } else if (number >= -0x8000) {
    writer.u8(0xd1);
    writer.u16(0x10000 + number);
  } else if (value >= -(2n ** 31n)) {
    writer.u8(0xd2);
    writer.i32(number);
  } else {
    writer.u8(0xd3);
    writer.i64(value);
  }
}
