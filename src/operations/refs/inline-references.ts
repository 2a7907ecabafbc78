/** Copies small values into the set, so that reading them needs no request. */

import { forEachBounded } from "../../bytes/concurrency.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { type OnProgress, progressMeter } from "../../dataset/transfer.ts";
import { HyperslabError } from "../../errors.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { Store } from "../../stores/store.ts";
import { loadReferences } from "./loaded-references.ts";
import { INLINE } from "./option-names.ts";
import { changedSet, type SavedReferences, type SaveReferencesOptions, saveSet, withUrl } from "./save-references.ts";
import { urlMover } from "./target-url.ts";

/** Options of `inlineReferences`. */
export interface InlineReferencesOptions extends SaveReferencesOptions {
  /** Values of up to this many bytes are copied; default 500. */
  readonly threshold?: number | undefined;
  /** Only values of these arrays; default all. */
  readonly include?: readonly string[] | undefined;
  /** Called with the state of the work. */
  readonly onProgress?: OnProgress | undefined;
}

/** Concurrent requests, if the store does not specify it. */
const CONCURRENCY = 16;

const DEFAULT_THRESHOLD = 500;

/** Writes the set with its small values inline. */
export async function inlineReferences(
  input: AddressInput,
  output: string,
  options: InlineReferencesOptions = {},
): Promise<SavedReferences & { readonly inlined: number }> {
  if (hasUnknown(options, INLINE)) return refuseUnknown("inlineReferences", options, INLINE);
  const loaded = await loadReferences(input, options);
  const { set, inlined } = await withInline(loaded.set, loaded.store, options);
  const move = urlMover(loaded, output);
  const moved = changedSet(set, (key, reference) => [key, withUrl(reference, move)], move);
  return { ...(await saveSet(moved, output, options, loaded.notes)), inlined };
}

/** The set with its small values inline, read through `store`. Sizes of whole targets are queried. */
export async function withInline(
  given: ReferenceSet,
  store: Store,
  options: Pick<InlineReferencesOptions, "threshold" | "include" | "onProgress" | "signal">,
): Promise<{ readonly set: ReferenceSet; readonly inlined: number }> {
  const { threshold = DEFAULT_THRESHOLD, include, onProgress, signal } = options;
  const isIncluded = (key: string): boolean =>
    include === undefined || include.some((path) => path === "" || key.startsWith(`${path}/`));
  const small: string[] = [];
  for (const [key, reference] of given.table.entries()) {
    const isSmall = reference.kind === "whole" || (reference.kind === "range" && reference.length <= threshold);
    if (isSmall && isIncluded(key)) small.push(key);
  }
  const values = new Map<string, Uint8Array>();
  const meter = progressMeter("read", small.length, onProgress);
  await forEachBounded(small, store.concurrency ?? CONCURRENCY, async (key) => {
    signal?.throwIfAborted();
    const size = given.table.find(key)?.kind === "whole" ? (await store.head!(key, { signal }))?.size : 0;
    const bytes = size !== undefined && size > threshold ? undefined : await store.get(key, { signal });
    if (bytes !== undefined) values.set(key, bytes);
    meter.step(bytes?.byteLength ?? 0);
  });
  meter.end();
  if (include !== undefined && small.length === 0) {
    throw new HyperslabError("invalid-request", `no value of ${include.join(", ")} has up to ${threshold} bytes`, {
      location: store.location,
    });
  }
  const set = changedSet(given, (key, reference) => {
    const bytes = values.get(key);
    return [key, bytes === undefined ? reference : { kind: "inline", bytes }];
  });
  return { set, inlined: values.size };
}
