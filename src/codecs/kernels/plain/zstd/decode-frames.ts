/** Decodes frames, as kernels/zstd/decode-frame.ts does. */
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";
import { type BlockState, decodeBlock, newBlockState } from "./decode-block.ts";
import { COMPRESSED_BLOCK, type FrameHeader, RAW_BLOCK, readBlockHeader, readFrameHeader } from "./frame-header.ts";
import { makeRoom, type Output } from "./output.ts";
import { xxh64 } from "./xxh64.ts";

/** Decodes all frames of `bytes` behind what `output` has. */
export function decodeFrames(bytes: Uint8Array, output: Output): void {
  let at = 0;
  do {
    const header = readFrameHeader(bytes, at);
    at = header.skippable ? header.end : decodeFrame(bytes, header, output);
  } while (at < bytes.byteLength);
}

/** Returns where the frame ends. */
function decodeFrame(bytes: Uint8Array, header: FrameHeader, output: Output): number {
  const { contentSize, checksum } = header;
  const start = output.length;
  if (contentSize !== undefined && contentSize > output.limit - start) {
    throw zstdError(ZSTD_ERRORS.outputTooLong, output.limit);
  }
  const state = newBlockState(start);
  let at = header.end;
  for (let last = false; !last; ) {
    const block = readBlockHeader(bytes, at);
    decodeOneBlock(bytes, at + 3, header, block, state, output);
    ({ last, end: at } = block);
  }
  const content = output.bytes.subarray(start, output.length);
  if (contentSize !== undefined && contentSize !== content.byteLength) throw zstdError(ZSTD_ERRORS.wrongContentSize);
  if (!checksum) return at;
  if (bytes.byteLength - at < 4) throw zstdError(ZSTD_ERRORS.truncated);
  const stored = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
  if (stored !== xxh64(content).low) throw zstdError(ZSTD_ERRORS.wrongChecksum);
  return at + 4;
}

function decodeOneBlock(
  bytes: Uint8Array,
  at: number,
  { blockLimit }: FrameHeader,
  { type, size, end }: ReturnType<typeof readBlockHeader>,
  state: BlockState,
  output: Output,
): void {
  if (type > COMPRESSED_BLOCK) throw zstdError(ZSTD_ERRORS.badBlockHeader);
  if (type === COMPRESSED_BLOCK) {
    if (size < 2 || size > blockLimit) throw zstdError(ZSTD_ERRORS.badBlockHeader);
    decodeBlock(bytes, at, end, state, output, blockLimit);
    return;
  }
  makeRoom(output, size);
  const { length } = output;
  if (type === RAW_BLOCK) output.bytes.set(bytes.subarray(at, end), length);
  else output.bytes.fill(bytes[at]!, length, length + size);
  output.length += size;
}
