/**
 * The mask of an array: the value that stands for missing elements. netCDF and xarray store it as the attribute
 * `_FillValue`, and xarray in Zarr v2 as the fill value. In Zarr v3 xarray has its own spelling of the attribute:
 * floats of every size are the Base64 of a little-endian double, complex numbers two of these, integers and booleans
 * plain JSON.
 */
import { jsonArray, jsonBoolean, jsonFloat, jsonInteger, jsonString, toPlain } from "../../bytes/json/make.ts";
import { integerOf, isIntegerToken, type JsonNode } from "../../bytes/json/node.ts";
import { decodeBase64, encodeBase64 } from "../../bytes/text/base64.ts";
import { isHyperslabError } from "../../errors.ts";
import { type DataType, parseDataType } from "../data-types/data-type.ts";
import { elementToScalar, scalarToElement } from "../values/element.ts";
import { type FillValue, zeroElement } from "../values/fill-value.ts";

/** The attribute of netCDF and CF that holds the mask. */
export const FILL_ATTRIBUTE = "_FillValue";
/** Its older sibling, which xarray compares with the values without conversion. */
export const MISSING_ATTRIBUTE = "missing_value";

/** An element of the array; or JSON that is not one, such as 99999 for `int16` or a list, which is compared with the values. */
export type Mask = { readonly element: FillValue } | { readonly plain: JsonNode };

/** An attribute that holds a mask. */
export interface MaskAttribute {
  readonly name: typeof FILL_ATTRIBUTE | typeof MISSING_ATTRIBUTE;
  readonly value: JsonNode;
}

/** The mask in the attribute `_FillValue` of an array of Zarr v3; undefined if it is not a value of this type. */
export function parseXarrayMask(dataType: DataType, value: JsonNode): Mask | undefined {
  switch (dataType.kind) {
    case "integer":
      return integerMask(dataType, value);
    case "float": {
      const number = value.type === "string" ? base64Double(value.value) : undefined;
      if (number !== undefined) return exactMask(dataType, number) ?? { plain: jsonFloat(number) };
      // Programs that do not know xarray's spelling write the number.
      return roundedMask(dataType, value);
    }
    case "complex": {
      const parts = value.type === "array" ? value.items.map(doubleIn) : [];
      return parts.length === 2 && !parts.includes(undefined) ? exactMask(dataType, parts) : undefined;
    }
    case "fixed-bytes": {
      const bytes = value.type === "string" ? base64Bytes(value.value) : undefined;
      return bytes && exactMask(dataType, bytes);
    }
    case "bool":
      return value.type === "boolean" || value.type === "number"
        ? exactMask(dataType, Boolean(plainScalar(value)))
        : undefined;
    case "fixed-utf32":
    case "string":
      return exactMask(dataType, toPlain(value));
    default:
      return undefined;
  }
}

/** xarray truncates the fraction of a number. */
function integerMask(dataType: DataType, value: JsonNode): Mask | undefined {
  if (value.type !== "number") return undefined;
  const number = Math.trunc(Number(value.text));
  if (!isIntegerToken(value.text) && !Number.isFinite(number)) return undefined;
  const integer = isIntegerToken(value.text) ? integerOf(value)! : BigInt(number);
  return exactMask(dataType, integer) ?? { plain: jsonInteger(integer) };
}

/** The mask of a plain JSON value, as xarray interprets it in Zarr v2: an element only if it is exactly one. */
export function plainMask(dataType: DataType, value: JsonNode): Mask {
  // xarray compares a list with every value, and a string with no byte string.
  const { kind } = dataType;
  if (kind === "complex" || kind === "fixed-bytes" || value.type === "array") return { plain: value };
  return exactMask(dataType, plainScalar(value)) ?? { plain: value };
}

/** The mask in a netCDF attribute, which has the type of its variable; undefined if it does not fit. */
export function roundedMask(dataType: DataType, value: JsonNode): Mask | undefined {
  const element = elementOf(dataType, plainScalar(value));
  return element === undefined ? undefined : { element };
}

function plainScalar(value: JsonNode): unknown {
  if (value.type !== "number") return toPlain(value);
  return (isIntegerToken(value.text) ? integerOf(value) : undefined) ?? Number(value.text);
}

function elementOf(dataType: DataType, value: unknown): FillValue | undefined {
  try {
    return scalarToElement(dataType, value);
  } catch (error) {
    if (isHyperslabError(error)) return undefined;
    throw error;
  }
}

/** Only if no part of the value is rounded. */
function exactMask(dataType: DataType, value: unknown): Mask | undefined {
  const element = elementOf(dataType, value);
  if (element === undefined) return undefined;
  const parts = Array.isArray(value) ? value : [value];
  const isExact = doublesOf(dataType, element)?.every((part, index) => Object.is(part, Number(parts[index]))) ?? true;
  return isExact ? { element } : undefined;
}

/** The number of a float, or the parts of a complex number; undefined for other types. */
function doublesOf(dataType: DataType, element: FillValue): readonly number[] | undefined {
  if (dataType.kind !== "float" && dataType.kind !== "complex") return undefined;
  const scalar = elementToScalar(dataType, element);
  return Array.isArray(scalar) ? scalar.map(Number) : [Number(scalar)];
}

/**
 * The attribute from which xarray reads the mask in Zarr v3; undefined if there is none. xarray does not read back
 * strings in `_FillValue`, but it does in `missing_value`.
 */
export function printXarrayMask(dataType: DataType, mask: Mask): MaskAttribute | undefined {
  if ("plain" in mask) return printPlain(dataType, mask.plain);
  const { element } = mask;
  const fill = (value: JsonNode): MaskAttribute => ({ name: FILL_ATTRIBUTE, value });
  const texts = doublesOf(dataType, element)?.map((part) => jsonString(doubleBase64(part)));
  if (texts !== undefined) return fill(texts.length === 1 ? texts[0]! : jsonArray(texts));
  const scalar = elementToScalar(dataType, element);
  if (typeof scalar === "boolean") return fill(jsonBoolean(scalar));
  if (dataType.kind === "integer") return fill(jsonInteger(BigInt(String(scalar))));
  return typeof scalar === "string" && (dataType.kind === "string" || dataType.kind === "fixed-utf32")
    ? { name: MISSING_ATTRIBUTE, value: jsonString(scalar) }
    : undefined;
}

function printPlain({ kind }: DataType, value: JsonNode): MaskAttribute {
  if (kind === "float" && value.type === "number") {
    return { name: FILL_ATTRIBUTE, value: jsonString(doubleBase64(Number(value.text))) };
  }
  const isKept = kind === "integer" && value.type === "number" && isIntegerToken(value.text);
  return { name: isKept ? FILL_ATTRIBUTE : MISSING_ATTRIBUTE, value };
}

/** Returns whether the mask would change no value, like NaN among floats. */
export function isInertMask(dataType: DataType, element: FillValue | undefined): boolean {
  return element !== undefined && dataType.kind === "float" && doublesOf(dataType, element)!.every(Number.isNaN);
}

/** Returns whether it is the element that absent data reads as by default. */
export function isZeroMask(dataType: DataType, mask: Mask): boolean {
  if (!("element" in mask)) return false;
  const zero = zeroElement(dataType);
  if (!(zero instanceof Uint8Array) || !(mask.element instanceof Uint8Array)) return zero === mask.element;
  return mask.element.every((byte) => byte === 0);
}

/** xarray's spelling of a float in attributes of Zarr v3. */
export function doubleBase64(value: number): string {
  const element = scalarToElement(parseDataType("float64"), value);
  return encodeBase64(element instanceof Uint8Array ? element : new Uint8Array(8));
}

/** The number in xarray's spelling; undefined if it is not one: eight bytes, in twelve letters. */
export function base64Double(text: string): number | undefined {
  const bytes = base64Bytes(text);
  if (bytes?.byteLength !== 8) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true);
}

function doubleIn(value: JsonNode): number | undefined {
  return value.type === "string" ? base64Double(value.value) : undefined;
}

function base64Bytes(text: string): Uint8Array | undefined {
  try {
    return decodeBase64(text);
  } catch (error) {
    if (isHyperslabError(error)) return undefined;
    throw error;
  }
}
