/** Little-endian numbers of a LERC image, one after another. */
import { HyperslabError } from "../../../../errors.ts";

export const LERC_TYPES = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"] as const;
export type LercType = (typeof LERC_TYPES)[number];

const SIZES = { int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4, float64: 8 } as const;

export class LercReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  take(length: number): Uint8Array {
    const start = this.at;
    if (length < 0 || start + length > this.#bytes.byteLength) {
      throw new HyperslabError(
        "invalid-data",
        `the LERC image is broken: ${length} bytes at byte ${start}, it has ${this.#bytes.byteLength}`,
      );
    }
    this.at += length;
    return this.#bytes.subarray(start, this.at);
  }

  u8(): number {
    return this.take(1)[0]!;
  }

  value(type: LercType): number {
    const { at } = this;
    this.take(SIZES[type]);
    if (type === "int8") return this.#view.getInt8(at);
    if (type === "uint8") return this.#view.getUint8(at);
    if (type === "int16") return this.#view.getInt16(at, true);
    if (type === "uint16") return this.#view.getUint16(at, true);
    if (type === "int32") return this.#view.getInt32(at, true);
    if (type === "uint32") return this.#view.getUint32(at, true);
    return type === "float32" ? this.#view.getFloat32(at, true) : this.#view.getFloat64(at, true);
  }

  /**
   * Integers of few bits, at most `most` of them.
   *
   *     u8: 5 bits for the width, 1 for a table, 2 for the size of the count (4, 2 or 1 bytes); the count; the integers, or
   *     u8 length of the table + 1, the table without its first entry, which is 0, and indexes
   */
  integers(most: number): Uint32Array {
    const head = this.u8();
    const size = head >> 6;
    if (size > 2) throw new HyperslabError("invalid-data", `the LERC image is broken: a count of kind ${size}`);
    const count = this.value(size === 0 ? "uint32" : size === 1 ? "uint16" : "uint8");
    if (count > most)
      throw new HyperslabError("invalid-data", `the LERC image is broken: ${count} integers, at most ${most} fit`);
    const bits = head & 31;
    if ((head & 32) === 0) return this.#packed(count, bits);
    const entries = this.u8() - 1;
    if (entries < 1) throw new HyperslabError("invalid-data", "the LERC image is broken: a table of no entries");
    const table = this.#packed(entries, bits);
    const indexes = this.#packed(count, 32 - Math.clz32(entries));
    return indexes.map((index) => {
      if (index > entries)
        throw new HyperslabError("invalid-data", `the LERC image is broken: entry ${index} of ${entries}`);
      return index === 0 ? 0 : table[index - 1]!;
    });
  }

  /** From the lowest bit of each byte on. */
  #packed(count: number, bits: number): Uint32Array {
    const bytes = this.take(Math.ceil((count * bits) / 8));
    const values = new Uint32Array(count);
    let [bit, at] = [0, 0];
    for (let index = 0; index < count; index++) {
      let [value, have] = [0, 0];
      while (have < bits) {
        const part = Math.min(8 - bit, bits - have);
        value += ((bytes[at]! >> bit) & ((1 << part) - 1)) * 2 ** have;
        have += part;
        bit += part;
        if (bit === 8) [bit, at] = [0, at + 1];
      }
      values[index] = value;
    }
    return values;
  }
}
