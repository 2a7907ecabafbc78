/** What a Blosc frame is made with. */
import type { BloscFilter } from "./frame-header.ts";

/** The compressors; LZ4-HC writes the format of LZ4. */
export const BLOSC_COMPRESSORS = ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"] as const;
export type BloscCompressor = (typeof BLOSC_COMPRESSORS)[number];

export interface BloscOptions {
  readonly compressor: BloscCompressor;
  /** 0 (stored as it is) to 9. */
  readonly level: number;
  readonly filter: BloscFilter;
  /** 1 to 255. */
  readonly typeSize: number;
  /** 0: chosen by level and compressor. */
  readonly blockSize: number;
}
