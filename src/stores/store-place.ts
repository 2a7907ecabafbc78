/** Where the values of a store live, by one name whatever address, link or wrapper led there: what locks go by. */
import type { Store } from "./store.ts";

/** Two stores whose place and key, joined by a slash, are equal have the same value there. */
export function placeOf(store: Store): string {
  if (store.place !== undefined) return store.place;
  return store.identity === undefined ? store.location : `object:${numberOf(store.identity)}`;
}

/** What locks call a value: the same name for all stores of one place. */
export function lockName(store: Store, key: string): string {
  return `${placeOf(store)}/${key}`;
}

/**
 * What caches call a value: its place, so that all who lead there share what is known, and hear of a change. A store that
 * tells neither its place nor what it lives in is itself: two of one location may have different rights, or nothing in common.
 */
export function cacheName(store: Store, key: string): string {
  if (store.place !== undefined) return `${store.place}/${key}`;
  return store.identity === undefined ? `store:${numberOf(store)}/${key}` : `object:${numberOf(store.identity)}/${key}`;
}

const numbers = new WeakMap<object, number>();
let last = 0;
let gone: (prefixes: readonly string[]) => void = () => {};
const registry = new FinalizationRegistry<number>((number) => gone([`store:${number}/`, `object:${number}/`]));

/** Calls `listener` with what the cache names of a store began with that is gone, and with it everyone who could ask for them. */
export function onStoreGone(listener: (prefixes: readonly string[]) => void): void {
  gone = listener;
}

/** A number for an object, the same each time. */
function numberOf(identity: object): number {
  let number = numbers.get(identity);
  if (number === undefined) {
    numbers.set(identity, (number = ++last));
    registry.register(identity, number);
  }
  return number;
}
