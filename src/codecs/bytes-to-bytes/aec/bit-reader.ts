/** Bits from the highest of each byte on. Reading past the end is `invalid-data`. */
import { HyperslabError } from "../../../errors.ts";

export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** Bits that were fetched but not yet returned, at the low end. At most 24 + 8. */
  #word = 0;
  #bits = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Up to 32 bits. */
  read(count: number): number {
    if (count > 24) return this.read(count - 16) * 0x10000 + this.read(16);
    while (this.#bits < count) this.#fill();
    this.#bits -= count;
    return (this.#word >>> this.#bits) & ((1 << count) - 1);
  }

  /** Zeros before the next one. */
  unary(): number {
    let zeros = 0;
    for (;;) {
      if (this.#bits === 0) this.#fill();
      const rest = this.#word & ((1 << this.#bits) - 1);
      if (rest === 0) {
        zeros += this.#bits;
        this.#bits = 0;
        continue;
      }
      const leading = Math.clz32(rest) - (32 - this.#bits);
      this.#bits -= leading + 1;
      return zeros + leading;
    }
  }

  /** To the start of the next byte. */
  align(): void {
    this.#bits -= this.#bits % 8;
  }

  #fill(): void {
    if (this.#at >= this.#bytes.byteLength) {
      throw new HyperslabError(
        "invalid-data",
        `the coded samples end at byte ${this.#bytes.byteLength}, before all are there`,
      );
    }
    // At most 23 bits are waiting: eight more fit into 31.
    this.#word = ((this.#word & ((1 << this.#bits) - 1)) << 8) | this.#bytes[this.#at++]!;
    this.#bits += 8;
  }
}
