/** Opens a Parquet set: a directory with `.zmetadata` and files of references. Opening it reads only that document. */
import { HyperslabError } from "../../../errors.ts";
import type { DirectoryPlace } from "../../../stores/place.ts";
import { placeOf } from "../../../stores/store.ts";
import { setContainer } from "../../container.ts";
import { getDocument } from "../../documents/document.ts";
import { joinPath, normalizePath } from "../../documents/node-path.ts";
import type { OpenedNode, OpenOptions } from "../../format.ts";
import { noteList } from "../../notes.ts";
import { lookupStore } from "../../virtual/virtual-store.ts";
import { decompressor } from "./decompressor.ts";
import { parquetLookup } from "./parquet-lookup.ts";
import { recordFiles } from "./record-files.ts";
import { readSetDocument, SET_DOCUMENT } from "./set-document.ts";

/** Sets opened in this process are numbered to keep their cache names apart. */
let opened = 0;

/** Returns undefined if the directory is not a reference set. */
export async function openParquetSet(place: DirectoryPlace, options: OpenOptions): Promise<OpenedNode | undefined> {
  const { store } = place;
  const path = normalizePath(place.path);
  const { openSource, openWithin, decompress } = options;
  if (openSource === undefined || openWithin === undefined || decompress === undefined) return undefined;
  const notes = noteList();
  const key = joinPath(path, SET_DOCUMENT);
  const view = await getDocument(store, key, notes, options);
  const set = typeof view === "string" ? undefined : readSetDocument(view);
  if (set === undefined) return undefined;
  opened += 1;
  const { recordSize } = set;
  const files = recordFiles({ store, path, recordSize, decompress: decompressor(decompress) });
  const inner = lookupStore(parquetLookup(set, files), {
    location: store.location,
    place: `references ${opened} ${placeOf(store)}/${path}`,
    // An address may lead to a node inside the set, or to a directory above it.
    openSource: (url, given) => openSource(url, { ...given, within: path }),
  });
  setContainer(inner, "Kerchunk references");
  const found = await openWithin(inner, "", { signal: options.signal });
  if (found === undefined) {
    throw new HyperslabError("invalid-data", "the set of references describes no Zarr hierarchy", {
      location: store.location,
      key,
      hint: "Its metadata has neither .zgroup, .zarray nor zarr.json.",
    });
  }
  for (const note of notes.notes) found.hierarchy.addNote?.(note);
  return found;
}
