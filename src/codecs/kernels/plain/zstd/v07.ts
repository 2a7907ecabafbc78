/**
 * Files with frames of zstd 0.7 (summer of 2016), the last release before the format was fixed. c-blosc 1.10.0, the
 * first with zstd, included 0.7.4, so such frames occur in chunks of zarr 1.1.0, and in other data from that Blosc.
 *
 * frame: magic 27 b5 2f fd, fields as today, blocks, end mark
 * block: 3 bytes, then content; the end mark is such a header with 22 bits of a checksum
 *
 * Blocks differ from today's in the header of their literals, in the numbers for a table's mode, in trees of equal
 * weights, and in what repeated offsets mean if there are no literals. The rest is the same, and handled by the decoder
 * of today's frames.
 */

import { ZSTD_ERRORS, zstdError } from "../../zstd/errors.ts";
import type { ZstdDecoder } from "../../zstd/kernel.ts";
import type { BlockFormat } from "./decode-block.ts";
import { beginFrame, decodeFrame, decodeOneBlock, endFrame } from "./decode-frames.ts";
import { frameDecoder, type Output } from "./frame-decoder.ts";
import {
  type BlockHeader,
  COMPRESSED_BLOCK,
  RAW_BLOCK,
  REPEATED_BLOCK,
  readFrameFields,
  readMagic,
} from "./frame-header.ts";
import { buildTree, readTree, type Tree } from "./huffman-tree.ts";
import type { LiteralsHeader } from "./literals.ts";
import { SEQUENCE_NUMBERS } from "./sequences.ts";
import { xxh64 } from "./xxh64.ts";

export const zstdV07: ZstdDecoder = frameDecoder(decodeFrames);

/** Decodes frames of zstd 0.7, and others among them. */
const MAGIC = 0xfd2fb527;

/** Decodes all frames of `bytes` and appends them to `output`. */
export function decodeFrames(bytes: Uint8Array, output: Output): void {
  let at = 0;
  do at = readMagic(bytes, at) === MAGIC ? decodeFrameV07(bytes, at, output) : decodeFrame(bytes, at, output);
  while (at < bytes.byteLength);
}

/** Returns where the frame ends. */
function decodeFrameV07(bytes: Uint8Array, start: number, output: Output): number {
  const header = readFrameFields(bytes, start);
  const state = beginFrame(header, output);
  let at = header.end;
  for (;;) {
    const block = readBlockHeader(bytes, at);
    if (block.last) break;
    decodeOneBlock(bytes, at + BLOCK_HEADER, header, block, state, output, blocksV07);
    at = block.end;
  }
  const content = endFrame(header, state, output);
  if (header.checksum && readChecksum(bytes, at) !== checksumOf(content)) throw zstdError(ZSTD_ERRORS.wrongChecksum);
  return at + BLOCK_HEADER;
}

/** Bits 11 to 32 of the hash. */
function checksumOf(content: Uint8Array): number {
  const { low, high } = xxh64(content);
  return (low >>> 11) | ((high & 1) << 21);
}

/**
 * Headers of blocks: 3 bytes, big-endian. Bits 22 and 23 are the type, bits 0 to 18 the size, the others are not used.
 * The end mark of a frame is a header with its own type, with a checksum of the content in bits 0 to 21 if the frame
 * has one.
 */
const BLOCK_HEADER = 3;

/** Types by today's numbers; the last one is the end mark. */
const TYPES = [COMPRESSED_BLOCK, RAW_BLOCK, REPEATED_BLOCK];

/** For the end mark, `last` is true, and it has no content. */
function readBlockHeader(bytes: Uint8Array, at: number): BlockHeader {
  const start = at + BLOCK_HEADER;
  if (start > bytes.byteLength) throw zstdError(ZSTD_ERRORS.truncated);
  const type = TYPES[bytes[at]! >> 6];
  if (type === undefined) return { last: true, type: RAW_BLOCK, size: 0, end: start };
  const field = readChecksum(bytes, at);
  const size = field & 0x7ffff;
  // No release wrote the unused bits, so something else did.
  if (size !== field) throw zstdError(ZSTD_ERRORS.badBlockHeader);
  const end = start + (type === REPEATED_BLOCK ? 1 : size);
  if (end > bytes.byteLength) throw zstdError(ZSTD_ERRORS.truncated);
  return { last: false, type, size, end };
}

/** All bits of a header but the type. */
function readChecksum(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! & 0x3f) << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
}

/** How compressed blocks of zstd 0.7 differ from today's. */
const blocksV07: BlockFormat = {
  readLiteralsHeader,
  readTree: readTreeV07,
  tableModes: ["predefined", "one code", "as before", "described"],
  translateOffsets,
};

/** From here on, a tree's first byte gives the number of weights, all of them 1; today it counts weights in bytes. */
const EQUAL_WEIGHTS = 242;
const COUNTS = [1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128];

function readTreeV07(bytes: Uint8Array, at: number, end: number): Tree {
  const count = at < end ? COUNTS[bytes[at]! - EQUAL_WEIGHTS] : undefined;
  if (count === undefined) return readTree(bytes, at, end);
  return { tree: buildTree(Array.from({ length: count }, () => 1)), end: at + 1 };
}

/**
 * Values 1 to 3 repeat one of the last offsets. Without literals the first two swap places, where today all three are
 * shifted by one. The first offset itself then has no value: 0 stands for it.
 */
function translateOffsets(sequences: Uint32Array): void {
  for (let i = 0; i < sequences.length; i += SEQUENCE_NUMBERS) {
    if (sequences[i + 2] !== 0) continue;
    if (sequences[i] === 2) sequences[i] = 0;
    else if (sequences[i] === 3) sequences[i] = 2;
  }
}

/**
 * The header of a block's literals, big-endian: 2 bits for the kind, 2 for the format, then numbers.
 *
 * stored, constant: the size, of 5 bits (formats 0 and 1, whose lower bit is part of it), 12 (2) or 20 (3)
 * coded: size and stored size, of 10 bits each (0: four streams, 1: one), 14 (2) or 18 (3)
 */
const KINDS = ["with tree", "with last tree", "stored", "constant"] as const;

function readLiteralsHeader(bytes: Uint8Array, at: number, end: number): LiteralsHeader {
  const first = bytes[at]!;
  const kind = KINDS[first >> 6]!;
  const format = (first >> 4) & 3;
  const coded = kind === "with tree" || kind === "with last tree";
  // The releases only supported the last tree with one short stream.
  if (kind === "with last tree" && format !== 1) throw zstdError(ZSTD_ERRORS.badLiterals);
  const length = coded ? Math.max(3, format + 2) : Math.max(1, format);
  const start = at + length;
  if (start > end) throw zstdError(ZSTD_ERRORS.badLiterals);
  // Up to 40 bits, so no shifts.
  let field = 0;
  for (let i = at; i < start; i++) field = field * 256 + bytes[i]!;
  if (!coded) {
    const size = field % 2 ** (format < 2 ? 5 : 8 * length - 4);
    return { kind, start, size, stored: kind === "stored" ? size : 1, streams: 1 };
  }
  const limit = 2 ** (4 * length - 2);
  const size = Math.floor(field / limit) % limit;
  return { kind, start, size, stored: field % limit, streams: format === 1 ? 1 : 4 };
}
