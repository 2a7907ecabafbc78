/**
 * Where a format is looked for: a directory (keys below a path of a store), or a file (one value of a store, read as a
 * `ByteSource`). A file is recognised by its name (`format-marks.ts`), or by its first bytes.
 */
import type { ByteSource } from "../bytes/source/byte-source.ts";
import { type FormatMarks, markedFormats } from "./format-marks.ts";
import { objectSource } from "./object-source.ts";
import type { Store } from "./store.ts";

/** A directory or a file. */
export type Place = DirectoryPlace | FilePlace;

/** Keys below a path of a store. */
export interface DirectoryPlace {
  /** Distinguishes it from a file. */
  readonly kind: "directory";
  /** The store that holds the keys. */
  readonly store: Store;
  /** Path of the node in the store. */
  readonly path: string;
}

/** One value of a store. */
export interface FilePlace {
  /** Distinguishes it from a directory. */
  readonly kind: "file";
  /** All reads are of one version of the file. */
  readonly source: ByteSource;
  /** The store that the file is a value of. */
  readonly store: Store;
  /** Its key there. */
  readonly key: string;
  /** Path of the node: inside the file if the store is that file alone (`store.object`), else that of the file. */
  readonly path: string;
}

export function filePlace(store: Store, key: string, path: string): FilePlace {
  return { kind: "file", source: objectSource(store, key), store, key, path };
}

/** Bytes that are read from each end of a file to recognise it. */
export const HEAD_BYTES = 512;

/** Returns whether the first bytes of a file (and the last, if known) identify the format. */
export function hasMagic({ file }: FormatMarks, head: Uint8Array, tail?: Uint8Array): boolean {
  return (
    file?.magic?.some(({ bytes, offset }) => {
      const part = offset < 0 ? tail : head;
      const start = offset < 0 ? (tail?.byteLength ?? 0) + offset : offset;
      return part !== undefined && start >= 0 && bytes.every((byte, index) => part[start + index] === byte);
    }) === true
  );
}

/** Returns whether some format recognises the first bytes of a file. */
export function beginsFile(head: Uint8Array): boolean {
  return markedFormats().some((format) => hasMagic(format, head));
}

/** The first bytes of a zip archive: an entry, or the end of an archive without entries. */
export function beginsArchive([p, k, kind, same]: Uint8Array): boolean {
  return p === 0x50 && k === 0x4b && ((kind === 3 && same === 4) || (kind === 5 && same === 6));
}
