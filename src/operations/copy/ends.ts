/** The two open ends of a copy. */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { type AddressInput, resolveAddress } from "../../dataset/open/address.ts";
import { type CreationTarget, hierarchyFor, type PlaceOptions } from "../../dataset/open/creation-target.ts";
import { open } from "../../dataset/open/open.ts";
import { Group } from "../../dataset/tree/group.ts";
import { HyperslabError } from "../../errors.ts";
import { type ForbiddenCount, forbiddenCount } from "../../stores/forbidden-watch.ts";
import { markingDocuments } from "../../stores/format-marks.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { inChunks } from "../pack/in-chunks.ts";
import type { TargetLayout } from "./plan/layout.ts";

/** The source of a copy. */
export type CopySource = AddressInput | Group | NdArray;

export interface EndsOptions extends PlaceOptions, TargetLayout {
  readonly sourceStore?: StoreSettings | undefined;
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CopyEnds {
  readonly from: CopySource;
  readonly to: AddressInput;
  /** The source as it was opened, and as it is copied: in chunks. */
  readonly opened: Group | NdArray;
  readonly root: Group | NdArray;
  /** The requested layout, completed from the source. */
  readonly layout: TargetLayout;
  readonly place: CreationTarget;
  /** Keys of the source that the server has forbidden since it was opened. */
  readonly forbidden: ForbiddenCount;
}

/** Opens both ends for `run`. A target named by an address is closed afterwards. */
export async function withEnds<T>(
  from: CopySource,
  to: AddressInput,
  options: EndsOptions,
  run: (ends: CopyEnds) => Promise<T>,
): Promise<T> {
  const { signal } = options;
  const opened = await open(from, { signal, store: options.sourceStore ?? options.store });
  await refuseOverlap(opened, to, options);
  const forbidden = forbiddenCount(opened.hierarchy.store);
  try {
    const place = await hierarchyFor(to, options);
    const { store } = place.hierarchy;
    const close = isAddress(to) ? store.close : undefined;
    try {
      const result = await run({ from, to, opened, ...inChunks(opened, options), place, forbidden });
      // Values belong to an archive only after it is finished.
      await close?.call(store);
      return result;
    } catch (error) {
      // An archive that cannot be finished is abandoned, so that no lock is left.
      await close?.call(store).catch(() => store.abandon?.().catch(() => {}));
      throw error;
    }
  } finally {
    forbidden.stop();
  }
}

/** The source opened anew, bypassing its cache. */
export async function uncachedSource({ from, root }: CopyEnds, options: EndsOptions): Promise<Group | NdArray> {
  const store = withoutCache(from, options.sourceStore ?? options.store);
  if (store === undefined) return root;
  return inChunks(await open(from, { store, signal: options.signal }), options).root;
}

/** The same for the target. */
export async function uncachedTarget({ to, place }: CopyEnds, options: EndsOptions): Promise<CreationTarget> {
  const store = withoutCache(to, options.store);
  return store === undefined ? place : hierarchyFor(to, { ...options, store, overwrite: true });
}

/** Settings that bypass a cache; undefined if there is none. */
function withoutCache(input: CopySource, settings: StoreSettings | undefined): StoreSettings | undefined {
  return isAddress(input) && settings?.cacheDirectory !== undefined
    ? { ...settings, cacheDirectory: undefined }
    : undefined;
}

export function isAddress(input: CopySource): input is string | URL {
  return typeof input === "string" || input instanceof URL;
}

// A copy into itself would read what it writes or delete what it reads.

/** Must be called before anything is done to the target. */
async function refuseOverlap(source: Group | NdArray, target: AddressInput, options: PlaceOptions): Promise<void> {
  const { store, path } = await targetOf(target, options);
  const [from, to] = placesOf(source.hierarchy.store, store);
  const outer = joined(from, source.path);
  const inner = joined(to, path);
  if (!isInside(outer, inner) && !isInside(inner, outer)) return;
  throw new HyperslabError("invalid-request", "the source and the target of the copy overlap", {
    location: store.location,
    node: path,
    hint: "Copy to a place outside the source.",
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
