/**
 * The header of a netCDF-3 file, big-endian, everything padded to four bytes:
 *
 *     "CDF" version(1, 2, 5)  numrecs  dimensions  attributes  variables
 *     list        tag(10, 11, 12; 0 if empty) count item*
 *     dimension   name length(0: the record dimension)
 *     attribute   name type count value*
 *     variable    name rank dimid* attributes type vsize begin
 *     name        length byte*
 *
 * Counts, lengths and dimids take 4 bytes, in CDF-5 8; `begin` takes 4 bytes in CDF-1 and 8 in the others.
 */
import type { ByteCursor } from "../../bytes/source/byte-cursor.ts";
import type { NetcdfType, NetcdfValues } from "../../model/netcdf/dataset.ts";
import { decodeNetcdfText } from "../../model/netcdf/text.ts";
import { dataTypeOf, NETCDF_TYPES } from "../../model/netcdf/types.ts";

export interface Netcdf3Dimension {
  readonly name: string;
  /** 0 for the record dimension. */
  readonly length: number;
}

export interface Netcdf3Attribute {
  readonly name: string;
  readonly type: NetcdfType;
  readonly values: NetcdfValues;
}

export interface Netcdf3Variable {
  readonly name: string;
  /** Positions in the list of dimensions. */
  readonly dimensions: readonly number[];
  readonly attributes: readonly Netcdf3Attribute[];
  readonly type: NetcdfType;
  /** Where the values begin: all of them, or those of the first record. */
  readonly begin: number;
  /** Where this entry of the header is, for messages. */
  readonly at: number;
}

export interface Netcdf3Header {
  readonly version: 1 | 2 | 5;
  /** Undefined if the writer did not know it; the size of the file then decides. */
  readonly records: number | undefined;
  readonly dimensions: readonly Netcdf3Dimension[];
  readonly attributes: readonly Netcdf3Attribute[];
  readonly variables: readonly Netcdf3Variable[];
}

const [DIMENSIONS, VARIABLES, ATTRIBUTES] = [10, 11, 12] as const;

/** Types of CDF-1 and CDF-2 (`byte` to `double`), and of CDF-5. */
export const CLASSIC_TYPES = 6;
const ALL_TYPES = 11;

/** `numrecs` of a file that was written as a stream. */
const [STREAMING, STREAMING_64] = [0xffffffff, 0xffffffffffffffffn] as const;

/** Parses a header from a cursor at its first byte. `fileBytes` bounds what lengths may claim. */
export function parseHeader(cursor: ByteCursor, fileBytes: number): Netcdf3Header {
  return new HeaderParser(cursor, fileBytes).header();
}

class HeaderParser {
  readonly #cursor: ByteCursor;
  readonly #fileBytes: number;
  #version: 1 | 2 | 5 = 1;

  constructor(cursor: ByteCursor, fileBytes: number) {
    this.#cursor = cursor;
    this.#fileBytes = fileBytes;
  }

  header(): Netcdf3Header {
    const cursor = this.#cursor;
    cursor.skip(3);
    const version = cursor.u8();
    if (version !== 1 && version !== 2 && version !== 5)
      return cursor.fail(`version ${version} of netCDF-3 is not known`, 1);
    this.#version = version;
    const records = this.#records();
    const dimensions = this.#list(DIMENSIONS, "dimensions", () => ({ name: this.#name(), length: this.#length() }));
    if (dimensions.filter(({ length }) => length === 0).length > 1) {
      cursor.fail("more than one record dimension in the list of dimensions that ends");
    }
    const attributes = this.#attributes();
    const variables = this.#list(VARIABLES, "variables", () => this.#variable(dimensions));
    return { version, records, dimensions, attributes, variables };
  }

  #records(): number | undefined {
    const cursor = this.#cursor;
    if (this.#version !== 5) {
      const count = cursor.u32();
      return count === STREAMING ? undefined : count;
    }
    const count = cursor.u64();
    if (count === STREAMING_64) return undefined;
    if (count > BigInt(Number.MAX_SAFE_INTEGER)) cursor.fail(`the count of records, ${count}, is beyond 2^53`, 8);
    return Number(count);
  }

  /** A count or length, which is never negative. */
  #count(): number {
    const cursor = this.#cursor;
    if (this.#version === 5) {
      const count = cursor.i64Number();
      return count < 0 ? cursor.fail(`a negative count, ${count},`, 8) : count;
    }
    const count = cursor.i32();
    return count < 0 ? cursor.fail(`a negative count, ${count},`, 4) : count;
  }

  /** Of a dimension. netCDF-C writes lengths of up to 2^32 - 4 to CDF-2. */
  #length(): number {
    return this.#version === 2 ? this.#cursor.u32() : this.#count();
  }

  #list<T>(tag: number, what: string, item: () => T): readonly T[] {
    const cursor = this.#cursor;
    const found = cursor.u32();
    const count = this.#count();
    if (found === 0 && count === 0) return [];
    if (found !== tag) cursor.fail(`expected the list of ${what} (tag ${tag}), found tag ${found},`, this.#width() + 4);
    const items: T[] = [];
    // Grows with the available bytes, whatever the count says.
    for (let index = 0; index < count; index++) items.push(item());
    return items;
  }

  #width(): 4 | 8 {
    return this.#version === 5 ? 8 : 4;
  }

  /** Ends at its first NUL, if it has one, as in netCDF-C. */
  #name(): string {
    const bytes = this.#padded(this.#count());
    const end = bytes.indexOf(0);
    return decodeNetcdfText(end < 0 ? bytes : bytes.subarray(0, end));
  }

  /** Bytes, and the padding to a multiple of four, whose contents vary between writers. */
  #padded(length: number): Uint8Array {
    const cursor = this.#cursor;
    if (length > this.#fileBytes) cursor.fail(`a length of ${length} bytes, in a file of ${this.#fileBytes}, ends`);
    const bytes = cursor.bytes(length);
    cursor.skip((4 - (length % 4)) % 4);
    return bytes;
  }

  #type(): NetcdfType {
    const cursor = this.#cursor;
    const number = cursor.u32();
    if (number < 1 || number > (this.#version === 5 ? ALL_TYPES : CLASSIC_TYPES)) {
      cursor.fail(`CDF-${this.#version} has no type ${number}, found`, 4);
    }
    return NETCDF_TYPES[number - 1]!;
  }

  #attributes(): readonly Netcdf3Attribute[] {
    return this.#list(ATTRIBUTES, "attributes", () => {
      const name = this.#name();
      const type = this.#type();
      const count = this.#count();
      const bytes = this.#padded(count * (dataTypeOf(type).itemSize ?? 1));
      return { name, type, values: VALUES[type]!(bytes, count) };
    });
  }

  #variable(dimensions: readonly Netcdf3Dimension[]): Netcdf3Variable {
    const cursor = this.#cursor;
    const at = cursor.offset;
    const name = this.#name();
    const rank = this.#count();
    const ids: number[] = [];
    for (let axis = 0; axis < rank; axis++) {
      const id = this.#count();
      if (id >= dimensions.length) {
        cursor.fail(`variable ${name} has dimension ${id} of ${dimensions.length}`, this.#width());
      }
      if (axis > 0 && dimensions[id]!.length === 0) {
        cursor.fail(`the record dimension is not the first one of variable ${name}`, this.#width());
      }
      ids.push(id);
    }
    const attributes = this.#attributes();
    const type = this.#type();
    // Not used, as in netCDF-C: it overflows for large variables, and the shape is sufficient.
    cursor.skip(this.#width());
    const begin = this.#version === 1 ? cursor.u32() : cursor.i64Number();
    if (begin < 0) cursor.fail(`the values of variable ${name} begin at ${begin}, found`, 8);
    return { name, dimensions: ids, attributes, type, begin, at };
  }
}

type Reader = (bytes: Uint8Array, count: number) => NetcdfValues;

/** Values of each type. */
const VALUES: Readonly<Partial<Record<NetcdfType, Reader>>> = {
  byte: (bytes) => new Int8Array(bytes),
  char: (bytes) => bytes.slice(),
  ubyte: (bytes) => bytes.slice(),
  short: each(Int16Array, (view, index) => view.getInt16(2 * index)),
  ushort: each(Uint16Array, (view, index) => view.getUint16(2 * index)),
  int: each(Int32Array, (view, index) => view.getInt32(4 * index)),
  uint: each(Uint32Array, (view, index) => view.getUint32(4 * index)),
  float: each(Float32Array, (view, index) => view.getFloat32(4 * index)),
  double: each(Float64Array, (view, index) => view.getFloat64(8 * index)),
  int64: (bytes, count) => {
    const view = viewOf(bytes);
    return BigInt64Array.from({ length: count }, (_, index) => view.getBigInt64(8 * index));
  },
  uint64: (bytes, count) => {
    const view = viewOf(bytes);
    return BigUint64Array.from({ length: count }, (_, index) => view.getBigUint64(8 * index));
  },
};

function each<A extends NetcdfValues>(
  made: { from(source: { readonly length: number }, map: (_: unknown, index: number) => number): A },
  read: (view: DataView, index: number) => number,
): Reader {
  return (bytes, count) => {
    const view = viewOf(bytes);
    return made.from({ length: count }, (_, index) => read(view, index));
  };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
