/**
 * Fill values as Zarr v2 spells them. `null` leaves them undefined. Byte strings, opaque bytes and structs are the
 * Base64 of the stored element, in its own byte order.
 */
import { jsonNull, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, describeDataType, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { textProblem } from "../../model/data-types/fixed-text.ts";
import type { FillValue } from "../../model/values/fill-value.ts";
import { isNumericType } from "../../model/values/numeric-array.ts";
import type { Notes } from "../notes.ts";
import {
  bytesIn,
  fitBytes,
  parseFixedText,
  printBytes,
  printFixedText,
  printPadded,
} from "../spelling/element-bytes.ts";
import { parseNumber, printNumber, reorderElement } from "../spelling/element-json.ts";
import type { EndianOf, NumpyType } from "../spelling/numpy-type.ts";

export function parseFillValue(view: JsonView, type: NumpyType, notes: Notes): FillValue | undefined {
  const { dataType, endian } = type;
  if (view.isNull()) return undefined;
  if (!isFixedSize(dataType)) return parseItem(view, dataType, notes);
  return parseElement(unwrapped(view, dataType, notes), dataType, endian, notes);
}

/** netCDF-C 4.8.0 put the number into a list. */
function unwrapped(view: JsonView, dataType: DataType, notes: Notes): JsonView {
  const isNumber = dataType.kind === "bool" || dataType.kind === "integer" || dataType.kind === "float";
  if (!isNumber || view.node.type !== "array" || view.node.items.length !== 1) return view;
  notes.add(view, "a list of one fill value");
  return view.items()[0]!;
}

function parseElement(view: JsonView, dataType: FixedDataType, endian: EndianOf, notes: Notes): Uint8Array {
  if (isNumericType(dataType)) return parseNumber(view, dataType, notes);
  switch (dataType.kind) {
    case "fixed-utf32":
      return isZero(view, notes) ? new Uint8Array(dataType.itemSize) : parseFixedText(view, dataType);
    case "fixed-bytes":
      return parseByteString(view, dataType.itemSize, notes);
    default:
      return parseStored(view, dataType, endian, notes);
  }
}

/** Base64 as specified; else the text itself, as some early writers stored it. */
function parseByteString(view: JsonView, size: number, notes: Notes): Uint8Array {
  if (isZero(view, notes)) return new Uint8Array(size);
  const bytes = bytesIn(view);
  if (bytes !== undefined && bytes.byteLength <= size) return fitBytes(view, bytes, size, true);
  notes.add(view, "no Base64 that fits; read as the string itself");
  return fitBytes(view, encodeUtf8(view.string()), size, true);
}

function parseStored(view: JsonView, dataType: FixedDataType, endian: EndianOf, notes: Notes): Uint8Array {
  const isEmpty = view.node.type === "string" && view.string() === "";
  if (isEmpty || isZero(view, notes)) return new Uint8Array(dataType.itemSize);
  const bytes = bytesIn(view) ?? view.fail("expected the Base64 of an element");
  return reorderElement(fitBytes(view, bytes, dataType.itemSize, false), dataType, endian);
}

/** zarr-python's default fill value was the number 0, whatever the type. */
function isZero(view: JsonView, notes: Notes): boolean {
  if (view.node.type !== "number" || view.number() !== 0) return false;
  notes.add(view, "0 for elements that are not numbers; read as the empty or zero element");
  return true;
}

function parseItem(view: JsonView, dataType: DataType, notes: Notes): FillValue {
  if (dataType.kind === "object") return view.node;
  const isText = dataType.kind === "string";
  if (isZero(view, notes)) return isText ? "" : new Uint8Array(0);
  if (dataType.kind === "ragged") {
    const isEmpty = view.node.type === "array" ? view.node.items.length === 0 : view.string() === "";
    return isEmpty ? new Uint8Array(0) : view.fail("rows have no fill value but the empty one");
  }
  const text = view.string();
  const problem = textProblem(text);
  if (problem !== undefined) return view.fail(`the text ${problem}`);
  if (isText) return text;
  const bytes = bytesIn(view);
  if (bytes === undefined) notes.add(view, "no Base64; read as the string itself");
  return bytes ?? encodeUtf8(text);
}

/** Spells a fill value. A NaN other than the ordinary one has no spelling and is refused. */
export function printFillValue(value: FillValue | undefined, { dataType, endian }: NumpyType): JsonNode {
  if (value === undefined) return jsonNull();
  if (dataType.kind === "string" && typeof value === "string") return jsonString(value);
  if (dataType.kind === "object" && typeof value !== "string" && !(value instanceof Uint8Array)) return value;
  if (dataType.kind === "bytes" && value instanceof Uint8Array) return printBytes(value);
  if (dataType.kind === "ragged" && value instanceof Uint8Array && value.byteLength === 0) return jsonString("");
  if (isFixedSize(dataType) && value instanceof Uint8Array && value.byteLength === dataType.itemSize) {
    return printElement(value, dataType, endian);
  }
  throw new HyperslabError("invalid-request", `the fill value is not an element of ${describeDataType(dataType)}`);
}

function printElement(element: Uint8Array, dataType: FixedDataType, endian: EndianOf): JsonNode {
  if (isNumericType(dataType)) return printNumber(element, dataType, { hex: false });
  switch (dataType.kind) {
    case "fixed-utf32":
      return printFixedText(element);
    case "fixed-bytes":
      return printPadded(element);
    default:
      return printBytes(reorderElement(element, dataType, endian));
  }
}
