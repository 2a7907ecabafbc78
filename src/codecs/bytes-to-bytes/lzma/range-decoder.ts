/** Bits by their probabilities: a number below `range` is narrowed down bit by bit, and a byte is taken in now and then. */
import { HyperslabError } from "../../../errors.ts";

export class RangeDecoder {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  /** Both are 32-bit words, kept as signed integers, which engines store and compute fastest. */
  #range = -1;
  #code = 0;

  /** Starts with five bytes, the first of which is 0. Bytes from `end` on are not touched. */
  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = Math.min(end, bytes.byteLength);
    if (this.#next() !== 0) throw new HyperslabError("invalid-data", "LZMA data that does not start with a zero byte");
    for (let i = 0; i < 4; i++) this.#code = (this.#code << 8) | this.#next();
  }

  /** Index of the next byte. */
  get offset(): number {
    return this.#at;
  }

  /** At the end of all data nothing is left of the number. */
  get isFinished(): boolean {
    return this.#code === 0;
  }

  /** One bit in a context, whose probability learns from it. */
  bit(probabilities: Uint16Array, index: number): number {
    let range = this.#range;
    if (range >>> 24 === 0) {
      this.#normalize();
      range = this.#range;
    }
    const probability = probabilities[index]!;
    const bound = Math.imul(range >>> 11, probability);
    if (this.#code >>> 0 < bound >>> 0) {
      this.#range = bound;
      probabilities[index] = probability + ((2048 - probability) >>> 5);
      return 0;
    }
    this.#range = (range - bound) | 0;
    this.#code = (this.#code - bound) | 0;
    probabilities[index] = probability - (probability >>> 5);
    return 1;
  }

  /** So many bits, the highest first, each in a context chosen by those before it. */
  tree(probabilities: Uint16Array, offset: number, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(probabilities, offset + node);
    return node - (1 << bits);
  }

  /** The same, the lowest bit first. */
  reverseTree(probabilities: Uint16Array, offset: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(probabilities, offset + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  /** So many bits of even probability. */
  direct(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      if (this.#range >>> 24 === 0) this.#normalize();
      this.#range >>>= 1;
      const bit = this.#code >>> 0 >= this.#range ? 1 : 0;
      if (bit === 1) this.#code = (this.#code - this.#range) | 0;
      value = (value << 1) | bit;
    }
    return value >>> 0;
  }

  /** Takes in the byte that the next bit would, so that `offset` is where the data ends. */
  settle(): void {
    if (this.#range >>> 24 === 0) this.#normalize();
  }

  #normalize(): void {
    this.#range <<= 8;
    this.#code = (this.#code << 8) | this.#next();
  }

  #next(): number {
    if (this.#at >= this.#end) throw new HyperslabError("invalid-data", "LZMA data ends early");
    return this.#bytes[this.#at++]!;
  }
}
