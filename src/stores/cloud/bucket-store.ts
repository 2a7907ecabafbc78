/**
 * Public objects of a cloud over plain HTTPS: values are read like files of a server, listings through the provider's
 * own API. Requests are made, merged, limited and retried as for any server.
 */
import { type HttpStoreOptions, httpStore } from "../http/http-store.ts";
import type { StoreSettings } from "../location/settings.ts";
import type { Store } from "../store.ts";
import { bucketListing, type PageRequest, type ReadPage } from "./bucket-listing.ts";

export interface BucketSite {
  /** What messages call the store. */
  readonly location: string;
  /** The server, without a trailing slash. */
  readonly endpoint: string;
  /** The URL that keys of the store are appended to. */
  readonly objects: string;
  /** Where keys of the store begin in the bucket. */
  readonly root: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reads one listing: the bytes at a URL, undefined if nothing is there. */
export type Fetch = (url: URL, request: PageRequest) => Promise<Uint8Array | undefined>;

/** Extended by how requests are sent, in place of the platform's transport. */
export type CloudSettings = StoreSettings & Pick<HttpStoreOptions, "transport">;

export function bucketStore(site: BucketSite, settings: CloudSettings, pagesBy: (fetch: Fetch) => ReadPage): Store {
  const { forbidden, onNote, onRequest, transport, cacheDirectory } = settings;
  const options: HttpStoreOptions = {
    headers: { ...site.headers, ...settings.headers },
    onNote: onNote && (({ message }) => onNote(message)),
    onRequest,
    transport,
  };
  const cache = cacheDirectory === undefined ? undefined : { directory: cacheDirectory };
  const fetch: Fetch = async (url, { signal }) => {
    const cut = url.pathname.lastIndexOf("/");
    const name = decodeURIComponent(url.pathname.slice(cut + 1));
    const folder = new URL(url);
    folder.pathname = url.pathname.slice(0, cut + 1);
    return httpStore(folder, options).get(name, { signal });
  };
  return {
    ...httpStore(site.objects, { ...options, forbidden, cache }),
    location: site.location,
    ...bucketListing(pagesBy(fetch), site.root, site.location),
  };
}
