/**
 * The format Zarr 1, for the registry. `meta` is a name that other things have too: only a document that speaks of
 * chunks is taken for one of ours.
 */
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { getDocumentBytes } from "../documents/document.ts";
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import { joinPath, normalizePath } from "../documents/node-path.ts";
import type { Format } from "../format.ts";
import { zarrV1Dialect } from "./hierarchy.ts";
import { META } from "./metadata.ts";

export const zarrV1: Format = {
  open: async ({ store, path }, options) => {
    const bytes = await getDocumentBytes(store, joinPath(normalizePath(path), META), options);
    if (bytes === "absent" || (bytes !== "web page" && !mentionsChunks(bytes))) return undefined;
    return openDocuments(zarrV1Dialect, store, path, options);
  },
  create: (store) => createDocuments(zarrV1Dialect, store),
};

/** Names are sorted, so that `chunks` stands in the first line also of a document that was cut off. */
function mentionsChunks(bytes: Uint8Array): boolean {
  const start = byteCharacters(bytes.subarray(0, 4096));
  return /^\s*\{/.test(start) && /"(?:chunks|zarr_format)"/.test(start);
}
