/** How compressed blocks of zstd 0.7 differ from today's. */
import type { BlockFormat } from "../zstd/decode-block.ts";
import { SEQUENCE_NUMBERS } from "../zstd/decode-sequences.ts";
import { buildTree, readTree, type Tree } from "../zstd/huffman-tree.ts";
import { readLiteralsHeader } from "./literals-header.ts";

export const blocksV07: BlockFormat = {
  readLiteralsHeader,
  readTree: readTreeV07,
  tableModes: ["predefined", "one code", "as before", "described"],
  translateOffsets,
};

/** A tree's first byte from here on says how many weights there are, all of them 1; today it counts weights in bytes. */
const EQUAL_WEIGHTS = 242;
const COUNTS = [1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128];

function readTreeV07(bytes: Uint8Array, at: number, end: number): Tree {
  const count = at < end ? COUNTS[bytes[at]! - EQUAL_WEIGHTS] : undefined;
  if (count === undefined) return readTree(bytes, at, end);
  return { tree: buildTree(Array.from({ length: count }, () => 1)), end: at + 1 };
}

/**
 * Values 1 to 3 repeat one of the last offsets. Without literals the first two change places, where today all three move
 * on by one. The first offset itself has no value then: 0 stands for it.
 */
function translateOffsets(sequences: Uint32Array): void {
  for (let i = 0; i < sequences.length; i += SEQUENCE_NUMBERS) {
    if (sequences[i + 2] !== 0) continue;
    if (sequences[i] === 2) sequences[i] = 0;
    else if (sequences[i] === 3) sequences[i] = 2;
  }
}
