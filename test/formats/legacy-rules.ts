/** What Zarr 0 and Zarr 1 can and cannot hold, said once more for the format contract. */
import { floatFromBytes, floatToBytes } from "../../src/formats/spelling/element-json.ts";
import type { DataType } from "../../src/model/data-types/data-type.ts";
import { chunkShapeOf } from "../../src/model/grid/chunk-grid.ts";
import type { ArrayNode, ChunkKeyEncoding } from "../../src/model/node.ts";
import { sameElement } from "../../src/model/values/fill-value.ts";

const NUMBERS = /^(?:bool|u?int(?:8|16|32|64)|float(?:16|32|64)|complex(?:64|128))$/;

/** Types, fill values, grids and keys that neither has; codecs are each one's own affair. */
export function isBeyondLegacy({ dataType, fillValue, grid, shape, chunkKeys }: ArrayNode): boolean {
  if (shape.length === 0 || chunkShapeOf(grid) === undefined || !hasType(dataType)) return true;
  if (chunkKeys.prefix !== undefined || chunkKeys.suffix !== undefined) return true;
  return fillValue instanceof Uint8Array && !hasFill(dataType, fillValue);
}

function hasType(dataType: DataType): boolean {
  if (dataType.kind === "struct") {
    return dataType.fields.every((field) => field.shape === undefined && hasType(field.dataType));
  }
  return (
    NUMBERS.test(dataType.name) ||
    ["raw", "fixed-bytes", "fixed-utf32", "datetime", "timedelta"].includes(dataType.kind)
  );
}

function isZero(element: Uint8Array): boolean {
  return element.every((byte) => byte === 0);
}

/** Opaque elements and structs can be filled with zero only, complex numbers with real ones, floats with one NaN. */
function hasFill(dataType: DataType, element: Uint8Array): boolean {
  if (dataType.kind === "raw" || dataType.kind === "struct") return isZero(element);
  if (dataType.kind === "complex") return isZero(element.subarray(element.byteLength / 2));
  if (dataType.kind !== "float") return true;
  return sameElement(floatToBytes(dataType.name, floatFromBytes(dataType.name, element), dataType.itemSize), element);
}

/** Zero has no spelling in opaque elements and in structs with texts: it is left undefined. */
export function legacyNormal(node: ArrayNode, chunkKeys: ChunkKeyEncoding): ArrayNode {
  const unspelled = node.dataType.kind === "raw" || hasText(node.dataType);
  return { ...node, chunkKeys, fillValue: unspelled ? undefined : node.fillValue };
}

function hasText(dataType: DataType): boolean {
  if (dataType.kind !== "struct") return false;
  return dataType.fields.some((field) => hasText(field.dataType) || /^[SU]\d/.test(field.dataType.name));
}

export function holdsTimes(dataType: DataType): boolean {
  if (dataType.kind === "struct") return dataType.fields.some((field) => holdsTimes(field.dataType));
  return dataType.kind === "datetime" || dataType.kind === "timedelta";
}
