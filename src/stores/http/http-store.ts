/** The files of a server as a store: plain requests, and wrapped with retries, limits, caches and merged reads. */

import { isHyperslabError } from "../../errors.ts";
import { forbiddenWatchers } from "../forbidden-watch.ts";
import type { DirectoryListing, Store } from "../store.ts";
import { checkPrefix } from "../store-key.ts";
import { type NetworkOptions, withNetwork } from "../wrappers/with-network.ts";
import { parseIndex } from "./directory-index.ts";
import { httpAddress } from "./http-address.ts";
import { type HttpClient, type HttpClientOptions, httpClient } from "./http-client.ts";
import { httpError } from "./http-error.ts";
import { ObjectReader } from "./object-reader.ts";
import { objectReads, READER_NOTES } from "./object-reads.ts";
import { placeOf } from "./object-request.ts";
import { sharedTransport, type TransportOptions } from "./transport/shared-transport.ts";
import type { HttpTransport, ResponseHead } from "./transport/transport.ts";

/** Options of `httpStore` and `httpSource`. */
export interface HttpStoreOptions extends PlainHttpStoreOptions, NetworkOptions {}

/** `https://host/data.zarr`: keys are paths below it. Nothing is requested until something is read. */
export function httpStore(url: string | URL, options: HttpStoreOptions = {}): Store {
  const store = plainHttpStore(url, options);
  // The query of an address may select other data.
  return withNetwork(store, options, { host: new URL(store.location).origin, identity: String(url) });
}

/** Something that the server cannot do, and what is done instead. */
export interface HttpNote {
  /** What the server cannot do. */
  readonly kind: "no-suffixes" | "no-ranges" | "forbidden-is-missing";
  /** The same, as a sentence. */
  readonly message: string;
  /** The path or URL, without secrets. */
  readonly location: string;
}

/** Options for talking to one server. */
export interface PlainHttpStoreOptions extends HttpClientOptions, TransportOptions {
  /** The largest object that is fetched whole where the server cannot send parts; default 256 MiB; 0 for none. */
  readonly wholeObjectLimit?: number | undefined;
  /** False: parts are not checked to be of one version of their object, for clusters whose ETags differ. */
  readonly checkChanges?: boolean | undefined;
  /** Called once for each thing that the server cannot do. */
  readonly onNote?: ((note: HttpNote) => void) | undefined;
  /** Instead of the platform's. */
  readonly transport?: HttpTransport | undefined;
}

const messages: Readonly<Record<HttpNote["kind"], string>> = {
  ...READER_NOTES,
  "forbidden-is-missing":
    "keys that the server forbids (403) are treated as absent, because it answers so for missing keys",
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
  const directories = new DirectoryLister(client);
  return {
    location,
    ...objectReads(objects, location, options.checkChanges),
    watchForbidden: watchers.watch,
    listDirectory: async (prefix, { signal } = {}) => {
      signal?.throwIfAborted();
      checkPrefix(prefix);
      return directories.list(prefix, signal);
    },
  };
}

/** Some hundred thousand entries. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Listing by index pages. A missing index proves absence only if the server has sent other indexes. */
class DirectoryLister {
  readonly #client: HttpClient;
  /** Has any directory of this server had an index? */
  #givesIndexes = false;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  async list(prefix: string, signal: AbortSignal | undefined): Promise<DirectoryListing> {
    const listing = await this.#index(prefix, signal);
    if (listing === "absent" && !this.#givesIndexes && prefix !== "") await this.#index("", signal);
    if (listing !== "absent") return listing;
    if (!this.#givesIndexes) throw httpError("no-index", placeOf(this.#client, prefix), { status: 404 });
    return { keys: [], prefixes: [] };
  }

  async #index(prefix: string, signal: AbortSignal | undefined): Promise<DirectoryListing | "absent"> {
    const client = this.#client;
    const place = placeOf(client, prefix);
    const headers = { accept: "application/json, text/html;q=0.9" };
    const take = (head: ResponseHead): number | undefined => (head.status === 200 ? MOST_BYTES : undefined);
    const url = client.address.directoryUrl(prefix);
    const answer = await client.send({ method: "GET", url, headers, place, signal, take }).catch((error: unknown) => {
      if (isHyperslabError(error) && error.request?.kind === "forbidden")
        throw httpError("no-index", place, { status: 403 });
      throw error;
    });
    if (answer.status === 404 || answer.status === 410) return "absent";
    const listing = parseIndex(answer.body, answer.header("content-type") ?? "", answer.url);
    if (listing === undefined) throw httpError("no-index", place, { status: answer.status });
    this.#givesIndexes = true;
    return listing;
  }
}
