/** The parameters of Blosc frames. */
import type { ChecksumName } from "../checksum/named-checksum.ts";
import type { JsonView } from "../json/view.ts";

/** The compressors; LZ4-HC writes the format of LZ4. */
export const BLOSC_COMPRESSORS = ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"] as const;
export type BloscCompressor = (typeof BLOSC_COMPRESSORS)[number];

export const BLOSC_FILTERS = ["none", "shuffle", "bitshuffle"] as const;
export type BloscFilter = (typeof BLOSC_FILTERS)[number];
/** The filters as configurations of codecs spell them. */
export const BLOSC_SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"] as const;
export type BloscShuffle = (typeof BLOSC_SHUFFLES)[number];

export interface BloscOptions {
  readonly compressor: BloscCompressor;
  /** 0 (stored uncompressed) to 9. */
  readonly level: number;
  readonly filter: BloscFilter;
  /** 1 to 255. */
  readonly typeSize: number;
  /** 0 to choose it by level and compressor. */
  readonly blockSize: number;
}

/** How the chunks of a Bloscpack file are made: Blosc frames, each followed by a checksum. */
export interface ChunkOptions extends Omit<BloscOptions, "blockSize" | "typeSize"> {
  readonly checksum: ChecksumName;
}

/** How a single frame is made. */
export interface FrameOptions extends ChunkOptions {
  readonly typeSize: number;
  /** The block size; blocks are then compressed even if that does not pay. By default, blocks are cut as in c-blosc. */
  readonly blockSize?: number;
}

/** bloscpack's own defaults. */
export const DEFAULT_CHUNKS: ChunkOptions = {
  compressor: "blosclz",
  level: 7,
  filter: "shuffle",
  checksum: "adler32",
};

export function shuffleOf(filter: BloscFilter): BloscShuffle {
  return filter === "none" ? "noshuffle" : filter;
}

/** Compressor, level and filter as in a codec's configuration; all are required, unless there are defaults. */
export function parseCompression(
  view: JsonView,
  defaults?: Omit<ChunkOptions, "checksum">,
): Omit<ChunkOptions, "checksum"> {
  const member = (name: string): JsonView | undefined =>
    defaults === undefined ? view.required(name) : view.get(name);
  const shuffle = member("shuffle")?.oneOf(BLOSC_SHUFFLES);
  const { compressor, level, filter } = defaults ?? DEFAULT_CHUNKS;
  return {
    compressor: member("cname")?.oneOf(BLOSC_COMPRESSORS) ?? compressor,
    level: member("clevel")?.integer(0, 9) ?? level,
    filter: shuffle === undefined ? filter : BLOSC_FILTERS[BLOSC_SHUFFLES.indexOf(shuffle)]!,
  };
}
