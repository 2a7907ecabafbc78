/**
 * Kerchunk reference sets: JSON files, or directories of Parquet files, that record where the values of a Zarr
 * hierarchy lie. Opening one gives the hierarchy; its documents are in the set, its chunks wherever the references
 * lead.
 */
import { atPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import type { FilePlace } from "../../stores/place.ts";
import { placeOf, type Store } from "../../stores/store.ts";
import { setContainer } from "../container.ts";
import type { Format, OpenedNode, OpenOptions, OpenSource } from "../format.ts";
import { type NoteList, noteList } from "../notes.ts";
import { virtualStore } from "../virtual/virtual-store.ts";
import { blocksOf, NO_FILE } from "./read-blocks.ts";
import { readJsonReferences } from "./read-json.ts";

export const references: Format = {
  open: async (place, options = {}) =>
    place.kind === "file"
      ? openSet(place, options)
      : (await import("./parquet/open.ts")).openParquetSet(place, options),
};

/** Sets read in this process are numbered to keep their cache names apart. */
let opened = 0;

/** Reads the set in a file, whatever it refers to; undefined if there is no file. */
export async function openReferences(
  place: FilePlace,
  notes: NoteList,
  { openSource, zstdBlocks, references: reading, signal }: OpenOptions & { readonly openSource: OpenSource },
): Promise<Store | undefined> {
  const { source, store, key } = place;
  const where = placeIn(place);
  const set = await readJsonReferences(() => blocksOf(source, { signal, zstdBlocks }), notes, reading).catch(
    (error: unknown) => {
      if (error === NO_FILE) return undefined;
      throw isHyperslabError(error) ? atPlace(error, where) : error;
    },
  );
  if (set === undefined) return undefined;
  opened += 1;
  return virtualStore(set, {
    location: where.location,
    place: `references ${opened} ${placeOf(store)}/${key}`,
    openSource: store.object === key ? openSource : (url, given) => openSource(url, { ...given, within: key }),
  });
}

function placeIn({ store, key }: FilePlace): { readonly location: string; readonly key?: string } {
  return store.object === key ? { location: store.location } : { location: store.location, key };
}

async function openSet(place: FilePlace, options: OpenOptions): Promise<OpenedNode | undefined> {
  const { store } = place;
  const { openSource, openWithin } = options;
  if (openSource === undefined || openWithin === undefined) return undefined;
  const notes = noteList();
  const inner = await openReferences(place, notes, { ...options, openSource });
  if (inner === undefined) return undefined;
  setContainer(inner, "Kerchunk references");
  const where = placeIn(place);
  const path = store.object === undefined ? "" : place.path;
  const found = await openWithin(inner, path, options);
  if (found === undefined && path !== "" && (await openWithin(inner, "", options)) !== undefined) return undefined;
  if (found === undefined) {
    throw new HyperslabError("invalid-data", "the JSON file is not a set of references to a Zarr hierarchy", {
      ...where,
      hint: "Its keys include none of .zgroup, .zarray and zarr.json.",
    });
  }
  for (const note of notes.notes) found.hierarchy.addNote?.(note);
  return found;
}
