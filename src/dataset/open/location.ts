/** Locations, extended by what stores do not know: the names of formats, and the codecs that archives need. */
import { knownFormats } from "../../formats/registry.ts";
import type { ParseOptions } from "../../stores/location/grammar.ts";
import {
  openLocation as openInStores,
  parseLocation as parseInStores,
  type StoreDecoders,
} from "../../stores/location/location.ts";
import type { Location } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { storeDecoders } from "./store-decoders.ts";

/** Parses an address. Nothing is opened, so a missing target is only noticed when the store is used. */
export function parseLocation(address: string | URL, options?: ParseOptions): Location {
  // Loading the registry adds the names of formats to the words of addresses.
  knownFormats();
  return parseInStores(address, options);
}

/**
 * Opens the store at a location. Nothing is read from a server yet. Options in the location take precedence over
 * settings. If the place is a file, the store holds that single value.
 */
export function openLocation(
  location: Location,
  settings?: StoreSettings,
  decoders: StoreDecoders = storeDecoders,
): Promise<Store> {
  return openInStores(location, settings, decoders);
}
