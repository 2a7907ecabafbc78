/** Stored values as CF interprets them. The result equals xarray's, to the bit. */
import type { DecodedData, DecodedParts, DecodeOptions, MeantArray, ValueDecoder } from "../dataset/array/decoding.ts";
import type { AsName } from "../dataset/array/read-slab.ts";
import { HyperslabError } from "../errors.ts";
import { type DataType, dataTypeNamed, optionalType } from "../model/data-types/data-type.ts";
import { isNumericArray, type NumericArray } from "../model/values/numeric-array.ts";
import { type AnyTypedData, convertData, elementToScalar } from "../model/values/typed-data.ts";
import { decodeDurations } from "./time/durations.ts";
import { timesAs } from "./time/results.ts";
import { withTimeUnits } from "./values/bounds.ts";
import { isCharacters, joinedType, textDecoder, textsOf } from "./values/characters.ts";
import { flagNames } from "./values/flags.ts";
import { scaledIntegers, toBooleans, toFloats, toIntegers } from "./values/numbers.ts";
import { type NumberPlan, planNumbers } from "./values/plan.ts";
import { withOtherSign } from "./values/unsigned.ts";

/** The decoder that decoded reads load. */
export const decoder: ValueDecoder = {
  wantsBytes: ({ kind }) => kind === "fixed-bytes",
  decode: async (array, { slab, bytes, isLastWhole }, options) => {
    const { data, shape, dims, dataType } = slab;
    const meant = await withTimeUnits(array, options.signal);
    const same = { data, shape, dims, dataType, notes: [] };
    if (bytes !== undefined) {
      const joins = isLastWhole && isCharacters(dataType);
      return finished(decodeTexts(meant, { ...same, bytes }, joins), options.as);
    }
    if (dataType.kind === "string" || dataType.kind === "fixed-utf32" || dataType.kind === "bool") {
      return finished(withoutFill(meant, same), options.as);
    }
    const isNumber = dataType.kind === "integer" || dataType.kind === "float";
    if (!isNumber || !isNumericArray(data)) return finished(same, options.as);
    return finished({ ...same, ...decodeNumbers(meant, data, options) }, options.as);
  },
};

function decodeTexts(
  { node }: MeantArray,
  parts: DecodedParts & { readonly bytes: Uint8Array },
  joins: boolean,
): DecodedParts {
  const { bytes, shape, dims, dataType } = parts;
  const length = joins ? (shape.at(-1) ?? 1) : 1;
  const texts = textsOf(bytes, length * (dataType.itemSize ?? 1), textDecoder(node.attributes));
  const joined = joins
    ? { shape: shape.slice(0, -1), dims: dims.slice(0, -1), dataType: joinedType(length) }
    : { shape, dims, dataType };
  return { ...joined, data: texts, notes: [] };
}

/** Strings and booleans that equal the fill value of Zarr v2 are missing, as in xarray. */
function withoutFill({ node, hierarchy }: MeantArray, parts: DecodedParts): DecodedParts {
  const { dataType, fillValue } = node;
  if (hierarchy.masks !== "fill-value" || fillValue === undefined) return parts;
  const fill = elementToScalar(dataType, fillValue);
  const missing = dataType.kind === "bool" ? Number(fill) : fill;
  const list = Array.from<unknown>(parts.data as ArrayLike<unknown>);
  if (!list.includes(missing)) return parts;
  const value = (item: unknown): boolean | string => (dataType.kind === "bool" ? item === 1 : String(item));
  const data = list.map((item) => (item === missing ? null : value(item)));
  return { ...parts, data, dataType: optionalType(dataType) };
}

interface Decoded {
  readonly data: DecodedData;
  readonly dataType: DataType;
  readonly notes: readonly string[];
}

function decodeNumbers(array: MeantArray, stored: NumericArray, options: DecodeOptions): Decoded {
  const plan = planNumbers(array, options);
  const { meaning } = plan;
  const signed = plan.dataType === array.node.dataType ? stored : withOtherSign(stored);
  const { data, dataType, notes } = unpacked(signed, plan);
  switch (meaning.kind) {
    case "times":
      return { ...timesAs(data, meaning.units, options.times), notes };
    case "durations":
      return { ...decodeDurations(data, meaning.units), notes };
    case "flags":
      return { data: flagNames(data, meaning.flags, plan.fills), dataType: typeNamed("string"), notes };
    case "booleans":
      return {
        data: toBooleans(data),
        dataType: typeNamed("bool"),
        notes,
      };
    case "numbers":
      return { data, dataType, notes };
  }
}

function unpacked(
  stored: NumericArray,
  plan: NumberPlan,
): { readonly data: NumericArray; readonly dataType: DataType; readonly notes: readonly string[] } {
  const { result, notes, dataType } = plan;
  if (result === "stored") return { data: stored, dataType, notes };
  if (result === "integers") return { data: toIntegers(stored, plan), dataType: typeNamed("int64"), notes };
  const products = result === "scaled-integers" ? scaledIntegers(stored, BigInt(plan.scale ?? 1)) : undefined;
  if (products !== undefined) return { data: products, dataType: typeNamed("int64"), notes };
  const type = result === "scaled-integers" ? "float64" : result;
  const { data, isExact } = toFloats(stored, plan, type);
  const rounded = `${dataType.name} values are rounded: ${type} does not hold all of them exactly`;
  return { data, dataType: typeNamed(type), notes: isExact ? notes : [...notes, rounded] };
}

function typeNamed(name: string): DataType {
  const found = dataTypeNamed(name);
  if (found === undefined) throw new HyperslabError("invalid-request", `no data type ${name}`);
  return found;
}

/** In the requested form. */
function finished(parts: DecodedParts, as: AsName | undefined): DecodedParts {
  if (as === undefined) return parts;
  const { data, dataType } = parts;
  if (dataType.kind !== "object" && dataType.kind !== "optional") {
    return { ...parts, data: convertData(dataType, data as AnyTypedData, as) };
  }
  throw new HyperslabError("invalid-request", `dates and lists with missing values cannot be read as ${as}`, {
    hint: 'Dates as texts: decode: { times: "iso" }.',
  });
}
