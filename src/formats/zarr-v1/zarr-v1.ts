/**
 * The format Zarr 1, for the registry. `meta` is a common name, so only a document that mentions chunks is accepted as
 * one of ours.
 */

import { printJsonBytes } from "../../bytes/json/print.ts";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { type Dialect, noConsolidation } from "../documents/dialect.ts";
import { getDocumentBytes } from "../documents/document.ts";
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import { joinPath, normalizePath } from "../documents/node-path.ts";
import type { Format } from "../format.ts";
import { checkLoneName, sortedAsBefore } from "../zarr-legacy/array.ts";
import { defaultCodecs } from "./codecs.ts";
import { ATTRS, chunkAccess, kindOf, META, parseNode, printNode, TITLE } from "./metadata.ts";

export const zarrV1: Format = {
  open: async ({ store, path }, options) => {
    const bytes = await getDocumentBytes(store, joinPath(normalizePath(path), META), options);
    if (bytes === "absent" || (bytes !== "web page" && !mentionsChunks(bytes))) return undefined;
    return openDocuments(zarrV1Dialect, store, path, options);
  },
  create: (store) => createDocuments(zarrV1Dialect, store),
};

/** Names are sorted, so `chunks` is on the first line even of a truncated document. */
function mentionsChunks(bytes: Uint8Array): boolean {
  const start = byteCharacters(bytes.subarray(0, 4096));
  return /^\s*\{/.test(start) && /"(?:chunks|zarr_format)"/.test(start);
}

/** Zarr 1 as a dialect of documents: `meta` and `attrs` beside the chunks of one array; there are no groups. */
const zarrV1Dialect: Dialect = {
  format: "zarr1",
  title: TITLE,
  rounds: [[META, ATTRS]],
  markers: [META],
  consolidation: noConsolidation(META, TITLE),
  historic: true,
  hasGroups: false,
  bareNumbers: true,
  kindOf,
  parse: parseNode,
  print: printNode,
  // New attributes keep the order in which they are given.
  bytesOf: (name, document, fresh, options) => {
    const sorted = fresh && name === META;
    return printJsonBytes(document, "zarr-python-2", { ...options, nonFinite: "token", sorted });
  },
  arrange: (name, document, old) => (name === ATTRS ? sortedAsBefore(document, old) : document),
  checkName: (name) => checkLoneName(name, [META, ATTRS]),
  mayBeNode: () => true,
  chunks: chunkAccess,
  defaultCodecs,
};
