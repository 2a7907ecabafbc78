/**
 * The first 16 bytes of a Blosc frame, as far as finding the next chunk needs them; decoding is the codecs' affair.
 *
 *   0 version = 2 | 1 version of the inner codec | 2 flags | 3 type size | 4 nbytes u32 | 8 block size u32 | 12 cbytes u32
 */

import { LARGEST_CHUNK, LEAST_FRAME_BYTES } from "../../bytes/blosc/file-header.ts";
import { ByteCursor } from "../../bytes/source/byte-cursor.ts";
import type { ErrorPlace } from "../../errors.ts";

export interface FrameHead {
  readonly version: number;
  readonly innerVersion: number;
  readonly flags: number;
  readonly typeSize: number;
  /** Decoded bytes. */
  readonly length: number;
  readonly blockSize: number;
  /** Bytes of the frame, this head included. */
  readonly frameLength: number;
}

/** Where a frame says how much it decodes to. */
export const FRAME_LENGTH_AT = 4;
export const FRAME_LENGTH_BYTES = 4;

/** Bit 0 byte shuffle, 1 stored, 2 bit shuffle, 4 not split, 5 to 7 the codec. */
export const FRAME_CODECS = ["blosclz", "lz4", "snappy", "zlib", "zstd"] as const;

/** Reads the head of the frame that begins at byte `base` of the file. */
export function parseFrameHead(bytes: Uint8Array, base: number, place: ErrorPlace = {}): FrameHead {
  const cursor = new ByteCursor(bytes, { base, place });
  if (bytes.byteLength < LEAST_FRAME_BYTES) {
    cursor.fail(`the file is truncated: a chunk of ${bytes.byteLength} bytes`);
  }
  const version = cursor.u8();
  if (version !== 2) cursor.fail(`no Blosc frame: version ${version}, expected 2,`, 1);
  const head = {
    version,
    innerVersion: cursor.u8(),
    flags: cursor.u8(),
    typeSize: cursor.u8(),
    length: cursor.u32(),
    blockSize: cursor.u32(),
    frameLength: cursor.u32(),
  };
  if (head.frameLength < LEAST_FRAME_BYTES || head.frameLength > LARGEST_CHUNK + LEAST_FRAME_BYTES) {
    cursor.fail(`a Blosc frame of ${head.frameLength} bytes`, 4);
  }
  if (head.length > LARGEST_CHUNK) cursor.fail(`a Blosc frame of ${head.length} decoded bytes`, 12);
  return head;
}
