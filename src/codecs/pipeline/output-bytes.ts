/** Memory that grows, for encoders that give their bytes one by one: nothing is checked (bytes/source/byte-writer.ts does). */
import { allocate } from "./allocate.ts";

export class OutputBytes {
  #bytes = allocate(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The low eight bits. */
  put(byte: number): void {
    if (this.#length === this.#bytes.byteLength) {
      const larger = allocate(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }

  /** A copy of all. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}
