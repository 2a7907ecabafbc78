/** Pages of Parquet files, decompressed by codecs of the catalogue. */
import { HyperslabError } from "../../../errors.ts";
import type { Decompress } from "../../../parquet/read.ts";
import type { DecompressBytes } from "../../format.ts";

/** What the catalogue of codecs calls those of Parquet. Its `LZ4` is framed in ways that depend on the writer. */
const CODECS = new Map([
  ["ZSTD", "zstd"],
  ["GZIP", "gzip"],
  ["SNAPPY", "snappy"],
  ["BROTLI", "brotli"],
  ["LZ4_RAW", "lz4-block"],
]);

export function decompressor(decompress: DecompressBytes): Decompress {
  return async (codec, bytes, length) => {
    const name = CODECS.get(codec);
    if (name !== undefined) return decompress(name, bytes, length);
    throw new HyperslabError("unsupported", `the Parquet file is compressed by ${codec}, which is not read here`, {
      hint: "Write it with zstd, gzip or snappy.",
    });
  };
}
