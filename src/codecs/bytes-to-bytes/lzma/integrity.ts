/** The checks that xz puts after each block, by their number: 0 none, 1 CRC-32, 4 CRC-64, 10 SHA-256. */
import { crc32 } from "../../../bytes/checksum/crc32.ts";
import { sha256 } from "../../../bytes/checksum/sha.ts";

export interface IntegrityCheck {
  readonly size: number;
  compute(bytes: Uint8Array): Uint8Array;
}

const CHECKS: ReadonlyMap<number, IntegrityCheck> = new Map([
  [0, { size: 0, compute: () => new Uint8Array(0) }],
  [1, { size: 4, compute: crc32Bytes }],
  [4, { size: 8, compute: crc64 }],
  [10, { size: 32, compute: sha256 }],
]);

export function integrityCheck(number: number): IntegrityCheck | undefined {
  return CHECKS.get(number);
}

/** A CRC-32 as four little-endian bytes. */
export function crc32Bytes(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(4);
  new DataView(result.buffer).setUint32(0, crc32(bytes), true);
  return result;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}

/**
 * CRC-64 of ECMA-182, reflected, as xz uses it: eight bytes per step, where table k holds the effect of a byte k bytes
 * later. Kept as two 32-bit halves, because bigints are slow.
 */
const POLYNOMIAL = [0xd7870f42, 0xc96c5795] as const;

interface Tables {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

let tables: Tables | undefined;

function crcTables(): Tables {
  if (tables !== undefined) return tables;
  const low = new Int32Array(8 * 256);
  const high = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let [lower, upper] = [byte, 0];
    for (let bit = 0; bit < 8; bit++) {
      const carry = lower & 1;
      lower = (lower >>> 1) | (upper << 31);
      upper >>>= 1;
      if (carry === 0) continue;
      lower ^= POLYNOMIAL[0];
      upper ^= POLYNOMIAL[1];
    }
    low[byte] = lower;
    high[byte] = upper;
  }
  for (let at = 256; at < low.length; at++) {
    const [lower, upper] = [low[at - 256]!, high[at - 256]!];
    low[at] = ((lower >>> 8) | (upper << 24)) ^ low[lower & 0xff]!;
    high[at] = (upper >>> 8) ^ high[lower & 0xff]!;
  }
  tables = { low, high };
  return tables;
}

/** The checksum as eight little-endian bytes. */
export function crc64(bytes: Uint8Array): Uint8Array {
  const { low: lows, high: highs } = crcTables();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let low = -1;
  let high = -1;
  let at = 0;
  for (const end = bytes.byteLength - 8; at <= end; at += 8) {
    const a = low ^ view.getInt32(at, true);
    const b = high ^ view.getInt32(at + 4, true);
    const i7 = 0x700 + (a & 0xff);
    const i6 = 0x600 + ((a >>> 8) & 0xff);
    const i5 = 0x500 + ((a >>> 16) & 0xff);
    const i4 = 0x400 + (a >>> 24);
    const i3 = 0x300 + (b & 0xff);
    const i2 = 0x200 + ((b >>> 8) & 0xff);
    const i1 = 0x100 + ((b >>> 16) & 0xff);
    const i0 = b >>> 24;
    low = lows[i7]! ^ lows[i6]! ^ lows[i5]! ^ lows[i4]! ^ lows[i3]! ^ lows[i2]! ^ lows[i1]! ^ lows[i0]!;
    high = highs[i7]! ^ highs[i6]! ^ highs[i5]! ^ highs[i4]! ^ highs[i3]! ^ highs[i2]! ^ highs[i1]! ^ highs[i0]!;
  }
  for (; at < bytes.byteLength; at++) {
    const index = (low ^ bytes[at]!) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ lows[index]!;
    high = (high >>> 8) ^ highs[index]!;
  }
  const result = new Uint8Array(8);
  const sum = new DataView(result.buffer);
  sum.setUint32(0, ~low, true);
  sum.setUint32(4, ~high, true);
  return result;
}
