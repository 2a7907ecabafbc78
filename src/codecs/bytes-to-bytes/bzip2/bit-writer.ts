/** Bits from the highest of each byte down, into memory that grows. */
import { allocate } from "../../allocate.ts";

export class BitWriter {
  #bytes = allocate(1024);
  #length = 0;
  #bits = 0;
  #count = 0;

  /** The low 1 to 24 bits. */
  write(bits: number, count: number): void {
    this.#bits = (this.#bits << count) | bits;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      this.#put(this.#bits >>> this.#count);
    }
  }

  write32(bits: number): void {
    this.write(bits >>> 16, 16);
    this.write(bits & 0xffff, 16);
  }

  /** All bytes, the last padded with zeros. */
  finish(): Uint8Array {
    if (this.#count > 0) this.write(0, 8 - this.#count);
    return this.#bytes.slice(0, this.#length);
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.byteLength) {
      const larger = allocate(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}
