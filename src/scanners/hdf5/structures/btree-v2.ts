/**
 * Version 2 B-trees: a header (`BTHD`), internal nodes (`BTIN`: records, then a pointer before, between and after them) and
 * leaves (`BTLF`). Each ends in its checksum.
 *
 *     pointer   address, records of the child, records below it (if the child is not a leaf)
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { encodedSize, type Hdf5File, unsigned } from "./file.ts";

export interface TreeHeader {
  readonly type: number;
  readonly nodeSize: number;
  readonly recordSize: number;
  readonly depth: number;
  readonly root: number | undefined;
  readonly rootRecords: number;
  readonly total: number;
  /** Size of the count of records in one node, in bytes. */
  readonly countSize: number;
  /** By depth of the child: size in bytes of the count of all records below it. */
  readonly totalSizes: readonly number[];
}

export interface TreePointer {
  readonly address: number;
  readonly records: number;
}

export interface TreeV2Node {
  readonly records: number;
  /** At the first record. */
  readonly cursor: ByteCursor;
  /** In internal nodes: one more than the records. */
  readonly children: readonly TreePointer[];
}

/** Signature, version, type and checksum of a node. */
const NODE_FRAME = 10;
const MOST_DEPTH = 16;

export async function readTreeHeader(file: Hdf5File, address: number, types: readonly number[]): Promise<TreeHeader> {
  const { offsetSize, lengthSize } = file.facts;
  const cursor = await file.checked(address, 22 + offsetSize + lengthSize, "BTHD", "the B-tree header");
  cursor.skip(1);
  const type = cursor.u8();
  if (!types.includes(type))
    throw file.failure(`the B-tree is of type ${type}, expected ${types.join(" or ")}`, address);
  const nodeSize = cursor.u32();
  const recordSize = cursor.u16();
  const depth = cursor.u16();
  cursor.skip(2);
  const root = file.address(cursor);
  const rootRecords = cursor.u16();
  const total = file.length(cursor);
  if (depth > MOST_DEPTH || recordSize === 0 || nodeSize < NODE_FRAME + recordSize) {
    throw file.failure(
      `a B-tree of depth ${depth} with nodes of ${nodeSize} and records of ${recordSize} bytes`,
      address,
    );
  }
  let most = Math.floor((nodeSize - NODE_FRAME) / recordSize);
  const countSize = encodedSize(most);
  const totalSizes = [0];
  let below = most;
  for (let level = 1; level <= depth; level++) {
    const pointer = offsetSize + countSize + totalSizes[level - 1]!;
    most = Math.floor((nodeSize - NODE_FRAME - pointer) / (recordSize + pointer));
    below = (most + 1) * below + most;
    totalSizes.push(encodedSize(below));
  }
  return { type, nodeSize, recordSize, depth, root, rootRecords, total, countSize, totalSizes };
}

/** A node at a depth; 0 is a leaf. */
export async function readTreeV2Node(
  file: Hdf5File,
  header: TreeHeader,
  { address, records }: TreePointer,
  depth: number,
): Promise<TreeV2Node> {
  const { offsetSize } = file.facts;
  const { recordSize, countSize, totalSizes } = header;
  const what = depth === 0 ? "the leaf of a B-tree" : "the node of a B-tree";
  const pointerSize = depth === 0 ? 0 : offsetSize + countSize + totalSizes[depth - 1]!;
  const length = NODE_FRAME + records * recordSize + (depth === 0 ? 0 : (records + 1) * pointerSize);
  if (length > header.nodeSize) throw file.failure(`${what} cannot hold ${records} records`, address);
  const cursor = await file.checked(address, length, depth === 0 ? "BTLF" : "BTIN", what);
  cursor.skip(1);
  const type = cursor.u8();
  if (type !== header.type) throw file.failure(`${what} is of type ${type}, expected ${header.type}`, address);
  const children: TreePointer[] = [];
  if (depth > 0) {
    const pointers = cursor.at(cursor.offset + records * recordSize);
    for (let index = 0; index <= records; index++) {
      const child = file.needAddress(pointers, "the child of a B-tree node");
      children.push({ address: child, records: unsigned(pointers, countSize) });
      pointers.skip(totalSizes[depth - 1]!);
    }
  }
  return { records, cursor, children };
}

/** Visits every record, in order. The cursor is at the record, and may be moved. */
export async function eachRecord(
  file: Hdf5File,
  header: TreeHeader,
  visit: (cursor: ByteCursor) => void,
): Promise<void> {
  if (header.root === undefined || header.rootRecords === 0) return;
  let left = header.total;
  const walk = async (pointer: TreePointer, depth: number): Promise<void> => {
    if (pointer.records === 0) throw file.failure("a node of a B-tree has no records", pointer.address);
    const { records, cursor, children } = await readTreeV2Node(file, header, pointer, depth);
    const start = cursor.offset;
    for (let index = 0; index <= records; index++) {
      if (depth > 0) await walk(children[index]!, depth - 1);
      if (index === records) break;
      // A cyclic tree has more records than it counts.
      if (left-- <= 0) throw file.failure("a B-tree has more records than its header counts", pointer.address);
      cursor.offset = start + index * header.recordSize;
      visit(cursor);
    }
  };
  await walk({ address: header.root, records: header.rootRecords }, header.depth);
}
