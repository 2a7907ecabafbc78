/**
 * Zstandard in TypeScript, for platforms without WebAssembly: a page whose content security policy forbids it, or an
 * old runtime. It decodes everything that the WebAssembly kernel decodes, at a fraction of its speed, and stores
 * without compressing.
 */
import type { ZstdKernel } from "../../zstd/kernel.ts";
import { decodeFrames } from "./decode-frames.ts";
import { frameDecoder } from "./frame-decoder.ts";
import { MAX_BLOCK, RAW_BLOCK, REPEATED_BLOCK } from "./frame-header.ts";
import { xxh64 } from "./xxh64.ts";

export const plainZstd: ZstdKernel = {
  variant: "plain",
  ...frameDecoder(decodeFrames),
  encodeZstd: (source, _level, checksum) => encodeFrame(source, checksum),
};

/**
 * Frames of raw and repeated blocks, which every decoder reads, written if there is nothing better. They are not
 * shorter than their content, unless it is constant over whole blocks.
 */
const MAGIC = 0xfd2fb528;
/** Content up to this size is one segment; more is declared with a window, because decoders limit their memory by it. */
const MAX_SEGMENT = 2 ** 21;
const WINDOW_LOG = 17;

function encodeFrame(bytes: Uint8Array, checksum: boolean): Uint8Array {
  const blocks = Math.ceil(bytes.byteLength / MAX_BLOCK) || 1;
  const frame = new Uint8Array(14 + bytes.byteLength + 3 * blocks + 4);
  const view = new DataView(frame.buffer);
  let at = writeHeader(frame, view, bytes.byteLength, checksum);
  for (let i = 0; i < blocks; i++) {
    const block = bytes.subarray(i * MAX_BLOCK, (i + 1) * MAX_BLOCK);
    const constant = block.byteLength > 1 && isConstant(block);
    const type = constant ? REPEATED_BLOCK : RAW_BLOCK;
    const header = (block.byteLength << 3) | (type << 1) | (i === blocks - 1 ? 1 : 0);
    view.setUint16(at, header & 0xffff, true);
    frame[at + 2] = header >> 16;
    frame.set(constant ? block.subarray(0, 1) : block, at + 3);
    at += 3 + (constant ? 1 : block.byteLength);
  }
  if (checksum) {
    view.setUint32(at, xxh64(bytes).low, true);
    at += 4;
  }
  return frame.slice(0, at);
}

function isConstant(block: Uint8Array): boolean {
  const first = block[0]!;
  return block.every((byte) => byte === first);
}

/** Returns where the header ends. */
function writeHeader(frame: Uint8Array, view: DataView, size: number, checksum: boolean): number {
  const single = size <= MAX_SEGMENT;
  const flag = size < 256 && single ? 0 : size >= 256 && size < 256 + 65536 ? 1 : size < 2 ** 32 ? 2 : 3;
  view.setUint32(0, MAGIC, true);
  frame[4] = (flag << 6) | (single ? 0x20 : 0) | (checksum ? 4 : 0);
  const at = single ? 5 : 6;
  if (!single) frame[5] = (WINDOW_LOG - 10) << 3;
  if (flag === 0) view.setUint8(at, size);
  else if (flag === 1) view.setUint16(at, size - 256, true);
  else if (flag === 2) view.setUint32(at, size, true);
  else view.setBigUint64(at, BigInt(size), true);
  return at + (1 << flag);
}
