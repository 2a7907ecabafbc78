/** Locations with what stores know nothing of: the names of formats, and the codecs that archives need. */
import { knownFormats } from "../../formats/registry.ts";
import {
  openLocation as openInStores,
  parseLocation as parseInStores,
  type StoreDecoders,
} from "../../stores/location/location.ts";
import type { ParseOptions } from "../../stores/location/parse.ts";
import type { Location } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { storeDecoders } from "./store-decoders.ts";

/** Reads an address. Nothing is opened: whether something is there shows when the store is used. */
export function parseLocation(address: string | URL, options?: ParseOptions): Location {
  // Loading the registry makes the names of formats words of addresses.
  knownFormats();
  return parseInStores(address, options);
}

/**
 * Opens the store at a location. Nothing is read from a server yet. Options in the location come before settings. A place
 * that is a file is a store of that one value.
 */
export function openLocation(
  location: Location,
  settings?: StoreSettings,
  decoders: StoreDecoders = storeDecoders,
): Promise<Store> {
  return openInStores(location, settings, decoders);
}
