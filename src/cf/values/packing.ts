/** `scale_factor` and `add_offset`, and the type of the unpacked values: xarray's choice. */
import type { DataType } from "../../model/data-types/data-type.ts";
import type { Attributes } from "../../model/node.ts";
import { type AttributeNumber, oneNumber, wrongAttribute } from "./attributes.ts";

export interface Packing {
  readonly scale: number | bigint | undefined;
  readonly offset: number | bigint | undefined;
  /** The type of unpacked values. */
  readonly result: "float32" | "float64" | "int64";
}

/** Returns undefined if the values are not packed. */
export function packingOf(attributes: Attributes, dataType: DataType): Packing | undefined {
  const scale = checked(attributes, "scale_factor");
  const offset = checked(attributes, "add_offset");
  if (scale === undefined && offset === undefined) return undefined;
  return { scale: scale?.value, offset: offset?.value, result: resultOf(scale, offset, dataType) };
}

function checked(attributes: Attributes, name: string): AttributeNumber | undefined {
  const number = oneNumber(attributes, name);
  if (number !== undefined && typeof number.value === "number" && !Number.isFinite(number.value)) {
    throw wrongAttribute(name, `${number.value} would make every value ${number.value}`);
  }
  return number;
}

/**
 * If both have the same float type: that type, but float64 for 32-bit integers, which float32 would round. With any
 * other offset: float64, because a large one would cost digits. A factor alone: its own type, and integers stay
 * integers.
 */
function resultOf(
  scale: AttributeNumber | undefined,
  offset: AttributeNumber | undefined,
  dataType: DataType,
): Packing["result"] {
  if (scale !== undefined && offset !== undefined && scale.type === offset.type && scale.type !== "integer") {
    return dataType.kind === "integer" && dataType.itemSize === 4 ? "float64" : scale.type;
  }
  if (offset !== undefined || scale === undefined) return "float64";
  if (scale.type !== "integer") return scale.type;
  return dataType.kind === "integer" ? "int64" : "float64";
}
