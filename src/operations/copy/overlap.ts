/** Refuses a copy into itself, which would read what it writes or delete what it reads. */

import type { NdArray } from "../../dataset/array/nd-array.ts";
import { type AddressInput, resolveAddress } from "../../dataset/open/address.ts";
import type { PlaceOptions } from "../../dataset/open/creation-target.ts";
import { Group } from "../../dataset/tree/group.ts";
import { HyperslabError } from "../../errors.ts";
import { markingDocuments } from "../../stores/format-marks.ts";
import type { Store } from "../../stores/store.ts";

/** Must be called before anything is done to the target. */
export async function refuseOverlap(
  source: Group | NdArray,
  target: AddressInput,
  options: PlaceOptions,
): Promise<void> {
  const { store, path } = await targetOf(target, options);
  const [from, to] = placesOf(source.hierarchy.store, store);
  const outer = joined(from, source.path);
  const inner = joined(to, path);
  if (!isInside(outer, inner) && !isInside(inner, outer)) return;
  throw new HyperslabError("invalid-request", "the source and the target of the copy overlap", {
    location: store.location,
    node: path,
    hint: "Copy to a place outside of the source.",
  });
}

async function targetOf(
  target: AddressInput,
  { path = "", store }: PlaceOptions,
): Promise<{ store: Store; path: string }> {
  if (!(target instanceof Group)) return resolveAddress(target, path, store);
  return { store: target.hierarchy.store, path: [target.path, path].filter(Boolean).join("/") };
}

/** Names by which both stores can be compared; equal if they hold the same values. */
function placesOf(a: Store, b: Store): readonly [string, string] {
  if (a === b || (a.identity !== undefined && a.identity === b.identity)) return ["", ""];
  if (a.identity !== undefined || b.identity !== undefined) return ["a:", "b:"];
  const directories = [a, b].map(realDirectory);
  if (directories[0] !== undefined && directories[1] !== undefined) return [directories[0], directories[1]];
  return [a.location, b.location];
}

/** The directory of a store with links resolved, by the file of a document, so that two spellings of one path are equal. */
function realDirectory(store: Store): string | undefined {
  for (const key of markingDocuments()) {
    const file = store.locate?.(key);
    if (file !== undefined && slashes(file).endsWith(`/${key}`)) return slashes(file).slice(0, -(key.length + 1));
  }
  return store.directory === undefined ? undefined : slashes(store.directory);
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/");
}

function joined(place: string, path: string): string {
  return path === "" ? place : `${place}/${path}`;
}

function isInside(outer: string, inner: string): boolean {
  return outer === "" || inner === outer || inner.startsWith(`${outer}/`);
}
