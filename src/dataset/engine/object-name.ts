/** By what name caches know an object of a store. */
import type { Store } from "../../stores/store.ts";
import { numberOf, placeOf } from "../../stores/store.ts";

/**
 * Its place, so that all who lead there share what is known, and hear of a change. A store that tells neither its place nor
 * what it lives in is itself: two of one location may have different rights, or nothing in common.
 */
export function objectName(store: Store, key: string): string {
  const hasPlace = store.place !== undefined || store.identity !== undefined;
  return `${hasPlace ? placeOf(store) : `store:${numberOf(store)}`}/${key}`;
}
