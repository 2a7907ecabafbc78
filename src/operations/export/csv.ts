/** Tidy CSV (RFC 4180): one row an element, an index column a dimension, then the value. */
import type { Slab } from "../../dataset/slab.ts";
import { type DataType, isFixedSize } from "../../model/data-type.ts";
import type { Item } from "../../model/fill-value.ts";
import { elementToScalar } from "../../model/typed-data.ts";

export function csvHeader(dims: readonly (string | undefined)[], dataType: DataType): string {
  const names = dims.map((name, axis) => quote(name ?? `dim_${axis}`));
  const values = dataType.kind === "complex" ? ["real", "imaginary"] : ["value"];
  return `${[...names, ...values].join(",")}\r\n`;
}

/** Rows of one block whose first element is number `first` of the selection of `shape`. */
export function csvRows(slab: Slab<ArrayLike<unknown>>, first: number, shape: readonly number[]): string {
  const { data, dataType } = slab;
  const count = isFixedSize(dataType) ? data.length / dataType.itemSize : data.length;
  const index = indexAt(first, shape);
  const rows: string[] = [];
  for (let i = 0; i < count; i++) {
    rows.push(`${[...index, ...cells(slab, i)].join(",")}\r\n`);
    advance(index, shape);
  }
  return rows.join("");
}

function indexAt(first: number, shape: readonly number[]): number[] {
  const index = shape.map(() => 0);
  for (let axis = shape.length - 1, rest = first; axis >= 0; axis--) {
    index[axis] = rest % shape[axis]!;
    rest = Math.floor(rest / shape[axis]!);
  }
  return index;
}

function advance(index: number[], shape: readonly number[]): void {
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index[axis]! += 1;
    if (index[axis]! < shape[axis]!) return;
    index[axis] = 0;
  }
}

function cells({ data, dataType }: Slab<ArrayLike<unknown>>, i: number): string[] {
  const { itemSize } = dataType;
  const element =
    data instanceof Uint8Array && itemSize !== undefined ? data.subarray(i * itemSize, (i + 1) * itemSize) : data[i];
  const value: unknown = itemSize === undefined ? element : elementToScalar(dataType, element as Item);
  if (dataType.kind === "complex" && Array.isArray(value)) return value.map(String);
  return [cell(value)];
}

function cell(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (value instanceof Uint8Array) return [...value].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (typeof value === "object" && value !== null) {
    return quote(JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)));
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
