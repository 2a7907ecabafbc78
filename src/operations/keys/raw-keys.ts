/** The raw keys of a store, in any format, for inspection and repairs. */

import { parseJson } from "../../bytes/json/parse.ts";
import { printJson } from "../../bytes/json/print.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import { closestName } from "../../bytes/text/closest-name.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { type AddressInput, openStore } from "../../dataset/open/address.ts";
import { HyperslabError } from "../../errors.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { ObjectVersion, Store } from "../../stores/store.ts";
import { splitKey } from "../../stores/store-key.ts";
import { operationLimits } from "../limits.ts";
import { READ_KEY, WRITE_KEY } from "../option-names.ts";

/** Options of everything that works on raw keys. */
export interface RawKeyOptions {
  /** How the store is reached. */
  readonly store?: StoreSettings | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `readKey`. */
export interface ReadKeyOptions extends RawKeyOptions {
  /** Part of the value. Default: all of it. */
  readonly range?: ByteRange | undefined;
  /** Indent a JSON document. Anything else is refused. */
  readonly pretty?: boolean | undefined;
}

/** Options of `writeKey`. */
export interface WriteKeyOptions extends RawKeyOptions {
  /** Replace an existing value. Default: an `exists` error. */
  readonly overwrite?: boolean | undefined;
}

/** What `writeKey` did. */
export interface WrittenKey {
  /** The path or URL, without secrets. */
  readonly location: string;
  /** The key. */
  readonly key: string;
  /** Bytes that were written. */
  readonly bytes: number;
  /** Whether a value was replaced. */
  readonly replaced: boolean;
}

/** The bytes of one value, in pieces of bounded length. */
export async function* readKey(
  input: AddressInput,
  key: string,
  options: ReadKeyOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  if (hasUnknown(options, READ_KEY)) await refuseUnknown("readKey", options, READ_KEY);
  const store = await openStore(input, options.store);
  if (options.pretty !== true) {
    yield* pieces(store, key, options);
    return;
  }
  const bytes = await store.get(key, { range: options.range, signal: options.signal });
  if (bytes === undefined) throw await missingKey(store, key);
  const text = printJson(parseJson(bytes, { key }).root, "zarr-python-3", { nonFinite: "token" });
  yield encodeUtf8(`${text}\n`);
}

async function* pieces(
  store: Store,
  key: string,
  { range, signal }: ReadKeyOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const size = range === undefined ? (await store.head?.(key, { signal }))?.size : undefined;
  if (size === undefined || !operationLimits.valuePieceBytes.isExceededBy(size)) {
    const bytes = await store.get(key, { range, signal });
    if (bytes === undefined) throw await missingKey(store, key);
    yield bytes;
    return;
  }
  const version: ObjectVersion = {};
  for (let offset = 0; offset < size; ) {
    const length = operationLimits.valuePieceBytes.cap(size - offset);
    const bytes = await store.get(key, { range: { offset, length }, version, signal });
    if (bytes?.byteLength !== length) {
      throw new HyperslabError("invalid-data", "the value changed while it was read", {
        location: store.location,
        key,
      });
    }
    yield bytes;
    offset += length;
  }
}

/** Sets one value, completely or not at all. */
export async function writeKey(
  input: AddressInput,
  key: string,
  value: Uint8Array,
  options: WriteKeyOptions = {},
): Promise<WrittenKey> {
  if (hasUnknown(options, WRITE_KEY)) return refuseUnknown("writeKey", options, WRITE_KEY);
  const { signal, overwrite = false } = options;
  const store = await openStore(input, options.store);
  const { location } = store;
  if (store.set === undefined) {
    throw new HyperslabError("not-allowed", "this store cannot be written", { location, key });
  }
  const replaced = await exists(store, key, signal);
  if (replaced && !overwrite) {
    throw new HyperslabError("exists", "there is a value already", {
      location,
      key,
      hint: "Pass overwrite: true (--force) to replace it.",
    });
  }
  await store.set(key, value, { signal });
  // Values belong to an archive only after it is finished.
  await store.close?.();
  return { location, key, bytes: value.byteLength, replaced };
}

async function exists(store: Store, key: string, signal: AbortSignal | undefined): Promise<boolean> {
  if (store.head !== undefined) return (await store.head(key, { signal })) !== undefined;
  return (await store.get(key, { range: { offset: 0, length: 1 }, signal })) !== undefined;
}

/** Suggests a similar key, if the store can list. */
async function missingKey(store: Store, key: string): Promise<HyperslabError> {
  const { prefix, name } = splitKey(key);
  const listing = await store.listDirectory?.(prefix).catch(() => undefined);
  const near = listing && closestName(name, listing.keys);
  const isPrefix = listing?.prefixes.includes(name) === true;
  const hint = isPrefix
    ? "It is a prefix of other keys: list them with hyperslab ls."
    : near !== undefined && `Did you mean ${prefix === "" ? near : `${prefix}/${near}`}?`;
  return new HyperslabError("not-found", "there is no such key", {
    location: store.location,
    key,
    ...(hint ? { hint } : {}),
  });
}
