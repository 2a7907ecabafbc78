/**
 * Consolidated metadata of the alpha: `meta/root/consolidated/.zmetadata`, documents by key. Writing it also made a
 * group `consolidated`, which is not shown.
 */
import type { JsonView } from "../../bytes/json/view.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { getDocument } from "../documents/document.ts";
import type { Notes } from "../notes.ts";

export const CONSOLIDATED = "consolidated";
const KEY = "meta/root/consolidated/.zmetadata";

/** Documents by their keys. */
export type DocumentsByKey = ReadonlyMap<string, JsonView>;

/** The block, if the hierarchy has one. */
export async function readBlock(
  store: Store,
  notes: Notes,
  options?: StoreOptions,
): Promise<DocumentsByKey | undefined> {
  const view = await getDocument(store, KEY, notes, options);
  if (view === "absent" || view === "web page") return undefined;
  const format = view.get("zarr_consolidated_format");
  if (format?.node.type !== "number" || format.integer() !== 1) {
    notes.add(view, "consolidated metadata of a format that is not known; not used");
    return undefined;
  }
  const entries = view.required("metadata").entries();
  for (const [key, entry] of entries) {
    // Dots and empty names would lead out of the tree.
    if (/(?:^|\/)\.{0,2}(?:\/|$)/.test(key)) entry.fail(`${JSON.stringify(key)} is not the key of a document`);
  }
  return new Map(entries);
}
