/** Chunks in a version 1 B-tree. Keys: size(4), mask(4), then the start of the chunk in elements (8 each), and 0(8). */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { scannerLimits } from "../../limits.ts";
import { readTreeNode, type TreeNode } from "../structures/btree-v1.ts";
import { type ChunkIndex, type ChunkIndexInput, isInside, type StoredChunk, type VisitChunk } from "./chunk-index.ts";

export function treeV1Index({ file, layout, address: root, counts }: ChunkIndexInput): ChunkIndex {
  const { chunkShape } = layout;
  const rank = chunkShape.length;
  const keySize = 16 + 8 * rank;
  const { offsetSize } = file.facts;
  const nodes = new Map<number, Promise<TreeNode>>();
  const nodeAt = (address: number, level?: number): Promise<TreeNode> => {
    let node = nodes.get(address);
    if (node === undefined) {
      node = readTreeNode(file, address, 1, keySize, level).then((read) => checkOrder(read, address));
      node.catch(() => nodes.delete(address));
      if (scannerLimits.keptNodes.isReachedBy(nodes.size)) nodes.clear();
      nodes.set(address, node);
    }
    return node;
  };
  /** Chunk coordinates of the key at the cursor, which is at its offsets. */
  const readCoords = (cursor: ByteCursor, out: number[]): void => {
    for (let axis = 0; axis < rank; axis++) {
      const low = cursor.u32();
      const element = low + cursor.u32() * 2 ** 32;
      const coord = element / chunkShape[axis]!;
      if (!Number.isSafeInteger(coord)) cursor.fail(`a chunk begins at element ${element} of dimension ${axis}`, 8);
      out[axis] = coord;
    }
  };

  /** Nodes have no checksums. A chunk whose key is out of order would seem to be absent. */
  const checkOrder = (node: TreeNode, address: number): TreeNode => {
    const { cursor, entries } = node;
    let [last, coords] = [new Array<number>(rank).fill(-1), new Array<number>(rank).fill(0)];
    for (let index = 0; index < entries; index++) {
      cursor.offset = index * (keySize + offsetSize) + 8;
      readCoords(cursor, coords);
      if (compare(last, coords) >= 0) {
        throw file.failure(
          `entry ${index} of a B-tree of chunks, for chunk [${coords.join(", ")}], is out of order`,
          address,
        );
      }
      [last, coords] = [coords, last];
    }
    return node;
  };

  const each = async (visit: VisitChunk): Promise<void> => {
    const seen = new Set<number>();
    const coords = new Array<number>(rank).fill(0);
    const walk = async (address: number, level?: number): Promise<void> => {
      if (seen.has(address)) throw file.failure("the B-tree of chunks is cyclic", address);
      seen.add(address);
      const { cursor, entries, level: found } = await nodeAt(address, level);
      for (let index = 0; index < entries; index++) {
        cursor.offset = index * (keySize + offsetSize);
        const size = cursor.u32();
        const mask = cursor.u32();
        readCoords(cursor, coords);
        cursor.skip(8);
        const child = file.needAddress(cursor, "the child of a B-tree node");
        if (found > 0) await walk(child, found - 1);
        else if (isInside(coords, counts)) visit(coords, { address: child, size, mask });
      }
    };
    await walk(root);
  };

  const find = async (wanted: readonly number[]): Promise<StoredChunk | undefined> => {
    const coords = new Array<number>(rank).fill(0);
    let address = root;
    for (let level: number | undefined; ; ) {
      const node: TreeNode = await nodeAt(address, level);
      const { cursor, entries } = node;
      // One that is kept was checked for another parent.
      if (level !== undefined && node.level !== level) {
        throw file.failure(`the B-tree node is of level ${node.level}, expected ${level}`, address);
      }
      // The last key that is not beyond the wanted one.
      let [low, high] = [0, entries];
      while (low < high) {
        const middle = (low + high) >>> 1;
        cursor.offset = middle * (keySize + offsetSize) + 8;
        readCoords(cursor, coords);
        if (compare(coords, wanted) <= 0) low = middle + 1;
        else high = middle;
      }
      if (low === 0) return undefined;
      cursor.offset = (low - 1) * (keySize + offsetSize);
      const size = cursor.u32();
      const mask = cursor.u32();
      readCoords(cursor, coords);
      cursor.skip(8);
      const child = file.needAddress(cursor, "the child of a B-tree node");
      if (node.level === 0) return compare(coords, wanted) === 0 ? { address: child, size, mask } : undefined;
      level = node.level - 1;
      address = child;
    }
  };
  return { each, find };
}

export function compare(one: readonly number[], other: readonly number[]): number {
  for (let axis = 0; axis < one.length; axis++) {
    const difference = one[axis]! - other[axis]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
