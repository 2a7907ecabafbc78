/**
 * Headers of blocks: 3 bytes, big-endian. Bits 22 and 23 are the type, bits 0 to 18 the size, the others are not used. The
 * end mark of a frame is a header of its own type, with a checksum of the content in bits 0 to 21 if the frame has one.
 */
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";
import { type BlockHeader, COMPRESSED_BLOCK, RAW_BLOCK, REPEATED_BLOCK } from "../zstd/frame-header.ts";

export const BLOCK_HEADER = 3;

/** Types by today's numbers; the last one is the end mark. */
const TYPES = [COMPRESSED_BLOCK, RAW_BLOCK, REPEATED_BLOCK];

/** Of the end mark `last` is true, and there is nothing in it. */
export function readBlockHeader(bytes: Uint8Array, at: number): BlockHeader {
  const start = at + BLOCK_HEADER;
  if (start > bytes.byteLength) throw zstdError(ZSTD_ERRORS.truncated);
  const type = TYPES[bytes[at]! >> 6];
  if (type === undefined) return { last: true, type: RAW_BLOCK, size: 0, end: start };
  const field = readChecksum(bytes, at);
  const size = field & 0x7ffff;
  // No release wrote the bits that are not used, so something else did.
  if (size !== field) throw zstdError(ZSTD_ERRORS.badBlockHeader);
  const end = start + (type === REPEATED_BLOCK ? 1 : size);
  if (end > bytes.byteLength) throw zstdError(ZSTD_ERRORS.truncated);
  return { last: false, type, size, end };
}

/** All bits of a header but the type. */
export function readChecksum(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! & 0x3f) << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
}
