/** Parquet sets with the codecs that they need: pages are compressed with Zstandard. */
import {
  type AppendedSet,
  type AppendParquetOptions as AppendInFormat,
  appendParquet as appendInFormat,
} from "../../formats/references/parquet/append.ts";
import { readParquetReferences as readInFormat } from "../../formats/references/parquet/read-all.ts";
import type { PageCompression } from "../../formats/references/parquet/record-writer.ts";
import {
  type SavedParquet,
  type SaveParquetOptions as SaveInFormat,
  saveParquet as saveInFormat,
} from "../../formats/references/parquet/write.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { compressor, decompress } from "../open/byte-codecs.ts";

export type { AppendedSet } from "../../formats/references/parquet/append.ts";
export type { SavedParquet } from "../../formats/references/parquet/write.ts";

/** Options of `saveParquet`. */
export type SaveParquetOptions = Omit<SaveInFormat, "compression">;
/** Options of `appendParquet`. */
export type AppendParquetOptions = Omit<AppendInFormat, "compression" | "decompress">;

/** Saves references as a Parquet set. */
export async function saveParquet(
  references: ReferenceSet,
  store: Store,
  options: SaveParquetOptions = {},
): Promise<SavedParquet> {
  return saveInFormat(references, store, { ...options, compression: await zstd() });
}

/** Appends the references of several sets to the Parquet set in the store, along a dimension: all of them, or none. */
export async function appendParquet(
  sets: readonly AppendedSet[],
  store: Store,
  options: AppendParquetOptions,
): Promise<SavedParquet> {
  return appendInFormat(sets, store, { ...options, decompress, compression: await zstd() });
}

/** All references of the Parquet set in the store; undefined if there is no set. */
export function readParquetReferences(
  store: Store,
  options: StoreOptions & { readonly path?: string | undefined } = {},
): Promise<ReferenceSet | undefined> {
  return readInFormat(store, { ...options, decompress });
}

async function zstd(): Promise<PageCompression> {
  return { codec: "ZSTD", compress: await compressor("zstd") };
}
