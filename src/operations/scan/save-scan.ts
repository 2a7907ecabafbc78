/** Saves the result of a scan as a reference set. */

import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { openStore } from "../../dataset/open/address.ts";
import { parseLocation } from "../../dataset/open/location.ts";
import { saveParquet } from "../../dataset/virtual/save-parquet.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import { SAVE_SCAN } from "../option-names.ts";
import { fileUrl, outOfArchives } from "../refs/archived-targets.ts";
import { documentedSet } from "../refs/documented-set.ts";
import type { SavedParquetReferences } from "../refs/save-parquet.ts";
import { type SavedReferences, saveSet } from "../refs/save-references.ts";
import type { SaveScanOptions } from "./scan.ts";

export async function saveScan(
  virtual: VirtualDataset,
  output: string,
  options: SaveScanOptions,
): Promise<SavedReferences | SavedParquetReferences> {
  if (hasUnknown(options, SAVE_SCAN)) return refuseUnknown("save", options, SAVE_SCAN);
  const { format, recordSize, overwrite, signal, ...others } = options;
  const known = new Map<string, string>();
  const absolute = (address: string): string => {
    let url = known.get(address);
    if (url === undefined) {
      url = fileUrl(parseLocation(address));
      known.set(address, url);
    }
    return url;
  };
  const set = await outOfArchives(await documentedSet(virtual, { format, absolute }), { store: options.store, signal });
  if (!/(?:\.parq|\.parquet|\/)$/.test(output)) return saveSet(set, output, { ...others, overwrite, signal });
  const store = await openStore(output, options.store);
  const saved = await saveParquet(set, store, { recordSize, overwrite, zarr3: format === "zarr3", signal });
  await store.close?.();
  return { location: output, ...saved, leftOut: [] };
}
