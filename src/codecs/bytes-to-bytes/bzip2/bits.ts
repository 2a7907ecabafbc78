/** Bits from the highest of each byte down. Reading past the end gives zeros for a while, then fails. */
import { HyperslabError } from "../../../errors.ts";
import { OutputBytes } from "../../growing-buffer.ts";

/** This many bytes may be read beyond the end, because codes are looked up by more bits than they have. */
const SLACK = 4;

export class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bits = 0;
  #count = 0;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** The next 1 to 24 bits, without consuming them. */
  peek(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#bytes.byteLength + SLACK) throw truncated();
      this.#bits = (this.#bits << 8) | (this.#bytes[this.#at++] ?? 0);
      this.#count += 8;
    }
    return (this.#bits >>> (this.#count - count)) & ((1 << count) - 1);
  }

  /** Consumes bits that were peeked at. */
  skip(count: number): void {
    this.#count -= count;
  }

  /** The next 1 to 24 bits. */
  read(count: number): number {
    const bits = this.peek(count);
    this.#count -= count;
    return bits;
  }

  /** The next 32 bits. */
  read32(): number {
    return this.read(16) * 0x10000 + this.read(16);
  }

  /** Where the next whole byte starts; fails if more was read than there is. */
  byteOffset(): number {
    const offset = this.#at - (this.#count >>> 3);
    if (offset > this.#bytes.byteLength) throw truncated();
    return offset;
  }
}

function truncated(): HyperslabError {
  return new HyperslabError("invalid-data", "the bzip2 stream ends early");
}

/** Bits from the highest of each byte down, into growing memory. */
export class BitWriter {
  readonly #out = new OutputBytes();
  #bits = 0;
  #count = 0;

  /** The low 1 to 24 bits. */
  write(bits: number, count: number): void {
    this.#bits = (this.#bits << count) | bits;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      this.#out.put(this.#bits >>> this.#count);
    }
  }

  write32(bits: number): void {
    this.write(bits >>> 16, 16);
    this.write(bits & 0xffff, 16);
  }

  /** All bytes, the last padded with zeros. */
  finish(): Uint8Array {
    if (this.#count > 0) this.write(0, 8 - this.#count);
    return this.#out.finish();
  }
}
