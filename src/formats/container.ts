/**
 * Formats that contain a Zarr hierarchy of another format: reference sets and Icechunk repositories. The inner
 * hierarchy has a store of its own; this records the name of its container.
 */
import type { Store } from "../stores/store.ts";

const titles = new WeakMap<Store, string>();

export function setContainer(store: Store, title: string): void {
  titles.set(store, title);
}

/** `Kerchunk references`; undefined if the store is not inside a container. */
export function containerOf(store: Store): string | undefined {
  return titles.get(store);
}
