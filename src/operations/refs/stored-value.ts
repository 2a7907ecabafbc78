/** References to the values of a store: to files, or to the parts of an archive that hold them. */
import { HyperslabError } from "../../errors.ts";
import type { Reference } from "../../model/virtual/reference.ts";
import type { Location } from "../../stores/location/parts.ts";
import { looksForFree, type Store, type StoreOptions } from "../../stores/store.ts";
import { targetUrl } from "./target-url.ts";

/** The values of a store at a place. */
export interface StoredValues {
  readonly store: Store;
  readonly location: Location;
}

/** What is known about a value, or which part of it is referenced. */
export interface ValuePart {
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
}

/** Refuses values whose place was not given as text. */
export function knownPlace(location: Location | undefined, store: Store): Location {
  if (location !== undefined) return location;
  throw new HyperslabError("unsupported", "it is unknown where these values are stored", {
    location: store.location,
    hint: "Give the address as text.",
  });
}

/** Refuses places that no reference can express. */
export function checkPlace({ store, location }: StoredValues): void {
  if (location.steps.length <= 1) return;
  throw new HyperslabError("unsupported", "references lead to files, not into an archive within an archive", {
    location: store.location,
  });
}

/** A reference to the value of a key, or to a part of it. */
export async function referenceTo(
  { store, location }: StoredValues,
  key: string,
  { offset = 0, length }: ValuePart,
  options: StoreOptions,
): Promise<Reference> {
  if (location.steps.length > 0 || store.partOf !== undefined) {
    const part = await store.partOf?.(key, options);
    if (part === undefined) throw compressedEntry(store, key);
    const url = targetUrl({ base: location.base, steps: [] });
    return { kind: "range", url, offset: part.offset + offset, length: length ?? part.length };
  }
  const place = store.locate?.(key);
  const url =
    place === undefined ? targetUrl(location, key) : targetUrl({ base: { scheme: "file", path: place }, steps: [] });
  // Every reader of references supports ranges; a size that costs a request is not queried.
  const known = length ?? (looksForFree(store) ? (await store.head?.(key, options))?.size : undefined);
  return known === undefined ? { kind: "whole", url } : { kind: "range", url, offset, length: known };
}

function compressedEntry(store: Store, key: string): HyperslabError {
  return new HyperslabError(
    "unsupported",
    "the value is compressed in the archive, so it is not a plain part of the file",
    {
      location: store.location,
      key,
      hint: "Make the archive without compression, as Hyperslab does, or unpack it.",
    },
  );
}
