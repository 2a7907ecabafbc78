/** Bits from the lowest of each byte up. Reading past the end fails. */
import { HyperslabError } from "../../../errors.ts";

export class PcoReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whole bytes that were not touched yet. */
  get remaining(): number {
    return this.#bytes.byteLength - Math.ceil(this.#at / 8);
  }

  /** Up to 32 bits. */
  read(count: number): number {
    const end = this.#at + count;
    if (end > 8 * this.#bytes.byteLength) throw new HyperslabError("invalid-data", "pcodec: the data end early");
    const first = Math.floor(this.#at / 8);
    const shift = this.#at & 7;
    this.#at = end;
    const bytes = this.#bytes;
    if (count <= 24) {
      // Reading past the end gives undefined, which counts as 0.
      const word = bytes[first]! | (bytes[first + 1]! << 8) | (bytes[first + 2]! << 16) | (bytes[first + 3]! << 24);
      return (word >>> shift) & ((1 << count) - 1);
    }
    // 32 bits that start inside a byte lie in five of them; what is beyond the end counts as 0.
    let value = 0;
    for (let i = 4; i >= 0; i--) value = value * 256 + (bytes[first + i] ?? 0);
    return Math.floor(value / 2 ** shift) % 2 ** count;
  }

  /** Up to 64 bits. */
  readBig(count: number): bigint {
    if (count <= 32) return BigInt(this.read(count));
    const low = BigInt(this.read(32));
    return (BigInt(this.read(count - 32)) << 32n) | low;
  }

  /** To the next whole byte; the bits between must be zero. */
  align(): void {
    const rest = -this.#at & 7;
    if (this.read(rest) !== 0) throw new HyperslabError("invalid-data", "pcodec: padding that is not zero");
  }
}
