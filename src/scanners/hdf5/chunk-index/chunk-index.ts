/** Where the chunks of a dataset lie. An index is queried for one chunk, or for all of them. */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import type { ChunkedLayout } from "../messages/layout.ts";
import { encodedSize, type Hdf5File, unsigned } from "../structures/file.ts";

/** A chunk that is stored. */
export interface StoredChunk {
  /** Relative to the base of the file. */
  readonly address: number;
  readonly size: number;
  /** Bit n is set if filter n was skipped. */
  readonly mask: number;
}

/** Coordinates are in chunks, and the list is reused for the next one. */
export type VisitChunk = (coords: readonly number[], chunk: StoredChunk) => void;

export interface ChunkIndex {
  /** Returns undefined if the chunk is proven not to be stored. */
  find(coords: readonly number[]): Promise<StoredChunk | undefined>;
  /** In any order. */
  each(visit: VisitChunk): Promise<void>;
}

export interface ChunkIndexInput {
  readonly file: Hdf5File;
  readonly layout: ChunkedLayout;
  readonly address: number;
  /** The current number of chunks along each dimension. */
  readonly counts: readonly number[];
  /** The maximum number of chunks; infinity if unlimited. */
  readonly mostCounts: readonly number[];
  readonly isFiltered: boolean;
  /** Of a chunk without filters. */
  readonly chunkBytes: number;
}

/** An entry in the indexes of version 4 layouts: address, and with filters also size and mask. */
export interface EntryForm {
  readonly size: number;
  /** Returns undefined if it is not stored. */
  read(cursor: ByteCursor): StoredChunk | undefined;
}

export function entryForm({ file, layout, isFiltered, chunkBytes }: ChunkIndexInput): EntryForm {
  const { offsetSize, lengthSize } = file.facts;
  // As many bytes as the size of a plain chunk takes, plus one for what compression may add.
  const sizeBytes = layout.wideSizes ? lengthSize : Math.min(8, encodedSize(chunkBytes * 256));
  return {
    size: isFiltered ? offsetSize + sizeBytes + 4 : offsetSize,
    read: (cursor) => {
      const address = file.address(cursor);
      if (!isFiltered) return address === undefined ? undefined : { address, size: chunkBytes, mask: 0 };
      const size = unsigned(cursor, sizeBytes);
      const mask = cursor.u32();
      return address === undefined ? undefined : { address, size, mask };
    },
  };
}

/** The position of a chunk in C order over the counts; the first of them is not needed. */
export function linear(coords: readonly number[], counts: readonly number[]): number {
  return coords.reduce((index, coord, axis) => index * (axis === 0 ? 1 : counts[axis]!) + coord, 0);
}

/** The inverse. */
export function coordsOf(index: number, counts: readonly number[], out: number[]): void {
  let rest = index;
  for (let axis = counts.length - 1; axis > 0; axis--) {
    out[axis] = rest % counts[axis]!;
    rest = Math.floor(rest / counts[axis]!);
  }
  out[0] = rest;
}

export function isInside(coords: readonly number[], counts: readonly number[]): boolean {
  for (let axis = 0; axis < counts.length; axis++) if (coords[axis]! >= counts[axis]!) return false;
  return true;
}
