/** The values of a store, byte for byte: files of a directory, entries of an archive, objects of a bucket. */

import { holdOf } from "../../stores/direct-reads.ts";
import { objectSource, placeOf, type Store, valuePlace } from "../../stores/store.ts";
import type { NameRules } from "./served-names.ts";
import type { ServedTree, ServedValue, TreeRequest } from "./served-tree.ts";
import { sessionOf, sourceValue } from "./source-value.ts";

export function storeTree(store: Store, names: NameRules): ServedTree {
  const session = sessionOf(placeOf(store));
  const hold = holdOf(store);
  const value = async (key: string, request?: TreeRequest): Promise<ServedValue | undefined> => {
    try {
      return await sourceValue(objectSource(store, key, { hold }), { place: valuePlace(store, key), session }, request);
    } catch (error) {
      // A directory cannot be held open, and is not a value.
      if (hold !== undefined && (await store.head?.(key, request)) === undefined) return undefined;
      throw error;
    }
  };
  return {
    location: store.location,
    value: async (key, request) => {
      names.check(key);
      return value(key, request);
    },
    list: async (prefix, request) => {
      if (!names.reaches(prefix) || store.listDirectory === undefined) return undefined;
      const listing = names.shown(prefix, await store.listDirectory(prefix, request));
      return prefix === "" || listing.keys.length > 0 || listing.prefixes.length > 0 ? listing : undefined;
    },
    close: async () => store.close?.(),
  };
}
