/**
 * FlatBuffers, read strictly: no offset is followed before it is known to lie in the buffer. Numbers are little-endian.
 *
 *     root:    u32 offset of the root table
 *     table:   i32 distance back to its vtable, then its fields
 *     vtable:  u16 its length, u16 length of the table, u16 per field: where it lies in the table, 0 if absent
 *     vector:  u32 count, then the elements; a text is a vector of UTF-8 bytes
 *
 * A reference is a u32 distance forward, so nothing refers to itself. Tables are named by their position, fields by their
 * number in the schema.
 */
import { HyperslabError } from "../../errors.ts";
import { textIfUtf8 } from "../text/utf8.ts";

/** A vector: where its elements begin, and how many there are. */
export interface FlatVector {
  readonly at: number;
  readonly count: number;
}

const NO_ELEMENTS: FlatVector = { at: 0, count: 0 };

export class FlatBuffer {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get byteLength(): number {
    return this.#bytes.byteLength;
  }

  /** The root table. */
  root(): number {
    if (this.byteLength < 8) throw this.bad(0, "the buffer is too short for a table");
    return this.#table(this.#forward(0), 0);
  }

  /** Where a field of `size` bytes lies, or 0 if it is absent. */
  field(table: number, index: number, size: number): number {
    const vtable = table - this.#view.getInt32(table, true);
    const entry = 4 + 2 * index;
    if (entry + 2 > this.#view.getUint16(vtable, true)) return 0;
    const offset = this.#view.getUint16(vtable + entry, true);
    if (offset === 0) return 0;
    if (offset < 4 || offset + size > this.#view.getUint16(vtable + 2, true)) {
      throw this.bad(vtable + entry, `field ${index} of the table at byte ${table} lies outside it`);
    }
    return table + offset;
  }

  has(table: number, index: number): boolean {
    return this.field(table, index, 1) !== 0;
  }

  uint8(table: number, index: number, absent = 0): number {
    const at = this.field(table, index, 1);
    return at === 0 ? absent : this.#view.getUint8(at);
  }

  uint32(table: number, index: number, absent = 0): number {
    const at = this.field(table, index, 4);
    return at === 0 ? absent : this.#view.getUint32(at, true);
  }

  int32(table: number, index: number, absent = 0): number {
    const at = this.field(table, index, 4);
    return at === 0 ? absent : this.#view.getInt32(at, true);
  }

  /** A u64 that a number can hold exactly; anything else is refused. */
  uint64(table: number, index: number, absent = 0): number {
    const at = this.field(table, index, 8);
    if (at === 0) return absent;
    const value = this.#view.getUint32(at + 4, true) * 2 ** 32 + this.#view.getUint32(at, true);
    if (value > Number.MAX_SAFE_INTEGER) throw this.bad(at, "a number beyond 2^53, which no file is long enough for,");
    return value;
  }

  /** A struct of `size` bytes; undefined if absent. */
  struct(table: number, index: number, size: number): Uint8Array | undefined {
    const at = this.field(table, index, size);
    return at === 0 ? undefined : this.#bytes.subarray(at, at + size);
  }

  /** The table that a field refers to, or 0 if it is absent. */
  table(table: number, index: number): number {
    const at = this.field(table, index, 4);
    return at === 0 ? 0 : this.#table(this.#forward(at), at);
  }

  /** A vector of elements of `size` bytes; undefined if absent. */
  vector(table: number, index: number, size: number): FlatVector | undefined {
    const at = this.field(table, index, 4);
    return at === 0 ? undefined : this.#vector(this.#forward(at), size, at);
  }

  /** A vector for which an absent field means an empty one. */
  elements(table: number, index: number, size: number): FlatVector {
    return this.vector(table, index, size) ?? NO_ELEMENTS;
  }

  bytes(table: number, index: number): Uint8Array | undefined {
    const vector = this.vector(table, index, 1);
    return vector && this.#bytes.subarray(vector.at, vector.at + vector.count);
  }

  text(table: number, index: number): string | undefined {
    const at = this.field(table, index, 4);
    return at === 0 ? undefined : this.#text(at);
  }

  /** The table that an element of a vector of references leads to. */
  tableIn({ at, count }: FlatVector, index: number): number {
    if (index >= count) throw this.bad(at, `element ${index} of ${count}`);
    const place = at + 4 * index;
    return this.#table(this.#forward(place), place);
  }

  textIn({ at }: FlatVector, index: number): string {
    return this.#text(at + 4 * index);
  }

  structIn({ at }: FlatVector, index: number, size: number): Uint8Array {
    return this.#bytes.subarray(at + size * index, at + size * (index + 1));
  }

  uint32In({ at }: FlatVector, index: number): number {
    return this.#view.getUint32(at + 4 * index, true);
  }

  uint32At(at: number): number {
    return this.#view.getUint32(at, true);
  }

  /** The error for something at this byte of the buffer. */
  bad(at: number, problem: string): HyperslabError {
    return new HyperslabError("invalid-data", `${problem} at byte ${at} of its decompressed content`);
  }

  #forward(at: number): number {
    const target = at + this.#view.getUint32(at, true);
    if (target === at || target + 4 > this.byteLength) {
      throw this.bad(at, `an offset leads to byte ${target} of ${this.byteLength},`);
    }
    return target;
  }

  #table(table: number, from: number): number {
    const vtable = table - this.#view.getInt32(table, true);
    if (vtable < 0 || vtable + 4 > this.byteLength) throw this.bad(from, "a table without a vtable");
    const entries = this.#view.getUint16(vtable, true);
    const length = this.#view.getUint16(vtable + 2, true);
    const isWhole = entries >= 4 && entries % 2 === 0 && vtable + entries <= this.byteLength;
    if (!isWhole || length < 4 || table + length > this.byteLength) {
      throw this.bad(from, `a table that reaches past byte ${this.byteLength}, the end,`);
    }
    return table;
  }

  #vector(at: number, size: number, from: number): FlatVector {
    const count = this.#view.getUint32(at, true);
    if (at + 4 + count * size > this.byteLength) {
      throw this.bad(from, `a list of ${count} elements that reaches past byte ${this.byteLength}, the end,`);
    }
    return { at: at + 4, count };
  }

  #text(from: number): string {
    const { at, count } = this.#vector(this.#forward(from), 1, from);
    const text = textIfUtf8(this.#bytes.subarray(at, at + count));
    if (text === undefined) throw this.bad(at, "a string that is not UTF-8");
    return text;
  }
}
