/** Bits from the lowest of each byte up. Reading past the end fails. */
import { HyperslabError } from "../../../errors.ts";
import { OutputBytes } from "../../growing-buffer.ts";
import { allocate } from "../../pipeline/allocate.ts";
import type { AnsTable } from "./ans-table.ts";
import { maskOf, type NarrowBins } from "./narrow.ts";

/** Bits are extracted from this many bytes at once; bytes past the end are zeros. */
const PADDING = 8;

export class PcoReader {
  readonly #bytes: Uint8Array;
  readonly #length: number;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = allocate(bytes.byteLength + PADDING);
    this.#bytes.set(bytes);
    this.#length = bytes.byteLength;
  }

  /** Whole bytes that were not touched yet. */
  get remaining(): number {
    return this.#length - Math.ceil(this.#at / 8);
  }

  /** Up to 32 bits. */
  read(count: number): number {
    const first = Math.floor(this.#at / 8);
    const shift = this.#at & 7;
    this.#advance(this.#at + count);
    const bytes = this.#bytes;
    if (count <= 24) {
      const word = bytes[first]! | (bytes[first + 1]! << 8) | (bytes[first + 2]! << 16) | (bytes[first + 3]! << 24);
      return (word >>> shift) & ((1 << count) - 1);
    }
    // 32 bits that start inside a byte lie in five of them.
    let value = 0;
    for (let i = 4; i >= 0; i--) value = value * 256 + bytes[first + i]!;
    return Math.floor(value / 2 ** shift) % 2 ** count;
  }

  /** Up to 64 bits. */
  readBig(count: number): bigint {
    if (count <= 32) return BigInt(this.read(count));
    const low = BigInt(this.read(32));
    return (BigInt(this.read(count - 32)) << 32n) | low;
  }

  // Processes a batch at once, with state in local variables. A read past the end is noticed after the batch.

  /** The symbols of `count` values, from alternating states. */
  symbols({ symbols, bases, bits }: AnsTable, states: Uint16Array, out: Uint16Array, count: number): void {
    const bytes = this.#bytes;
    let at = Math.floor(this.#at / 8);
    let shift = this.#at & 7;
    for (let i = 0; i < count; i++) {
      const state = states[i & 3]!;
      const length = bits[state]!;
      // At most 14 bits, which lie in three bytes.
      const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
      out[i] = symbols[state]!;
      states[i & 3] = bases[state]! + ((word >>> shift) & ((1 << length) - 1));
      shift += length;
      at += shift >>> 3;
      shift &= 7;
    }
    this.#advance(8 * at + shift);
  }

  /** Values of at most 32 bits: the lower bound of each one's bin plus an offset. */
  offsets(
    symbols: Uint16Array,
    bins: NarrowBins,
    width: number,
    words: Uint32Array,
    start: number,
    count: number,
  ): void {
    const { lowers, offsetBits } = bins;
    const mask = maskOf(width);
    const bytes = this.#bytes;
    let at = Math.floor(this.#at / 8);
    let shift = this.#at & 7;
    for (let i = 0; i < count; i++) {
      const symbol = symbols[i]!;
      const length = offsetBits[symbol]!;
      const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
      // As many bits of the fifth byte as were shifted out; none if that is 0.
      const value = (word >>> shift) | ((bytes[at + 4]! << 1) << (31 - shift));
      const offset = length === 32 ? value : value & ((1 << length) - 1);
      words[2 * (start + i)] = (lowers[symbol]! + offset) & mask;
      shift += length;
      at += shift >>> 3;
      shift &= 7;
    }
    this.#advance(8 * at + shift);
  }

  #advance(end: number): void {
    if (end > 8 * this.#length) throw new HyperslabError("invalid-data", "pcodec: the data ends early");
    this.#at = end;
  }

  /** To the next whole byte; the bits between must be zero. */
  align(): void {
    const rest = -this.#at & 7;
    if (this.read(rest) !== 0) throw new HyperslabError("invalid-data", "pcodec: padding that is not zero");
  }
}

/** Bits from the lowest of each byte up, into growing memory. */
export class PcoWriter {
  readonly #out = new OutputBytes();
  #bits = 0;
  #count = 0;

  /** Up to 32 bits. */
  write(value: number, count: number): void {
    // At most 7 bits are pending, so that all together fit a double.
    this.#bits += value * 2 ** this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.#out.put(this.#bits % 256);
      this.#bits = Math.floor(this.#bits / 256);
      this.#count -= 8;
    }
  }

  /** Up to 64 bits. */
  writeBig(value: bigint, count: number): void {
    if (count <= 32) this.write(Number(value), count);
    else {
      this.write(Number(value & 0xffffffffn), 32);
      this.write(Number(value >> 32n), count - 32);
    }
  }

  align(): void {
    if (this.#count > 0) this.write(0, 8 - this.#count);
  }

  finish(): Uint8Array {
    this.align();
    return this.#out.finish();
  }
}
