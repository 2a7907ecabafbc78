/** zfp's bits: the lowest of each byte first; a stream is padded to whole words of 64 bits. */
import { HyperslabError } from "../../../errors.ts";
import { allocate } from "../../allocate.ts";

const WORD_BYTES = 8;

export class ZfpReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bit(): number {
    const at = this.#at++;
    const byte = this.#bytes[at >>> 3];
    if (byte === undefined) throw new HyperslabError("invalid-data", "zfp: the stream ends early");
    return (byte >>> (at & 7)) & 1;
  }

  /** Up to 52 bits, as a number. */
  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value += this.bit() * 2 ** i;
    return value;
  }

  skip(count: number): void {
    this.#at += Math.max(count, 0);
  }

  /** Fails unless what was read is the whole stream, padding aside. */
  finish(): void {
    const words = Math.ceil(this.#at / (8 * WORD_BYTES));
    if (this.#bytes.byteLength === words * WORD_BYTES) return;
    const what = `zfp: ${this.#bytes.byteLength} bytes are stored, the blocks take ${words * WORD_BYTES}`;
    throw new HyperslabError("invalid-data", what);
  }
}

export class ZfpWriter {
  #bytes = allocate(1024);
  #at = 0;

  /** Gives the bit back. */
  bit(bit: number): number {
    const index = this.#at >>> 3;
    if (index >= this.#bytes.byteLength) this.#grow(index + 1);
    this.#bytes[index]! |= bit << (this.#at & 7);
    this.#at++;
    return bit;
  }

  bits(value: number, count: number): void {
    let rest = value;
    for (let i = 0; i < count; i++, rest = Math.floor(rest / 2)) this.bit(rest % 2);
  }

  pad(count: number): void {
    this.#at += Math.max(count, 0);
  }

  finish(): Uint8Array {
    const length = Math.ceil(this.#at / (8 * WORD_BYTES)) * WORD_BYTES;
    if (length > this.#bytes.byteLength) this.#grow(length);
    return this.#bytes.slice(0, length);
  }

  #grow(needed: number): void {
    const larger = allocate(Math.max(needed, 2 * this.#bytes.byteLength));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
