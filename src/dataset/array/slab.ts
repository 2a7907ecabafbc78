/**
 * What a read gives: values in C order with their shape. Structurally `{data, shape, stride}`, so that code written for
 * other JavaScript Zarr readers accepts it unchanged.
 */
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { copyElements } from "../../model/lattice/copy.ts";
import { contiguous, latticeShape, selectLattice } from "../../model/lattice/lattice.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { type AnyTypedData, type ConvertTarget, type Scalar, viewAsTyped } from "../../model/values/typed-data.ts";
import { readElements, selectedData } from "./slab-elements.ts";

/** What a container holds, where that is one value per element. */
export type ElementOf<T> = T extends { readonly [index: number]: infer E } ? E : never;

/** Lists in lists, as deep as there are dimensions; the value itself where there is none. */
export type Nested<E> = E | Nested<E>[];

export interface SlabParts<T> {
  readonly data: T;
  /** The length of each dimension. */
  readonly shape: readonly number[];
  /** The names of the dimensions. */
  readonly dims: readonly (string | undefined)[];
  /** The data type of the elements. */
  readonly dataType: DataType;
  /** What decoding has to say about the values. */
  readonly notes?: readonly string[];
  /** What the elements were converted to. */
  readonly as?: ConvertTarget | undefined;
}

/** What a read returns: values with shape, strides, dimension names and data type. `E` is what one value is. */
export class Slab<T extends { readonly length: number }, E = ElementOf<T>> {
  readonly #as: ConvertTarget | undefined;
  readonly #elementAt: (position: number) => unknown;
  /** Typed array (or list of strings, bytes, values) in C order. Complex values are re, im pairs. */
  readonly data: T;
  /** The length of each dimension. */
  readonly shape: readonly number[];
  /** Elements to step for one index along each dimension. */
  readonly stride: readonly number[];
  /** Names of the dimensions, where they have one. */
  readonly dims: readonly (string | undefined)[];
  /** The data type of the elements. */
  readonly dataType: DataType;
  /** What a decoded read has to say: attributes that were passed over, values that were rounded. */
  readonly notes: readonly string[];

  /** Slabs are made by reads. */
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

  /** The value at this index; negative indices count from the end. Of complex types a pair, of structs an object. */
  get(...index: readonly number[]): E {
    return this.#elementAt(this.#offset(index)) as E;
  }

  /** All values, the last dimension fastest. */
  *[Symbol.iterator](): Generator<E, void, undefined> {
    for (let position = 0; position < this.size; position++) yield this.#elementAt(position) as E;
  }

  /** The values as lists in lists. */
  toNested(): Nested<E> {
    const nest = (axis: number, first: number): Nested<E> => {
      const length = this.shape[axis];
      if (length === undefined) return this.#elementAt(first) as E;
      return Array.from({ length }, (_, at) => nest(axis + 1, first + at * this.stride[axis]!));
    };
    return nest(0, 0);
  }

  /** A part of the slab. What lies together in memory is not copied: a change of its data is a change of this slab's. */
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
