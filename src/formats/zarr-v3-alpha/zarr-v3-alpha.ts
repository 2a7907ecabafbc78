/** The alpha of Zarr v3 (2020 to 2022), for the registry: read only. */
import { atPlace } from "../../errors.ts";
import { normalizePath } from "../documents/node-path.ts";
import type { Format } from "../format.ts";
import { noteList } from "../notes.ts";
import { readBlock } from "./consolidated.ts";
import { readEntryPoint } from "./entry-point.ts";
import { alphaHierarchy } from "./hierarchy.ts";

export const zarrV3Alpha: Format = {
  open: async ({ store, path }, options) => {
    const at = normalizePath(path);
    const notes = noteList();
    try {
      const entryPoint = await readEntryPoint(store, notes, options);
      if (entryPoint === undefined) return undefined;
      const block = options?.consolidated === false ? undefined : await readBlock(store, notes, options);
      const hierarchy = alphaHierarchy({ store, entryPoint, notes, block });
      const node = await hierarchy.readNode(at, { signal: options?.signal });
      return node === undefined ? undefined : { hierarchy, node };
    } catch (error) {
      throw atPlace(error, { location: store.location, node: at });
    }
  },
};
