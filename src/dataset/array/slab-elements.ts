/** Single values and parts of a slab's data. */
import type { DataType } from "../../model/data-types/data-type.ts";
import { copyElements, copyItems } from "../../model/lattice/copy.ts";
import { contiguous, isContiguous, type Lattice } from "../../model/lattice/lattice.ts";
import { elementMemory } from "../../model/values/element-writer.ts";
import { isNumericArray, type NumericArray } from "../../model/values/numeric-array.ts";
import type { ConvertTarget } from "../../model/values/typed-data.ts";
import { elementReader } from "../../model/values/typed-view.ts";

/** The value at a position, in the data type's own form or as converted. */
export function readElements(
  dataType: DataType,
  data: unknown,
  as: ConvertTarget | undefined,
): (position: number) => unknown {
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
export function selectedData<T>(data: T, count: number, part: Lattice, shape: readonly number[]): T {
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
