/** The first draft of Zarr v3 (May 2019), for the registry. */

import { jsonArray, jsonObject, jsonString } from "../../bytes/json/make.ts";
import { printJsonBytes } from "../../bytes/json/print.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { chunksBelow } from "../documents/chunk-access.ts";
import { type Dialect, noConsolidation } from "../documents/dialect.ts";
import { getDocument, setDocument, webPageError } from "../documents/document.ts";
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import type { Format, FormatNote, Hierarchy } from "../format.ts";
import { NO_NOTES, noteList } from "../notes.ts";
import { DRAFT_URI, ENTRY_POINT, entryPointKind } from "../spelling/members.ts";
import { checkExtensions } from "../zarr-v3/extension.ts";
import { ARRAY, ATTRIBUTES, GROUP, kindOf, parseNode, printNode, TITLE } from "./metadata.ts";

export const zarrV3Draft: Format = {
  open: async ({ store, path }, options) => {
    const notes = noteList();
    const entryPoint = await getDocument(store, ENTRY_POINT, notes, options);
    if (entryPoint === "web page") {
      if (options?.onWebPage === undefined) throw webPageError(store, ENTRY_POINT);
      options.onWebPage(ENTRY_POINT);
    }
    if (typeof entryPoint === "string" || entryPointKind(entryPoint.node) !== "draft") return undefined;
    try {
      checkExtensions(entryPoint.get("extensions"), notes);
    } catch (error) {
      throw atPlace(error, { location: store.location });
    }
    const opened = await openDocuments(zarrV3DraftDialect, store, path, options);
    return opened && { node: opened.node, hierarchy: withEntryPoint(opened.hierarchy, notes.notes) };
  },
  create: (store) => withEntryPoint(createDocuments(zarrV3DraftDialect, store)),
};

/** The draft of Zarr v3 as a dialect of document trees: a metadata document per node, its attributes in one beside it. */
const zarrV3DraftDialect: Dialect = {
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

/** The draft requires ASCII; a leading dot is reserved for documents. */
const NAME = /^(?!\.)[A-Za-z0-9_.-]{1,255}$/;

function checkName(name: string): void {
  if (NAME.test(name)) return;
  throw new HyperslabError("invalid-request", `the node name ${JSON.stringify(name)} is not valid in ${TITLE}`, {
    hint: "Names have 1 to 255 of the characters A-Z, a-z, 0-9, hyphen, underscore and dot, and no dot in front.",
  });
}

// The entry point of a hierarchy of the draft: one document at the root of the store that names the protocol and its
// extensions. It is written with the first node.

/** The hierarchy, which gets an entry point with its first node; `notes` are those of the entry point. */
function withEntryPoint(inner: Hierarchy, notes: readonly FormatNote[] = []): Hierarchy {
  const { store } = inner;
  return {
    format: inner.format,
    title: inner.title,
    historic: inner.historic === true,
    store,
    canConsolidate: inner.canConsolidate === true,
    get consolidated() {
      return inner.consolidated;
    },
    get notes() {
      return [...notes, ...inner.notes];
    },
    addNote: (note) => inner.addNote?.(note),
    readNode: (path, options) => inner.readNode(path, options),
    listChildren: (path, options) => inner.listChildren(path, options),
    chunks: (array) => inner.chunks(array),
    defaultCodecs: (dataType) => inner.defaultCodecs?.(dataType),
    normalize: (node) => inner.normalize!(node),
    writeNode: async (node, options) => {
      // A node that cannot be written must leave no trace.
      inner.normalize!(node);
      await ensureEntryPoint(store, options);
      return inner.writeNode!(node, options);
    },
    deleteNode: (path, options) => inner.deleteNode!(path, options),
    renameNode: (from, to, options) => inner.renameNode!(from, to, options),
    exclusively: (run, options) => inner.exclusively!(run, options),
    consolidate: (options) => inner.consolidate!(options),
  };
}

async function ensureEntryPoint(store: Store, options?: StoreOptions): Promise<void> {
  const present = await getDocument(store, ENTRY_POINT, NO_NOTES, options);
  if (typeof present !== "string") {
    if (entryPointKind(present.node) === "draft") return;
    throw new HyperslabError("exists", "there is a hierarchy of another format already", {
      location: store.location,
      key: ENTRY_POINT,
    });
  }
  const document = jsonObject([
    ["zarr_format", jsonString(DRAFT_URI)],
    ["extensions", jsonArray([])],
  ]);
  await setDocument(store, ENTRY_POINT, printJsonBytes(document, "zarr-python-3"), options);
}
