/** Fill values for documents of Zarr 0 and 1: JSON values that NumPy casts back to the very element. */
import { jsonArray, jsonFloat, jsonInteger, jsonNull, jsonNumber, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { describeDataType, type FixedDataType, type FloatName } from "../../model/data-types/data-type.ts";
import { withoutPadding } from "../../model/data-types/fixed-text.ts";
import { type FillValue, sameElement } from "../../model/values/fill-value.ts";
import { NO_NOTES } from "../notes.ts";
import { printFixedText } from "../spelling/bytes-json.ts";
import { floatFromBytes, floatToBytes } from "../spelling/element-bytes.ts";
import { printBool, printInteger, printTimeCount } from "../spelling/number-json.ts";
import { castValue } from "./fill-value.ts";

/**
 * Spells a fill value; one that their releases could not have made is `unsupported`, unless the array's own document
 * says it so: `said`. Zero for elements that have no spelling of it (opaque bytes, structs with texts) becomes `null`,
 * so that every chunk is stored.
 */
export function printFillValue(
  value: FillValue | undefined,
  dataType: FixedDataType,
  title: string,
  said?: JsonNode,
): JsonNode {
  if (value === undefined) return jsonNull();
  if (!(value instanceof Uint8Array) || value.byteLength !== dataType.itemSize) {
    throw new HyperslabError("invalid-request", `the fill value is not an element of ${describeDataType(dataType)}`);
  }
  const printed = printElement(value, dataType);
  if (printed !== undefined && castsBack(printed, value, dataType)) return printed;
  if (said !== undefined && castsBack(said, value, dataType)) return said;
  if (value.every((byte) => byte === 0)) return jsonNull();
  throw new HyperslabError("unsupported", `${title} cannot spell this fill value of ${describeDataType(dataType)}`, {
    hint: "Leave the fill value out, or write Zarr v2 or v3.",
  });
}

function castsBack(printed: JsonNode, element: Uint8Array, dataType: FixedDataType): boolean {
  try {
    return sameElement(castValue(jsonView(printed), dataType, NO_NOTES), element);
  } catch (error) {
    if (isHyperslabError(error)) return false;
    throw error;
  }
}

function printElement(element: Uint8Array, dataType: FixedDataType): JsonNode | undefined {
  switch (dataType.kind) {
    case "bool":
      return printBool(element);
    case "integer":
      return printInteger(element, dataType);
    case "float":
      return shortestNumber(element, dataType.name);
    case "complex":
      return shortestNumber(element.subarray(0, element.byteLength / 2), dataType.component);
    case "datetime":
    case "timedelta":
      return printTimeCount(element, "NaT");
    case "fixed-bytes":
      return jsonString(latinText(withoutPadding(element, 0, element.byteLength)));
    case "fixed-utf32":
      return printFixedText(element);
    case "struct":
      return jsonInteger(0);
    case "raw":
      return undefined;
  }
}

/** One character a byte; beyond ASCII it casts to nothing, and is refused. */
function latinText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** `0`, `-1.5`, `0.1` also in float32, and the bare words: as the users of those releases gave them. */
function shortestNumber(element: Uint8Array, name: FloatName): JsonNode {
  const value = floatFromBytes(name, element);
  if (!Number.isFinite(value)) return jsonNumber(value);
  const shortest = shortestDecimal(value, element, name);
  return Number.isSafeInteger(shortest) && !Object.is(shortest, -0) ? jsonInteger(shortest) : jsonFloat(shortest);
}

/** The number of fewest digits that rounds to the element. */
function shortestDecimal(value: number, element: Uint8Array, name: FloatName): number {
  if (name === "float64") return value;
  for (let digits = 1; digits < 17; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (sameElement(floatToBytes(name, rounded, element.byteLength), element)) return rounded;
  }
  return value;
}

/** Both parts of a complex number, for values that come from elsewhere than JSON. */
export function printParts(real: number, imaginary: number): JsonNode {
  return jsonArray([jsonFloat(real), jsonFloat(imaginary)]);
}
