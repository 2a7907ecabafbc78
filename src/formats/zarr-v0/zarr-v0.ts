/** The format Zarr 0 (releases 0.3 and 0.4), for the registry. 0.4 is written. */

import { printJsonBytes } from "../../bytes/json/print.ts";
import { chunksBelow } from "../documents/chunk-access.ts";
import { type Dialect, noConsolidation } from "../documents/dialect.ts";
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import { nameOf } from "../documents/node-path.ts";
import type { Format } from "../format.ts";
import { checkLoneName, sortedAsBefore } from "../zarr-legacy/array.ts";
import { CHUNK_KEYS, defaultCodecs, kindOf, parseNode, printNode, ZATTR, ZDATA, ZMETA } from "./metadata.ts";
import { isPickle } from "./pickle.ts";
import { pickledDocument } from "./pickled-document.ts";

export const zarrV0: Format = {
  open: ({ store, path }, options) => openDocuments(zarrV0Dialect(), store, path, options),
  create: (store) => createDocuments(zarrV0Dialect(), store),
};

/**
 * Zarr 0 as a dialect of documents: `__zmeta__` and, once an attribute was set, `__zattr__`, with the chunks below
 * `__zdata__`. Release 0.3 pickled `__zmeta__`; a change makes it the JSON of 0.4.
 */
const TITLE = "Zarr 0.4";
const PICKLED_TITLE = "Zarr 0.3";

/** One per hierarchy, because it remembers which release wrote the documents it read last. */
function zarrV0Dialect(): Dialect {
  let pickled = false;
  return {
    format: "zarr0",
    get title() {
      return pickled ? PICKLED_TITLE : TITLE;
    },
    rounds: [[ZMETA, ZATTR]],
    markers: [ZMETA],
    consolidation: noConsolidation(ZMETA, TITLE),
    historic: true,
    hasGroups: false,
    bareNumbers: true,
    kindOf,
    parse: parseNode,
    print: printNode,
    decode: (bytes, key, notes) => {
      if (nameOf(key) !== ZMETA) return undefined;
      pickled = isPickle(bytes);
      return pickled ? pickledDocument(bytes, key, notes) : undefined;
    },
    // New attributes keep the order in which they are given.
    bytesOf: (name, document, fresh, options) => {
      const sorted = fresh && name === ZMETA;
      return printJsonBytes(document, "zarr-python-2", { ...options, nonFinite: "token", sorted });
    },
    arrange: (name, document, old) => (name === ZATTR ? sortedAsBefore(document, old) : document),
    checkName: (name) => checkLoneName(name, [ZMETA, ZATTR, ZDATA]),
    mayBeNode: (name) => name !== ZDATA,
    chunks: (store, array) => chunksBelow(store, array, CHUNK_KEYS),
    defaultCodecs,
  };
}
