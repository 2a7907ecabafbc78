/** The keys of a store, one level or all, in order. */

import { mapBounded } from "../../bytes/concurrency.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { type AddressInput, openStore } from "../../dataset/open/address.ts";
import { DEFAULT_CONCURRENCY } from "../../dataset/transfer.ts";
import { HyperslabError } from "../../errors.ts";
import type { Store } from "../../stores/store.ts";
import { compareKeys } from "../../stores/store-key.ts";
import { operationLimits } from "../limits.ts";
import { LIST_KEYS } from "../option-names.ts";
import type { RawKeyOptions } from "./raw-keys.ts";

/** Options of `listKeys`. */
export interface ListKeysOptions extends RawKeyOptions {
  /** List keys at every depth. Default: one level of keys and prefixes. */
  readonly recursive?: boolean | undefined;
  /** Include the size of every key. */
  readonly sizes?: boolean | undefined;
}

/** A key or a prefix in a listing. */
export interface ListedKey {
  /** Whether it is a key or a prefix. */
  readonly kind: "key" | "prefix";
  /** Relative to the address; a prefix without its slash. */
  readonly key: string;
  /** Bytes of the value, if `sizes` is set. */
  readonly size?: number;
}

/** Lists keys in code point order. If there are none, that is a `not-found` error. */
export async function* listKeys(
  input: AddressInput,
  options: ListKeysOptions = {},
): AsyncGenerator<ListedKey, void, undefined> {
  if (hasUnknown(options, LIST_KEYS)) await refuseUnknown("listKeys", options, LIST_KEYS);
  const store = await openStore(input, options.store);
  let found = false;
  for await (const listed of options.recursive === true ? allKeys(store, "", options) : oneLevel(store, "", options)) {
    found = true;
    yield listed;
  }
  if (!found) throw new HyperslabError("not-found", "there are no keys", { location: store.location });
}

async function* allKeys(store: Store, prefix: string, options: ListKeysOptions): AsyncGenerator<ListedKey> {
  if (store.list === undefined) {
    for await (const listed of oneLevel(store, prefix, options)) {
      if (listed.kind === "key") yield listed;
      else yield* allKeys(store, listed.key, options);
    }
    return;
  }
  const { sizes, signal } = options;
  for await (const { key, size } of store.list(prefix, { signal })) {
    const known = sizes === true ? (size ?? (await store.head?.(key, { signal }))?.size) : undefined;
    yield { kind: "key", key, ...(known === undefined ? {} : { size: known }) };
  }
}

async function* oneLevel(store: Store, prefix: string, options: ListKeysOptions): AsyncGenerator<ListedKey> {
  if (store.listDirectory === undefined) {
    throw new HyperslabError("unsupported", "this store cannot list its keys", { location: store.location });
  }
  const { sizes, signal } = options;
  const { keys, prefixes } = await store.listDirectory(prefix, { signal });
  const full = (name: string): string => (prefix === "" ? name : `${prefix}/${name}`);
  const entries: readonly ListedKey[] = [
    ...keys.map((name): ListedKey => ({ kind: "key", key: full(name) })),
    ...prefixes.map((name): ListedKey => ({ kind: "prefix", key: full(name) })),
  ].sort((a, b) => compareKeys(sortName(a), sortName(b)));
  for (let start = 0; start < entries.length; ) {
    const group = entries.slice(start, start + operationLimits.listedKeys.cap(entries.length - start));
    start += group.length;
    yield* sizes === true
      ? await mapBounded(group, DEFAULT_CONCURRENCY, (entry) => sized(store, entry, signal))
      : group;
  }
}

/** Keys below a prefix sort by the slash after it. */
function sortName({ kind, key }: ListedKey): string {
  return kind === "prefix" ? `${key}/` : key;
}

async function sized(store: Store, entry: ListedKey, signal: AbortSignal | undefined): Promise<ListedKey> {
  const size = entry.kind === "key" ? (await store.head?.(entry.key, { signal }))?.size : undefined;
  return size === undefined ? entry : { ...entry, size };
}
