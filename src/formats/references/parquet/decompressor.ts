/** Decompresses pages of Parquet files with codecs of the catalogue. */
import { HyperslabError } from "../../../errors.ts";
import type { Decompress } from "../../../parquet/read.ts";
import type { DecompressBytes } from "../../format.ts";

/** The catalogue names of Parquet's codecs. The framing of its `LZ4` depends on the writer. */
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
    throw new HyperslabError("unsupported", `the Parquet file is compressed with ${codec}, which is not supported`, {
      hint: "Write it with zstd, gzip or snappy.",
    });
  };
}
