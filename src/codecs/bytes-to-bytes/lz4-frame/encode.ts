/** One LZ4 frame (walk.ts) of independent blocks, with its content size. */
import { xxh32 } from "../../../bytes/checksum/xxh32.ts";
import { HIGH_TABLE_BYTES, type Kernels, TABLE_BYTES } from "../../kernels/kernels.ts";
import { stage } from "../../kernels/staged.ts";
import { FLAG, largestBlock, MAGIC, STORED } from "./walk.ts";

export interface Lz4FrameOptions {
  /** From 3 on denser and slower; below 0 faster. */
  readonly level: number;
  /** 4 to 7: blocks of 64 KiB, 256 KiB, 1 MiB or 4 MiB; undefined for the smallest one that everything fits into, if any. */
  readonly blockSize: number | undefined;
  readonly contentChecksum: boolean;
  readonly blockChecksum: boolean;
}

/** Magic, flags, block size, content size, checksum. */
const HEADER_BYTES = 15;
const LEAST_HIGH = 3;

/** The frame, as a copy. Allocates kernel memory, which the caller frees. */
export function encodeFrame(kernels: Kernels, bytes: Uint8Array, options: Lz4FrameOptions): Uint8Array {
  const { memory } = kernels;
  const { byteLength } = bytes;
  const id = options.blockSize ?? [4, 5, 6].find((candidate) => byteLength <= largestBlock(candidate)) ?? 7;
  const blockBytes = largestBlock(id);
  const blocks = Math.ceil(byteLength / blockBytes);
  const source = stage(kernels, bytes);
  const target = memory.allocate(HEADER_BYTES + blocks * 8 + byteLength + 8);
  const compress = compressor(kernels, options.level);
  let at = target + writeHeader(memory.bytes, target, byteLength, id, options);
  for (let done = 0; done < byteLength; done += blockBytes) {
    const size = Math.min(blockBytes, byteLength - done);
    // Less room than the block itself takes, so a block that does not shrink is stored.
    const packed = compress(source + done, size, at + 4, size - 1);
    if (packed === 0) kernels.copy(at + 4, source + done, size);
    const length = packed || size;
    const view = viewOf(memory.bytes);
    view.setUint32(at, packed === 0 ? size + STORED : packed, true);
    if (options.blockChecksum)
      view.setUint32(at + 4 + length, xxh32(memory.bytes.subarray(at + 4, at + 4 + length)), true);
    at += 4 + length + (options.blockChecksum ? 4 : 0);
  }
  const view = viewOf(memory.bytes);
  view.setUint32(at, 0, true);
  at += 4;
  if (options.contentChecksum) {
    view.setUint32(at, xxh32(memory.bytes.subarray(source, source + byteLength)), true);
    at += 4;
  }
  return memory.bytes.slice(target, at);
}

function viewOf({ buffer }: Uint8Array): DataView {
  return new DataView(buffer);
}

function writeHeader(target: Uint8Array, at: number, length: number, id: number, options: Lz4FrameOptions): number {
  const view = new DataView(target.buffer, at, HEADER_BYTES);
  const checks =
    (options.blockChecksum ? FLAG.blockChecksum : 0) | (options.contentChecksum ? FLAG.contentChecksum : 0);
  view.setUint32(0, MAGIC, true);
  view.setUint8(4, FLAG.version | FLAG.independent | FLAG.contentSize | checks);
  view.setUint8(5, id << 4);
  view.setBigUint64(6, BigInt(length), true);
  view.setUint8(14, (xxh32(target.subarray(at + 4, at + 14)) >>> 8) & 0xff);
  return HEADER_BYTES;
}

type Compress = (source: number, length: number, target: number, capacity: number) => number;

function compressor(kernels: Kernels, level: number): Compress {
  if (level < LEAST_HIGH) {
    const table = kernels.memory.allocate(TABLE_BYTES);
    const acceleration = Math.max(1, 1 - level);
    return (source, length, target, capacity) =>
      kernels.lz4Encode(source, length, target, capacity, acceleration, table);
  }
  const table = kernels.memory.allocate(HIGH_TABLE_BYTES);
  const attempts = 2 ** (level - 1);
  return (source, length, target, capacity) => kernels.lz4EncodeHigh(source, length, target, capacity, attempts, table);
}
