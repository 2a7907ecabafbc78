/**
 * Rice compression of FITS (RICE_1): the first value verbatim, then blocks of differences. A block begins with the
 * number of low bits that are stored uncoded, plus one: 0 means that all differences are 0, the largest that they are
 * stored whole. The rest of a difference is a run of zeros terminated by a one. Odd differences are negative.
 */
import { HyperslabError } from "../../../errors.ts";
import { allocate } from "../../pipeline/allocate.ts";

/** By bytes of a value: bits of the number at the start of a block, and its largest value. */
const FORMS = { 1: [3, 6], 2: [4, 14], 4: [5, 25] } as const;

export function isRiceSize(bytes: number): bytes is 1 | 2 | 4 {
  return bytes === 1 || bytes === 2 || bytes === 4;
}

/** Bits from the highest of each byte on. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  /** The remaining bits of the last byte. */
  #buffer = 0;
  #bits = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new HyperslabError("invalid-data", `Rice data ends after ${this.#at} bytes`);
    this.#at += 1;
    return byte;
  }

  /** Up to 32 bits. */
  take(count: number): number {
    let value = 0;
    for (let left = count; left > 0; ) {
      if (this.#bits === 0) {
        this.#buffer = this.#byte();
        this.#bits = 8;
      }
      const used = Math.min(left, this.#bits);
      this.#bits -= used;
      value = ((value << used) | (this.#buffer >>> this.#bits)) >>> 0;
      this.#buffer &= (1 << this.#bits) - 1;
      left -= used;
    }
    return value;
  }

  /** Zeros before the next one, which is consumed too. */
  zeros(): number {
    let count = 0;
    while (this.#buffer === 0) {
      count += this.#bits;
      this.#buffer = this.#byte();
      this.#bits = 8;
    }
    const zeros = Math.clz32(this.#buffer) - (32 - this.#bits);
    this.#bits -= zeros + 1;
    this.#buffer &= (1 << this.#bits) - 1;
    return count + zeros;
  }
}

export function decodeRice(bytes: Uint8Array, count: number, size: 1 | 2 | 4, block: number): Int32Array {
  const [numberBits, largest] = FORMS[size];
  if (count === 0) return new Int32Array(0);
  // Of each block, at least the number at its start is stored.
  if (bytes.byteLength < size + Math.ceil((Math.ceil(count / block) * numberBits) / 8)) {
    throw new HyperslabError("invalid-data", `Rice data of ${bytes.byteLength} bytes for ${count} values`);
  }
  const values = new Int32Array(allocate(4 * count).buffer);
  let last = 0;
  for (let index = 0; index < size; index++) last = (last << 8) | bytes[index]!;
  const reader = new BitReader(bytes, size);
  const wrap = size === 4 ? whole : size === 2 ? half : quarter;
  for (let start = 0; start < count; start += block) {
    const end = Math.min(start + block, count);
    const low = reader.take(numberBits) - 1;
    for (let index = start; index < end; index++) {
      if (low >= 0) {
        const coded = low === largest ? reader.take(8 * size) : ((reader.zeros() << low) | reader.take(low)) >>> 0;
        const difference = (coded & 1) === 0 ? coded >>> 1 : ~(coded >>> 1);
        last = wrap(last + difference);
      }
      values[index] = wrap(last);
    }
  }
  return values;
}

const whole = (value: number): number => value | 0;
const half = (value: number): number => (value << 16) >> 16;
const quarter = (value: number): number => value & 0xff;
