/** How an encoder treats elements that its encoded type cannot hold. */
import { HyperslabError } from "../../errors.ts";
import type { FixedDataType } from "../../model/data-types/data-type.ts";
import { elementToScalar } from "../../model/values/element.ts";
import type { FillValue } from "../../model/values/fill-value.ts";
import type { OnUnfit } from "./float-cast.ts";

/**
 * Refuses them, naming the value and the type. Elements that hold the fill value pass, because chunks at the edge of an
 * array are padded with it: NumPy too writes something else for a NaN converted to an integer.
 */
export function refuseUnfit(bytes: Uint8Array, type: FixedDataType, fill: FillValue, target: string): OnUnfit {
  const { itemSize } = type;
  return (index) => {
    const element = bytes.subarray(index * itemSize, (index + 1) * itemSize);
    if (fill instanceof Uint8Array && element.every((byte, at) => byte === fill[at])) return;
    const value = elementToScalar(type, element);
    throw new HyperslabError("invalid-request", `the value ${String(value)} at index ${index} does not fit ${target}`);
  };
}
