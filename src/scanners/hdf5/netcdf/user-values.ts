/** Converts stored elements of types that groups define, and strings, to netCDF values. */

import type { NetcdfType } from "../../../model/netcdf/dataset.ts";
import { decodeNetcdfText } from "../../../model/netcdf/text.ts";
import type { NetcdfUserType, NetcdfUserValue } from "../../../model/netcdf/user-types.ts";
import { elementToScalar } from "../../../model/values/element.ts";
import type { Hdf5Type } from "../messages/datatype.ts";
import type { Hdf5File } from "../structures/file.ts";
import type { GlobalHeap } from "../structures/global-heap.ts";
import { elementsInMemory } from "../values/elements.ts";
import { modelType } from "../values/model-type.ts";
import { integerReader } from "./integer-reader.ts";
import { elementOf } from "./user-types.ts";

/** Where variable-length values lie. */
export interface UserSource {
  readonly file: Hdf5File;
  readonly heap: GlobalHeap;
}

/** The same for one call, and the values that may still be read. */
interface Budget extends UserSource {
  left: number;
}

/** Rows may refer to the same bytes repeatedly, so a small file could request any number of values. */
const MOST_VALUES = 2 ** 22;

/** Elements in these bytes. */
interface Stored {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

type Read = (stored: Stored, at: number) => NetcdfUserValue;
type ReadLater = (stored: Stored, at: number) => Promise<NetcdfUserValue>;

/** How elements are read: directly, or by following pointers in the file. */
type Reader =
  | { readonly size: number; readonly isDirect: true; readonly read: Read }
  | { readonly size: number; readonly isDirect: false; readonly read: ReadLater };

/** Reads whole elements. A false length in the file fails with its place. */
export function userValues(
  source: UserSource,
  stored: Hdf5Type,
  type: NetcdfUserType | "string",
): (elements: Uint8Array) => Promise<readonly NetcdfUserValue[]> {
  return async (elements) => {
    const budget = { ...source, left: MOST_VALUES };
    return readAll(budget, readerOf(budget, stored, type), elements);
  };
}

async function readAll(budget: Budget, reader: Reader, bytes: Uint8Array): Promise<readonly NetcdfUserValue[]> {
  budget.left -= bytes.byteLength / reader.size;
  if (budget.left < 0) throw budget.file.failure(`elements that hold more than ${MOST_VALUES} values per chunk`, 0);
  const stored = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  const values: NetcdfUserValue[] = [];
  for (let at = 0; at + reader.size <= bytes.byteLength; at += reader.size) {
    values.push(reader.isDirect ? reader.read(stored, at) : await reader.read(stored, at));
  }
  return values;
}

function direct(size: number, read: Read): Reader {
  return { size, isDirect: true, read };
}

function readerOf(source: Budget, stored: Hdf5Type, type: NetcdfType | NetcdfUserType): Reader {
  const { size } = stored;
  if (typeof type === "string") return atomicReader(source, stored);
  if (type.class === "opaque") return direct(size, ({ bytes }, at) => bytes.slice(at, at + size));
  if (type.class === "enum" && stored.class === "enum") return atomicReader(source, stored.base);
  if (type.class === "vlen" && stored.class === "vlen") return vlenReader(source, stored, type.base);
  if (type.class === "compound" && stored.class === "compound") return compoundReader(source, stored, type);
  throw new TypeError(`${type.name} is not stored as ${stored.class}`);
}

function atomicReader(source: Budget, stored: Hdf5Type): Reader {
  const { size } = stored;
  if (stored.class === "string") return direct(size, ({ bytes }, at) => bytes.slice(at, at + size));
  if (stored.class === "vlen") {
    const read: ReadLater = async ({ bytes }, at) => {
      const row = await rowAt(source, bytes.subarray(at, at + size), 1);
      if (row === undefined) return null;
      const end = row.indexOf(0);
      return decodeNetcdfText(end < 0 ? row : row.subarray(0, end));
    };
    return { size, isDirect: false, read };
  }
  const integer = integerReader(stored);
  if (integer !== undefined) return direct(size, ({ view }, at) => integer(view, at));
  if (stored.class === "float" && stored.order !== "vax" && (size === 4 || size === 8)) {
    const little = stored.order === "little";
    return direct(size, ({ view }, at) => (size === 4 ? view.getFloat32(at, little) : view.getFloat64(at, little)));
  }
  const model = modelType(stored);
  if (model.kind !== "fixed") throw new TypeError(`${stored.class} is not atomic`);
  return direct(size, ({ bytes }, at) =>
    Number(elementToScalar(model.dataType, elementsInMemory(model, bytes.subarray(at, at + size)))),
  );
}

/** The bytes that a pointer leads to; undefined if it leads nowhere. */
async function rowAt(
  { file, heap }: UserSource,
  pointer: Uint8Array,
  itemSize: number,
): Promise<Uint8Array | undefined> {
  const cursor = file.cursorOver(pointer, 0);
  const length = cursor.u32() * itemSize;
  const found = await heap.object(cursor);
  if (found !== undefined && length > found.byteLength) {
    cursor.fail(`a value of ${length} bytes in the global heap has only ${found.byteLength}`, pointer.byteLength);
  }
  return found?.subarray(0, length);
}

function vlenReader(
  source: Budget,
  stored: Extract<Hdf5Type, { readonly class: "vlen" }>,
  base: NetcdfType | NetcdfUserType,
): Reader {
  const { size } = stored;
  const item = readerOf(source, stored.base, base);
  const isText = base === "char";
  const read: ReadLater = async ({ bytes }, at) => {
    const row = (await rowAt(source, bytes.subarray(at, at + size), item.size)) ?? new Uint8Array(0);
    return isText ? row.slice() : readAll(source, item, row);
  };
  return { size, isDirect: false, read };
}

interface MemberReader {
  readonly offset: number;
  readonly read: Reader;
}

function compoundReader(
  source: Budget,
  { size, members }: Extract<Hdf5Type, { readonly class: "compound" }>,
  type: Extract<NetcdfUserType, { readonly class: "compound" }>,
): Reader {
  const readers = members.map((member, index): MemberReader => {
    const { shape, element } = elementOf(member.type);
    const wanted = type.members[index]!.type;
    const read = readerOf(source, element, wanted);
    // Characters of a member form one string, whether it is an array of them or not.
    if (wanted === "char") return { offset: member.offset, read: charactersOf(member.type.size) };
    return { offset: member.offset, read: shape.length === 0 ? read : listReader(source, read, member.type.size) };
  });
  const direct = readers.flatMap(({ offset, read }) => (read.isDirect ? [{ offset, read: read.read }] : []));
  if (direct.length === readers.length) {
    return { size, isDirect: true, read: (stored, at) => direct.map(({ offset, read }) => read(stored, at + offset)) };
  }
  const read: ReadLater = async (stored, at) => {
    const values: NetcdfUserValue[] = [];
    for (const { offset, read: member } of readers) {
      values.push(member.isDirect ? member.read(stored, at + offset) : await member.read(stored, at + offset));
    }
    return values;
  };
  return { size, isDirect: false, read };
}

function charactersOf(size: number): Reader {
  return direct(size, ({ bytes }, at) => bytes.slice(at, at + size));
}

/** The elements of an array type. */
function listReader(source: Budget, item: Reader, size: number): Reader {
  const count = Math.floor(size / item.size);
  if (item.isDirect) {
    const { read } = item;
    return direct(size, (stored, at) =>
      Array.from({ length: count }, (_, index) => read(stored, at + index * item.size)),
    );
  }
  const read: ReadLater = async ({ bytes }, at) => readAll(source, item, bytes.subarray(at, at + size));
  return { size, isDirect: false, read };
}
