/** The two open ends of a copy. */

import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { type CreationTarget, hierarchyFor, type PlaceOptions } from "../../dataset/open/creation-target.ts";
import { open } from "../../dataset/open/open.ts";
import type { Group } from "../../dataset/tree/group.ts";
import { type ForbiddenCount, forbiddenCount } from "../../stores/forbidden-watch.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { inChunks } from "../pack/in-chunks.ts";
import { refuseOverlap } from "./overlap.ts";
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
