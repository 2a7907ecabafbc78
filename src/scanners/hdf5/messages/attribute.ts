/** Attributes: name, datatype, dataspace and values, in the header of their object or in a heap. */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { eachRecord, readTreeHeader } from "../structures/btree-v2.ts";
import { type Hdf5File, textOf } from "../structures/file.ts";
import { FractalHeap } from "../structures/fractal-heap.ts";
import type { ObjectHeader } from "../structures/object-header.ts";
import type { SharedMessages } from "../structures/shared-messages.ts";
import { type Dataspace, parseDataspace } from "./dataspace.ts";
import { type Hdf5Type, parseDatatype } from "./datatype.ts";

export interface Hdf5Attribute {
  readonly name: string;
  readonly type: Hdf5Type;
  readonly space: Dataspace;
  /** As stored. */
  readonly data: Uint8Array;
  readonly address: number;
}

const [ATTRIBUTE, ATTRIBUTE_INFO] = [0x0c, 0x15];
const [DATASPACE, DATATYPE] = [0x01, 0x03];
const SHARED = 2;

/** In creation order if that is recorded. */
export async function readAttributes(
  file: Hdf5File,
  header: ObjectHeader,
  shared: SharedMessages,
): Promise<readonly Hdf5Attribute[]> {
  const found: { readonly attribute: Hdf5Attribute; readonly order: number | undefined }[] = [];
  for (const { type, flags, data, address, order } of header.messages) {
    if (type === ATTRIBUTE) {
      const own = file.cursorOver(data, address);
      const cursor = (flags & SHARED) === 0 ? own : await shared.resolve(ATTRIBUTE, own);
      found.push({ attribute: await parseAttribute(file, cursor, shared), order });
    } else if (type === ATTRIBUTE_INFO) {
      const cursor = file.cursorOver(data, address);
      cursor.skip(1);
      if ((cursor.u8() & 1) !== 0) cursor.skip(2);
      const heap = file.address(cursor);
      const names = file.address(cursor);
      if (heap === undefined || names === undefined) continue;
      // Also if the order is not tracked: HDF5 then numbers only attributes that it moved here, and lists those first.
      for (const each of await readDense(file, heap, names, shared)) found.push(each);
    }
  }
  if (found.every(({ order }) => order !== undefined)) found.sort((one, other) => one.order! - other.order!);
  return found.map(({ attribute }) => attribute);
}

async function parseAttribute(file: Hdf5File, cursor: ByteCursor, shared: SharedMessages): Promise<Hdf5Attribute> {
  const version = cursor.u8();
  if (version < 1 || version > 3) cursor.fail(`attribute version ${version}; 1 to 3 are known`, 1);
  const flags = cursor.u8();
  const [nameSize, typeSize, spaceSize] = [cursor.u16(), cursor.u16(), cursor.u16()];
  if (version === 3) cursor.skip(1);
  const start = file.facts.base;
  const take = (size: number): ByteCursor => {
    const inner = cursor.at(cursor.offset);
    cursor.skip(version === 1 ? size + (-size & 7) : size);
    return inner;
  };
  const name = textOf(take(nameSize).bytes(nameSize));
  const typeAt = take(typeSize);
  const spaceAt = take(spaceSize);
  const type = parseDatatype(version > 1 && (flags & 1) !== 0 ? await shared.resolve(DATATYPE, typeAt) : typeAt);
  const space = parseDataspace(
    file,
    version > 1 && (flags & 2) !== 0 ? await shared.resolve(DATASPACE, spaceAt) : spaceAt,
  );
  const offset = cursor.offset;
  return { name, type, space, data: cursor.bytes(cursor.remaining), address: start + offset };
}

async function readDense(
  file: Hdf5File,
  heapAddress: number,
  names: number,
  shared: SharedMessages,
): Promise<readonly { readonly attribute: Hdf5Attribute; readonly order: number }[]> {
  const [heap, header] = await Promise.all([FractalHeap.open(file, heapAddress), readTreeHeader(file, names, [8])]);
  const records: { readonly id: Uint8Array; readonly flags: number; readonly order: number }[] = [];
  await eachRecord(file, header, (cursor) => {
    records.push({ id: cursor.bytes(8), flags: cursor.u8(), order: cursor.u32() });
  });
  const attributes: { readonly attribute: Hdf5Attribute; readonly order: number }[] = [];
  for (const { id, flags, order } of records) {
    const cursor =
      (flags & SHARED) === 0
        ? await heap.object(id.subarray(0, heap.idLength)).then(({ data, address }) => file.cursorOver(data, address))
        : await shared.inHeap(ATTRIBUTE, id);
    attributes.push({ attribute: await parseAttribute(file, cursor, shared), order });
  }
  return attributes;
}
