/** Numbers in configurations, spelled as Zarr v3 spells fill values: tokens, "NaN", "Infinity", "-Infinity", "0x...". */
import type { JsonView } from "../../bytes/json/view.ts";
import { elementFromBits } from "../../model/values/fill-value.ts";
import { type FloatType, type IntegerType, integerRange, readFloats } from "./real-type.ts";
import { rounderTo } from "./rounding.ts";

/** A number of the type: a bigint for integers, the nearest value of the type for floats. */
export function numberOfType(view: JsonView, type: IntegerType | FloatType): number | bigint {
  if (type.kind === "integer") {
    const { min, max } = integerRange(type);
    return view.bigint(min, max);
  }
  return view.node.type === "string" ? namedFloat(view, type) : rounderTo(type.name)(view.number());
}

function namedFloat(view: JsonView, type: FloatType): number {
  const text = view.string();
  if (text === "NaN") return Number.NaN;
  if (text === "Infinity" || text === "+Infinity") return Number.POSITIVE_INFINITY;
  if (text === "-Infinity") return Number.NEGATIVE_INFINITY;
  const bits = /^0x[0-9a-fA-F]{1,16}$/.test(text) ? elementFromBits(BigInt(text), type.itemSize) : undefined;
  if (bits === undefined) return view.fail(`${JSON.stringify(text)} is not a number of ${type.name}`);
  return readFloats(type, bits)[0]!;
}
