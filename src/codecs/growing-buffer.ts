/** Output of codecs: exactly as long as announced, or growing, up to a limit if it is decoded. */
import { HyperslabError } from "../errors.ts";
import type { BytesType } from "./codec.ts";
import { lazyLimits } from "./lazy-limits.ts";
import { allocate } from "./pipeline/allocate.ts";

export interface GrowingBuffer {
  /** At least `length` long; replaced when it grows. */
  bytes: Uint8Array;
  length: number;
  readonly limit: number;
}

/** `out` is used if it fits what is known. */
export function growingBuffer(type: BytesType, out?: Uint8Array): GrowingBuffer {
  const limit = type.length ?? type.maxLength;
  if (type.length === undefined) return { bytes: allocate(lazyLimits.growingBytes.cap(limit)), length: 0, limit };
  return { bytes: out?.byteLength === type.length ? out : allocate(type.length), length: 0, limit };
}

/** Makes room for `extra` more bytes, or fails if they exceed the limit. */
export function makeRoom(buffer: GrowingBuffer, extra: number): void {
  const needed = buffer.length + extra;
  if (needed > buffer.limit) throw tooLong(buffer.limit);
  if (needed <= buffer.bytes.byteLength) return;
  const grown = allocate(Math.min(buffer.limit, Math.max(needed, buffer.bytes.byteLength * 2)));
  grown.set(buffer.bytes.subarray(0, buffer.length));
  buffer.bytes = grown;
}

export function finished(buffer: GrowingBuffer): Uint8Array {
  return buffer.length === buffer.bytes.byteLength ? buffer.bytes : buffer.bytes.subarray(0, buffer.length);
}

/** Decoding was stopped because it exceeded the possible size of the chunk. */
export function tooLong(limit: number): HyperslabError {
  return new HyperslabError("invalid-data", `decodes to more than the ${limit} bytes expected`);
}

/** Refuses output shorter than the known length. */
export function checkDecoded(type: BytesType, found: number): void {
  if (type.length === undefined || found === type.length) return;
  throw new HyperslabError("invalid-data", `decoded to ${found} bytes, expected ${type.length}`);
}

/** Growing memory, for encoders that write byte by byte. Unlike bytes/source/byte-writer.ts it checks nothing. */
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

  /** A copy of all bytes. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}
