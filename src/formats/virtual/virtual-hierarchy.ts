/** A virtual dataset as a hierarchy: its nodes are in memory, its chunks wherever the references lead. */
import type { ArrayNode, Node } from "../../model/node.ts";
import type { SpacedChunks } from "../../model/virtual/pending-chunks.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import type { Store } from "../../stores/store.ts";
import { storeChunkAccess } from "../documents/chunk-access.ts";
import { joinPath, normalizePath, parentPath } from "../documents/node-path.ts";
import type { FormatNote, Hierarchy, MaskPlace } from "../format.ts";
import { noteList } from "../notes.ts";
import { largerChunks } from "./spaced-chunks.ts";

export interface VirtualHierarchyOptions {
  /** `netcdf3` */
  readonly format: string;
  /** `netCDF-3` */
  readonly title: string;
  /** Values by chunk key. */
  readonly store: Store;
  /** Where xarray and netCDF look for the mask of an array. */
  readonly masks?: MaskPlace | undefined;
  /** Arrays whose chunks the store also serves in spans, by path. */
  readonly spaced?: ReadonlyMap<string, SpacedChunks> | undefined;
}

export function virtualHierarchy(dataset: VirtualDataset, options: VirtualHierarchyOptions): Hierarchy {
  const { format, title, store, masks, spaced } = options;
  const children = childrenOf(dataset);
  const { notes, addNote } = noteList();
  for (const { path, message } of dataset.notes) addNote(noteAt(path, message));
  return {
    format,
    title: dataset.title ?? title,
    store,
    masks,
    virtual: dataset,
    netcdfKind: dataset.netcdfKind,
    consolidated: false,
    declaresDimensions: [...dataset.nodes.values()].some(
      (node) => node.kind === "group" && node.dimensions !== undefined,
    ),
    notes,
    addNote,
    readNode: async (path) => dataset.nodes.get(normalizePath(path)),
    listChildren: async (path) => children.get(normalizePath(path)) ?? [],
    chunks: (array: ArrayNode) => {
      const access = storeChunkAccess(store, array.shape.length, chunkKeyOf(array.path));
      const chunks = spaced?.get(array.path);
      const larger = chunks && largerChunks(store, array, chunks);
      return larger === undefined ? access : { ...access, larger };
    },
  };
}

function noteAt(path: string, message: string): FormatNote {
  return { key: path, message };
}

/** The same keys as those made by `chunkKeys`, as text. */
function chunkKeyOf(path: string): (coords: readonly number[]) => string {
  return (coords) => joinPath(path, coords.length === 0 ? "0" : coords.join("."));
}

function childrenOf({ nodes }: VirtualDataset): ReadonlyMap<string, readonly Node[]> {
  const children = new Map<string, Node[]>();
  for (const [path, node] of nodes) {
    const parent = parentPath(path);
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [node]);
    else siblings.push(node);
  }
  return children;
}
