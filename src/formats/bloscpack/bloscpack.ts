/**
 * The format Bloscpack, for the registry: one file, one array. Elements of fixed size are versions 1 to 3 of the format,
 * of which 3 is written; variable-length ones are objects of the proposed layout.
 */
import { normalizePath } from "../documents/node-path.ts";
import type { Format } from "../format.ts";
import { BloscpackHierarchy } from "./hierarchy.ts";

export const bloscpack: Format = {
  open: async ({ store, path }, options) => {
    const hierarchy = new BloscpackHierarchy(store);
    const node = await hierarchy.readNode(normalizePath(path), { signal: options?.signal });
    return node === undefined ? undefined : { hierarchy, node };
  },
  create: (store) => new BloscpackHierarchy(store),
};
