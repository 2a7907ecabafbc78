/**
 * Reads MessagePack (msgpack.org): one value that takes all bytes. Numbers are big-endian. Extensions and binary values
 * have no meaning in JSON and are refused.
 */

import type { PlainJson } from "./json/node.ts";
import { badBytes, exactInteger, recordOf } from "./plain-value.ts";
import { textIfUtf8 } from "./text/utf8.ts";

const DEEPEST = 64;

/** The value; broken bytes are `invalid-data`. */
export function readMessagePack(bytes: Uint8Array): PlainJson {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (reader.at !== bytes.byteLength) throw badBytes("MessagePack", reader.at, "more bytes after the value");
  return value;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  value(depth: number): PlainJson {
    if (depth > DEEPEST) throw this.#bad("values too deep in one another");
    const type = this.#unsigned(1);
    if (type < 0x80) return type;
    if (type < 0x90) return this.#map(type & 15, depth);
    if (type < 0xa0) return this.#list(type & 15, depth);
    if (type < 0xc0) return this.#text(type & 31);
    if (type >= 0xe0) return type - 256;
    switch (type) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xca:
        return this.#view.getFloat32(this.#take(4));
      case 0xcb:
        return this.#view.getFloat64(this.#take(8));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.#unsigned(1 << (type - 0xcc));
      case 0xcf:
        return exactInteger(this.#view.getBigUint64(this.#take(8)));
      case 0xd0:
        return this.#view.getInt8(this.#take(1));
      case 0xd1:
        return this.#view.getInt16(this.#take(2));
      case 0xd2:
        return this.#view.getInt32(this.#take(4));
      case 0xd3:
        return exactInteger(this.#view.getBigInt64(this.#take(8)));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#text(this.#unsigned(1 << (type - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.#list(this.#unsigned(2 << (type - 0xdc)), depth);
      case 0xde:
      case 0xdf:
        return this.#map(this.#unsigned(2 << (type - 0xde)), depth);
      default:
        throw this.#bad(`a value of the type 0x${type.toString(16)}, which JSON does not have`);
    }
  }

  /** A count that the remaining bytes cannot hold fails at the first missing one: each value takes at least one byte. */
  #list(count: number, depth: number): readonly PlainJson[] {
    if (count > this.#bytes.byteLength - this.at) throw this.#bad(`a list of ${count} values`);
    return Array.from({ length: count }, () => this.value(depth + 1));
  }

  #map(count: number, depth: number): PlainJson {
    if (2 * count > this.#bytes.byteLength - this.at) throw this.#bad(`a map of ${count} values`);
    return recordOf(
      Array.from({ length: count }, () => {
        const key = this.value(depth + 1);
        if (typeof key !== "string") throw this.#bad("a key that is not a string");
        return [key, this.value(depth + 1)] as const;
      }),
    );
  }

  #text(length: number): string {
    const start = this.#take(length);
    const text = textIfUtf8(this.#bytes.subarray(start, start + length));
    if (text === undefined) throw this.#bad("a string that is not UTF-8");
    return text;
  }

  #unsigned(width: number): number {
    const start = this.#take(width);
    return width === 1
      ? this.#view.getUint8(start)
      : width === 2
        ? this.#view.getUint16(start)
        : this.#view.getUint32(start);
  }

  #take(length: number): number {
    const start = this.at;
    if (length > this.#bytes.byteLength - start) throw this.#bad(`a value of ${length} bytes reaches past the end`);
    this.at += length;
    return start;
  }

  #bad(problem: string): Error {
    return badBytes("MessagePack", this.at, problem);
  }
}
