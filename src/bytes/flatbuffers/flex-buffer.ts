/**
 * FlexBuffers: self-describing values. The buffer ends with the root value, a byte for its type and one for its width.
 *
 *     type byte:  kind << 2 | log2 of the width of what it refers to
 *     in place:   null, integers, floats, booleans; all else is a distance back, as wide as its place
 *     text, blob: its length, then its bytes     key: bytes up to a NUL
 *     vector:     its length, its elements, a type byte for each     map: distance to its keys, their width, then a vector
 *
 * Values may be shared, so a short buffer could describe more values than fit in memory: their number is bounded.
 */

import type { PlainJson } from "../json/node.ts";
import { badBytes, exactInteger, recordOf } from "../plain-value.ts";
import { textIfUtf8 } from "../text/utf8.ts";

const KIND = {
  null: 0,
  int: 1,
  uint: 2,
  float: 3,
  key: 4,
  text: 5,
  indirectInt: 6,
  indirectUint: 7,
  indirectFloat: 8,
  map: 9,
  vector: 10,
  /** Vectors of one kind, without types: 11 to 15 of any length, 16 to 24 of two to four numbers. */
  firstTyped: 11,
  lastTyped: 15,
  firstFixed: 16,
  lastFixed: 24,
  blob: 25,
  boolean: 26,
  booleans: 36,
} as const;

const TYPED = [KIND.int, KIND.uint, KIND.float, KIND.key, KIND.text] as const;

/** Far more than any configuration or commit message has. */
const MOST_VALUES = 100_000;
const DEEPEST = 64;

interface Place {
  readonly kind: number;
  /** Where the value, or the distance to it, lies, and how wide that is. */
  readonly at: number;
  readonly width: number;
  /** The width of what it refers to. */
  readonly inner: number;
}

/** The value of a whole buffer; broken or overlong ones are `invalid-data`. */
export function readFlexBuffer(bytes: Uint8Array): PlainJson {
  return new FlexReader(bytes).root();
}

class FlexReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #left = MOST_VALUES;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  root(): PlainJson {
    const end = this.#bytes.byteLength - 2;
    const width = this.#bytes[end + 1] ?? 0;
    if (![1, 2, 4, 8].includes(width) || end - width < 0) throw this.#bad(Math.max(0, end), "no root value");
    return this.#value(this.#place(this.#bytes[end]!, end - width, width), 0);
  }

  #place(type: number, at: number, width: number): Place {
    return { kind: type >> 2, at, width, inner: 1 << (type & 3) };
  }

  #value(place: Place, depth: number): PlainJson {
    const { kind, at, width, inner } = place;
    this.#left -= 1;
    if (this.#left < 0 || depth > DEEPEST) throw this.#bad(at, `more than ${MOST_VALUES} values, or too deep`);
    switch (kind) {
      case KIND.null:
        return null;
      case KIND.boolean:
        return this.#unsigned(at, width) !== 0n;
      case KIND.int:
        return exactInteger(this.#signed(at, width));
      case KIND.uint:
        return exactInteger(this.#unsigned(at, width));
      case KIND.float:
        return this.#float(at, width);
      case KIND.indirectInt:
        return exactInteger(this.#signed(this.#target(place), inner));
      case KIND.indirectUint:
        return exactInteger(this.#unsigned(this.#target(place), inner));
      case KIND.indirectFloat:
        return this.#float(this.#target(place), inner);
      case KIND.key:
        return this.#key(this.#target(place));
      case KIND.text:
        return this.#text(place);
      case KIND.blob: {
        const { start, length } = this.#sized(place, 1);
        return [...this.#bytes.subarray(start, start + length)];
      }
      case KIND.map:
        return this.#map(place, depth);
      default:
        return this.#vector(place, depth);
    }
  }

  #vector(place: Place, depth: number): readonly PlainJson[] {
    const { kind, inner, at } = place;
    if (kind >= KIND.firstFixed && kind <= KIND.lastFixed) {
      const target = this.#target(place);
      const length = Math.floor((kind - KIND.firstFixed) / 3) + 2;
      this.#check(target, length * inner);
      return this.#items(TYPED[(kind - KIND.firstFixed) % 3], target, length, inner, depth);
    }
    const typed =
      kind === KIND.vector
        ? undefined
        : kind === KIND.booleans
          ? KIND.boolean
          : kind >= KIND.firstTyped && kind <= KIND.lastTyped
            ? TYPED[kind - KIND.firstTyped]
            : kind;
    if (typed === kind) throw this.#bad(at, `a value of the unknown type ${kind}`);
    const { start, length } = this.#sized(place, inner + (typed === undefined ? 1 : 0));
    return this.#items(typed, start, length, inner, depth);
  }

  #items(typed: number | undefined, start: number, length: number, width: number, depth: number): readonly PlainJson[] {
    const items: PlainJson[] = [];
    for (let i = 0; i < length; i++) {
      const at = start + i * width;
      const type = typed === undefined ? this.#bytes[start + length * width + i]! : typed << 2;
      items.push(this.#value(this.#place(type, at, width), depth + 1));
    }
    return items;
  }

  #map(place: Place, depth: number): PlainJson {
    const { inner } = place;
    const { start, length } = this.#sized(place, inner + 1);
    this.#check(start - 3 * inner, 2 * inner);
    const keysWidth = Number(this.#unsigned(start - 2 * inner, inner));
    if (![1, 2, 4, 8].includes(keysWidth)) throw this.#bad(start - 2 * inner, "keys of an odd width");
    const keys = this.#sized({ kind: KIND.vector, at: start - 3 * inner, width: inner, inner: keysWidth }, keysWidth);
    if (keys.length !== length) throw this.#bad(start, `${length} values with ${keys.length} keys`);
    const values = this.#items(undefined, start, length, inner, depth);
    return recordOf(
      values.map((value, i) => {
        const at = keys.start + i * keysWidth;
        return [this.#key(this.#target({ kind: KIND.key, at, width: keysWidth, inner: 1 })), value];
      }),
    );
  }

  #text(place: Place): string {
    const { start, length } = this.#sized(place, 1);
    return this.#utf8(start, start + length);
  }

  #key(start: number): string {
    const end = this.#bytes.indexOf(0, start);
    if (end < 0) throw this.#bad(start, "a key without an end");
    return this.#utf8(start, end);
  }

  #utf8(start: number, end: number): string {
    const text = textIfUtf8(this.#bytes.subarray(start, end));
    if (text === undefined) throw this.#bad(start, "a string that is not UTF-8");
    return text;
  }

  /** What follows its length; each element takes `size` bytes. What is empty may end where its place begins. */
  #sized(place: Place, size: number): { readonly start: number; readonly length: number } {
    const { at, inner } = place;
    const start = this.#back(place);
    this.#check(start - inner, inner);
    const length = Number(this.#unsigned(start - inner, inner));
    if (start === at && length > 0) throw this.#misled(at, start);
    this.#check(start, length * size);
    return { start, length };
  }

  #target(place: Place): number {
    const target = this.#back(place);
    if (target === place.at) throw this.#misled(place.at, target);
    return target;
  }

  #back({ at, width }: Place): number {
    const target = at - Number(this.#unsigned(at, width));
    if (target < 0) throw this.#misled(at, target);
    return target;
  }

  #misled(at: number, target: number): Error {
    return this.#bad(at, `an offset leads to byte ${target}`);
  }

  #unsigned(at: number, width: number): bigint {
    this.#check(at, width);
    if (width === 8) return this.#view.getBigUint64(at, true);
    return BigInt(
      width === 4
        ? this.#view.getUint32(at, true)
        : width === 2
          ? this.#view.getUint16(at, true)
          : this.#view.getUint8(at),
    );
  }

  #signed(at: number, width: number): bigint {
    return BigInt.asIntN(8 * width, this.#unsigned(at, width));
  }

  #float(at: number, width: number): number {
    this.#check(at, width);
    if (width === 8) return this.#view.getFloat64(at, true);
    if (width === 4) return this.#view.getFloat32(at, true);
    throw this.#bad(at, `a float of ${width} bytes`);
  }

  #check(at: number, length: number): void {
    if (at < 0 || at + length > this.#bytes.byteLength) {
      throw this.#bad(Math.max(0, at), `a value reaches outside the ${this.#bytes.byteLength} bytes`);
    }
  }

  #bad(at: number, problem: string): Error {
    return badBytes("FlexBuffers", at, problem);
  }
}
