/** The draft of Zarr v3 as a dialect of document trees: a metadata document a node, its attributes in one beside it. */
import { printJsonBytes } from "../../bytes/json/print.ts";
import { HyperslabError } from "../../errors.ts";
import { type Dialect, noConsolidation } from "../documents/dialect.ts";
import { chunksBelow } from "../spelling/chunk-tail.ts";
import { ARRAY, ATTRIBUTES, GROUP, kindOf, parseNode, printNode, TITLE } from "./metadata.ts";

export const zarrV3DraftDialect: Dialect = {
  format: "zarr3-draft",
  title: TITLE,
  rounds: [[ARRAY, ATTRIBUTES], [GROUP]],
  markers: [ARRAY, GROUP],
  consolidation: noConsolidation(GROUP, TITLE),
  historic: true,
  kindOf,
  parse: parseNode,
  print: printNode,
  bytesOf: (_, document, __, options) => printJsonBytes(document, "zarr-python-3", options),
  checkName,
  mayBeNode: (name) => NAME.test(name),
  chunks: (store, array) => chunksBelow(store, array),
  defaultCodecs: () => [{ name: "zstd", configuration: { level: 0, checksum: false } }],
};

/** The draft asks for ASCII; a dot in front is left to documents. */
const NAME = /^(?!\.)[A-Za-z0-9_.-]{1,255}$/;

function checkName(name: string): void {
  if (NAME.test(name)) return;
  throw new HyperslabError("invalid-request", `the node name ${JSON.stringify(name)} is not valid in ${TITLE}`, {
    hint: "Names have 1 to 255 of the characters A-Z, a-z, 0-9, hyphen, underscore and dot, and no dot in front.",
  });
}
