/** A virtual dataset as an open group, with chunks read from the files it refers to. */

import { HyperslabError } from "../../errors.ts";
import type { OpenedSource } from "../../formats/format.ts";
import { virtualHierarchy } from "../../formats/virtual/virtual-hierarchy.ts";
import { virtualStore } from "../../formats/virtual/virtual-store.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { filePlace } from "../../stores/place.ts";
import { resolveAddress } from "../open/address.ts";
import { type Group, openNode } from "../tree/group.ts";

export interface OpenVirtualOptions {
  /** Its name in messages. */
  readonly location: string;
  /** How the files are reached. */
  readonly store?: StoreSettings | undefined;
  /** Opens a file that the caller did not name, by its address; returns undefined if the caller named it. */
  readonly openOther?: ((address: string) => Promise<OpenedSource> | undefined) | undefined;
}

/** Datasets created in this process are numbered to keep their cache names apart. */
let made = 0;

/**
 * The files were named by the caller, so each of them is allowed. Files that they refer to are opened by `openOther`.
 */
export function openVirtual(dataset: VirtualDataset, options: OpenVirtualOptions): Group {
  const { location, store: settings, openOther } = options;
  made += 1;
  const store = virtualStore(dataset.references, {
    location,
    place: `virtual ${made}`,
    prefixes: dataset.prefixes,
    openSource: async (address) => openOther?.(address) ?? openFile(address, settings),
  });
  const hierarchy = virtualHierarchy(dataset, {
    format: "virtual",
    title: "Virtual dataset",
    store,
    masks: "typed-attribute",
  });
  const root = openNode(hierarchy, dataset.nodes.get("")!);
  if (root.kind === "group") return root;
  throw new HyperslabError("invalid-request", "a virtual dataset has a group at its root", { location });
}

/** Opens a file that the caller named. */
export async function openFile(address: string, settings: StoreSettings | undefined): Promise<OpenedSource> {
  const { store, path } = await resolveAddress(address, "", settings);
  const key = store.object ?? path;
  const local = store.locate?.(key);
  return { ...filePlace(store, key, "").source, ...(local === undefined ? {} : { path: local }) };
}
