/**
 * Samples of a strip or tile that are not whole words in memory order. Rows start at a byte; within one, samples of any
 * number of bits are consecutive from the highest bit on. float24 is a sign, 7 bits of exponent (bias 63), 16 of
 * fraction.
 */
import type { Endian } from "../../../bytes/source/byte-cursor.ts";

export type SampleKind = "uint" | "int" | "float" | "complex";

/** Unpacks samples of `bits` bits to little-endian elements of `itemSize` bytes. */
export function unpackRows(
  stored: Uint8Array,
  out: Uint8Array,
  { rows, columns, bits, itemSize, signed }: UnpackedRows,
): void {
  const rowBytes = Math.ceil((columns * bits) / 8);
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  let target = 0;
  for (let row = 0; row < rows; row++) {
    let bit = row * rowBytes * 8;
    for (let column = 0; column < columns; column++, bit += bits, target += itemSize) {
      if (bits <= 24) {
        const at = bit >> 3;
        const word =
          (stored[at]! << 24) | ((stored[at + 1] ?? 0) << 16) | ((stored[at + 2] ?? 0) << 8) | (stored[at + 3] ?? 0);
        const raised = word << (bit & 7);
        const value = signed ? raised >> (32 - bits) : raised >>> (32 - bits);
        if (itemSize === 1) out[target] = value;
        else if (itemSize === 2) view.setUint16(target, value, true);
        else view.setUint32(target, value, true);
      } else writeWide(view, target, itemSize, wideSample(stored, bit, bits, signed));
    }
  }
}

export interface UnpackedRows {
  readonly rows: number;
  readonly columns: number;
  readonly bits: number;
  readonly itemSize: number;
  readonly signed: boolean;
}

function wideSample(stored: Uint8Array, bit: number, bits: number, signed: boolean): bigint {
  const last = (bit + bits - 1) >> 3;
  let value = 0n;
  for (let at = bit >> 3; at <= last; at++) value = (value << 8n) | BigInt(stored[at]!);
  value >>= BigInt(7 - ((bit + bits - 1) & 7));
  return signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

function writeWide(view: DataView, at: number, itemSize: number, value: bigint): void {
  if (itemSize === 8) view.setBigUint64(at, BigInt.asUintN(64, value), true);
  else view.setUint32(at, Number(BigInt.asUintN(32, value)), true);
}

/** float24 in the file's byte order to little-endian float32, exactly. */
export function widenFloat24(stored: Uint8Array, out: Uint8Array, endian: Endian): void {
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  const [first, last] = endian === "little" ? [2, 0] : [0, 2];
  for (let at = 0, target = 0; target < out.byteLength; at += 3, target += 4) {
    const word = (stored[at + first!]! << 16) | (stored[at + 1]! << 8) | stored[at + last!]!;
    view.setUint32(target, float24Bits(word), true);
  }
}

function float24Bits(word: number): number {
  const sign = (word & 0x800000) << 8;
  const exponent = (word >> 16) & 0x7f;
  let fraction = word & 0xffff;
  if (exponent === 0x7f) return (sign | 0x7f800000 | (fraction << 7)) >>> 0;
  if (exponent !== 0) return (sign | ((exponent + 64) << 23) | (fraction << 7)) >>> 0;
  if (fraction === 0) return sign >>> 0;
  // A subnormal number has no leading bit; float32 is wide enough to give it one.
  let shifted = 65;
  while ((fraction & 0x10000) === 0) {
    fraction <<= 1;
    shifted -= 1;
  }
  return (sign | (shifted << 23) | ((fraction & 0xffff) << 7)) >>> 0;
}
