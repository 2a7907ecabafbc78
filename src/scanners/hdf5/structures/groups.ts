/** The links of a group, however they are stored: in a symbol table, in its header, or in a heap. */
import { type Link, parseLink } from "../messages/link.ts";
import { readTreeNode } from "./btree-v1.ts";
import { eachRecord, readTreeHeader } from "./btree-v2.ts";
import type { Hdf5File } from "./file.ts";
import { FractalHeap } from "./fractal-heap.ts";
import { type LocalHeap, readLocalHeap } from "./local-heap.ts";
import type { ObjectHeader } from "./object-header.ts";

const [LINK_INFO, LINK, GROUP_INFO, SYMBOL_TABLE] = [0x02, 0x06, 0x0a, 0x11];
const SOFT = 2;

export function isGroup({ messages }: ObjectHeader): boolean {
  return messages.some(
    ({ type }) => type === LINK_INFO || type === GROUP_INFO || type === SYMBOL_TABLE || type === LINK,
  );
}

/** In creation order if that is recorded, else by name. */
export async function readLinks(file: Hdf5File, header: ObjectHeader): Promise<readonly Link[]> {
  const links: Link[] = [];
  let isOrdered = false;
  for (const { type, data, address } of header.messages) {
    const cursor = file.cursorOver(data, address);
    if (type === LINK) links.push(parseLink(file, cursor));
    else if (type === SYMBOL_TABLE) {
      const tree = file.needAddress(cursor, "the symbol table");
      const heap = await readLocalHeap(file, file.needAddress(cursor, "the symbol table"));
      await readSymbols(file, tree, heap, links);
    } else if (type === LINK_INFO) {
      cursor.skip(1);
      const flags = cursor.u8();
      isOrdered = (flags & 1) !== 0;
      if (isOrdered) cursor.skip(8);
      const heap = file.address(cursor);
      const names = file.address(cursor);
      if (heap !== undefined && names !== undefined) await readDense(file, heap, names, links);
    }
  }
  const byOrder = isOrdered && links.every(({ order }) => order !== undefined);
  return links.sort((one, other) => (byOrder ? one.order! - other.order! : compareNames(one.name, other.name)));
}

/** As C compares strings: by bytes, which for UTF-8 are code points. */
function compareNames(one: string, other: string): number {
  const [first, second] = [[...one], [...other]];
  for (let index = 0; index < Math.min(first.length, second.length); index++) {
    const difference = first[index]!.codePointAt(0)! - second[index]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return first.length - second.length;
}

/** A B-tree whose leaves lead to symbol table nodes: `SNOD` 01 0 count(2), then name, header, kind(4), 0(4), scratch(16). */
async function readSymbols(file: Hdf5File, root: number, heap: LocalHeap, links: Link[]): Promise<void> {
  const { offsetSize, lengthSize } = file.facts;
  const seen = new Set<number>();
  const visit = async (address: number, level?: number): Promise<void> => {
    if (seen.has(address)) throw file.failure("the B-tree of a group is cyclic", address);
    seen.add(address);
    const node = await readTreeNode(file, address, 0, lengthSize, level);
    for (let index = 0; index < node.entries; index++) {
      node.cursor.skip(lengthSize);
      const child = file.needAddress(node.cursor, "the child of a B-tree node");
      if (node.level > 0) await visit(child, node.level - 1);
      else await readSymbolNode(child);
    }
  };
  const readSymbolNode = async (address: number): Promise<void> => {
    if (seen.has(address)) throw file.failure("the B-tree of a group is cyclic", address);
    seen.add(address);
    const what = "the symbol table node";
    const head = await file.signed(address, 8, "SNOD", what);
    head.skip(2);
    const count = head.u16();
    const cursor = await file.cursor(address + 8, count * (lengthSize + offsetSize + 24), what);
    for (let index = 0; index < count; index++) {
      const name = heap(file.length(cursor));
      const header = file.address(cursor);
      const kind = cursor.u32();
      cursor.skip(4);
      const scratch = cursor.u32();
      cursor.skip(12);
      if (kind === SOFT) links.push({ name, order: undefined, target: { kind: "soft", path: heap(scratch) } });
      else if (header === undefined) cursor.fail(`the link ${name} has no address`, lengthSize + offsetSize + 24);
      else links.push({ name, order: undefined, target: { kind: "hard", address: header } });
    }
  };
  await visit(root);
}

async function readDense(file: Hdf5File, heapAddress: number, names: number, links: Link[]): Promise<void> {
  const [heap, header] = await Promise.all([FractalHeap.open(file, heapAddress), readTreeHeader(file, names, [5])]);
  const ids: Uint8Array[] = [];
  await eachRecord(file, header, (cursor) => {
    cursor.skip(4);
    ids.push(cursor.bytes(heap.idLength));
  });
  for (const id of ids) {
    const { data, address } = await heap.object(id);
    links.push(parseLink(file, file.cursorOver(data, address)));
  }
}
