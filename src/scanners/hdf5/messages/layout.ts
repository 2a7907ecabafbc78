/**
 * Data layouts: where the elements of a dataset lie. Versions 1 and 2 have the class after the rank; version 3 is `03
 * class`; versions 4 and 5 add chunk indexes other than version 1 B-trees, and virtual datasets.
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { type Hdf5File, unsigned } from "../structures/file.ts";

export type ChunkIndexKind =
  | { readonly kind: "btree-v1" }
  | { readonly kind: "single"; readonly size: number | undefined; readonly mask: number }
  | { readonly kind: "implicit" }
  | { readonly kind: "fixed-array" }
  | { readonly kind: "extensible-array" }
  | { readonly kind: "btree-v2" };

export interface ChunkedLayout {
  readonly class: "chunked";
  /** Undefined if no chunk was ever stored. */
  readonly address: number | undefined;
  /** Of one chunk, in elements. */
  readonly chunkShape: readonly number[];
  readonly elementSize: number;
  readonly index: ChunkIndexKind;
  /** True if chunks that extend over the edge are stored without filters. */
  readonly plainEdges: boolean;
  /** True if sizes of chunks in indexes take as many bytes as lengths. */
  readonly wideSizes: boolean;
}

export type Hdf5Layout =
  | { readonly class: "compact"; readonly data: Uint8Array }
  | { readonly class: "contiguous"; readonly address: number | undefined; readonly size: number | undefined }
  | ChunkedLayout
  | { readonly class: "virtual"; readonly address: number | undefined; readonly index: number };

const MOST_RANK = 33;
const [PLAIN_EDGES, SINGLE_FILTERED] = [1, 2];

export function parseLayout(file: Hdf5File, cursor: ByteCursor): Hdf5Layout {
  const version = cursor.u8();
  if (version === 1 || version === 2) return parseOld(file, cursor);
  if (version < 3 || version > 5) return cursor.fail(`data layout version ${version}; 1 to 5 are known`, 1);
  const layoutClass = cursor.u8();
  switch (layoutClass) {
    case 0:
      return { class: "compact", data: cursor.bytes(cursor.u16()) };
    case 1:
      return { class: "contiguous", address: file.address(cursor), size: file.length(cursor) };
    case 2:
      return version === 3 ? parseChunked(file, cursor) : parseIndexed(file, cursor, version);
    case 3:
      return { class: "virtual", address: file.address(cursor), index: cursor.u32() };
    default:
      return cursor.fail(`a data layout is of class ${layoutClass}`, 1);
  }
}

function parseOld(file: Hdf5File, cursor: ByteCursor): Hdf5Layout {
  const rank = checkRank(cursor, cursor.u8());
  const layoutClass = cursor.u8();
  cursor.skip(5);
  if (layoutClass > 2) return cursor.fail(`a data layout is of class ${layoutClass}`, 6);
  const address = layoutClass === 0 ? undefined : file.address(cursor);
  const lengths = Array.from({ length: rank }, () => cursor.u32());
  if (layoutClass === 0) return { class: "compact", data: cursor.bytes(cursor.u32()) };
  return layoutClass === 1 ? { class: "contiguous", address, size: undefined } : chunked(cursor, address, lengths);
}

function parseChunked(file: Hdf5File, cursor: ByteCursor): ChunkedLayout {
  const rank = checkRank(cursor, cursor.u8());
  const address = file.address(cursor);
  return chunked(
    cursor,
    address,
    Array.from({ length: rank }, () => cursor.u32()),
  );
}

/** The last length is the size of an element. */
function chunked(cursor: ByteCursor, address: number | undefined, lengths: readonly number[]): ChunkedLayout {
  if (lengths.length < 2 || lengths.includes(0)) cursor.fail(`chunks of [${lengths.join(", ")}]`);
  const [chunkShape, elementSize] = [lengths.slice(0, -1), lengths.at(-1)!];
  const index = { kind: "btree-v1" } as const;
  return { class: "chunked", address, chunkShape, elementSize, index, plainEdges: false, wideSizes: false };
}

function parseIndexed(file: Hdf5File, cursor: ByteCursor, version: number): ChunkedLayout {
  const flags = cursor.u8();
  const rank = checkRank(cursor, cursor.u8());
  const lengthSize = cursor.u8();
  if (lengthSize < 1 || lengthSize > 8) cursor.fail(`lengths of chunks take ${lengthSize} bytes`, 1);
  const lengths = Array.from({ length: rank }, () => unsigned(cursor, lengthSize));
  const index = parseIndex(file, cursor, flags);
  return {
    ...chunked(cursor, file.address(cursor), lengths),
    index,
    plainEdges: (flags & PLAIN_EDGES!) !== 0,
    wideSizes: version > 4,
  };
}

function parseIndex(file: Hdf5File, cursor: ByteCursor, flags: number): ChunkIndexKind {
  const kind = cursor.u8();
  switch (kind) {
    case 1: {
      if ((flags & SINGLE_FILTERED!) === 0) return { kind: "single", size: undefined, mask: 0 };
      return { kind: "single", size: file.length(cursor), mask: cursor.u32() };
    }
    case 2:
      return { kind: "implicit" };
    // The parameters that follow are repeated in the headers of the indexes.
    case 3:
      cursor.skip(1);
      return { kind: "fixed-array" };
    case 4:
      cursor.skip(5);
      return { kind: "extensible-array" };
    case 5:
      cursor.skip(6);
      return { kind: "btree-v2" };
    default:
      return cursor.fail(`a chunk index is of type ${kind}`, 1);
  }
}

function checkRank(cursor: ByteCursor, rank: number): number {
  return rank >= 1 && rank <= MOST_RANK ? rank : cursor.fail(`a data layout has ${rank} dimensions`, 1);
}
