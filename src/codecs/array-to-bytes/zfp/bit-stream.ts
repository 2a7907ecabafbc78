/** zfp's bits: the lowest of each byte first; a stream is padded to whole words of 64 bits. */
import { HyperslabError } from "../../../errors.ts";
import { allocate } from "../../pipeline/allocate.ts";

const WORD_BYTES = 8;
/** Bits are counted by 32-bit numbers. */
const MOST_BYTES = 2 ** 29 - WORD_BYTES;

export class ZfpReader {
  readonly bytes: Uint8Array;
  /** Number of the next bit. A caller that reads many at once takes them from `bytes` and advances this. */
  at = 0;

  constructor(bytes: Uint8Array) {
    if (bytes.byteLength > MOST_BYTES) throw tooLong(bytes.byteLength);
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

  /** Fails unless the whole stream was read, except for padding. */
  finish(): void {
    const words = Math.ceil(this.at / (8 * WORD_BYTES));
    if (this.bytes.byteLength === words * WORD_BYTES) return;
    const what = `zfp: ${this.bytes.byteLength} bytes are stored, the blocks take ${words * WORD_BYTES}`;
    throw new HyperslabError("invalid-data", what);
  }
}

function tooLong(length: number): HyperslabError {
  return new HyperslabError("unsupported", `zfp: streams of ${length} bytes and more are not supported`, {
    hint: "Use smaller chunks.",
  });
}

export function endsEarly(): HyperslabError {
  return new HyperslabError("invalid-data", "zfp: the stream ends early");
}

/** Bits are set in zeroed bytes, so skipping a bit writes a 0. */
export class ZfpWriter {
  bytes: Uint8Array = allocate(1024);
  /** Number of the next bit. A caller that writes many at once reserves room, sets them in `bytes` and advances this. */
  at = 0;

  /** Makes room for this many more bits. */
  reserve(count: number): void {
    const needed = Math.ceil((this.at + count) / 8);
    if (needed <= this.bytes.byteLength) return;
    if (needed > MOST_BYTES) throw tooLong(needed);
    const larger = allocate(Math.max(needed, 2 * this.bytes.byteLength));
    larger.set(this.bytes);
    this.bytes = larger;
  }

  /** Up to 52 bits of a number, the lowest first. */
  bits(value: number, count: number): void {
    this.reserve(count);
    const low = value % 2 ** 24;
    for (let i = 0; i < Math.min(count, 24); i++, this.at++) {
      this.bytes[this.at >>> 3]! |= ((low >>> i) & 1) << (this.at & 7);
    }
    if (count > 24) this.bits(Math.floor(value / 2 ** 24), count - 24);
  }

  pad(count: number): void {
    this.at += Math.max(count, 0);
  }

  finish(): Uint8Array {
    const length = Math.ceil(this.at / (8 * WORD_BYTES)) * WORD_BYTES;
    this.reserve(8 * length - this.at);
    return this.bytes.slice(0, length);
  }
}
