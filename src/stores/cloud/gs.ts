/** Google Cloud Storage: `gs://bucket/key`. Listings are JSON (Objects: list), a thousand names per page. */
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import { checkEndpoint } from "../location/settings.ts";
import type { Store } from "../store.ts";
import { type BucketObject, type BucketPage, badListing, type PageRequest } from "./bucket-listing.ts";
import { type BucketSite, bucketStore, type CloudSettings } from "./bucket-store.ts";

const ENDPOINT = "https://storage.googleapis.com";

/** A place in a Google Cloud Storage bucket. */
export interface GoogleTarget {
  /** The bucket. */
  readonly bucket: string;
  /** Keys of the store lie below it; "" means the whole bucket. */
  readonly key: string;
}

/** Where each request goes. */
export function gsSite({ bucket, key }: GoogleTarget, settings: CloudSettings = {}): BucketSite {
  const endpoint = settings.endpoint === undefined ? ENDPOINT : checkEndpoint(settings.endpoint);
  const location = `gs://${bucket}${key === "" ? "" : `/${key}`}`;
  const path = [bucket, ...key.split("/")].filter((name) => name !== "").map(encodeURIComponent);
  return { location, endpoint, objects: `${endpoint}/${path.join("/")}`, root: key };
}

/** Nothing is requested until something is read. */
export function gsStore(target: GoogleTarget, settings: CloudSettings = {}): Store {
  const site = gsSite(target, settings);
  const { location, endpoint } = site;
  return bucketStore(site, settings, (fetch) => async (request) => {
    const answer = await fetch(listingUrl(endpoint, target.bucket, request), request);
    return answer && readPage(answer, location);
  });
}

function listingUrl(endpoint: string, bucket: string, { prefix, delimiter, after }: PageRequest): URL {
  const url = new URL(`${endpoint}/storage/v1/b/${encodeURIComponent(bucket)}/o`);
  url.searchParams.set("prefix", prefix);
  if (delimiter !== undefined) url.searchParams.set("delimiter", delimiter);
  if (after !== undefined) url.searchParams.set("pageToken", after);
  url.searchParams.set("fields", "nextPageToken,prefixes,items(name,size)");
  return url;
}

/** `{ "items": [{ "name": "a/b", "size": "12" }], "prefixes": ["a/c/"], "nextPageToken": "..." }` */
function readPage(answer: Uint8Array, location: string): BucketPage {
  const page = parsed(answer, location);
  const { items = [], prefixes = [], nextPageToken } = page;
  if (!Array.isArray(items) || !Array.isArray(prefixes)) throw badListing(location, "it has no list of names");
  if (nextPageToken !== undefined && typeof nextPageToken !== "string") {
    throw badListing(location, "it does not say where the next page begins");
  }
  return {
    objects: items.map((item: unknown) => objectOf(item, location)),
    prefixes: prefixes.filter((name) => typeof name === "string"),
    next: nextPageToken,
  };
}

function parsed(answer: Uint8Array, location: string): Record<string, unknown> {
  try {
    const page: unknown = JSON.parse(decodeUtf8(answer));
    if (isRecord(page)) return page;
  } catch {
    throw badListing(location, "it is not JSON");
  }
  throw badListing(location, "it is not a JSON object");
}

function objectOf(item: unknown, location: string): BucketObject {
  const { name, size } = isRecord(item) ? item : {};
  const bytes = typeof size === "string" && /^\d{1,15}$/.test(size) ? Number(size) : undefined;
  if (typeof name !== "string" || bytes === undefined) throw badListing(location, "an object has no name or no size");
  return { key: name, size: bytes };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
