/** The values of an array for CDL: in blocks, in C order. */
import type { CdlValues } from "../../cdl/print/tokens.ts";
import { fixedBytes } from "../../dataset/array/fixed-bytes.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { storedElements } from "../../dataset/netcdf/stored-elements.ts";
import { isFixedSize } from "../../model/data-types/data-type.ts";
import type { NetcdfType, NetcdfValues, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { netcdfValues } from "../../model/netcdf/values.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { asSelection, selectionBlocks } from "../export/blocks.ts";
import { operationLimits } from "../limits.ts";
import { readTexts } from "../text/read-texts.ts";
import { CDL_FORM } from "../text/value-form.ts";
import type { DecodedArray } from "./decoded-array.ts";

/** Values of a netCDF type; without one, the words that stand for them. */
export async function* dumpValues(
  { array, selection }: { readonly array: NdArray; readonly selection: Selection | undefined },
  { type, userType }: Pick<NetcdfVariable, "type" | "userType">,
  signal: AbortSignal | undefined,
): AsyncGenerator<CdlValues> {
  const isStored = type === "string" && array.hierarchy.virtual?.userArrays?.has(array.path) === true;
  if (userType !== undefined || isStored) {
    yield* userValues(array, selection, signal);
    return;
  }
  const { dataType } = array;
  if (type === undefined) {
    for await (const { count, at } of readTexts(array, selection, CDL_FORM, { signal })) {
      yield Array.from({ length: count }, (_, index) => at(index));
    }
    return;
  }
  const read = async (part: Selection): Promise<NetcdfValues> => {
    if (isFixedSize(dataType)) {
      const { data } = await array.read(part, { signal, as: "bytes", decode: false });
      return netcdfValues(type, dataType, fixedBytes(data));
    }
    const { data } = await array.read(part, { signal, decode: false });
    return Array.from<unknown, string | null>(data, (value) => (value === null ? null : String(value)));
  };
  yield* readAhead(array, selection, read);
}

/** Decoded values of a netCDF type. */
export async function* decodedValues(
  { array, selection }: { readonly array: NdArray; readonly selection: Selection | undefined },
  decoded: DecodedArray,
  type: NetcdfType,
  signal: AbortSignal | undefined,
): AsyncGenerator<CdlValues> {
  yield* readAhead(array, selection, async (part) => asType(type, await decoded.read(part, signal)));
}

function asType(type: NetcdfType, values: ArrayLike<number | bigint | string | null>): NetcdfValues {
  switch (type) {
    case "float":
      return values instanceof Float32Array ? values : Float32Array.from(values, Number);
    case "double":
      return values instanceof Float64Array ? values : Float64Array.from(values, Number);
    case "int64":
      return values instanceof BigInt64Array
        ? values
        : BigInt64Array.from(Array.from(values, (value) => BigInt(value ?? 0)));
    case "string":
      // Missing values print as the fill value of strings, the empty one.
      return Array.from(values, (value) => (value === null ? "" : String(value)));
    default:
      return values as NetcdfValues;
  }
}

/** Values of a type that a group defines, and strings of a file that distinguishes NIL from empty ones. */
async function* userValues(
  array: NdArray,
  selection: Selection | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<CdlValues> {
  const { elements, values } = await storedElements(array);
  yield* readAhead(elements, selection, async (part) => {
    const { data } = await elements.read(part, { signal, as: "bytes", decode: false });
    return values(fixedBytes(data));
  });
}

/** Blocks in C order. The next one is read while this one is printed. */
async function* readAhead<V extends CdlValues>(
  array: NdArray,
  selection: Selection | undefined,
  read: (part: Selection) => Promise<V>,
): AsyncGenerator<V> {
  let next: Promise<V> | undefined;
  for (const { indices } of selectionBlocks(array, selection, operationLimits.textBlockBytes).blocks) {
    const values = await next;
    next = read(asSelection(indices));
    // If it fails, that is reported when its turn comes.
    next.catch(() => {});
    if (values !== undefined) yield values;
  }
  if (next !== undefined) yield await next;
}
