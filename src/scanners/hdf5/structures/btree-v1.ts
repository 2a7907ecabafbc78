/**
 * Nodes of version 1 B-trees: `TREE`, type (0 groups, 1 chunks), level (0: leaves), entries(2), left and right sibling,
 * then alternating keys and addresses. The tree is walked from its root; siblings are not used.
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import type { Hdf5File } from "./file.ts";

export interface TreeNode {
  readonly level: number;
  readonly entries: number;
  /** At the first key. */
  readonly cursor: ByteCursor;
}

const WHAT = "the B-tree node";

export async function readTreeNode(
  file: Hdf5File,
  address: number,
  type: 0 | 1,
  keySize: number,
  level?: number,
): Promise<TreeNode> {
  const { offsetSize } = file.facts;
  const headSize = 8 + 2 * offsetSize;
  const head = await file.signed(address, headSize, "TREE", WHAT);
  const foundType = head.u8();
  const foundLevel = head.u8();
  const entries = head.u16();
  if (foundType !== type) throw file.failure(`${WHAT} is of type ${foundType}, expected ${type}`, address);
  // Each level is one below its parent's, so a cyclic tree is detected immediately.
  if (level !== undefined && foundLevel !== level) {
    throw file.failure(`${WHAT} is of level ${foundLevel}, expected ${level}`, address);
  }
  const length = entries * (keySize + offsetSize) + keySize;
  return { level: foundLevel, entries, cursor: await file.cursor(address + headSize, length, WHAT) };
}
