/**
 * The byte order of stored elements: one for all numbers or, in structs of Zarr v2, field by field (a list, nested like
 * the fields). `null` means that a field has no order.
 */
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, hasOrder, type SwapPart, swapUnits } from "../../model/data-types/data-type.ts";
import { allocate } from "../pipeline/allocate.ts";

export type ByteOrder = "little" | "big" | undefined | readonly ByteOrder[];

export function parseByteOrder(view: JsonView | undefined): ByteOrder {
  if (view === undefined || view.isNull()) return undefined;
  if (view.node.type === "array") return view.items().map(parseByteOrder);
  return view.oneOf<"little" | "big">(["little", "big"]);
}

/** The byte groups whose stored order differs from that in memory: all of one size, or a list per element. */
export function reversedUnits(dataType: DataType, order: ByteOrder): SwapUnits {
  if (order === "big") return swapUnits(dataType);
  if (order === "little" || order === undefined) return 1;
  if (dataType.kind !== "struct" || dataType.fields.length !== order.length) {
    throw new HyperslabError("invalid-data", `endian lists ${order.length} fields that ${dataType.name} does not have`);
  }
  return dataType.fields.flatMap((field, index) => {
    const units = reversedUnits(field.dataType, order[index]);
    const itemSize = field.dataType.itemSize ?? 0;
    const count = (field.shape ?? []).reduce((product, length) => product * length, 1);
    if (typeof units === "number") {
      return units > 1 ? [{ offset: field.offset, size: units, count: (itemSize / units) * count }] : [];
    }
    return Array.from({ length: count }, (_, item) =>
      units.map((part) => ({ ...part, offset: field.offset + item * itemSize + part.offset })),
    ).flat();
  });
}

/** True if the type needs a byte order and none is given. */
export function orderIsMissing(dataType: DataType, order: ByteOrder): boolean {
  return order === undefined && hasOrder(dataType);
}

/** Byte groups that are reversed: all of one size, or those of each element. */
export type SwapUnits = number | readonly SwapPart[];

/** A copy of the elements with these byte groups reversed. `bytes` holds whole elements. */
export function swapBytes(bytes: Uint8Array, itemSize: number, units: SwapUnits): Uint8Array {
  const swapped = allocate(bytes.byteLength);
  if (typeof units !== "number") {
    swapped.set(bytes);
    swapParts(bytes, swapped, itemSize, units);
  } else if (units === 2 && bytes.byteOffset % 2 === 0) {
    swapPairs(viewOf(Uint16Array, bytes), viewOf(Uint16Array, swapped));
  } else if (units === 4 && bytes.byteOffset % 4 === 0) {
    swapQuads(viewOf(Uint32Array, bytes), viewOf(Uint32Array, swapped));
  } else if (units === 8 && bytes.byteOffset % 4 === 0) {
    swapOctets(viewOf(Uint32Array, bytes), viewOf(Uint32Array, swapped));
  } else {
    swapGroups(bytes, swapped, 0, units, bytes.byteLength / units);
  }
  return swapped;
}

function viewOf<T>(
  view: { new (buffer: ArrayBufferLike, offset: number, length: number): T; readonly BYTES_PER_ELEMENT: number },
  bytes: Uint8Array,
): T {
  return new view(bytes.buffer, bytes.byteOffset, bytes.byteLength / view.BYTES_PER_ELEMENT);
}

function swapPairs(from: Uint16Array, to: Uint16Array): void {
  for (let i = 0; i < from.length; i++) {
    const value = from[i]!;
    to[i] = (value << 8) | (value >>> 8);
  }
}

function reversed(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

function swapQuads(from: Uint32Array, to: Uint32Array): void {
  for (let i = 0; i < from.length; i++) to[i] = reversed(from[i]!);
}

function swapOctets(from: Uint32Array, to: Uint32Array): void {
  for (let i = 0; i < from.length; i += 2) {
    to[i] = reversed(from[i + 1]!);
    to[i + 1] = reversed(from[i]!);
  }
}

function swapParts(from: Uint8Array, to: Uint8Array, itemSize: number, parts: readonly SwapPart[]): void {
  for (let start = 0; start < from.byteLength; start += itemSize) {
    for (const { offset, size, count } of parts) swapGroups(from, to, start + offset, size, count);
  }
}

function swapGroups(from: Uint8Array, to: Uint8Array, start: number, size: number, count: number): void {
  for (let group = 0; group < count; group++) {
    const first = start + group * size;
    for (let i = 0; i < size; i++) to[first + i] = from[first + size - 1 - i]!;
  }
}
