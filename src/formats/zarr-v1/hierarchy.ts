/** Zarr 1 as a dialect of documents: `meta` and `attrs` beside the chunks of one array; there are no groups. */
import { printJsonBytes } from "../../bytes/json/print.ts";
import { type Dialect, noConsolidation } from "../documents/dialect.ts";
import { checkLoneName, sortedAsBefore } from "../zarr-legacy/lone-array.ts";
import { chunkAccess } from "./chunk-key.ts";
import { defaultCodecs } from "./codecs.ts";
import { ATTRS, kindOf, META, parseNode, printNode, TITLE } from "./metadata.ts";

export const zarrV1Dialect: Dialect = {
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
  // New attributes have the order that they are given in.
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
