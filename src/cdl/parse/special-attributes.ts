/** Special attributes: they say how a variable or dataset is stored, and are not stored themselves. */
import type { NetcdfAttribute } from "../../model/netcdf/dataset.ts";
import type { VariableDraft } from "./draft.ts";

/** Returns what the attribute should contain, or undefined if it is correct. */
type Check = (attribute: NetcdfAttribute, variable: VariableDraft) => string | undefined;

const SWITCH = oneOf("true", "false");

const OF_VARIABLES: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["_Storage", oneOf("chunked", "contiguous", "compact")],
  ["_ChunkSizes", chunkSizes],
  ["_DeflateLevel", integers(0, 9)],
  ["_Shuffle", SWITCH],
  ["_Fletcher32", SWITCH],
  ["_NoFill", SWITCH],
  ["_Endianness", oneOf("little", "big", "native")],
  ["_Filter", aText],
  ["_Codecs", aText],
  ["_QuantizeBitGroomNumberOfSignificantDigits", integers(0, 15)],
  ["_QuantizeGranularBitRoundNumberOfSignificantDigits", integers(0, 15)],
  ["_QuantizeBitRoundNumberOfSignificantBits", integers(0, 52)],
]);

/** Special attributes of the root. Their values say which program wrote a file, so they are not checked. */
const OF_DATASETS: ReadonlySet<string> = new Set(["_Format", "_NCProperties", "_IsNetcdf4", "_SuperblockVersion"]);

export function isSpecial(name: string, variable: VariableDraft | undefined): boolean {
  return variable === undefined ? OF_DATASETS.has(name) : OF_VARIABLES.has(name);
}

/** What the attribute should contain, if it is wrong. */
export function specialMistake(attribute: NetcdfAttribute, variable: VariableDraft): string | undefined {
  return OF_VARIABLES.get(attribute.name)?.(attribute, variable);
}

/** The text of an attribute; undefined if it is something else. */
export function attributeText({ type, values }: NetcdfAttribute): string | undefined {
  if (type === "char" && values instanceof Uint8Array) return new TextDecoder().decode(values);
  const [text] = values;
  return typeof text === "string" && values.length === 1 ? text : undefined;
}

/** Whether a switch such as `_NoFill` is on. */
export function isOn(attribute: NetcdfAttribute | undefined): boolean {
  const text = attribute && attributeText(attribute);
  return text === undefined ? Number(attribute?.values[0] ?? 0) === 1 : text.toLowerCase() === "true";
}

function aText(attribute: NetcdfAttribute): string | undefined {
  return attributeText(attribute) === undefined ? "a text" : undefined;
}

/** Switches may also be spelled 1 and 0. */
function oneOf(...choices: readonly string[]): Check {
  return (attribute) => {
    const text = attributeText(attribute)?.toLowerCase();
    const isNumber = text === undefined && attribute.values.length === 1 && choices.includes("true");
    if (isNumber && (Number(attribute.values[0]) === 0 || Number(attribute.values[0]) === 1)) return undefined;
    return text !== undefined && choices.includes(text) ? undefined : choices.map((choice) => `"${choice}"`).join(", ");
  };
}

function integers(low: number, high: number): Check {
  return ({ type, values }) => {
    const value = type === "char" || values.length !== 1 ? Number.NaN : Number(values[0]);
    return Number.isInteger(value) && value >= low && value <= high ? undefined : `an integer from ${low} to ${high}`;
  };
}

function chunkSizes({ type, values }: NetcdfAttribute, { dimensions }: VariableDraft): string | undefined {
  const isList = type !== "char" && type !== "string" && values.length === dimensions.length;
  const sizes = isList ? Array.from(values, Number) : [Number.NaN];
  const isRight = sizes.every((size) => Number.isSafeInteger(size) && size > 0);
  return isRight ? undefined : `one positive integer per dimension, ${dimensions.length} in all`;
}
