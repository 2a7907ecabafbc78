/**
 * The entry point of a hierarchy of the draft: one document at the root of the store that names the protocol and its
 * extensions. It is written with the first node.
 */
import { jsonArray, jsonObject, jsonString } from "../../bytes/json/make.ts";
import { printJsonBytes } from "../../bytes/json/print.ts";
import { HyperslabError } from "../../errors.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { getDocument, setDocument } from "../documents/document.ts";
import type { FormatNote, Hierarchy } from "../format.ts";
import { NO_NOTES } from "../notes.ts";
import { DRAFT_URI, ENTRY_POINT, entryPointKind } from "../spelling/zarr-version.ts";

/** The hierarchy, with an entry point from the first node on; `notes` are those of the entry point. */
export function withEntryPoint(inner: Hierarchy, notes: readonly FormatNote[] = []): Hierarchy {
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
      // What cannot be written leaves no trace.
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
