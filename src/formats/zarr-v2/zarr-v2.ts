/** The format Zarr v2, for the registry. */
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import type { Format } from "../format.ts";
import { zarrV2Dialect } from "./hierarchy.ts";

export const zarrV2: Format = {
  open: ({ store, path }, options) => openDocuments(zarrV2Dialect, store, path, options),
  create: (store) => createDocuments(zarrV2Dialect, store),
};
