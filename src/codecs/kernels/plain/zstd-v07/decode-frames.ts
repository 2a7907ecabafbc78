/** Decodes frames of zstd 0.7, and others that lie among them. */
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";
import { beginFrame, decodeFrame, decodeOneBlock, endFrame } from "../zstd/decode-frames.ts";
import { readFrameFields, readMagic } from "../zstd/frame-header.ts";
import type { Output } from "../zstd/output.ts";
import { xxh64 } from "../zstd/xxh64.ts";
import { blocksV07 } from "./block-format.ts";
import { BLOCK_HEADER, readBlockHeader, readChecksum } from "./block-header.ts";

const MAGIC = 0xfd2fb527;

/** Decodes all frames of `bytes` behind what `output` has. */
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
