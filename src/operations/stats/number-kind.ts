/** How the numbers of an array are counted and shown, determined by its type and attributes before any value is read. */
import { withTimeUnits } from "../../cf/values/bounds.ts";
import { planNumbers } from "../../cf/values/plan.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { MISSING_ATTRIBUTE } from "../../model/netcdf/mask.ts";
import { elementToScalar } from "../../model/values/typed-data.ts";
import { FloatReducer, plainFloats } from "./float-reducer.ts";
import { IntegerReducer } from "./integer-reducer.ts";
import { meantNumbers } from "./meant-numbers.ts";
import { AS_BOOLEANS, AS_NUMBERS, asDurations, asSteps, asTimes, type ShownValues } from "./shown-values.ts";
import { numbersOf, type Reducer, type ValueSink } from "./summary.ts";
import { type DecodedTable, TableReducer } from "./table-reducer.ts";

export interface NumberKind {
  /** A reducer for all elements. `sink` receives their values, unless the reducer is a table, which holds all of them. */
  reducer(sink?: ValueSink): Reducer;
  /** The type of the values: the name of a data type, `time` or `duration`. */
  readonly valueType: string;
  readonly shown: ShownValues;
  /** The kind of memory in which values are held for sorting. */
  readonly held: "float" | "signed" | "unsigned";
  /** Whether the lowest 64-bit integer means missing. */
  readonly lowestIsMissing: boolean;
  /** Must be called at the end. `missing` is the number of missing elements. */
  notes(missing: number): readonly string[];
}

/** Stored numbers, times and durations. */
export function storedKind({ dataType }: NdArray): NumberKind {
  const isTime = dataType.kind === "datetime" || dataType.kind === "timedelta";
  const isFloat = dataType.kind === "float";
  const table = (bytes: Uint8Array): DecodedTable => ({ values: numbersOf(dataType, bytes), isMissing: () => false });
  return {
    reducer: (sink) => {
      if (isSmall(dataType)) return new TableReducer(dataType.itemSize, table);
      if (!isFloat) return new IntegerReducer(dataType, { lowestIsMissing: isTime, sink });
      return new FloatReducer(dataType, plainFloats, { masksNaN: false, sink });
    },
    valueType: dataType.name,
    shown: isTime ? asSteps(dataType) : dataType.kind === "bool" ? AS_BOOLEANS : AS_NUMBERS,
    held: isFloat ? "float" : dataType.name === "uint64" ? "unsigned" : "signed",
    lowestIsMissing: isTime,
    notes: () => [],
  };
}

/** The same, decoded by the attributes. */
export async function meantKind(
  array: NdArray,
  options: { readonly valid?: boolean | undefined; readonly signal?: AbortSignal | undefined },
): Promise<NumberKind> {
  const { dataType } = array;
  if (dataType.kind === "bool") return booleanKind(array);
  if (dataType.kind !== "integer" && dataType.kind !== "float") return storedKind(array);
  const plan = planNumbers(await withTimeUnits(array, options.signal), { valid: options.valid });
  const { meaning } = plan;
  const isTime = meaning.kind === "times" || meaning.kind === "durations";
  const meant = meantNumbers(plan, dataType);
  const masksNaN = plan.masksNaN || isTime;
  return {
    reducer: (sink) => {
      if (isSmall(dataType)) {
        return new TableReducer(dataType.itemSize, (bytes) => meant.table(numbersOf(dataType, bytes), masksNaN));
      }
      if (meant.floats !== undefined) return new FloatReducer(dataType, meant.floats, { masksNaN, sink });
      return new IntegerReducer(dataType, { lowestIsMissing: isTime, prepare: meant.integers, sink });
    },
    valueType:
      meaning.kind === "times"
        ? "time"
        : meaning.kind === "durations"
          ? "duration"
          : meaning.kind === "booleans"
            ? "bool"
            : meant.valueType,
    shown:
      meaning.kind === "times"
        ? asTimes(meaning.units)
        : meaning.kind === "durations"
          ? asDurations(meaning.units)
          : meaning.kind === "booleans"
            ? AS_BOOLEANS
            : AS_NUMBERS,
    held: meant.floats !== undefined ? "float" : plan.dataType.name === "uint64" ? "unsigned" : "signed",
    lowestIsMissing: isTime,
    notes: (missing) => [...plan.notes, ...meant.notes(), ...(missing > 0 ? zeroNotes(array) : [])],
  };
}

/** Zero is the default fill value of Zarr v2 if no mask was chosen, and xarray treats it as a mask. */
function zeroNotes({ hierarchy, node, attributes }: NdArray): readonly string[] {
  const isMask = hierarchy.masks === "fill-value" && !Object.hasOwn(attributes, MISSING_ATTRIBUTE);
  const isZero = node.fillValue instanceof Uint8Array && node.fillValue.every((byte) => byte === 0);
  if (!isMask || !isZero) return [];
  return [
    "zeros are missing, because the fill value of Zarr v2 is the mask, as xarray reads it; raw values count them",
  ];
}

/** Booleans that equal the fill value of Zarr v2 are missing, as in xarray. */
function booleanKind(array: NdArray): NumberKind {
  const stored = storedKind(array);
  const { dataType, fillValue } = array.node;
  if (array.hierarchy.masks !== "fill-value" || fillValue === undefined) return stored;
  const missing = Number(elementToScalar(dataType, fillValue));
  const table = (bytes: Uint8Array): DecodedTable => {
    const values = numbersOf(dataType, bytes);
    return { values, isMissing: (index) => Number(values[index]) === missing };
  };
  return { ...stored, reducer: () => new TableReducer(1, table) };
}

function isSmall(dataType: DataType): dataType is DataType & { readonly itemSize: 1 | 2 } {
  return dataType.itemSize === 1 || dataType.itemSize === 2;
}
