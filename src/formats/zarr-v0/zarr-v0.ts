/** The format Zarr 0 (releases 0.3 and 0.4), for the registry. What is written is 0.4. */
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import type { Format } from "../format.ts";
import { zarrV0Dialect } from "./hierarchy.ts";

export const zarrV0: Format = {
  open: ({ store, path }, options) => openDocuments(zarrV0Dialect(), store, path, options),
  create: (store) => createDocuments(zarrV0Dialect(), store),
};
