/** A server's files as a store that can be read: one request for each question, no retries, no limits. */
import { checkRange } from "../byte-request.ts";
import type { Store } from "../store.ts";
import { checkKey, checkPrefix } from "../store-key.ts";
import { httpAddress } from "./http-address.ts";
import { type HttpClientOptions, httpClient } from "./http-client.ts";
import { DirectoryLister } from "./list-directory.ts";
import { ObjectReader } from "./object-reader.ts";
import { sharedTransport, type TransportOptions } from "./shared-transport.ts";
import type { HttpTransport } from "./transport.ts";

/** Something that the server cannot do, and what is done instead. */
export interface HttpNote {
  readonly kind: "no-suffixes" | "no-ranges" | "forbidden-is-missing";
  readonly message: string;
  readonly location: string;
}

export interface PlainHttpStoreOptions extends HttpClientOptions, TransportOptions {
  /** The largest object that is fetched whole where the server cannot send parts; default 256 MiB, 0: none. */
  readonly wholeObjectLimit?: number | undefined;
  /** False: parts are not checked to be of one version of their object, for clusters whose ETags differ. */
  readonly checkChanges?: boolean | undefined;
  /** Called once for each thing that the server cannot do. */
  readonly onNote?: ((note: HttpNote) => void) | undefined;
  /** In place of the platform's. */
  readonly transport?: HttpTransport | undefined;
}

const WHOLE_OBJECT_LIMIT = 256 * 1024 * 1024;

const messages: Readonly<Record<HttpNote["kind"], string>> = {
  "no-suffixes": "the server cannot send the last bytes of an object; its size is asked for first",
  "no-ranges": "the server cannot send parts of objects; they are fetched whole",
  "forbidden-is-missing": "the server says 403 Forbidden of what does not exist; such keys are taken for absent",
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
  let transport: Promise<HttpTransport> | undefined;
  const client = httpClient(
    address,
    () =>
      (transport ??= options.transport === undefined ? sharedTransport(options) : Promise.resolve(options.transport)),
    options,
    { forbiddenIsMissing: () => note("forbidden-is-missing") },
  );
  const objects = new ObjectReader(client, {
    wholeObjectLimit: options.wholeObjectLimit ?? WHOLE_OBJECT_LIMIT,
    note,
  });
  const directories = new DirectoryLister(client);
  return {
    location,
    get: async (key, { signal, range, version } = {}) => {
      signal?.throwIfAborted();
      checkKey(key);
      checkRange(range, { location, key });
      const read = { signal, version: options.checkChanges === false ? undefined : version };
      return range === undefined ? objects.whole(key, read) : objects.part(key, range, read);
    },
    head: async (key, { signal } = {}) => {
      signal?.throwIfAborted();
      checkKey(key);
      return objects.info(key, { signal });
    },
    listDirectory: async (prefix, { signal } = {}) => {
      signal?.throwIfAborted();
      checkPrefix(prefix);
      return directories.list(prefix, signal);
    },
  };
}
