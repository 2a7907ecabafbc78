/** The objects below a key of a bucket as a store: plain requests, and wrapped with retries, limits and caches. */

import { keyOrder } from "../../bytes/concurrency.ts";
import { isBeyond } from "../../bytes/limit.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { HyperslabError } from "../../errors.ts";
import { checkValue } from "../byte-request.ts";
import { isLockName } from "../file/partial-name.ts";
import { ObjectReader } from "../http/object-reader.ts";
import { objectReads, READER_NOTES } from "../http/object-reads.ts";
import { objectSource } from "../object-source.ts";
import type { DirectoryListing, Store, StoreEntry, StoreOptions } from "../store.ts";
import { checkKey, checkPrefix, compareKeys, isKey, joinKey, splitKey } from "../store-key.ts";
import { withNetwork } from "../wrappers/with-network.ts";
import { deleteObject, deleteObjects } from "./delete-objects.ts";
import { s3Limits } from "./limits.ts";
import { listObjects } from "./list-objects.ts";
import { lockObject } from "./lock-object.ts";
import { checkPartSize, putInParts, putObject } from "./put-object.ts";
import type { S3Target } from "./s3-address.ts";
import { S3Client } from "./s3-client.ts";
import { resolveSite, type S3Settings } from "./s3-settings.ts";

/** Nothing is requested until something is read or written; credentials are looked up at that time. */
export async function s3Store(target: S3Target, settings: S3Settings = {}): Promise<Store> {
  const site = resolveSite(target, settings);
  const store = plainS3Store(new S3Client(site, settings), { ...settings, retry: settings.retry ?? {} });
  return withNetwork(store, settings, { host: `s3 ${site.endpoint ?? target.bucket}` });
}

export function plainS3Store(client: S3Client, settings: S3Settings = {}): Store {
  const { location, target } = client.site;
  const { multipartFrom = s3Limits.multipartBytes } = settings;
  const partSize = checkPartSize(settings.partSize);
  const objects = new ObjectReader(client, {
    wholeObjectLimit: settings.wholeObjectLimit,
    note: (kind) => settings.onNote?.(`${location}: ${READER_NOTES[kind]}`),
  });
  const inOrder = keyOrder();
  const objectKey = (key: string): string => joinKey(target.key, key);
  return {
    location,
    ...objectReads(objects, location, settings.checkChanges),
    watchForbidden: client.watchForbidden,
    list: (prefix, options) => listed(client, prefix, options),
    listDirectory: async (prefix, { signal } = {}) => {
      signal?.throwIfAborted();
      checkPrefix(prefix);
      return listedDirectory(client, prefix, signal);
    },
    set: async (key, value, { signal } = {}) => {
      signal?.throwIfAborted();
      checkKey(key);
      const place = { location, key };
      checkValue(value, place);
      await inOrder(key, () =>
        !isBeyond(value.byteLength + 1, multipartFrom)
          ? putObject(client, objectKey(key), value, { place, signal })
          : putInParts(client, objectKey(key), value, { place, signal, partSize, retry: settings.retry }),
      );
    },
    delete: async (key, { signal } = {}) => {
      signal?.throwIfAborted();
      checkKey(key);
      await inOrder(key, () => deleteObject(client, objectKey(key), { location, key }, signal));
    },
    deletePrefix: async (prefix, { signal } = {}) => {
      signal?.throwIfAborted();
      checkPrefix(prefix);
      await deleteAll(client, folderOf(client, prefix), signal);
    },
    lock: async ({ signal } = {}) => lockObject(client, signal),
  };
}

/** The prefix that keys of objects below a prefix of the store begin with. */
function folderOf(client: S3Client, prefix: string): string {
  const key = joinKey(client.site.target.key, prefix);
  return key === "" ? "" : `${key}/`;
}

/** Objects whose names no store can hold (`a//b`, and `a/`, which some programs use as a folder marker) are skipped. */
async function* listed(client: S3Client, prefix: string, options: StoreOptions = {}): AsyncGenerator<StoreEntry> {
  const { signal } = options;
  signal?.throwIfAborted();
  checkPrefix(prefix);
  const above = folderOf(client, "").length;
  for await (const { objects } of listObjects(client, { prefix: folderOf(client, prefix), signal })) {
    for (const { key, size } of objects) {
      signal?.throwIfAborted();
      const name = key.slice(above);
      if (isKey(name) && !isLockKey(name)) yield { key: name, size };
    }
  }
}

async function listedDirectory(client: S3Client, prefix: string, signal?: AbortSignal): Promise<DirectoryListing> {
  const folder = folderOf(client, prefix);
  const keys: string[] = [];
  const prefixes: string[] = [];
  for await (const page of listObjects(client, { prefix: folder, delimiter: "/", signal })) {
    for (const { key } of page.objects) keys.push(key.slice(folder.length));
    for (const key of page.prefixes) prefixes.push(key.slice(folder.length, -1));
  }
  const isShown = (name: string): boolean => isKey(name) && !isLockName(name);
  return { keys: keys.filter(isShown).sort(compareKeys), prefixes: prefixes.filter(isKey).sort(compareKeys) };
}

function isLockKey(key: string): boolean {
  return isLockName(splitKey(key).name);
}

/** Deletes everything, whatever its name, except for the lock in the folder, which the caller holds. */
async function deleteAll(client: S3Client, folder: string, signal?: AbortSignal): Promise<void> {
  const { deletedKeys } = s3Limits;
  const waiting: string[] = [];
  for await (const { objects } of listObjects(client, { prefix: folder, signal })) {
    for (const { key } of objects) if (!isLockName(key.slice(folder.length))) waiting.push(key);
    if (!deletedKeys.isReachedBy(waiting.length)) continue;
    await deleteObjects(client, waiting.splice(0, deletedKeys.value), signal);
  }
  while (waiting.length > 0) await deleteObjects(client, waiting.splice(0, deletedKeys.value), signal);
}

/** `s3://bucket/archive.zip`. Nothing is requested until something is read. */
export async function s3Source(target: S3Target, settings: S3Settings = {}): Promise<ByteSource> {
  const { prefix, name } = splitKey(target.key);
  if (name === "") {
    throw new HyperslabError("invalid-request", "the address names a bucket, not an object in it", {
      location: `s3://${target.bucket}`,
    });
  }
  const store = await s3Store({ ...target, key: prefix }, settings);
  return { ...objectSource(store, name), fresh: true };
}
