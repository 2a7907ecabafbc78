/** The options of `pack` in Blosc's terms, checked, with blpk's defaults. */
import { LARGEST_BUFFER, LARGEST_TYPE } from "../../bytes/blosc/frame-header.ts";
import { BLOSC_COMPRESSORS, DEFAULT_CHUNKS } from "../../bytes/blosc/options.ts";
import { CHECKSUM_NAMES, type ChecksumName } from "../../bytes/checksum/named-checksum.ts";
import type { FrameOptions } from "../../dataset/engine/frame-engine.ts";
import { HyperslabError } from "../../errors.ts";
import type { CompressionOptions, PackOptions } from "./pack-options.ts";

const DEFAULT_TYPE_SIZE = 8;
const DEFAULT_CHUNK_SIZE = "1M";

/** The options in Blosc's terms. `fallbackTypeSize` is that of the file being appended to. */
export function frameOptions(
  options: CompressionOptions,
  checksum: ChecksumName,
  fallbackTypeSize: number = DEFAULT_TYPE_SIZE,
): FrameOptions {
  const {
    typeSize = fallbackTypeSize,
    level = DEFAULT_CHUNKS.level,
    shuffle = true,
    codec = DEFAULT_CHUNKS.compressor,
  } = options;
  if (!Number.isInteger(typeSize) || typeSize < 1 || typeSize > LARGEST_TYPE) {
    throw new HyperslabError("invalid-request", `the type size must be from 1 to 255, not ${typeSize}`);
  }
  if (!Number.isInteger(level) || level < 0 || level > 9) {
    throw new HyperslabError("invalid-request", `the compression level must be from 0 to 9, not ${level}`);
  }
  if (!BLOSC_COMPRESSORS.includes(codec)) {
    throw new HyperslabError("invalid-request", `the codec ${JSON.stringify(codec)} is not known`, {
      hint: `Use one of ${BLOSC_COMPRESSORS.join(", ")}.`,
    });
  }
  if (!CHECKSUM_NAMES.includes(checksum)) {
    throw new HyperslabError("invalid-request", `the checksum ${JSON.stringify(checksum)} is not known`, {
      hint: `Use one of ${CHECKSUM_NAMES.join(", ")}.`,
    });
  }
  return { compressor: codec, level, filter: shuffle ? "shuffle" : "none", typeSize, checksum };
}

/** The requested chunk size in bytes. */
export function wantedChunkSize(size: PackOptions["chunkSize"] = DEFAULT_CHUNK_SIZE): number {
  return parseChunkSize(String(size));
}

const LETTERS = "BKMGT";

/** As in blpk: a number with a letter for powers of 1024, or `max`, the largest that Blosc supports. */
function parseChunkSize(text: string): number {
  if (text === "max") return LARGEST_BUFFER;
  const match = /^(\d+(?:\.\d+)?)([BKMGT])?$/.exec(text);
  const power = LETTERS.indexOf(match?.[2] ?? "B");
  const bytes = Math.floor(Number(match?.[1] ?? "0") * 1024 ** power);
  if (match === null || bytes < 1) {
    throw new HyperslabError("invalid-request", `${JSON.stringify(text)} is not a chunk size`, {
      hint: "Write a number of bytes, or one followed by K, M, G or T, or max.",
    });
  }
  if (bytes > LARGEST_BUFFER) {
    throw new HyperslabError("invalid-request", `chunks of ${bytes} bytes; Blosc takes at most ${LARGEST_BUFFER}`);
  }
  return bytes;
}
