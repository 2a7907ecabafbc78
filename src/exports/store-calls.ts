/**
 * The calls of `hyperslab/stores` that take options. They refuse unknown options by name; the library itself
 * opens stores without that check.
 */
import { firstUnknown, type OptionNames } from "../bytes/known-options.ts";
import type { ByteSource } from "../bytes/source/byte-source.ts";
import type { ByteTarget } from "../bytes/source/byte-target.ts";
import { unknownOption } from "../bytes/unknown-option.ts";
import * as locations from "../dataset/open/location.ts";
import { type OpenZipOptions, openZip as openZipUnchecked } from "../dataset/open/open-zip.ts";
import { STORE } from "../dataset/option-names.ts";
import { blobStore as blobUnchecked } from "../stores/browser/browser-input.ts";
import { type AzureTarget, azStore as azUnchecked } from "../stores/cloud/az.ts";
import type { CloudSettings } from "../stores/cloud/bucket-store.ts";
import { type GoogleTarget, gsStore as gsUnchecked } from "../stores/cloud/gs.ts";
import { httpSource as httpSourceUnchecked } from "../stores/http/http-source.ts";
import { type HttpStoreOptions, httpStore as httpUnchecked } from "../stores/http/http-store.ts";
import type { ParseOptions } from "../stores/location/grammar.ts";
import type { Location, StoreDecoders } from "../stores/location/location.ts";
import type { StoreSettings } from "../stores/location/settings.ts";
import type { S3Target } from "../stores/s3/s3-address.ts";
import { type S3Objects, s3Objects as s3ObjectsUnchecked } from "../stores/s3/s3-objects.ts";
import type { S3Settings } from "../stores/s3/s3-settings.ts";
import * as s3 from "../stores/s3/s3-store.ts";
import type { Store } from "../stores/store.ts";
import { type CacheOptions, withCache as cacheUnchecked } from "../stores/wrappers/with-cache.ts";
import { type CoalescingOptions, withCoalescing as coalescingUnchecked } from "../stores/wrappers/with-coalescing.ts";
import {
  type ConcurrencyOptions,
  withConcurrency as concurrencyUnchecked,
} from "../stores/wrappers/with-concurrency.ts";
import { type RetryOptions, withRetry as retryUnchecked } from "../stores/wrappers/with-retry.ts";
import { type RepackOptions, type RepackReport, repackZip as repackUnchecked } from "../stores/zip/repack.ts";
import { type ZipStore, type ZipStoreOptions, zipStore as zipUnchecked } from "../stores/zip/zip.ts";

const CACHE: OptionNames<CacheOptions> = { bytes: 0, maximumAge: 0, directory: 0, directoryBytes: 0, identity: 0 };
const COALESCING: OptionNames<CoalescingOptions> = { gap: 0, cap: 0, window: 0 };
const CONCURRENCY: OptionNames<ConcurrencyOptions> = { limit: 0, host: 0 };
const RETRY: OptionNames<RetryOptions> = {
  ...{ attempts: 0, delay: 0, maximumDelay: 0, budget: 0 },
  ...{ onRetry: 0, random: 0 },
};
const NETWORK = {
  transport: 0,
  connectTimeout: 0,
  idleTimeout: 0,
  certificates: 0,
  retry: 0,
  concurrency: 0,
  coalescing: 0,
  cache: 0,
  checkChanges: 0,
  wholeObjectLimit: 0,
} as const;
const HTTP: OptionNames<HttpStoreOptions> = { ...NETWORK, headers: 0, forbidden: 0, onNote: 0, onRequest: 0 };
const CLOUD: OptionNames<CloudSettings> = { ...STORE, transport: 0 };
const S3: OptionNames<S3Settings> = {
  ...STORE,
  ...NETWORK,
  ...{ credentials: 0, style: 0, encryption: 0, multipartFrom: 0, partSize: 0, environment: 0 },
};
const OPEN_ZIP: OptionNames<OpenZipOptions> = {
  ...{ location: 0, topFolder: 0, inflate: 0, zstd: 0 },
  ...{ maxDecodedBytes: 0, fsync: 0, concurrency: 0 },
};
const ZIP: OptionNames<ZipStoreOptions> = { ...OPEN_ZIP, onChange: 0 };
const REPACK: OptionNames<RepackOptions> = { signal: 0, room: 0, location: 0, topFolder: 0, fsync: 0, onEntry: 0 };
const PARSE: OptionNames<ParseOptions> = { onNote: 0 };
const DECODERS: OptionNames<StoreDecoders> = { inflate: 0, zstd: 0 };
const BLOB = { ...DECODERS, topFolder: 0 } as const;

function check(call: string, options: object | undefined, known: Readonly<Record<string, 0>>): void {
  const wrong = firstUnknown(options, known);
  if (wrong !== undefined) throw unknownOption(call, wrong, Object.keys(known));
}

/** Also checks the options of the wrappers around a network store. */
function checkNetwork(call: string, options: HttpStoreOptions | S3Settings, known: Readonly<Record<string, 0>>): void {
  check(call, options, known);
  const { retry, coalescing, cache } = options;
  if (typeof retry === "object") check(`${call}, retry`, retry, RETRY);
  if (typeof coalescing === "object") check(`${call}, coalescing`, coalescing, COALESCING);
  if (typeof cache === "object") check(`${call}, cache`, cache, CACHE);
}

/** An Azure storage container, without credentials. Nothing is requested until something is read. */
export function azStore(target: AzureTarget, settings: CloudSettings = {}): Store {
  check("azStore", settings, CLOUD);
  return azUnchecked(target, settings);
}

/** A zip archive in a Blob or File, read in place. */
export function blobStore(blob: Blob, options: Pick<ZipStoreOptions, "inflate" | "zstd" | "topFolder"> = {}): ZipStore {
  check("blobStore", options, BLOB);
  return blobUnchecked(blob, options);
}

/** A Google Cloud Storage bucket, without credentials. Nothing is requested until something is read. */
export function gsStore(target: GoogleTarget, settings: CloudSettings = {}): Store {
  check("gsStore", settings, CLOUD);
  return gsUnchecked(target, settings);
}

/** `https://host/archive.zip`. Nothing is requested until something is read. */
export function httpSource(url: string | URL, options: HttpStoreOptions = {}): ByteSource {
  checkNetwork("httpSource", options, HTTP);
  return httpSourceUnchecked(url, options);
}

/** `https://host/data.zarr`: keys are paths below it. Nothing is requested until something is read. */
export function httpStore(url: string | URL, options: HttpStoreOptions = {}): Store {
  checkNetwork("httpStore", options, HTTP);
  return httpUnchecked(url, options);
}

/**
 * Opens the store at a location. Nothing is read from a server yet. Options in the location take precedence over
 * settings. If the place is a file, the store holds that single value.
 */
export async function openLocation(
  location: Location,
  settings?: StoreSettings,
  decoders?: StoreDecoders,
): Promise<Store> {
  check("openLocation", settings, STORE);
  check("openLocation", decoders, DECODERS);
  return locations.openLocation(location, settings, decoders);
}

/**
 * Opens the archive in a file (Node), in any source that supports range reads, or in memory. If the file or
 * `ByteTarget` is empty or missing, a new archive is created. Values that were set are part of the archive after
 * `flush` or `close`.
 */
export async function openZip(
  source: string | ByteSource | ByteTarget,
  options: OpenZipOptions = {},
): Promise<ZipStore> {
  check("openZip", options, OPEN_ZIP);
  return openZipUnchecked(source, options);
}

/** Parses an address. Nothing is opened, so a missing target is only noticed when the store is used. */
export function parseLocation(address: string | URL, options?: ParseOptions): Location {
  check("parseLocation", options, PARSE);
  return locations.parseLocation(address, options);
}

/** Writes the values of the archive in `source` to a new archive in `target`, which must be empty. */
export async function repackZip(
  source: ByteSource,
  target: ByteTarget,
  options: RepackOptions = {},
): Promise<RepackReport> {
  check("repackZip", options, REPACK);
  return repackUnchecked(source, target, options);
}

/** S3 calls beyond those of a store. Keys are the same as those of an `s3Store` with the same target. */
export function s3Objects(target: S3Target, settings: S3Settings = {}): S3Objects {
  checkNetwork("s3Objects", settings, S3);
  return s3ObjectsUnchecked(target, settings);
}

/** `s3://bucket/archive.zip`. Nothing is requested until something is read. */
export async function s3Source(target: S3Target, settings: S3Settings = {}): Promise<ByteSource> {
  checkNetwork("s3Source", settings, S3);
  return s3.s3Source(target, settings);
}

/** Nothing is requested until something is read or written; credentials are looked up at that time. */
export async function s3Store(target: S3Target, settings: S3Settings = {}): Promise<Store> {
  checkNetwork("s3Store", settings, S3);
  return s3.s3Store(target, settings);
}

/** The same store, with exactly its capabilities, plus a cache of the values read. */
export function withCache(store: Store, options: CacheOptions = {}): Store {
  check("withCache", options, CACHE);
  return cacheUnchecked(store, options);
}

/** The same store, with exactly its capabilities; ranges that lie close together are read with one request. */
export function withCoalescing(store: Store, options: CoalescingOptions = {}): Store {
  check("withCoalescing", options, COALESCING);
  return coalescingUnchecked(store, options);
}

/** The same store, with exactly its capabilities, and a limit on concurrent requests. */
export function withConcurrency(store: Store, options: ConcurrencyOptions = {}): Store {
  check("withConcurrency", options, CONCURRENCY);
  return concurrencyUnchecked(store, options);
}

/** The same store, with exactly its capabilities; requests that fail with a transient error are retried. */
export function withRetry(store: Store, options: RetryOptions = {}): Store {
  check("withRetry", options, RETRY);
  return retryUnchecked(store, options);
}

/** The archive in `source`, which may still be empty if it is writable. Nothing is read before it is needed. */
export function zipStore(source: ByteSource | ByteTarget, options: ZipStoreOptions = {}): ZipStore {
  check("zipStore", options, ZIP);
  return zipUnchecked(source, options);
}
