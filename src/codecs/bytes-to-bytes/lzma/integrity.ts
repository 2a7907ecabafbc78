/** The checks that xz puts after each block, by their number: 0 none, 1 CRC-32, 4 CRC-64, 10 SHA-256. */
import { crc32 } from "../../../bytes/checksum/crc32.ts";
import { sha256 } from "../../../bytes/checksum/sha2.ts";
import { crc64 } from "./crc64.ts";

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
