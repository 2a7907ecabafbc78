/** Zarr v3 as a dialect of document trees: one `zarr.json` a node, chunks below the array's path. */
import { printJsonBytes } from "../../bytes/json/print.ts";
import { HyperslabError } from "../../errors.ts";
import type { Dialect } from "../documents/dialect.ts";
import { chunksBelow } from "../spelling/chunk-tail.ts";
import { consolidation } from "./consolidated.ts";
import { kindOf, parseNode, printNode, ZARR_JSON } from "./metadata.ts";

export const zarrV3Dialect: Dialect = {
  format: "zarr3",
  title: "Zarr v3",
  rounds: [[ZARR_JSON]],
  markers: [ZARR_JSON],
  consolidation,
  kindOf,
  parse: parseNode,
  print: printNode,
  bytesOf: (_, document, __, options) => printJsonBytes(document, "zarr-python-3", options),
  checkName,
  mayBeNode: (name) => !name.startsWith("__"),
  chunks: (store, array) => chunksBelow(store, array),
};

/** The rules of the specification for node names; `/` cannot occur in one. */
function checkName(name: string): void {
  const problem = nameProblem(name);
  if (problem === undefined) return;
  throw new HyperslabError("invalid-request", `the node name ${JSON.stringify(name)} ${problem}`, {
    hint: "Names of letters, digits, hyphen, underscore and dot are safe everywhere.",
  });
}

function nameProblem(name: string): string | undefined {
  if (/^\.*$/.test(name)) return "holds nothing but dots";
  if (name.startsWith("__")) return "begins with two underscores, which are reserved";
  if (name === ZARR_JSON) return "is that of the metadata document";
  return name.includes("\0") ? "holds a NUL character" : undefined;
}
