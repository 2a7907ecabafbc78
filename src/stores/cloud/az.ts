/**
 * Azure Blob Storage: `az://container@account/key`. Listings are XML (List Blobs), up to 5000 names per page:
 *
 *     <EnumerationResults><Blobs><Blob><Name>a/b</Name><Properties><Content-Length>12</Content-Length></Properties></Blob>
 *     <BlobPrefix><Name>a/c/</Name></BlobPrefix></Blobs><NextMarker>...</NextMarker></EnumerationResults>
 */
import { checkEndpoint } from "../location/settings.ts";
import { childrenOf, childText, parseXml, type XmlElement } from "../s3/xml.ts";
import type { Store } from "../store.ts";
import { type BucketObject, type BucketPage, badListing, type PageRequest } from "./bucket-listing.ts";
import { type BucketSite, bucketStore, type CloudSettings } from "./bucket-store.ts";

/** A place in an Azure container. */
export interface AzureTarget {
  /** The storage account. */
  readonly account: string;
  /** The container. */
  readonly container: string;
  /** Keys of the store lie below it; "" means the whole container. */
  readonly key: string;
}

/** Without it the service answers as in 2009, when it could not send parts. */
const VERSION = { "x-ms-version": "2021-12-02" };

/** Where each request goes. At an endpoint, the account is the first segment of the path. */
export function azSite({ account, container, key }: AzureTarget, settings: CloudSettings = {}): BucketSite {
  const own = `https://${account}.blob.core.windows.net`;
  const endpoint = settings.endpoint === undefined ? own : `${checkEndpoint(settings.endpoint)}/${account}`;
  const location = `az://${container}@${account}${key === "" ? "" : `/${key}`}`;
  const path = [container, ...key.split("/")].filter((name) => name !== "").map(encodeURIComponent);
  return { location, endpoint, objects: `${endpoint}/${path.join("/")}`, root: key, headers: VERSION };
}

/** Nothing is requested until something is read. */
export function azStore(target: AzureTarget, settings: CloudSettings = {}): Store {
  const site = azSite(target, settings);
  const { location, endpoint } = site;
  return bucketStore(site, settings, (fetch) => async (request) => {
    const answer = await fetch(listingUrl(endpoint, target.container, request), request);
    return answer && readPage(parseXml(answer, { location }), location);
  });
}

function listingUrl(endpoint: string, container: string, { prefix, delimiter, after }: PageRequest): URL {
  const url = new URL(`${endpoint}/${encodeURIComponent(container)}`);
  url.searchParams.set("restype", "container");
  url.searchParams.set("comp", "list");
  url.searchParams.set("prefix", prefix);
  if (delimiter !== undefined) url.searchParams.set("delimiter", delimiter);
  if (after !== undefined) url.searchParams.set("marker", after);
  return url;
}

function readPage(page: XmlElement, location: string): BucketPage {
  const [blobs] = childrenOf(page, "Blobs");
  if (page.name !== "EnumerationResults" || blobs === undefined) throw badListing(location, "it has no list of names");
  return {
    objects: childrenOf(blobs, "Blob")
      .filter((blob) => !isDirectory(blob))
      .map((blob) => objectOf(blob, location)),
    prefixes: childrenOf(blobs, "BlobPrefix").map((prefix) => childText(prefix, "Name") ?? ""),
    next: childText(page, "NextMarker")?.trim(),
  };
}

/** Accounts with real directories list those too. */
function isDirectory(blob: XmlElement): boolean {
  const [properties] = childrenOf(blob, "Properties");
  return properties !== undefined && childText(properties, "ResourceType")?.trim() === "directory";
}

function objectOf(blob: XmlElement, location: string): BucketObject {
  const name = childText(blob, "Name");
  const [properties] = childrenOf(blob, "Properties");
  const length = properties && childText(properties, "Content-Length")?.trim();
  const size = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  if (name === undefined || size === undefined) throw badListing(location, "an object has no name or no size");
  return { key: name, size };
}
