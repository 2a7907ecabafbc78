/** Fill values as Zarr v3 spells them, to the bits of an element and back. */
import { jsonArray, jsonNull, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import {
  type DataType,
  describeDataType,
  type FixedDataType,
  type StructDataType,
} from "../../model/data-types/data-type.ts";
import { textProblem } from "../../model/data-types/fixed-text.ts";
import { type FillValue, innerItem, presentItem, zeroElement } from "../../model/values/fill-value.ts";
import { isNumericType } from "../../model/values/numeric-array.ts";
import type { Notes } from "../notes.ts";
import {
  fitBytes,
  parseBytes,
  parseFixedText,
  printBytes,
  printFixedText,
  printPadded,
} from "../spelling/element-bytes.ts";
import { parseNumber, printNumber } from "../spelling/element-json.ts";

/** Parses a fill value. `null`, which v3 does not allow, is read as the type's zero. */
export function parseFillValue(view: JsonView, dataType: DataType, notes: Notes): FillValue {
  if (dataType.kind === "optional") return parseOptional(view, dataType.item, notes);
  if (view.isNull()) {
    notes.add(view, "null is not a fill value in Zarr v3; read as zero");
    return zeroElement(dataType);
  }
  switch (dataType.kind) {
    case "string":
      return parseText(view, notes);
    case "bytes":
      return parseBytes(view);
    case "object":
    case "ragged":
      return view.fail(`${dataType.name} elements have no fill value in Zarr v3`);
    default:
      return parseElement(view, dataType, notes);
  }
}

/** `null` means missing. A list of one means that element, which is `[null]` if it is missing in an inner optional type. */
function parseOptional(view: JsonView, item: DataType, notes: Notes): FillValue {
  if (view.isNull()) return jsonNull();
  const [value, ...rest] = view.items();
  if (value === undefined || rest.length > 0) return view.fail("expected null, or one value in a list");
  return presentItem(parseFillValue(value, item, notes));
}

function parseText(view: JsonView, notes: Notes): string {
  if (view.node.type === "number" && view.number() === 0) {
    notes.add(view, "0 for a string; read as the empty one");
    return "";
  }
  const text = view.string();
  const problem = textProblem(text);
  return problem === undefined ? text : view.fail(`the text ${problem}`);
}

function parseElement(view: JsonView, dataType: FixedDataType, notes: Notes): Uint8Array {
  if (isNumericType(dataType)) return parseNumber(view, dataType, notes);
  switch (dataType.kind) {
    case "raw":
      return fitBytes(view, parseBytes(view), dataType.itemSize, false);
    case "fixed-bytes":
      return fitBytes(view, parseBytes(view), dataType.itemSize, true);
    case "fixed-utf32":
      return parseFixedText(view, dataType);
    case "struct":
      return parseStruct(view, dataType, notes);
  }
}

/** An object of field values; `structured` had the Base64 of the packed little-endian fields. */
function parseStruct(view: JsonView, dataType: StructDataType, notes: Notes): Uint8Array {
  if (view.node.type === "string") return fitBytes(view, parseBytes(view), dataType.itemSize, false);
  if (view.node.type === "number" && view.number() === 0) {
    notes.add(view, "0 for a struct; read as zero in every field");
    return new Uint8Array(dataType.itemSize);
  }
  view.only(dataType.fields.map((field) => field.name));
  const element = new Uint8Array(dataType.itemSize);
  for (const { name, dataType: type, offset } of dataType.fields) {
    const value = parseFillValue(view.required(name), type, notes);
    if (value instanceof Uint8Array) element.set(value, offset);
  }
  return element;
}

/** Spells a fill value; undefined, which v3 does not have, becomes the type's zero. */
export function printFillValue(value: FillValue | undefined, dataType: DataType): JsonNode {
  const element = value ?? zeroElement(dataType);
  if (dataType.kind === "optional") {
    const inner = innerItem(element);
    return inner === undefined ? jsonNull() : jsonArray([printFillValue(inner, dataType.item)]);
  }
  if (dataType.kind === "string" && typeof element === "string") return jsonString(element);
  if (dataType.kind === "bytes" && element instanceof Uint8Array) return printBytes(element);
  if (dataType.itemSize !== undefined && element instanceof Uint8Array && element.byteLength === dataType.itemSize) {
    return printElement(element, dataType);
  }
  throw new HyperslabError("invalid-request", `the fill value is not an element of ${describeDataType(dataType)}`);
}

function printElement(element: Uint8Array, dataType: FixedDataType): JsonNode {
  if (isNumericType(dataType)) return printNumber(element, dataType, { hex: true, notATime: "NaT" });
  switch (dataType.kind) {
    case "raw":
      return printBytes(element);
    case "fixed-bytes":
      return printPadded(element);
    case "fixed-utf32":
      return printFixedText(element);
    case "struct":
      return jsonObject(
        dataType.fields.map(({ name, dataType: type, offset }) => {
          return [name, printFillValue(element.subarray(offset, offset + (type.itemSize ?? 0)), type)] as const;
        }),
      );
  }
}
