/** A format of directories that a stranger might add: nodes of Zarr v3 whose documents are called `toy.json`. */
import { printJsonBytes } from "../../../src/bytes/json/print.ts";
import { type Dialect, type NodeDocuments, noConsolidation } from "../../../src/formats/documents/dialect.ts";
import { createDocuments, openDocuments } from "../../../src/formats/documents/document-hierarchy.ts";
import { zarrV3Dialect } from "../../../src/formats/zarr-v3/zarr-v3.ts";
import type { FormatDescriptor } from "../../../src/index.ts";

const DOCUMENT = "toy.json";

function asZarr(documents: NodeDocuments): NodeDocuments {
  const document = documents.get(DOCUMENT);
  return new Map(document === undefined ? [] : [["zarr.json", document]]);
}

const dialect: Dialect = {
  ...zarrV3Dialect,
  format: "toy",
  title: "Toy tree",
  rounds: [[DOCUMENT]],
  markers: [DOCUMENT],
  consolidation: noConsolidation(DOCUMENT, "Toy tree"),
  kindOf: (documents) => zarrV3Dialect.kindOf(asZarr(documents)),
  parse: (path, documents, notes, above) => {
    const { origin: _, ...node } = zarrV3Dialect.parse(path, asZarr(documents), notes, above);
    return node;
  },
  print: (node) => new Map(Array.from(zarrV3Dialect.print(node).values(), (document) => [DOCUMENT, document])),
  bytesOf: (_, document, __, options) => printJsonBytes(document, "zarr-python-3", options),
};

export const toyDirectory: FormatDescriptor = {
  name: "toy",
  title: "Toy tree",
  aliases: ["toy-tree"],
  writes: "tree",
  directory: { node: [DOCUMENT], group: [DOCUMENT] },
  load: async () => ({
    open: ({ store, path }, options) => openDocuments(dialect, store, path, options),
    create: (store) => createDocuments(dialect, store),
  }),
};
