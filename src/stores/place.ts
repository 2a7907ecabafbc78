/**
 * Where a format is looked for: a directory (keys below a path of a store), or a file (one value of a store, read as a
 * `ByteSource`). `format-marks.ts` says how the two are told apart.
 */
import type { ByteSource } from "../bytes/source/byte-source.ts";
import { objectSource } from "./object-source.ts";
import type { Store } from "./store.ts";

export type Place = DirectoryPlace | FilePlace;

export interface DirectoryPlace {
  readonly kind: "directory";
  readonly store: Store;
  /** Path of the node in the store. */
  readonly path: string;
}

export interface FilePlace {
  readonly kind: "file";
  /** All reads are of one version of the file. */
  readonly source: ByteSource;
  /** The store that the file is a value of, and its key there. */
  readonly store: Store;
  readonly key: string;
  /** Path of the node: inside the file if the store is that file alone (`store.object`), else that of the file. */
  readonly path: string;
}

export function filePlace(store: Store, key: string, path: string): FilePlace {
  return { kind: "file", source: objectSource(store, key), store, key, path };
}
