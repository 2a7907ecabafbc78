/** How c-blosc 1.21 cuts a buffer into blocks and blocks into streams. Other choices decode as well; these are proven. */
import { LARGEST_BLOCK, LEAST_COMPRESSED, MOST_SPLITS } from "../../bytes/blosc/frame-header.ts";
import type { BloscCompressor, BloscOptions } from "../../bytes/blosc/options.ts";

/** The base of block sizes: the size of a first-level cache. */
const CACHE = 32 * 1024;
/** By level, in units of CACHE. */
const UNITS = [1 / 4, 1 / 2, 1, 2, 4, 4, 8, 8, 8, 8] as const;
/** Upper limits of the streams of a split block, and of such blocks. */
const LARGEST_SPLIT_STREAM = 256 * 1024;
const LEAST_SPLIT_BLOCK = 64 * 1024;
const LARGEST_SPLIT_BLOCK = 1024 * 1024;

/** True if blocks are cut into one stream per byte of an element. zstd gains nothing from that. */
export function isSplit(compressor: BloscCompressor, typeSize: number, blockSize: number): boolean {
  return compressor !== "zstd" && typeSize <= MOST_SPLITS && Math.floor(blockSize / typeSize) >= LEAST_COMPRESSED;
}

export function chooseBlockSize(options: BloscOptions, length: number): number {
  const { compressor, level, typeSize } = options;
  if (length < typeSize) return 1;
  let blockSize = length;
  if (options.blockSize > 0) {
    blockSize = Math.min(Math.max(options.blockSize, LEAST_COMPRESSED), LARGEST_BLOCK);
  } else if (length >= CACHE) {
    // Compressors that search farther get larger blocks.
    const dense = compressor === "lz4hc" || compressor === "zlib" || compressor === "zstd";
    blockSize = CACHE * UNITS[level]! * (dense ? 2 : 1) * (dense && level === 9 ? 2 : 1);
  }
  if (level > 0 && isSplit(compressor, typeSize, blockSize)) {
    blockSize = Math.min(blockSize, LARGEST_SPLIT_STREAM) * typeSize;
    blockSize = Math.min(Math.max(blockSize, LEAST_SPLIT_BLOCK), LARGEST_SPLIT_BLOCK);
  }
  blockSize = Math.min(blockSize, length);
  return blockSize > typeSize ? blockSize - (blockSize % typeSize) : blockSize;
}
