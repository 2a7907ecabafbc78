/** The format Bloscpack (versions 1 to 3), for the registry: one file, one array. What is written is version 3. */
import type { Format } from "../format.ts";
import { normalizePath } from "../node-path.ts";
import { BloscpackHierarchy, TITLE } from "./hierarchy.ts";

export const bloscpack: Format = {
  name: "bloscpack",
  title: TITLE,
  open: async (store, path, options) => {
    const hierarchy = new BloscpackHierarchy(store);
    const node = await hierarchy.readNode(normalizePath(path), { signal: options?.signal });
    return node === undefined ? undefined : { hierarchy, node };
  },
  create: (store) => new BloscpackHierarchy(store),
};
