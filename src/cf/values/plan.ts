/** What the attributes of an array say about its numbers, determined before any value is read. */
import type { DecodeOptions, MeantArray } from "../../dataset/array/decoding.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { type DurationUnits, durationUnits } from "../time/durations.ts";
import { isTimeUnits, parseTimeUnits, type TimeUnits } from "../time/units.ts";
import { textOf } from "./attributes.ts";
import { flagsOf } from "./flags.ts";
import { missingNumbers, validRange } from "./missing.ts";
import type { FloatResult, NumberSteps } from "./numbers.ts";
import { type Packing, packingOf } from "./packing.ts";
import { resigned, resignedValue } from "./unsigned.ts";

/** The meaning of the numbers after unpacking. */
export type Meaning =
  | { readonly kind: "times"; readonly units: TimeUnits }
  | { readonly kind: "durations"; readonly units: DurationUnits }
  | { readonly kind: "flags"; readonly flags: NonNullable<ReturnType<typeof flagsOf>> }
  | { readonly kind: "booleans" }
  | { readonly kind: "numbers" };

export interface NumberPlan extends NumberSteps {
  /** The stored type, or the one with the other sign. */
  readonly dataType: DataType;
  /** `stored` if nothing is applied to them. */
  readonly result: FloatResult | "integers" | "scaled-integers" | "stored";
  readonly meaning: Meaning;
  /** Whether NaN also means missing. */
  readonly masksNaN: boolean;
  readonly notes: readonly string[];
}

/** The plan of an array of integers or floats. */
export function planNumbers(array: MeantArray, options: DecodeOptions): NumberPlan {
  const { attributes, dataType: stored } = array.node;
  const { dataType, note } = resigned(stored, attributes);
  const missing = missingNumbers(array, dataType !== stored);
  const fills = missing.fills.map((fill) =>
    resignedValue(fill === missing.fill ? "_FillValue" : "missing_value", fill, stored, dataType),
  );
  const notes = [...(note === undefined ? [] : [note]), ...missing.notes];
  const packing = packingOf(attributes, dataType);
  const valid = options.valid === true ? validRange(attributes) : undefined;
  const meaning = meaningOf(array, options, notes);
  const hasMissing = fills.length > 0 || valid !== undefined;
  const counts = meaning.kind === "times" || meaning.kind === "durations";
  const result =
    meaning.kind === "flags"
      ? "stored"
      : packing === undefined
        ? unpackedResult(dataType, hasMissing, counts)
        : packedResult(packing, dataType, hasMissing, missing.isTold && !counts);
  const { masksNaN } = missing;
  return { dataType, fills, valid, scale: packing?.scale, offset: packing?.offset, result, meaning, masksNaN, notes };
}

/** Numbers with missing ones among them are floats: float32 for integers of up to 16 bits, as in xarray. */
function unpackedResult(dataType: DataType, hasMissing: boolean, counts: boolean): NumberPlan["result"] {
  if (!hasMissing) return "stored";
  if (dataType.kind === "float") return floatResult(dataType);
  if (counts) return "integers";
  return (dataType.itemSize ?? 8) <= 2 ? "float32" : "float64";
}

function packedResult(
  { result }: Packing,
  dataType: DataType,
  hasMissing: boolean,
  isTold: boolean,
): NumberPlan["result"] {
  // A fill value of NaN masks nothing, and xarray then keeps the type of floats.
  if (!hasMissing && isTold && dataType.kind === "float") return floatResult(dataType);
  if (result !== "int64") return result;
  return hasMissing ? "float64" : "scaled-integers";
}

function floatResult({ name }: DataType): FloatResult {
  return name === "float64" || name === "float16" ? name : "float32";
}

function meaningOf({ node }: MeantArray, options: DecodeOptions, notes: string[]): Meaning {
  const { attributes } = node;
  const units = textOf(attributes, "units");
  const dtype = textOf(attributes, "dtype");
  const durations = durationUnits(units, dtype);
  if (durations !== undefined) return { kind: "durations", units: durations };
  if (units !== undefined && isTimeUnits(units)) {
    const calendar = textOf(attributes, "calendar");
    if (calendar?.toLowerCase() !== "none") return { kind: "times", units: parseTimeUnits(units, calendar) };
    notes.push('the calendar "none" has no dates; times stay numbers');
  }
  const flags = options.flags === true ? flagsOf(attributes) : undefined;
  if (flags !== undefined) return { kind: "flags", flags };
  return dtype === "bool" ? { kind: "booleans" } : { kind: "numbers" };
}

/**
 * The type of the values as far as attributes determine it: the stored one, 64-bit integers, or floats. Whether
 * products of integers fit 64 bits follows from their type, not from the values of a block.
 */
export function settledResult({ result, dataType, scale }: NumberPlan): FloatResult | "integers" | "stored" {
  if (result !== "scaled-integers") return result;
  const bits = dataType.kind === "integer" ? dataType.bits : 64;
  const largest = 2n ** BigInt(bits) * BigInt(scale ?? 1);
  return BigInt.asIntN(64, largest) === largest ? "integers" : "float64";
}
