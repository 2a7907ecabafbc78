/** A reference set of any kind as a Parquet set, or one made from an existing dataset. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { type AddressInput, openStore } from "../../dataset/open/address.ts";
import { type SavedParquet, saveParquet } from "../../dataset/virtual/save-parquet.ts";
import { loadReferences, type ReferenceOptions } from "./loaded-references.ts";
import { PARQUET } from "./option-names.ts";
import { changedSet, withUrl } from "./save-references.ts";
import { urlMover } from "./target-url.ts";

/** Options of `saveReferencesAsParquet`. */
export interface SaveAsParquetOptions extends ReferenceOptions {
  /** References per file (default 10 000). */
  readonly recordSize?: number | undefined;
  /** Replace an existing set. */
  readonly overwrite?: boolean | undefined;
  /** Also save Zarr v3, in a form that only Hyperslab reads. By default it is refused. */
  readonly zarr3?: boolean | undefined;
}

/** What was written. */
export interface SavedParquetReferences extends SavedParquet {
  /** Where the set is. */
  readonly location: string;
  /** Keys that have no place in a Parquet set: consolidated metadata, which the set itself replaces. */
  readonly leftOut: readonly string[];
}

/** Writes a set from anywhere, in any spelling, as a directory of Parquet files. */
export async function saveReferencesAsParquet(
  input: AddressInput,
  output: string,
  options: SaveAsParquetOptions = {},
): Promise<SavedParquetReferences> {
  if (hasUnknown(options, PARQUET)) return refuseUnknown("saveReferencesAsParquet", options, PARQUET);
  const { recordSize, overwrite, zarr3, signal } = options;
  const loaded = await loadReferences(input, options);
  // Readers differ in what they resolve relative URLs of a Parquet set against.
  const move = urlMover(loaded);
  const leftOut: string[] = [];
  const set = changedSet(loaded.set, (key, reference) => {
    if (key !== ".zmetadata") return [key, withUrl(reference, move)];
    leftOut.push(key);
    return undefined;
  });
  const store = await openStore(output, options.store);
  const readDocument = async (key: string): Promise<Uint8Array> =>
    (await loaded.store.get(key, { signal })) ?? new Uint8Array(0);
  const saved = await saveParquet(set, store, { recordSize, overwrite, zarr3, readDocument, signal });
  await store.close?.();
  return { location: output, ...saved, leftOut };
}
