/**
 * What a read gives: values in C order with their shape. Structurally `{data, shape, stride}`, so that code written for
 * other JavaScript Zarr readers accepts it unchanged.
 */
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { copyElements } from "../../model/lattice/copy.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import { type AnyTypedData, viewAsTyped } from "../../model/values/typed-data.ts";

export interface SlabParts<T> {
  readonly data: T;
  /** The length of each dimension. */
  readonly shape: readonly number[];
  /** The names of the dimensions. */
  readonly dims: readonly (string | undefined)[];
  /** The data type of the elements. */
  readonly dataType: DataType;
}

/** What a read returns: values with shape, strides, dimension names and data type. */
export class Slab<T extends { readonly length: number }> {
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

  /** Slabs are made by reads. */
  constructor(parts: SlabParts<T>) {
    this.data = parts.data;
    this.shape = parts.shape;
    this.stride = contiguous(parts.shape).axes.map((axis) => axis.stride);
    this.dims = parts.dims;
    this.dataType = parts.dataType;
  }

  /** Number of elements. */
  get size(): number {
    return this.shape.reduce((product, length) => product * length, 1);
  }

  /** Position in `data` of the element at this index; negative indices count from the end. */
  offset(...index: readonly number[]): number {
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

  /** One field of a struct as a slab of its own. */
  field(name: string): Slab<AnyTypedData> {
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
    return new Slab({
      data: viewAsTyped(found.dataType, bytes),
      shape: [...this.shape, ...inner],
      dims: [...this.dims, ...inner.map(() => undefined)],
      dataType: found.dataType,
    });
  }
}
