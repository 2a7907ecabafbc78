/** Zarr v2 as a dialect of document trees: `.zarray` or `.zgroup` and `.zattrs` a node, chunks beside them. */
import { printJsonBytes } from "../../bytes/json/print.ts";
import { HyperslabError } from "../../errors.ts";
import type { Dialect } from "../documents/dialect.ts";
import { joinPath } from "../documents/node-path.ts";
import { chunkAccess, SEPARATOR } from "./chunk-key.ts";
import { consolidation, ZMETADATA } from "./consolidated.ts";
import { kindOf, parseNode, printNode, ZARRAY, ZATTRS, ZGROUP } from "./metadata.ts";

export const zarrV2Dialect: Dialect = {
  format: "zarr2",
  title: "Zarr v2",
  rounds: [[ZARRAY, ZATTRS], [ZGROUP]],
  markers: [ZARRAY, ZGROUP],
  consolidation,
  kindOf,
  parse: parseNode,
  print: printNode,
  // zarr-python sorts all names; attributes, and documents that are rewritten, keep the order that they have.
  bytesOf: (name, document, fresh, options) => {
    return printJsonBytes(document, "zarr-python-2", { ...options, sorted: fresh && name !== ZATTRS });
  },
  checkName,
  mayBeNode: () => true,
  chunks: (store, array) => {
    const document = array.origin?.documents.get(joinPath(array.path, ZARRAY));
    return chunkAccess(store, array, document === undefined || document.members.has(SEPARATOR));
  },
};

const RESERVED: readonly string[] = [ZARRAY, ZGROUP, ZATTRS, ZMETADATA];

function checkName(name: string): void {
  if (!RESERVED.includes(name) && !name.includes("\0") && !name.includes("\\")) return;
  throw new HyperslabError("invalid-request", `the node name ${JSON.stringify(name)} is reserved or holds \\ or NUL`, {
    hint: "Names of letters, digits, hyphen, underscore and dot are safe everywhere.",
  });
}
