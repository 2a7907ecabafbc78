/** The format Zarr v3, for the registry. */
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import type { Format } from "../format.ts";
import { zarrV3Dialect } from "./hierarchy.ts";

export const zarrV3: Format = {
  open: ({ store, path }, options) => openDocuments(zarrV3Dialect, store, path, options),
  create: (store) => createDocuments(zarrV3Dialect, store),
};
