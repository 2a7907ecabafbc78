/** Bits by their probabilities: a number below `range` is narrowed down bit by bit, consuming a byte now and then. */
import { HyperslabError } from "../../../errors.ts";

export class RangeDecoder {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  /** Both are 32-bit words, kept as signed integers, which engines handle fastest. */
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

  /** At the end of all data, nothing is left of the number. */
  get isFinished(): boolean {
    return this.#code === 0;
  }

  /** One bit in a context, whose probability adapts to it. */
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

  /** This many bits, the highest first, each in a context chosen by the previous ones. */
  tree(probabilities: Uint16Array, offset: number, bits: number): number {
    return this.#descend(probabilities, offset, 1, 1 << bits) - (1 << bits);
  }

  /**
   * Descends a tree from a node until the node's number reaches `limit`. Here and below, the state is kept in local
   * variables between bits, so that the next bit waits for nothing else.
   */
  #descend(probabilities: Uint16Array, offset: number, first: number, limit: number): number {
    const bytes = this.#bytes;
    let range = this.#range;
    let code = this.#code;
    let at = this.#at;
    let node = first;
    while (node < limit) {
      if (range >>> 24 === 0) {
        if (at >= this.#end) throw endsEarly();
        range <<= 8;
        code = (code << 8) | bytes[at++]!;
      }
      const probability = probabilities[offset + node]!;
      const bound = Math.imul(range >>> 11, probability);
      if (code >>> 0 < bound >>> 0) {
        range = bound;
        probabilities[offset + node] = probability + ((2048 - probability) >>> 5);
        node <<= 1;
      } else {
        range = (range - bound) | 0;
        code = (code - bound) | 0;
        probabilities[offset + node] = probability - (probability >>> 5);
        node = (node << 1) | 1;
      }
    }
    this.#range = range;
    this.#code = code;
    this.#at = at;
    return node;
  }

  literal(probabilities: Uint16Array, offset: number): number {
    return this.#descend(probabilities, offset, 1, 0x100) & 0xff;
  }

  /** A literal after a match, which is likely to differ from the byte that would have continued it: `expected`. */
  matchedLiteral(probabilities: Uint16Array, offset: number, expected: number): number {
    const bytes = this.#bytes;
    let range = this.#range;
    let code = this.#code;
    let at = this.#at;
    let node = 1;
    let matched = expected << 1;
    while (node < 0x100) {
      if (range >>> 24 === 0) {
        if (at >= this.#end) throw endsEarly();
        range <<= 8;
        code = (code << 8) | bytes[at++]!;
      }
      const side = matched & 0x100;
      const index = offset + 0x100 + side + node;
      const probability = probabilities[index]!;
      const bound = Math.imul(range >>> 11, probability);
      let bit = 0;
      if (code >>> 0 < bound >>> 0) {
        range = bound;
        probabilities[index] = probability + ((2048 - probability) >>> 5);
      } else {
        range = (range - bound) | 0;
        code = (code - bound) | 0;
        probabilities[index] = probability - (probability >>> 5);
        bit = 1;
      }
      node = (node << 1) | bit;
      matched <<= 1;
      if (side >>> 8 !== bit) break;
    }
    this.#range = range;
    this.#code = code;
    this.#at = at;
    return this.#descend(probabilities, offset, node, 0x100) & 0xff;
  }

  /** A tree whose bits are read lowest first. */
  reverseTree(probabilities: Uint16Array, offset: number, bits: number): number {
    const node = this.#descend(probabilities, offset, 1, 1 << bits);
    let value = 0;
    for (let i = 0; i < bits; i++) value |= ((node >>> (bits - 1 - i)) & 1) << i;
    return value;
  }

  /** This many equiprobable bits. */
  direct(bits: number): number {
    const bytes = this.#bytes;
    let range = this.#range;
    let code = this.#code;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      if (range >>> 24 === 0) {
        if (this.#at >= this.#end) throw endsEarly();
        range <<= 8;
        code = (code << 8) | bytes[this.#at++]!;
      }
      range >>>= 1;
      const bit = code >>> 0 >= range ? 1 : 0;
      if (bit === 1) code = (code - range) | 0;
      value = (value << 1) | bit;
    }
    this.#range = range;
    this.#code = code;
    return value >>> 0;
  }

  /** Consumes the byte that the next bit would, so that `offset` is where the data ends. */
  settle(): void {
    if (this.#range >>> 24 === 0) this.#normalize();
  }

  #normalize(): void {
    this.#range <<= 8;
    this.#code = (this.#code << 8) | this.#next();
  }

  #next(): number {
    if (this.#at >= this.#end) throw endsEarly();
    return this.#bytes[this.#at++]!;
  }
}

function endsEarly(): HyperslabError {
  return new HyperslabError("invalid-data", "LZMA data ends early");
}
