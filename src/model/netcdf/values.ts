/** Elements of an array as values of a netCDF variable. */
import { type DataType, isFixedSize } from "../data-types/data-type.ts";
import { readFixedUtf32, withoutPadding } from "../data-types/fixed-text.ts";
import { viewAsTyped } from "../values/typed-data.ts";
import type { NetcdfType, NetcdfValues } from "./dataset.ts";
import { decodeNetcdfText } from "./text.ts";

/**
 * The values of packed elements (little-endian, in C order) of a variable of this type. A string of NULs alone is NIL, as in
 * netCDF-C.
 */
export function netcdfValues(type: NetcdfType, dataType: DataType, bytes: Uint8Array): NetcdfValues {
  if (type === "char") return bytes;
  if (!isFixedSize(dataType)) throw new TypeError(`${dataType.name} has no packed elements`);
  if (type !== "string") return viewAsTyped(dataType, bytes) as NetcdfValues;
  const { itemSize, kind } = dataType;
  return Array.from({ length: bytes.byteLength / itemSize }, (_, index) => {
    if (kind === "fixed-utf32") return readFixedUtf32(bytes, index * itemSize, itemSize, index);
    const text = withoutPadding(bytes, index * itemSize, itemSize);
    return text.byteLength === 0 ? null : decodeNetcdfText(text);
  });
}
