/** Saves references as a Parquet set, its pages compressed by Zstandard. */
import {
  type SaveParquetOptions as FormatOptions,
  type SavedParquet,
  saveParquet as saveInFormat,
} from "../../formats/references/parquet/write.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { Store } from "../../stores/store.ts";
import { compressor } from "../open/byte-codecs.ts";

export type { SavedParquet } from "../../formats/references/parquet/write.ts";

/** Options of `saveParquet`. */
export type SaveParquetOptions = Omit<FormatOptions, "compression">;

export async function saveParquet(
  references: ReferenceSet,
  store: Store,
  options: SaveParquetOptions = {},
): Promise<SavedParquet> {
  const compress = await compressor("zstd");
  return saveInFormat(references, store, { ...options, compression: { codec: "ZSTD", compress } });
}
