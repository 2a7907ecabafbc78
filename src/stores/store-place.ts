/** Where the values of a store live, by one name whatever address, link or wrapper led there: what locks go by. */
import type { Store } from "./store.ts";

/** Two stores whose place and key, joined by a slash, are equal have the same value there. */
export function placeOf(store: Store): string {
  if (store.place !== undefined) return store.place;
  return store.identity === undefined ? store.location : `object:${numberOf(store.identity)}`;
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number for an object, the same each time. */
export function numberOf(identity: object): number {
  let number = numbers.get(identity);
  if (number === undefined) numbers.set(identity, (number = ++last));
  return number;
}
