/**
 * Chunks in a version 2 B-tree, for datasets with several unlimited dimensions. Records: address, with filters also
 * size and mask(4), then the chunk coordinates (8 each).
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { eachRecord, readTreeHeader, readTreeV2Node, type TreeHeader } from "../structures/btree-v2.ts";
import { compare } from "./btree-v1.ts";
import { type ChunkIndex, type ChunkIndexInput, entryForm, isInside, type StoredChunk } from "./chunk-index.ts";

const [PLAIN, FILTERED] = [10, 11];

export function treeV2Index(input: ChunkIndexInput): ChunkIndex {
  const { file, address, counts, isFiltered } = input;
  const form = entryForm(input);
  const rank = counts.length;
  let opened: Promise<TreeHeader> | undefined;
  const header = (): Promise<TreeHeader> => {
    opened ??= readTreeHeader(file, address, [isFiltered ? FILTERED! : PLAIN!]).then((found) => {
      if (found.recordSize === form.size + 8 * rank) return found;
      throw file.failure(
        `records of the chunk index have ${found.recordSize} bytes, expected ${form.size + 8 * rank}`,
        address,
      );
    });
    return opened;
  };
  const readRecord = (cursor: ByteCursor, coords: number[]): StoredChunk | undefined => {
    const chunk = form.read(cursor);
    for (let axis = 0; axis < rank; axis++) coords[axis] = cursor.u64Number();
    return chunk;
  };
  return {
    each: async (visit) => {
      const coords = new Array<number>(rank).fill(0);
      await eachRecord(file, await header(), (cursor) => {
        const chunk = readRecord(cursor, coords);
        if (chunk !== undefined && isInside(coords, counts)) visit(coords, chunk);
      });
    },
    find: async (wanted) => {
      const tree = await header();
      if (tree.root === undefined || tree.rootRecords === 0) return undefined;
      const coords = new Array<number>(rank).fill(0);
      let pointer = { address: tree.root, records: tree.rootRecords };
      for (let depth = tree.depth; ; depth--) {
        const { cursor, records, children } = await readTreeV2Node(file, tree, pointer, depth);
        const start = cursor.offset;
        let [low, high] = [0, records];
        while (low < high) {
          const middle = (low + high) >>> 1;
          cursor.offset = start + middle * tree.recordSize;
          const chunk = readRecord(cursor, coords);
          const order = compare(coords, wanted);
          if (order === 0) return chunk;
          if (order < 0) low = middle + 1;
          else high = middle;
        }
        if (depth === 0) return undefined;
        pointer = children[low]!;
      }
    },
  };
}
