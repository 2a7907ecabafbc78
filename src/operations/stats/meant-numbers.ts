/** Stored numbers as a plan of their attributes interprets them, a few at a time. */
import {
  type FloatResult,
  type NumberSteps,
  scaledIntegers,
  toBooleans,
  toFloats,
  toIntegers,
} from "../../cf/values/numbers.ts";
import { type NumberPlan, settledResult } from "../../cf/values/plan.ts";
import { withOtherSign } from "../../cf/values/unsigned.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import type { NumericArray } from "../../model/values/numeric-array.ts";
import { NOT_A_TIME } from "../../model/values/time-value.ts";
import { type DecodedFloats, type DecodeFloats, isFloats } from "./float-reducer.ts";
import type { DecodedTable } from "./table-reducer.ts";

export interface MeantNumbers {
  /** Undefined if they are integers. */
  readonly floats: DecodeFloats | undefined;
  readonly integers: (stored: NumericArray) => NumericArray;
  /** All possible elements, once each. */
  table(stored: NumericArray, masksNaN: boolean): DecodedTable;
  readonly valueType: string;
  notes(): readonly string[];
}

export function meantNumbers(plan: NumberPlan, stored: DataType): MeantNumbers {
  const form = formOf(plan);
  const { kind } = plan.meaning;
  const isTime = kind === "times" || kind === "durations";
  let isExact = true;
  const signed = (data: NumericArray): NumericArray => (plan.dataType === stored ? data : withOtherSign(data));
  const floats = (data: NumericArray): DecodedFloats => {
    const given = signed(data);
    const isStored = plan.result === "stored" && isFloats(given);
    const found = isStored ? { data: given, isExact: true, missing: 0 } : toFloats(given, plan, floatForm(form));
    if (!found.isExact) isExact = false;
    return isTime || kind === "booleans" ? { ...found, data: found.data.map(isTime ? finite : oneOrZero) } : found;
  };
  const integers = (data: NumericArray): NumericArray => {
    const given = signed(data);
    if (plan.result === "integers") return toIntegers(given, plan);
    const scaled = plan.result === "scaled-integers" ? scaledIntegers(given, BigInt(plan.scale ?? 1)) : undefined;
    return kind === "booleans" ? toBooleans(scaled ?? given) : (scaled ?? given);
  };
  const table = (data: NumericArray, masksNaN: boolean): DecodedTable => {
    if (form === "integers") {
      const values = integers(data);
      return { values, isMissing: (index) => isTime && values[index] === NOT_A_TIME };
    }
    const unscaled: NumberSteps = { ...plan, scale: undefined, offset: undefined };
    const kept = plan.result === "stored" ? data : toFloats(signed(data), unscaled, floatForm(form)).data;
    const isMissing = (index: number): boolean => Number.isNaN(kept[index]) && (masksNaN || !Number.isNaN(data[index]));
    return { values: floats(data).data, isMissing };
  };
  const valueType =
    form === "integers" && plan.result !== "stored" ? "int64" : form === "integers" ? plan.dataType.name : form;
  const rounded = `${plan.dataType.name} values are rounded: ${form} does not hold all of them exactly`;
  const notes = (): readonly string[] => (isExact ? [] : [rounded]);
  return { floats: form === "integers" ? undefined : floats, integers, table, valueType, notes };
}

function formOf(plan: NumberPlan): string {
  const result = settledResult(plan);
  if (result !== "stored") return result;
  return plan.dataType.kind === "float" ? plan.dataType.name : "integers";
}

function floatForm(form: string): FloatResult {
  return form === "float64" || form === "float16" ? form : "float32";
}

/** Infinite numbers do not represent times. */
const finite = (value: number): number => (Number.isFinite(value) ? value : Number.NaN);
const oneOrZero = (value: number): number => (Number.isNaN(value) || value === 0 ? value : 1);
