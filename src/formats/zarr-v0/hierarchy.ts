/**
 * Zarr 0 as a dialect of documents: `__zmeta__` and, once an attribute was set, `__zattr__`, with the chunks below
 * `__zdata__`. Release 0.3 pickled `__zmeta__`; a change makes it the JSON of 0.4.
 */
import { printJsonBytes } from "../../bytes/json/print.ts";
import { storeChunkAccess } from "../documents/chunk-access.ts";
import type { Dialect } from "../documents/dialect.ts";
import { noConsolidation } from "../documents/no-consolidation.ts";
import { joinPath, nameOf } from "../documents/node-path.ts";
import { chunkTail } from "../spelling/chunk-tail.ts";
import { checkLoneName } from "../zarr-legacy/node-name.ts";
import { sortedAsBefore } from "../zarr-legacy/sorted-attributes.ts";
import { CHUNK_KEYS } from "./chunk-key.ts";
import { defaultCodecs } from "./codecs.ts";
import { kindOf, parseNode, printNode, ZATTR, ZDATA, ZMETA } from "./metadata.ts";
import { isPickle } from "./pickle.ts";
import { pickledDocument } from "./pickled-document.ts";

export const TITLE = "Zarr 0.4";
const PICKLED_TITLE = "Zarr 0.3";

/** One for each hierarchy, because it knows which release wrote the documents that it read last. */
export function zarrV0Dialect(): Dialect {
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
    // New attributes have the order that they are given in.
    bytesOf: (name, document, fresh, options) => {
      const sorted = fresh && name === ZMETA;
      return printJsonBytes(document, "zarr-python-2", { ...options, nonFinite: "token", sorted });
    },
    arrange: (name, document, old) => (name === ZATTR ? sortedAsBefore(document, old) : document),
    checkName: (name) => checkLoneName(name, [ZMETA, ZATTR, ZDATA]),
    mayBeNode: (name) => name !== ZDATA,
    chunks: (store, array) =>
      storeChunkAccess(store, array.shape.length, (coords) => joinPath(array.path, chunkTail(CHUNK_KEYS, coords))),
    defaultCodecs,
  };
}
