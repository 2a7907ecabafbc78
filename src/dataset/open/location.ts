/** Locations with what stores know nothing of: the names of formats, and the codecs that archives need. */
import { knownFormats } from "../../formats/registry.ts";
import * as stores from "../../stores/location/location.ts";
import type { Location } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { storeDecoders } from "./store-decoders.ts";

/** Reads an address. Touches nothing: whether something is there shows when the store is used. */
export const parseLocation: typeof stores.parseLocation = (address, options) => {
  // Registering them, which happens when their list is first loaded, makes their names words of addresses.
  knownFormats();
  return stores.parseLocation(address, options);
};

/**
 * Opens the store at a location. Nothing is read from a server yet. Options in the location come before settings. A place
 * that is a file is a store of that one value.
 */
export function openLocation(
  location: Location,
  settings?: StoreSettings,
  decoders: stores.StoreDecoders = storeDecoders,
): Promise<Store> {
  return stores.openLocation(location, settings, decoders);
}
