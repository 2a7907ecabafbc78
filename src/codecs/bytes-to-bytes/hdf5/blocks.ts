/**
 * The common part of HDF5's filters for LZ4 and bit shuffle: [u64] the decoded length, [u32] bytes per block, then each
 * block after its stored length, [u32]; all big-endian.
 */
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, tooLong } from "../../growing-buffer.ts";

export const HEAD_BYTES = 12;
export const LENGTH_BYTES = 4;

/** Reads the head and checks it against what is known. No byte decodes to more than `ratio` bytes. */
export function readHead(
  bytes: Uint8Array,
  type: BytesType,
  ratio: number,
): { readonly cursor: ByteCursor; readonly length: number; readonly blockBytes: number } {
  const cursor = new ByteCursor(bytes, { endian: "big" });
  const length = cursor.u64Number();
  const blockBytes = cursor.u32();
  checkDecoded(type, length);
  if (type.length === undefined && length > type.maxLength) throw tooLong(type.maxLength);
  if (length > bytes.byteLength * ratio) {
    throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes cannot decode to ${length} bytes`);
  }
  return { cursor, length, blockBytes };
}

export function writeHead(target: Uint8Array, at: number, length: number, blockBytes: number): void {
  const view = new DataView(target.buffer, target.byteOffset + at, HEAD_BYTES);
  view.setBigUint64(0, BigInt(length), false);
  view.setUint32(8, blockBytes, false);
}

export function writeLength(target: Uint8Array, at: number, length: number): void {
  new DataView(target.buffer, target.byteOffset + at, LENGTH_BYTES).setUint32(0, length, false);
}

/** Refuses trailing data after the last block. */
export function checkEnd(cursor: ByteCursor): void {
  if (cursor.remaining === 0) return;
  throw new HyperslabError("invalid-data", `${cursor.remaining} bytes follow the last block`);
}

/** Refuses a block that did not decode to the expected length. */
export function checkBlock(found: number, expected: number): void {
  if (found === expected) return;
  const outcome = found < 0 ? "is corrupt" : `decodes to ${found} bytes, expected ${expected}`;
  throw new HyperslabError("invalid-data", `a block ${outcome}`);
}
