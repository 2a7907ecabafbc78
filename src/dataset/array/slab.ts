/**
 * The result of a read: values in C order with their shape. Structurally `{data, shape, stride}`, so code written for
 * other JavaScript Zarr readers accepts it unchanged.
 */
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { copyElements, copyItems } from "../../model/lattice/copy.ts";
import { contiguous, isContiguous, type Lattice, latticeShape, selectLattice } from "../../model/lattice/lattice.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { elementMemory } from "../../model/values/element-writer.ts";
import { isNumericArray, type NumericArray } from "../../model/values/numeric-array.ts";
import { type AnyTypedData, type ConvertTarget, type Scalar, viewAsTyped } from "../../model/values/typed-data.ts";
import { elementReader } from "../../model/values/typed-view.ts";

/** The element type of a container that holds one value per element. */
export type ElementOf<T> = T extends { readonly [index: number]: infer E } ? E : never;

/** Nested lists, one level per dimension; the value itself if there are none. */
export type Nested<E> = E | Nested<E>[];

export interface SlabParts<T> {
  readonly data: T;
  /** The length of each dimension. */
  readonly shape: readonly number[];
  /** The names of the dimensions. */
  readonly dims: readonly (string | undefined)[];
  /** The data type of the elements. */
  readonly dataType: DataType;
  /** Notes from decoding about the values. */
  readonly notes?: readonly string[];
  /** The type that the elements were converted to. */
  readonly as?: ConvertTarget | undefined;
}

/** The result of a read: values with shape, strides, dimension names and data type. `E` is the type of one value. */
export class Slab<T extends { readonly length: number }, E = ElementOf<T>> {
  readonly #as: ConvertTarget | undefined;
  readonly #elementAt: (position: number) => unknown;
  /** A typed array (or a list of strings, bytes or values) in C order. Complex values are (re, im) pairs. */
  readonly data: T;
  /** The length of each dimension. */
  readonly shape: readonly number[];
  /** Elements to step for one index along each dimension. */
  readonly stride: readonly number[];
  /** Names of the dimensions; `undefined` for unnamed ones. */
  readonly dims: readonly (string | undefined)[];
  /** The data type of the elements. */
  readonly dataType: DataType;
  /** Notes from a decoded read: attributes that were ignored, values that were rounded. */
  readonly notes: readonly string[];

  /** Slabs are created by reads. */
  constructor(parts: SlabParts<T>) {
    this.data = parts.data;
    this.shape = parts.shape;
    this.stride = contiguous(parts.shape).axes.map((axis) => axis.stride);
    this.dims = parts.dims;
    this.dataType = parts.dataType;
    this.notes = parts.notes ?? [];
    this.#as = parts.as;
    this.#elementAt = readElements(parts.dataType, parts.data, parts.as);
  }

  /** Number of elements. */
  get size(): number {
    return this.shape.reduce((product, length) => product * length, 1);
  }

  /** Position in `data` of the element at this index; negative indices count from the end. */
  offset(...index: readonly number[]): number {
    return this.#offset(index);
  }

  #offset(index: readonly number[]): number {
    if (index.length !== this.shape.length) {
      throw new HyperslabError(
        "invalid-request",
        `${index.length} indices for a slab of ${this.shape.length} dimensions`,
      );
    }
    return index.reduce((sum, given, axis) => {
      const length = this.shape[axis]!;
      const at = given < 0 ? given + length : given;
      if (!Number.isInteger(at) || at < 0 || at >= length) {
        throw new HyperslabError("invalid-request", `index ${given} is outside dimension ${axis} of length ${length}`);
      }
      return sum + at * this.stride[axis]!;
    }, 0);
  }

  /**
   * The value at this index; negative indices count from the end. A complex value is a pair, a struct value an object.
   */
  get(...index: readonly number[]): E {
    return this.#elementAt(this.#offset(index)) as E;
  }

  /** Iterates over all values, the last dimension fastest. */
  *[Symbol.iterator](): Generator<E, void, undefined> {
    for (let position = 0; position < this.size; position++) yield this.#elementAt(position) as E;
  }

  /** The values as nested lists. */
  toNested(): Nested<E> {
    const nest = (axis: number, first: number): Nested<E> => {
      const length = this.shape[axis];
      if (length === undefined) return this.#elementAt(first) as E;
      return Array.from({ length }, (_, at) => nest(axis + 1, first + at * this.stride[axis]!));
    };
    return nest(0, 0);
  }

  /** A part of the slab. A contiguous part is not copied: changing its data changes this slab's data. */
  slice(selection: Selection): Slab<T, E> {
    const { axes, resultShape, resultDims } = normalizeSelection(selection, this.shape, this.dims);
    const part = selectLattice(contiguous(this.shape), axes);
    const data = selectedData(this.data, this.size, part, latticeShape(part));
    return new Slab<T, E>({ data, shape: resultShape, dims: resultDims, dataType: this.dataType, as: this.#as });
  }

  /** One field of a struct as a slab of its own. */
  field(name: string): Slab<AnyTypedData, Scalar> {
    const { dataType, data } = this;
    const found = dataType.kind === "struct" ? dataType.fields.find((field) => field.name === name) : undefined;
    if (dataType.kind !== "struct" || found === undefined || !(data instanceof Uint8Array)) {
      const names = dataType.kind === "struct" ? dataType.fields.map((field) => field.name).join(", ") : "none";
      throw new HyperslabError("invalid-request", `no field "${name}"`, { hint: `Fields are: ${names}.` });
    }
    const inner = found.shape ?? [];
    const innerBytes = inner.reduce((product, length) => product * length, 1) * (found.dataType.itemSize ?? 0);
    const bytes = new Uint8Array(this.size * innerBytes);
    const records = data.subarray(found.offset);
    const from = {
      base: 0,
      axes: [
        { count: this.size, stride: dataType.itemSize },
        { count: innerBytes, stride: 1 },
      ],
    };
    copyElements(records, from, bytes, contiguous([this.size, innerBytes]), 1);
    return new Slab<AnyTypedData, Scalar>({
      data: viewAsTyped(found.dataType, bytes),
      shape: [...this.shape, ...inner],
      dims: [...this.dims, ...inner.map(() => undefined)],
      dataType: found.dataType,
    });
  }
}

/** The value at a position, in the data type's own form or as converted. */
function readElements(dataType: DataType, data: unknown, as: ConvertTarget | undefined): (position: number) => unknown {
  if (!isNumericArray(data)) return (position) => (Array.isArray(data) ? data[position] : undefined);
  const { itemSize = 1 } = dataType;
  if (data instanceof Uint8Array && (as === "bytes" || (as === undefined && dataType.kind === "raw"))) {
    return (position) => data.subarray(position * itemSize, (position + 1) * itemSize);
  }
  if (dataType.kind === "complex") return (position) => [data[2 * position], data[2 * position + 1]];
  if (as !== undefined) return (position) => data[position];
  if (dataType.kind === "bool") return (position) => data[position] !== 0;
  if (dataType.kind === "struct" && data instanceof Uint8Array) {
    const read = elementReader(dataType);
    const memory = elementMemory(data);
    return (position) => read(memory, position * itemSize);
  }
  return (position) => data[position];
}

/**
 * The selected elements of `count`: the same memory if they are contiguous, else a copy. An element may span several
 * numbers (complex types) or bytes.
 */
function selectedData<T>(data: T, count: number, part: Lattice, shape: readonly number[]): T {
  const size = shape.reduce((product, length) => product * length, 1);
  const together = isContiguous(part) || size === 0;
  const start = size === 0 ? 0 : part.base;
  if (Array.isArray(data)) {
    if (together) return data.slice(start, start + size) as T;
    const items = new Array<unknown>(size);
    copyItems(data, part, items, contiguous(shape));
    return items as T;
  }
  if (!isNumericArray(data)) return data;
  const width = count === 0 ? 1 : data.length / count;
  if (together) return data.subarray(start * width, (start + size) * width) as T;
  const made = sameKind(data, size * width);
  copyElements(bytesIn(data), part, bytesIn(made), contiguous(shape), width * data.BYTES_PER_ELEMENT);
  return made as T;
}

/** Keeps the caller's kind of memory, including shared memory. */
function sameKind(data: NumericArray, length: number): NumericArray {
  const made: unknown = Reflect.construct(data.constructor, [length]);
  return isNumericArray(made) ? made : data.slice(0, length);
}

function bytesIn({ buffer, byteOffset, byteLength }: NumericArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
