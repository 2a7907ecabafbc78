/** What the store of a snapshot was built from, for code that refers to its chunks in place. */
import type { Store, StoreOptions } from "../../stores/store.ts";
import type { OpenedSource, OpenSource } from "../format.ts";
import type { ChunkReference, VirtualReference } from "./manifest.ts";

export interface SnapshotFacts {
  /** The store of the repository: native chunks are its keys `chunks/ID`. */
  readonly repository: Store;
  readonly openSource: OpenSource;
  /** The paths of all nodes. */
  readonly paths: Iterable<string>;
  /** Every stored chunk of the arrays at a path and below it, by its Zarr key. */
  chunks(
    path: string,
    options?: StoreOptions,
  ): AsyncIterable<{ readonly key: string; readonly reference: ChunkReference }>;
  /** The address of the file that a virtual chunk lies in. */
  addressOf(reference: VirtualReference): Promise<string>;
  /** The file itself; an error if it is known to differ from the referenced one. */
  openTarget(reference: VirtualReference): Promise<OpenedSource>;
}

const made = new WeakMap<Store, SnapshotFacts>();

export function setSnapshotFacts(store: Store, facts: SnapshotFacts): void {
  made.set(store, facts);
}

/** Returns undefined if the store is not a snapshot of Icechunk. */
export function snapshotFacts(store: Store): SnapshotFacts | undefined {
  return made.get(store);
}
