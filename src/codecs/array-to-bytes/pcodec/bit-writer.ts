/** Bits from the lowest of each byte up, into memory that grows. */
import { OutputBytes } from "../../pipeline/output-bytes.ts";

export class PcoWriter {
  readonly #out = new OutputBytes();
  #bits = 0;
  #count = 0;

  /** Up to 32 bits. */
  write(value: number, count: number): void {
    // At most 7 bits wait, so that all together fit a double.
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
