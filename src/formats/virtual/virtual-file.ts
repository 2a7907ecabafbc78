/** A virtual dataset found in a file, opened as the hierarchy in that file. */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { OWN_FILE, type VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import type { FilePlace } from "../../stores/place.ts";
import { placeOf, type Store } from "../../stores/store.ts";
import { normalizePath } from "../documents/node-path.ts";
import type { Hierarchy, MaskPlace, OpenedNode, OpenedSource, OpenSource } from "../format.ts";
import { virtualHierarchy } from "./virtual-hierarchy.ts";
import { virtualStore } from "./virtual-store.ts";

export interface VirtualFileFacts {
  /** `netcdf3` */
  readonly name: string;
  /** `netCDF-3` */
  readonly title: string;
  /** Where xarray and netCDF look for the mask of an array. */
  readonly masks?: MaskPlace | undefined;
  /** Opens the targets of references other than the file itself. */
  readonly openSource?: OpenSource | undefined;
  /** Makes chunks readable that the codecs of their array cannot read in place. */
  readonly derive?: ((store: Store, dataset: VirtualDataset) => Promise<Store>) | undefined;
}

/** Files opened in this process are numbered to keep their cache names apart. */
let opened = 0;

/** Where a file is, for messages. */
export function filePlaceOf({ store, key }: FilePlace): ErrorPlace {
  return store.object === key ? { location: store.location } : { location: store.location, key };
}

/** The stored elements of arrays of types that groups define, without the values that they point to. */
function storedElements(dataset: VirtualDataset): VirtualDataset {
  const nodes = new Map(dataset.nodes);
  for (const [path, { stored }] of dataset.userArrays ?? []) nodes.set(path, stored);
  return { ...dataset, nodes, indirect: new Map() };
}

export async function openVirtualFile(
  place: FilePlace,
  dataset: VirtualDataset,
  facts: VirtualFileFacts,
): Promise<OpenedNode | undefined> {
  const { source, store, key } = place;
  const { name, title, masks, openSource, derive } = facts;
  opened += 1;
  const path = store.locate?.(key);
  const own: OpenedSource = { ...source, ...(path === undefined ? {} : { path }) };
  const found = virtualStore(dataset.references, {
    location: store.location,
    place: `${name} ${opened} ${placeOf(store)}/${key}`,
    prefixes: dataset.prefixes,
    pending: dataset.pending,
    spaced: dataset.spaced,
    openSource: async (url, given) => {
      if (url === OWN_FILE) return own;
      if (openSource !== undefined) return openSource(url, given);
      const what = `the file refers to ${url}, whose location is unknown`;
      throw new HyperslabError("unsupported", what, filePlaceOf(place));
    },
  });
  const hierarchyOf = async (shown: VirtualDataset): Promise<Hierarchy> => {
    const values = derive === undefined ? found : await derive(found, shown);
    return virtualHierarchy(shown, { format: name, title, masks, store: values, spaced: dataset.spaced });
  };
  const hasUserArrays = (dataset.userArrays?.size ?? 0) > 0;
  const hierarchy: Hierarchy = {
    ...(await hierarchyOf(dataset)),
    ...(hasUserArrays && { storedElements: () => hierarchyOf(storedElements(dataset)) }),
  };
  const node = await hierarchy.readNode(normalizePath(store.object === undefined ? "" : place.path));
  return node && { hierarchy, node };
}
