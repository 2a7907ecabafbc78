/** Decodes frames, like kernels/zstd/decode-frame.ts. */
import { ZSTD_ERRORS, zstdError } from "../../zstd/errors.ts";
import { type BlockFormat, type BlockState, decodeBlock, newBlockState } from "./decode-block.ts";
import { makeRoom, type Output } from "./frame-decoder.ts";
import {
  type BlockHeader,
  COMPRESSED_BLOCK,
  type FrameHeader,
  RAW_BLOCK,
  readBlockHeader,
  readFrameHeader,
} from "./frame-header.ts";
import { readTree } from "./huffman-tree.ts";
import { readLiteralsHeader } from "./literals.ts";
import { xxh64 } from "./xxh64.ts";

export const BLOCKS: BlockFormat = {
  readLiteralsHeader,
  readTree,
  tableModes: ["predefined", "one code", "described", "as before"],
};

/** Decodes all frames of `bytes` and appends them to `output`. */
export function decodeFrames(bytes: Uint8Array, output: Output): void {
  let at = 0;
  do at = decodeFrame(bytes, at, output);
  while (at < bytes.byteLength);
}

/** The initial state of a frame compressed with a dictionary, whose content lies at the start of the output. */
export interface FrameDictionary {
  /** 0 if not stated. */
  readonly id: number;
  begin(frameStart: number): BlockState;
}

/** Decodes the frame at `at`, or skips it. Returns where it ends. */
export function decodeFrame(bytes: Uint8Array, at: number, output: Output, dictionary?: FrameDictionary): number {
  const header = readFrameHeader(bytes, at, dictionary?.id);
  if (header.skippable) return header.end;
  const own = beginFrame(header, output);
  const state = dictionary?.begin(own.frameStart) ?? own;
  let end = header.end;
  for (let last = false; !last; ) {
    const block = readBlockHeader(bytes, end);
    decodeOneBlock(bytes, end + 3, header, block, state, output, BLOCKS);
    ({ last, end } = block);
  }
  const content = endFrame(header, state, output);
  if (!header.checksum) return end;
  if (bytes.byteLength - end < 4) throw zstdError(ZSTD_ERRORS.truncated);
  const stored = new DataView(bytes.buffer, bytes.byteOffset + end, 4).getUint32(0, true);
  if (stored !== xxh64(content).low) throw zstdError(ZSTD_ERRORS.wrongChecksum);
  return end + 4;
}

/** The state of a frame's blocks, unless its content is known to be too long. */
export function beginFrame({ contentSize }: FrameHeader, { length, limit }: Output): BlockState {
  if (contentSize !== undefined && contentSize > limit - length) throw zstdError(ZSTD_ERRORS.outputTooLong, limit);
  return newBlockState(length);
}

/** The content of a decoded frame, if it has the length stated in its header. */
export function endFrame({ contentSize }: FrameHeader, { frameStart }: BlockState, output: Output): Uint8Array {
  const content = output.bytes.subarray(frameStart, output.length);
  if (contentSize !== undefined && contentSize !== content.byteLength) throw zstdError(ZSTD_ERRORS.wrongContentSize);
  return content;
}

/** Decodes the block whose content begins at `at`. */
export function decodeOneBlock(
  bytes: Uint8Array,
  at: number,
  { blockLimit }: FrameHeader,
  { type, size, end }: BlockHeader,
  state: BlockState,
  output: Output,
  format: BlockFormat,
): void {
  if (type > COMPRESSED_BLOCK) throw zstdError(ZSTD_ERRORS.badBlockHeader);
  if (type === COMPRESSED_BLOCK) {
    if (size < 2 || size > blockLimit) throw zstdError(ZSTD_ERRORS.badBlockHeader);
    decodeBlock(bytes, at, end, state, output, blockLimit, format);
    return;
  }
  makeRoom(output, size);
  const { length } = output;
  if (type === RAW_BLOCK) output.bytes.set(bytes.subarray(at, end), length);
  else output.bytes.fill(bytes[at]!, length, length + size);
  output.length += size;
}
