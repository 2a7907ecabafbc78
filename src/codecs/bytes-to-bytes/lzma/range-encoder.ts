/** The counterpart of the range decoder. A byte is held back until it is known whether a carry reaches it. */
import { OutputBytes } from "../../growing-buffer.ts";

const TOP = 0x01000000;

export class RangeEncoder {
  readonly #out = new OutputBytes();
  #low = 0;
  #range = 0xffffffff;
  /** The byte held back, and how many bytes of 0xff follow it. */
  #cache = 0;
  #held = 1;

  /** The most bytes that `finish` would return. */
  get size(): number {
    return this.#out.length + this.#held + 4;
  }

  bit(probabilities: Uint16Array, index: number, bit: number): void {
    const probability = probabilities[index]!;
    const bound = Math.imul(this.#range >>> 11, probability) >>> 0;
    if (bit === 0) {
      this.#range = bound;
      probabilities[index] = probability + ((2048 - probability) >>> 5);
    } else {
      this.#low += bound;
      this.#range -= bound;
      probabilities[index] = probability - (probability >>> 5);
    }
    while (this.#range < TOP) {
      this.#range = (this.#range << 8) >>> 0;
      this.#shift();
    }
  }

  tree(probabilities: Uint16Array, offset: number, bits: number, value: number): void {
    let node = 1;
    for (let i = bits - 1; i >= 0; i--) {
      const bit = (value >>> i) & 1;
      this.bit(probabilities, offset + node, bit);
      node = (node << 1) | bit;
    }
  }

  reverseTree(probabilities: Uint16Array, offset: number, bits: number, value: number): void {
    let node = 1;
    for (let i = 0; i < bits; i++) {
      const bit = (value >>> i) & 1;
      this.bit(probabilities, offset + node, bit);
      node = (node << 1) | bit;
    }
  }

  direct(value: number, bits: number): void {
    for (let i = bits - 1; i >= 0; i--) {
      this.#range >>>= 1;
      if ((value >>> i) & 1) this.#low += this.#range;
      while (this.#range < TOP) {
        this.#range = (this.#range << 8) >>> 0;
        this.#shift();
      }
    }
  }

  /** All bytes; nothing may be written after that. */
  finish(): Uint8Array {
    for (let i = 0; i < 5; i++) this.#shift();
    return this.#out.finish();
  }

  /** Shifts the highest byte of `low` out; its 33rd bit is a carry. */
  #shift(): void {
    if (this.#low < 0xff000000 || this.#low > 0xffffffff) {
      const carry = this.#low > 0xffffffff ? 1 : 0;
      for (let byte = this.#cache; this.#held > 0; this.#held--, byte = 0xff) this.#out.put(byte + carry);
      this.#cache = (this.#low >>> 24) & 0xff;
    }
    this.#held++;
    this.#low = (this.#low & 0x00ffffff) * 256;
  }
}
