/** The files of a server as a store: plain requests, and wrapped with retries, limits, caches and merged reads. */

import { forbiddenWatchers } from "../forbidden-watch.ts";
import type { Store } from "../store.ts";
import { checkPrefix } from "../store-key.ts";
import { type NetworkOptions, withNetwork } from "../wrappers/with-network.ts";
import type { DirectoryLister } from "./directory-lister.ts";
import { httpAddress } from "./http-address.ts";
import { type HttpClientOptions, httpClient } from "./http-client.ts";
import { ObjectReader } from "./object-reader.ts";
import { objectReads, READER_NOTES } from "./object-reads.ts";
import { sharedTransport, type TransportOptions } from "./transport/shared-transport.ts";
import type { HttpTransport } from "./transport/transport.ts";

/** Options of `httpStore` and `httpSource`. */
export interface HttpStoreOptions extends PlainHttpStoreOptions, NetworkOptions {}

/** `https://host/data.zarr`: keys are paths below it. Nothing is requested until something is read. */
export function httpStore(url: string | URL, options: HttpStoreOptions = {}): Store {
  const store = plainHttpStore(url, options);
  // The query of an address may select different data.
  return withNetwork(store, options, { host: new URL(store.location).origin, identity: String(url) });
}

/** Something that the server cannot do, and what is done instead. */
export interface HttpNote {
  /** What the server cannot do. */
  readonly kind: "no-suffixes" | "no-ranges" | "forbidden-is-missing";
  /** The same as a sentence. */
  readonly message: string;
  /** The URL, without secrets. */
  readonly location: string;
}

/** Options for talking to one server. */
export interface PlainHttpStoreOptions extends HttpClientOptions, TransportOptions {
  /** The largest object that is fetched whole if the server cannot send parts; default 256 MiB; 0 for none. */
  readonly wholeObjectLimit?: number | undefined;
  /** If false, parts are not checked to be of one version of their object, for clusters whose ETags differ. */
  readonly checkChanges?: boolean | undefined;
  /** Called once per thing that the server cannot do. */
  readonly onNote?: ((note: HttpNote) => void) | undefined;
  /** Replaces the platform's transport. */
  readonly transport?: HttpTransport | undefined;
}

const messages: Readonly<Record<HttpNote["kind"], string>> = {
  ...READER_NOTES,
  "forbidden-is-missing":
    "keys that the server forbids (403) are treated as absent, because it gives the same answer for missing keys",
};

/** `https://host/data.zarr`: keys are paths below it. */
export function plainHttpStore(url: string | URL, options: PlainHttpStoreOptions = {}): Store {
  const address = httpAddress(String(url));
  const { location } = address;
  const told = new Set<HttpNote["kind"]>();
  const note = (kind: HttpNote["kind"]): void => {
    if (told.has(kind)) return;
    told.add(kind);
    options.onNote?.({ kind, message: messages[kind], location });
  };
  const watchers = forbiddenWatchers();
  let transport: Promise<HttpTransport> | undefined;
  const client = httpClient(
    address,
    () =>
      (transport ??= options.transport === undefined ? sharedTransport(options) : Promise.resolve(options.transport)),
    options,
    {
      forbiddenIsMissing: (key) => {
        note("forbidden-is-missing");
        watchers.tell(key);
      },
    },
  );
  const objects = new ObjectReader(client, { wholeObjectLimit: options.wholeObjectLimit, note });
  let directories: Promise<DirectoryLister> | undefined;
  return {
    location,
    ...objectReads(objects, location, options.checkChanges),
    watchForbidden: watchers.watch,
    listDirectory: async (prefix, { signal } = {}) => {
      signal?.throwIfAborted();
      checkPrefix(prefix);
      directories ??= import("./directory-lister.ts").then((module) => new module.DirectoryLister(client));
      return (await directories).list(prefix, signal);
    },
  };
}
