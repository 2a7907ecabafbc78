/** zfp's bits: the lowest of each byte first; a stream is padded to whole words of 64 bits. */
import { HyperslabError } from "../../../errors.ts";
import { allocate } from "../../allocate.ts";

const WORD_BYTES = 8;

export class ZfpReader {
  readonly bytes: Uint8Array;
  /** Number of the next bit. Whoever reads many at once takes them from `bytes` and sets it to behind them. */
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  bit(): number {
    const byte = this.bytes[this.at >>> 3];
    if (byte === undefined) throw endsEarly();
    return (byte >>> (this.at++ & 7)) & 1;
  }

  /** Up to 52 bits, as a number. */
  bits(count: number): number {
    if (count > 24) return this.bits(24) + this.bits(count - 24) * 2 ** 24;
    let value = 0;
    for (let i = 0; i < count; i++) value |= this.bit() << i;
    return value;
  }

  skip(count: number): void {
    this.at += Math.max(count, 0);
  }

  /** Fails unless what was read is the whole stream, padding aside. */
  finish(): void {
    const words = Math.ceil(this.at / (8 * WORD_BYTES));
    if (this.bytes.byteLength === words * WORD_BYTES) return;
    const what = `zfp: ${this.bytes.byteLength} bytes are stored, the blocks take ${words * WORD_BYTES}`;
    throw new HyperslabError("invalid-data", what);
  }
}

export function endsEarly(): HyperslabError {
  return new HyperslabError("invalid-data", "zfp: the stream ends early");
}

export class ZfpWriter {
  #bytes = allocate(1024);
  #at = 0;
  /** The byte that is being filled, if any bit of it is written. */
  #byte = 0;

  /** Gives the bit back. */
  bit(bit: number): number {
    this.#byte |= bit << (this.#at & 7);
    this.#at++;
    if ((this.#at & 7) === 0) this.#flush((this.#at >>> 3) - 1);
    return bit;
  }

  /** Up to 52 bits of a number, the lowest first. */
  bits(value: number, count: number): void {
    const low = value % 2 ** 24;
    for (let i = 0; i < Math.min(count, 24); i++) this.bit((low >>> i) & 1);
    if (count > 24) this.bits(Math.floor(value / 2 ** 24), count - 24);
  }

  pad(count: number): void {
    if (count <= 0) return;
    const before = this.#at >>> 3;
    this.#at += count;
    if (this.#at >>> 3 > before) this.#flush(before);
  }

  finish(): Uint8Array {
    if ((this.#at & 7) !== 0) this.#flush(this.#at >>> 3);
    const length = Math.ceil(this.#at / (8 * WORD_BYTES)) * WORD_BYTES;
    if (length > this.#bytes.byteLength) this.#grow(length);
    return this.#bytes.slice(0, length);
  }

  /** Puts the byte that was filled to its place. */
  #flush(index: number): void {
    if (index >= this.#bytes.byteLength) this.#grow(index + 1);
    this.#bytes[index] = this.#byte;
    this.#byte = 0;
  }

  #grow(needed: number): void {
    const larger = allocate(Math.max(needed, 2 * this.#bytes.byteLength));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
