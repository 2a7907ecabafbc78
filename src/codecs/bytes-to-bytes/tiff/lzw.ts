/**
 * `tiff.lzw`: codes of 9 to 12 bits, 256 to clear the table, 257 at the end. TIFF packs them from the highest bit on,
 * and widens them one code early; files of libtiff before 3.7 pack them from the lowest bit on, and widen them on time.
 * Decoding only.
 */
import { HyperslabError } from "../../../errors.ts";
import type { BytesToBytesCodec, BytesType } from "../../codec.ts";
import { checkDecoded, finished, growingBuffer, makeRoom } from "../../growing-buffer.ts";
import { readOnly } from "./read-only.ts";

const [CLEAR, END, FIRST, CODES] = [256, 257, 258, 4096] as const;

export const lzw: BytesToBytesCodec<undefined> = readOnly("TIFF's LZW", decode);

function decode(bytes: Uint8Array, type: BytesType, out: Uint8Array | undefined): Uint8Array {
  const buffer = growingBuffer(type, out);
  // How libtiff recognises the old order.
  const isOld = bytes[0] === 0 && ((bytes[1] ?? 0) & 1) === 1;
  const early = isOld ? 0 : 1;
  // A string of the table is represented by its position in the output, where it was written.
  const starts = new Uint32Array(CODES);
  const lengths = new Uint32Array(CODES);
  let [next, width, bit] = [FIRST as number, 9, 0];
  let [lastStart, lastLength] = [0, 0];
  const bits = bytes.byteLength * 8;
  for (;;) {
    if (bit + width > bits) {
      // Some writers leave out the last code.
      if (type.length !== undefined && buffer.length === type.length) break;
      throw corrupt("ends in the middle of its codes");
    }
    const code = isOld ? oldCode(bytes, bit, width) : newCode(bytes, bit, width);
    bit += width;
    if (code === END) break;
    if (code === CLEAR) {
      [next, width, lastLength] = [FIRST, 9, 0];
      continue;
    }
    const start = buffer.length;
    let length = 1;
    if (code < CLEAR) {
      makeRoom(buffer, 1);
      buffer.bytes[start] = code;
    } else {
      if (code > next || (code === next && lastLength === 0)) throw corrupt(`has code ${code} before it is defined`);
      const isNext = code === next;
      const from = isNext ? lastStart : starts[code]!;
      length = isNext ? lastLength + 1 : lengths[code]!;
      if (length === 0) throw corrupt(`has code ${code} before it is defined`);
      makeRoom(buffer, length);
      // Source and target may overlap, so it is copied byte by byte.
      for (let at = 0; at < length; at++) buffer.bytes[start + at] = buffer.bytes[from + at]!;
    }
    buffer.length = start + length;
    if (lastLength > 0 && next < CODES) {
      starts[next] = lastStart;
      lengths[next] = lastLength + 1;
      next += 1;
    }
    [lastStart, lastLength] = [start, length];
    if (next + early >= 1 << width && width < 12) width += 1;
  }
  checkDecoded(type, buffer.length);
  return finished(buffer);
}

function newCode(bytes: Uint8Array, bit: number, width: number): number {
  const at = bit >>> 3;
  const word = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  return (word >> (24 - (bit & 7) - width)) & ((1 << width) - 1);
}

function oldCode(bytes: Uint8Array, bit: number, width: number): number {
  const at = bit >>> 3;
  const word = bytes[at]! | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
  return (word >> (bit & 7)) & ((1 << width) - 1);
}

function corrupt(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the LZW stream ${what}`);
}
