/**
 * Fill values of Zarr 0 and 1: whatever the user specified, as JSON. Each release filled chunks with
 * `ndarray.fill(value)`, so the element is NumPy's cast of that value: 0 is "0" in a string, -1 wraps around in an
 * unsigned type, and a struct gets the value in every field. `null` leaves the contents of absent chunks undefined.
 */

import { jsonArray, jsonFloat, jsonInteger, jsonNull, jsonNumber, jsonString } from "../../bytes/json/make.ts";
import { type JsonNode, pythonFloat } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import {
  describeDataType,
  type FixedDataType,
  type FloatName,
  fieldSize,
  isFixedSize,
  type StructDataType,
} from "../../model/data-types/data-type.ts";
import { textProblem, withoutPadding } from "../../model/data-types/fixed-text.ts";
import { elementFromBits, type FillValue, sameElement } from "../../model/values/fill-value.ts";
import { scalarToElement } from "../../model/values/typed-data.ts";
import { NO_NOTES, type Notes } from "../notes.ts";
import { bytesIn, fitBytes, printFixedText } from "../spelling/element-bytes.ts";
import {
  floatFromBytes,
  floatToBytes,
  parseComplex,
  parseFloatBits,
  printBool,
  printInteger,
  printTimeCount,
} from "../spelling/element-json.ts";

type Of<K extends FixedDataType["kind"]> = Extract<FixedDataType, { readonly kind: K }>;

export function parseFillValue(view: JsonView, dataType: FixedDataType, notes: Notes): FillValue | undefined {
  return view.isNull() ? undefined : castValue(view, dataType, notes);
}

/** The element to which NumPy casts a JSON value. */
function castValue(view: JsonView, dataType: FixedDataType, notes: Notes): Uint8Array {
  switch (dataType.kind) {
    case "bool":
      return castBool(view, notes);
    case "integer":
      return castInteger(view, dataType, notes);
    case "float":
      return castFloat(view, dataType.name, dataType.itemSize, notes);
    case "complex":
      return castComplex(view, dataType, notes);
    case "datetime":
    case "timedelta":
      return castTime(view, dataType, notes);
    case "fixed-bytes":
    case "fixed-utf32":
      return castText(view, dataType, notes);
    case "struct":
      return castStruct(view, dataType, notes);
    case "raw":
      return view.fail("opaque elements have no fill value but null");
  }
}

function castBool(view: JsonView, notes: Notes): Uint8Array {
  if (view.node.type !== "number") return Uint8Array.of(view.boolean() ? 1 : 0);
  notes.add(view, "a number for a boolean; anything but 0 is true");
  return Uint8Array.of(view.number() === 0 ? 0 : 1);
}

/** The range of a C long; NumPy refuses Python numbers beyond it, except in uint64. */
const LONG_LIMIT = 2n ** 63n;

function castInteger(view: JsonView, { itemSize, bits, signed }: Of<"integer">, notes: Notes): Uint8Array {
  const value = wholeNumber(view, notes);
  const beyond = bits === 64 && !signed ? 2n * LONG_LIMIT : LONG_LIMIT;
  if (value < -LONG_LIMIT || value >= beyond) view.fail(`${value} fits no integer of ${bits} bits`);
  const pattern = BigInt.asUintN(8 * itemSize, value);
  const stored = signed ? BigInt.asIntN(8 * itemSize, pattern) : pattern;
  if (stored !== value) notes.add(view, `${value} does not fit; read as ${stored}, to which NumPy wraps it`);
  return elementFromBits(pattern, itemSize)!;
}

function wholeNumber(view: JsonView, notes: Notes): bigint {
  const { node } = view;
  if (node.type === "boolean") {
    notes.add(view, `${node.value} for an integer`);
    return node.value ? 1n : 0n;
  }
  if (node.type !== "number" || /^-?\d+$/.test(node.text)) return view.bigint();
  const value = view.number();
  if (!Number.isFinite(value)) return view.fail(`expected an integer, found ${node.text}`);
  notes.add(view, `${node.text} for an integer; read as ${Math.trunc(value)}`);
  return BigInt(Math.trunc(value));
}

/** These documents spell bare NaN and Infinity; overflow is infinite. */
function castFloat(view: JsonView, name: Of<"float">["name"], size: number, notes: Notes): Uint8Array {
  const { node } = view;
  if (node.type === "number") return floatToBytes(name, view.number(), size);
  if (node.type === "string") return parseFloatBits(view, name, size, notes);
  const value = view.boolean() ? 1 : 0;
  notes.add(view, `${node.type} for a float; read as ${value}`);
  return floatToBytes(name, value, size);
}

/** The pickled complex numbers of Zarr 0.3 arrive as a list of both parts; JSON documents hold the real part. */
function castComplex(view: JsonView, dataType: Of<"complex">, notes: Notes): Uint8Array {
  if (view.node.type === "array") {
    notes.add(view, "a complex fill value with both its parts, for which the releases have no JSON");
    return parseComplex(view, dataType, notes);
  }
  const element = new Uint8Array(dataType.itemSize);
  element.set(castFloat(view, dataType.component, dataType.itemSize / 2, notes));
  return element;
}

function castTime(view: JsonView, dataType: Of<"datetime" | "timedelta">, notes: Notes): Uint8Array {
  const { node } = view;
  if (node.type !== "string") return elementFromBits(BigInt.asUintN(64, view.bigint(-LONG_LIMIT, LONG_LIMIT - 1n)), 8)!;
  if (node.value !== "NaT") notes.add(view, "a date as text");
  try {
    const element = scalarToElement(dataType, node.value);
    if (element instanceof Uint8Array) return element;
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
  }
  return view.fail(`${JSON.stringify(node.value)} is not a valid ${dataType.name}`);
}

/** Python's text of the value, truncated to the element. Byte strings hold ASCII. */
function castText(view: JsonView, dataType: Of<"fixed-bytes" | "fixed-utf32">, notes: Notes): Uint8Array {
  const isBytes = dataType.kind === "fixed-bytes";
  if (isBytes && view.node.type === "array") return fitBytes(view, bytesIn(view)!, dataType.itemSize, true);
  const text = pythonText(view, notes);
  const problem = textProblem(text);
  if (problem !== undefined) view.fail(`the text ${problem}`);
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  if (isBytes && codes.some((code) => code > 0x7f)) view.fail("a byte string is filled with ASCII text");
  const unit = isBytes ? 1 : 4;
  const room = dataType.itemSize / unit;
  if (codes.length > room) notes.add(view, `the string is truncated to the ${room} characters that an element holds`);
  const element = new Uint8Array(dataType.itemSize);
  const memory = new DataView(element.buffer);
  for (const [index, code] of codes.slice(0, room).entries()) {
    if (isBytes) element[index] = code;
    else memory.setUint32(4 * index, code, true);
  }
  return element;
}

/** `0`, `1.5`, `True`: the result of Python's `str`. */
function pythonText(view: JsonView, notes: Notes): string {
  const { node } = view;
  if (node.type !== "number" && node.type !== "boolean") return view.string();
  const text = node.type === "boolean" ? (node.value ? "True" : "False") : numberText(node.text);
  notes.add(view, `not a string; read as ${JSON.stringify(text)}, as in NumPy`);
  return text;
}

function numberText(token: string): string {
  if (/^-?\d+$/.test(token)) return token === "-0" ? "0" : token;
  const value = Number(token);
  if (Number.isNaN(value)) return "nan";
  return Number.isFinite(value) ? pythonFloat(value) : value > 0 ? "inf" : "-inf";
}

function castStruct(view: JsonView, dataType: StructDataType, notes: Notes): Uint8Array {
  const element = new Uint8Array(dataType.itemSize);
  for (const field of dataType.fields) {
    if (!isFixedSize(field.dataType)) continue;
    const item = castValue(view, field.dataType, notes);
    const end = field.offset + fieldSize(field);
    for (let at = field.offset; at < end; at += item.byteLength) element.set(item, at);
  }
  return element;
}

// Fill values for documents of Zarr 0 and 1: JSON values that NumPy casts back to the same element.

/**
 * Spells a fill value; one that the releases could not have created is `unsupported`, unless the array's own document
 * has it: `said`. Zero for elements without a spelling of it (opaque bytes, structs with text) becomes `null`, so that
 * every chunk is stored.
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

/** One character per byte. Characters beyond ASCII do not cast back and are refused. */
function latinText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** `0`, `-1.5`, `0.1` (even in float32), and the bare words: as users of those releases wrote them. */
function shortestNumber(element: Uint8Array, name: FloatName): JsonNode {
  const value = floatFromBytes(name, element);
  if (!Number.isFinite(value)) return jsonNumber(value);
  const shortest = shortestDecimal(value, element, name);
  return Number.isSafeInteger(shortest) && !Object.is(shortest, -0) ? jsonInteger(shortest) : jsonFloat(shortest);
}

/** The number with the fewest digits that rounds to the element. */
function shortestDecimal(value: number, element: Uint8Array, name: FloatName): number {
  if (name === "float64") return value;
  for (let digits = 1; digits < 17; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (sameElement(floatToBytes(name, rounded, element.byteLength), element)) return rounded;
  }
  return value;
}

/** Both parts of a complex number, for values that do not come from JSON. */
export function printParts(real: number, imaginary: number): JsonNode {
  return jsonArray([jsonFloat(real), jsonFloat(imaginary)]);
}
