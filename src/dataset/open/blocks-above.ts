/** Consolidated metadata above a place on a server, which becomes stale when a node there changes. */
import { detectFormat } from "../../formats/detect.ts";
import type { DropAbove } from "../../formats/format.ts";
import { type LocationBase, storePart } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { joinKey } from "../../stores/store-key.ts";
import type { Address } from "./address.ts";
import { aboveRemote, climb, saysS3 } from "./enclosing.ts";
import { openLocation } from "./location.ts";

const NOTHING: DropAbove = async () => [];

/**
 * Finds the hierarchy around an address, and returns a function that removes the metadata between its root and the
 * address.
 */
export async function blocksAbove({ location }: Address, settings: StoreSettings | undefined): Promise<DropAbove> {
  if (location === undefined || storePart(location).steps.length > 0) return NOTHING;
  const storeAt = (base: LocationBase) => openLocation({ ...location, base, steps: [] }, settings);
  const { root, path } = await climb(location.base, (at) => aboveRemote(at, saysS3(location)), storeAt, true);
  if (path === "") return NOTHING;
  const store = await storeAt(root);
  const hierarchy = (await detectFormat(store, "", { consolidated: false }))?.hierarchy;
  const groups = path.split("/").map((_, level, names) => names.slice(0, level).join("/"));
  return async (options) => {
    const keys = (await hierarchy?.dropConsolidated?.(groups, options)) ?? [];
    return keys.map((key) => joinKey(store.location, key));
  };
}
