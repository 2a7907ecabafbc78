/**
 * Files with frames of zstd 0.7 (summer of 2016), the last release before the format was fixed. c-blosc 1.10.0, the first
 * with zstd, brought 0.7.4 along, so such frames lie in chunks of zarr 1.1.0, and in whatever else had that Blosc.
 *
 * frame: magic 27 b5 2f fd, fields as today, blocks, end mark
 * block: 3 bytes, then content; the end mark is such a header with 22 bits of a checksum: `block-header.ts`
 *
 * Blocks differ from today's in the header of their literals, in the numbers for a table's mode, in trees of equal
 * weights, and in what repeated offsets mean where there are no literals: `block-format.ts`. The rest is the same, and
 * done by the decoder of today's frames.
 */
import type { ZstdDecoder } from "../../zstd-kernel.ts";
import { frameDecoder } from "../zstd/frame-decoder.ts";
import { decodeFrames } from "./decode-frames.ts";

export const zstdV07: ZstdDecoder = frameDecoder(decodeFrames);
