/** Bits from the highest of each byte down, into memory that grows. */
import { OutputBytes } from "../../pipeline/output-bytes.ts";

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
