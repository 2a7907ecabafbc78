/**
 * Formats that hold a Zarr hierarchy of another format: sets of references and Icechunk repositories. The hierarchy within
 * has a store of its own; this remembers what people call the thing around it.
 */
import type { Store } from "../stores/store.ts";

const titles = new WeakMap<Store, string>();

export function setContainer(store: Store, title: string): void {
  titles.set(store, title);
}

/** `Kerchunk references`; undefined if the store is not inside of anything. */
export function containerOf(store: Store): string | undefined {
  return titles.get(store);
}
