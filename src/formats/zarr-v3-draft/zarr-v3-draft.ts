/** The first draft of Zarr v3 (May 2019), for the registry. */
import { atPlace } from "../../errors.ts";
import { getDocument, webPageError } from "../documents/document.ts";
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import type { Format } from "../format.ts";
import { noteList } from "../notes.ts";
import { ENTRY_POINT, entryPointKind } from "../spelling/zarr-version.ts";
import { checkExtensions } from "../zarr-v3/extension.ts";
import { withEntryPoint } from "./entry-point.ts";
import { zarrV3DraftDialect } from "./hierarchy.ts";

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
