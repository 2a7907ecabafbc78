/** Huffman codes and bits of a JPEG scan (ITU-T T.81, annex F): 0xff is followed by a 0, or by a marker that ends the bits. */
import { HyperslabError } from "../../../errors.ts";

/** Indexed by the next 16 bits: 256 * length + value of the code that they begin with, or 0 if there is none. */
export type HuffmanTable = Uint16Array;

export function huffmanTable(counts: Uint8Array, values: Uint8Array): HuffmanTable {
  const table = new Uint16Array(65536);
  let [code, next] = [0, 0];
  for (let length = 1; length <= 16; length++) {
    for (let index = 0; index < counts[length - 1]!; index++) {
      const span = 1 << (16 - length);
      if (code + span > 65536) throw brokenJpeg("a Huffman table has too many codes");
      table.fill(256 * length + values[next++]!, code, code + span);
      code += span;
    }
  }
  return table;
}

export function brokenJpeg(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the JPEG image is broken: ${what}`);
}

export class ScanBits {
  readonly #bytes: Uint8Array;
  at: number;
  #word = 0;
  #have = 0;
  /** Bits after the end, which must not be used. */
  #beyond = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  symbol(table: HuffmanTable): number {
    this.#fill(16);
    const entry = table[(this.#word >>> (this.#have - 16)) & 0xffff]!;
    if (entry === 0) throw brokenJpeg(`a code that no table has, before byte ${this.at}`);
    this.#skip(entry >> 8);
    return entry & 255;
  }

  /** A number of `bits` bits; those that begin with 0 are negative. */
  signed(bits: number): number {
    if (bits === 0) return 0;
    this.#fill(bits);
    const value = (this.#word >>> (this.#have - bits)) & ((1 << bits) - 1);
    this.#skip(bits);
    return value < 1 << (bits - 1) ? value - (1 << bits) + 1 : value;
  }

  /** Consumes a restart marker; the bit state is reset. */
  restart(number: number): void {
    this.#word = 0;
    this.#have = 0;
    this.#beyond = 0;
    if (this.#bytes[this.at] !== 0xff || this.#bytes[this.at + 1] !== 0xd0 + (number & 7)) {
      throw brokenJpeg(`restart marker ${number & 7} is missing at byte ${this.at}`);
    }
    this.at += 2;
  }

  #skip(bits: number): void {
    this.#have -= bits;
    if (this.#have < this.#beyond) throw brokenJpeg(`its values end at byte ${this.at}, before all are there`);
  }

  /** At most 16 bits are requested, so that 24 fit. */
  #fill(bits: number): void {
    while (this.#have < bits) {
      let byte = 0;
      const next = this.#bytes[this.at];
      const isEnd = next === undefined || (next === 0xff && this.#bytes[this.at + 1] !== 0);
      if (isEnd) this.#beyond += 8;
      else {
        byte = next;
        this.at += next === 0xff ? 2 : 1;
      }
      this.#word = ((this.#word << 8) | byte) & 0xffffff;
      this.#have += 8;
    }
  }
}
