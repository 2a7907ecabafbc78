/** Nodes without documents of their own, which appear only in the consolidated metadata of a group above them. */
import { isHyperslabError } from "../../errors.ts";
import type { OpenedNode } from "../../formats/format.ts";
import { type Location, type LocationBase, storePart } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { joinKey } from "../../stores/store-key.ts";
import type { Address } from "./address.ts";
import { aboveRemote, type Enclosing, mayConsolidate, saysS3 } from "./enclosing.ts";
import { openLocation } from "./location.ts";

/** The number of levels above an address for which a server is queried. */
const LEVELS = 8;

/**
 * `at`: where the store's keys begin, if that is above the address. `as`: the format to use if the caller names none.
 */
export type OpenAt = (store: Store, path: string, at?: Location, as?: string) => Promise<OpenedNode | undefined>;

/**
 * Searches from the nearest group upward, also above the root that the address names; undefined if no group lists the
 * node.
 */
export async function openConsolidated(
  address: Address,
  openAt: OpenAt,
  options: { readonly settings: StoreSettings | undefined; readonly signal: AbortSignal | undefined },
): Promise<OpenedNode | undefined> {
  const { store, path } = address;
  if (store.object !== undefined) return undefined;
  const known = async (from: Store, above: string, wanted: string, at?: Location): Promise<OpenedNode | undefined> => {
    const hierarchy = (await openAt(from, above, at).catch(ignoreUnreadable))?.hierarchy;
    const node = hierarchy?.consolidated === true ? await hierarchy.readNode(wanted, options) : undefined;
    return hierarchy === undefined || node === undefined ? undefined : { hierarchy, node };
  };
  for (let above = path; above !== ""; ) {
    above = above.slice(0, Math.max(0, above.lastIndexOf("/")));
    const found = await known(store, above, path);
    if (found !== undefined) return found;
  }
  for (const { root, path: inner, at } of await consolidatedAbove(address, options.settings)) {
    const found = await known(root, "", joinKey(inner, path), at);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Above extends Enclosing<Store> {
  readonly at: Location;
}

/**
 * Places above an address on a server or in a bucket that may have consolidated metadata, nearest first. All are
 * queried at once.
 */
async function consolidatedAbove(
  { location }: Address,
  settings: StoreSettings | undefined,
): Promise<readonly Above[]> {
  if (location === undefined || storePart(location).steps.length > 0) return [];
  const places: Promise<Above | undefined>[] = [];
  const look = async (base: LocationBase, path: string): Promise<Above | undefined> => {
    const at = { ...location, base, steps: [] };
    const root = await openLocation(at, settings);
    return (await mayConsolidate(root)) ? { root, path, at } : undefined;
  };
  let path = "";
  for (let at = location.base; places.length < LEVELS; ) {
    const above = aboveRemote(at, saysS3(location));
    if (above === undefined) break;
    path = joinKey(above.name, path);
    places.push(look(above.at, path));
    at = above.at;
  }
  return (await Promise.all(places)).filter((place) => place !== undefined);
}

/** A group above that cannot be read is no evidence about the node, but one that cannot be reached may list it. */
function ignoreUnreadable(error: unknown): undefined {
  if (!isHyperslabError(error) || error.code === "io") throw error;
}
