/** The index of a layout, whatever its kind. */
import { treeV1Index } from "./btree-v1.ts";
import { treeV2Index } from "./btree-v2.ts";
import { type ChunkIndex, type ChunkIndexInput, coordsOf, linear, type StoredChunk } from "./chunk-index.ts";
import { extensibleArrayIndex } from "./extensible-array.ts";
import { fixedArrayIndex } from "./fixed-array.ts";

/** All filters were skipped. */
export const EVERY_FILTER = 0xffffffff;

export function openIndex(input: ChunkIndexInput, isPartial: (coords: readonly number[]) => boolean): ChunkIndex {
  const index = plainIndex(input);
  if (!input.layout.plainEdges || !input.isFiltered) return index;
  const unmask = (coords: readonly number[], chunk: StoredChunk): StoredChunk =>
    isPartial(coords) ? { ...chunk, size: input.chunkBytes, mask: EVERY_FILTER } : chunk;
  return {
    find: async (coords) => {
      const chunk = await index.find(coords);
      return chunk && unmask(coords, chunk);
    },
    each: (visit) => index.each((coords, chunk) => visit(coords, unmask(coords, chunk))),
  };
}

function plainIndex(input: ChunkIndexInput): ChunkIndex {
  const { kind } = input.layout.index;
  switch (kind) {
    case "btree-v1":
      return treeV1Index(input);
    case "btree-v2":
      return treeV2Index(input);
    case "fixed-array":
      return fixedArrayIndex(input);
    case "extensible-array":
      return extensibleArrayIndex(input);
    default:
      return computedIndex(input);
  }
}

/** A single chunk, or all chunks consecutively: nothing is stored about them. */
function computedIndex({ layout, address, counts, mostCounts, chunkBytes }: ChunkIndexInput): ChunkIndex {
  const { index } = layout;
  const isSingle = index.kind === "single";
  const [size, mask] = isSingle ? [index.size ?? chunkBytes, index.mask] : [chunkBytes, 0];
  const chunkAt = (coords: readonly number[]): StoredChunk => {
    const before = isSingle ? 0 : linear(coords, mostCounts) * chunkBytes;
    return { address: address + before, size, mask };
  };
  return {
    find: async (coords) => chunkAt(coords),
    each: async (visit) => {
      const total = counts.reduce((product, count) => product * count, 1);
      const coords = counts.map(() => 0);
      for (let at = 0; at < total; at++) {
        coordsOf(at, counts, coords);
        visit(coords, chunkAt(coords));
      }
    },
  };
}
