/** Which stored values mean missing, as determined by xarray: `_FillValue` and `missing_value`, or a list of them. */
import type { MeantArray } from "../../dataset/array/decoding.ts";
import { base64Double, FILL_ATTRIBUTE, MISSING_ATTRIBUTE, parseXarrayMask } from "../../model/netcdf/mask.ts";
import type { Attributes } from "../../model/node.ts";
import { elementToScalar } from "../../model/values/typed-data.ts";
import { numbersOf, oneNumber, wrongAttribute } from "./attributes.ts";

/** The numbers that mean missing, and whether attributes give any, even NaN. */
export interface MissingNumbers {
  readonly fills: readonly (number | bigint)[];
  /** That of `_FillValue`, whose type is the stored one. */
  readonly fill: number | bigint | undefined;
  /** xarray then keeps the type of floats. */
  readonly isTold: boolean;
  /** Whether NaN is one of them. */
  readonly masksNaN: boolean;
  readonly notes: readonly string[];
}

/** The missing values of an array of integers or floats. */
export function missingNumbers(array: MeantArray, isUnsigned: boolean): MissingNumbers {
  const { dataType, attributes } = array.node;
  const notes: string[] = [];
  const isInteger = dataType.kind === "integer";
  const told = [
    { name: MISSING_ATTRIBUTE, values: missingAttribute(attributes) },
    { name: FILL_ATTRIBUTE, values: fillNumbers(array) },
  ].filter(({ values }) => values.length > 0);
  const kept = told.filter(({ name, values }) => {
    const isUseful = !isInteger || values.some((value) => !Number.isNaN(value));
    if (!isUseful) notes.push(`${name} is NaN, which no ${dataType.name} is: nothing is missing by it`);
    return isUseful;
  });
  const fills = [...new Set(kept.flatMap(({ values }) => values.filter((value) => !Number.isNaN(value))))];
  for (const { name, values } of kept) {
    // `_Unsigned` reinterprets numbers, and refuses impossible ones there.
    const strange = isUnsigned ? undefined : values.find((value) => !Number.isNaN(value) && !isElement(array, value));
    if (strange !== undefined)
      notes.push(`${name} ${strange} is not a value of ${dataType.name}: no element equals it`);
  }
  const fill = kept.find(({ name }) => name === FILL_ATTRIBUTE)?.values[0];
  const masksNaN = kept.some(({ values }) => values.some(Number.isNaN));
  const isTold = kept.length > 0;
  return { fills, fill: fill !== undefined && Number.isNaN(fill) ? undefined : fill, isTold, masksNaN, notes };
}

function missingAttribute(attributes: Attributes): readonly (number | bigint)[] {
  return numbersOf(attributes, MISSING_ATTRIBUTE).map(({ value }) => value);
}

/** The fill value if it is the mask, else the attribute in the format's spelling. */
function fillNumbers({ node, hierarchy }: MeantArray): readonly (number | bigint)[] {
  const { dataType, attributes, fillValue } = node;
  if ((hierarchy.masks ?? "fill-value") === "fill-value" && fillValue !== undefined) {
    const scalar = elementToScalar(dataType, fillValue);
    return typeof scalar === "number" || typeof scalar === "bigint" ? [scalar] : [];
  }
  const value = attributes.get(FILL_ATTRIBUTE)?.value;
  if (value === undefined) return [];
  if (hierarchy.masks === "xarray-attribute" && value.type === "string" && dataType.kind === "float") {
    const number = base64Double(value.value);
    if (number !== undefined) return [number];
  }
  if (hierarchy.masks === "xarray-attribute" && dataType.kind === "integer") {
    const mask = parseXarrayMask(dataType, value);
    if (mask !== undefined && "element" in mask) {
      const scalar = elementToScalar(dataType, mask.element);
      if (typeof scalar === "number" || typeof scalar === "bigint") return [scalar];
    }
  }
  return numbersOf(attributes, FILL_ATTRIBUTE).map((number) => number.value);
}

function isElement({ node: { dataType } }: MeantArray, value: number | bigint): boolean {
  if (dataType.kind === "integer") {
    const { bits, signed } = dataType;
    if (typeof value === "number" && !Number.isInteger(value)) return false;
    const integer = BigInt(value);
    return signed ? BigInt.asIntN(bits, integer) === integer : BigInt.asUintN(bits, integer) === integer;
  }
  return dataType.name !== "float32" || Math.fround(Number(value)) === Number(value);
}

/** The bounds of valid values, in stored terms: `valid_range`, or `valid_min` and `valid_max`. */
export interface ValidRange {
  readonly least: number | bigint;
  readonly most: number | bigint;
}

/** The range that the attributes give; undefined if they give none. */
export function validRange(attributes: Attributes): ValidRange | undefined {
  const range = numbersOf(attributes, "valid_range");
  if (range.length === 2) return { least: range[0]!.value, most: range[1]!.value };
  if (range.length !== 0) throw wrongAttribute("valid_range", `${range.length} numbers, where CF has two`);
  const least = oneNumber(attributes, "valid_min")?.value;
  const most = oneNumber(attributes, "valid_max")?.value;
  if (least === undefined && most === undefined) return undefined;
  return { least: least ?? Number.NEGATIVE_INFINITY, most: most ?? Number.POSITIVE_INFINITY };
}
