/** Opens a Parquet set: a directory with `.zmetadata` and files of references. Opening it reads the one document. */
import { HyperslabError } from "../../../errors.ts";
import type { Decompress } from "../../../parquet/read.ts";
import type { DirectoryPlace } from "../../../stores/place.ts";
import { placeOf } from "../../../stores/store.ts";
import { getDocument } from "../../documents/document.ts";
import { joinPath, normalizePath } from "../../documents/node-path.ts";
import type { DecompressBytes, OpenedNode, OpenOptions } from "../../format.ts";
import { noteList } from "../../notes.ts";
import { lookupStore } from "../../virtual/virtual-store.ts";
import { parquetLookup } from "./parquet-lookup.ts";
import { recordFiles } from "./record-files.ts";
import { readSetDocument, SET_DOCUMENT } from "./set-document.ts";

/** What the catalogue of codecs calls those of Parquet. Its `LZ4` is framed in ways that depend on the writer. */
const CODECS = new Map([
  ["ZSTD", "zstd"],
  ["GZIP", "gzip"],
  ["SNAPPY", "snappy"],
  ["BROTLI", "brotli"],
  ["LZ4_RAW", "lz4-block"],
]);

/** Sets that were opened in this process: numbers keep their cache names apart. */
let opened = 0;

/** Undefined: the directory is no set of references. */
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
    openSource,
  });
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

function decompressor(decompress: DecompressBytes): Decompress {
  return async (codec, bytes, length) => {
    const name = CODECS.get(codec);
    if (name !== undefined) return decompress(name, bytes, length);
    throw new HyperslabError("unsupported", `the Parquet file is compressed by ${codec}, which is not read here`, {
      hint: "Write it with zstd, gzip or snappy.",
    });
  };
}
