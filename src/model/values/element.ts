/** Single values to elements and back: fill values, and values that are written or read one at a time. */
import { fromPlain, jsonNull, toPlain } from "../../bytes/json/make.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { type DataType, describeDataType, isFixedSize, type VariableDataType } from "../data-types/data-type.ts";
import { textProblem } from "../data-types/fixed-text.ts";
import { elementMemory, elementWriter, showValue } from "./element-writer.ts";
import { type Item, presentItem } from "./fill-value.ts";
import { bytesOf, listOf } from "./numeric-array.ts";
import type { Scalar } from "./typed-data.ts";
import { typedToBytes } from "./typed-to-bytes.ts";
import { elementReader, optionalValue, viewAsTyped } from "./typed-view.ts";

/**
 * The element of one value: a number or bigint, also "NaN", "Infinity", "-Infinity" for floats; `[re, im]` for complex
 * types; a bigint, a Date, an ISO date or "NaT" for times; an object for structs; bytes for opaque types. A value without
 * an exact element (floats are rounded) is an `invalid-request`.
 */
export function scalarToElement(dataType: DataType, value: unknown): Item {
  if (!isFixedSize(dataType)) return variableItem(dataType, value, "");
  const element = new Uint8Array(dataType.itemSize);
  const problem = elementWriter(dataType)(value, elementMemory(element), 0);
  if (problem !== undefined) throw new HyperslabError("invalid-request", `the value ${showValue(value)} ${problem}`);
  return element;
}

/** The items of a list of values. A value without an exact item is an `invalid-request` with its index. */
export function dataToItems(dataType: VariableDataType, data: ArrayLike<unknown>): Item[] {
  return Array.from(data, (value, index) => variableItem(dataType, value, ` at index ${index}`));
}

function variableItem(dataType: VariableDataType, value: unknown, place: string): Item {
  const fail = (problem: string): never => {
    throw new HyperslabError("invalid-request", `the value ${showValue(value)}${place} ${problem}`);
  };
  try {
    if (dataType.kind === "object") return value instanceof Uint8Array ? value : fromPlain(value);
    if (dataType.kind === "ragged") return rowBytes(dataType.item, value);
    if (dataType.kind === "optional") return value === null ? jsonNull() : presentElement(dataType.item, value);
  } catch (error) {
    if (!isHyperslabError(error, "invalid-request")) throw error;
    return fail(`is not an element of ${dataType.name}: ${error.what}`);
  }
  if (dataType.kind === "bytes") return bytesOf(value) ?? fail("is not a Uint8Array");
  if (typeof value !== "string") return fail("is not text");
  const problem = textProblem(value);
  return problem === undefined ? value : fail(problem);
}

/** A value that is missing in an inner optional type is given as a list of one: `[null]`. */
function presentElement(item: DataType, value: unknown): Item {
  const isWrapped = item.kind === "optional" && Array.isArray(value) && value.length === 1;
  const wrapped: unknown = isWrapped ? value[0] : undefined;
  return presentItem(scalarToElement(item, wrapped === null || Array.isArray(wrapped) ? wrapped : value));
}

function rowBytes(item: DataType, value: unknown): Uint8Array {
  const row = listOf(value);
  if (row === undefined) throw new HyperslabError("invalid-request", "a row must be a list");
  return typedToBytes(item, row);
}

/** The value of one element. An element that does not have the form of its type is `invalid-data`. */
export function elementToScalar(dataType: DataType, element: Item): Scalar {
  const optional = dataType.kind === "optional" ? optionalValue(dataType.item, element) : undefined;
  if (optional !== undefined) return optional;
  if (typeof element === "string") {
    if (dataType.kind === "string") return element;
  } else if (!(element instanceof Uint8Array)) {
    if (dataType.kind === "object") return toPlain(element);
  } else if (dataType.kind === "bytes" || dataType.kind === "object") {
    return element;
  } else if (dataType.kind === "ragged") {
    return viewAsTyped(dataType.item, element);
  } else if (element.byteLength === dataType.itemSize) {
    return elementReader(dataType)(elementMemory(element), 0);
  }
  const found = element instanceof Uint8Array ? `${element.byteLength} bytes` : "a text or JSON value";
  throw new HyperslabError("invalid-data", `${found} found for an element of ${describeDataType(dataType)}`);
}
