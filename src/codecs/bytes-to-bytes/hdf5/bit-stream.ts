/** Consecutive integers of any number of bits, highest bit first, as packed by HDF5's n-bit and scale-offset filters. */
import { HyperslabError } from "../../../errors.ts";

export class PackedReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bit = 0;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** Writes the next integer to `size` little-endian bytes, from bit `shift` on. The bytes must be zero. */
  read(bits: number, out: Uint8Array, to: number, shift: number): void {
    for (let left = bits; left > 0; ) {
      // Up to the next byte of input or output, whichever comes first.
      const highest = shift + left - 1;
      const room = (highest & 7) + 1;
      const take = Math.min(left, room, 8 - this.#bit);
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new HyperslabError("invalid-data", "packed values end too early");
      const part = (byte >> (8 - this.#bit - take)) & ((1 << take) - 1);
      out[to + (highest >> 3)]! |= part << (room - take);
      this.#bit += take;
      if (this.#bit === 8) {
        this.#bit = 0;
        this.#at += 1;
      }
      left -= take;
    }
  }
}

export class PackedWriter {
  readonly bytes: Uint8Array;
  #bit: number;

  constructor(bytes: Uint8Array, start: number) {
    this.bytes = bytes;
    this.#bit = start * 8;
  }

  /** Adds `bits` bits of a little-endian integer, from bit `shift` on. */
  write(bits: number, from: Uint8Array, at: number, shift: number): void {
    for (let bit = shift + bits - 1; bit >= shift; bit--) {
      const value = (from[at + (bit >> 3)]! >> (bit & 7)) & 1;
      this.bytes[this.#bit >> 3]! |= value << (7 - (this.#bit & 7));
      this.#bit += 1;
    }
  }
}
