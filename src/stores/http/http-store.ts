/** A server's files as a store, with what the network calls for. */
import type { Store } from "../store.ts";
import { type NetworkOptions, withNetwork } from "../wrappers/with-network.ts";
import { type PlainHttpStoreOptions, plainHttpStore } from "./plain-http-store.ts";

/** Options of `httpStore` and `httpSource`. */
export interface HttpStoreOptions extends PlainHttpStoreOptions, NetworkOptions {}

/** `https://host/data.zarr`: keys are paths below it. Nothing is requested until something is read. */
export function httpStore(url: string | URL, options: HttpStoreOptions = {}): Store {
  const store = plainHttpStore(url, options);
  // A query may choose what is behind an address.
  return withNetwork(store, options, { host: new URL(store.location).origin, identity: String(url) });
}
