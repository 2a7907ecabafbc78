/**
 * Numbers of fill values between JSON and the bits of an element, as Zarr v2 and v3 both spell them. Integers are exact
 * to 64 bits; floats are numbers or "NaN", "Infinity", "-Infinity", or the bits as "0x7fc00001".
 */
import { jsonArray, jsonBoolean, jsonFloat, jsonInteger, jsonString } from "../../bytes/json/make.ts";
import { isIntegerToken, isStrictNumber, type JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, type FixedDataType, type FloatName, swapUnits } from "../../model/data-types/data-type.ts";
import { canHoldFloat, decodeFloat, encodeFloat, isSmallFloat } from "../../model/data-types/small-float.ts";
import { elementBits, elementFromBits, sameElement } from "../../model/values/fill-value.ts";
import type { NumericDataType } from "../../model/values/numeric-array.ts";
import type { Notes } from "../notes.ts";
import type { EndianOf } from "./numpy-type.ts";

type IntegerType = Extract<DataType, { readonly kind: "integer" }>;
type ComplexType = Extract<DataType, { readonly kind: "complex" }>;

/** How versions differ in what they write. */
interface NumberSpelling {
  /** Whether a NaN other than the ordinary one may be written as bits, such as `0x7fc00001`. Otherwise it is refused. */
  readonly hex: boolean;
  /** The word for "not a time"; undefined if its number is written. */
  readonly notATime?: string;
}

export function parseNumber(view: JsonView, dataType: NumericDataType, notes: Notes): Uint8Array {
  switch (dataType.kind) {
    case "bool":
      return parseBool(view, notes);
    case "integer":
      return parseInteger(view, dataType, notes);
    case "float":
      return parseFloatBits(view, dataType.name, dataType.itemSize, notes);
    case "complex":
      return parseComplex(view, dataType, notes);
    case "datetime":
    case "timedelta":
      return parseTimeCount(view, notes);
  }
}

export function printNumber(
  element: Uint8Array,
  dataType: NumericDataType,
  { hex, notATime }: NumberSpelling,
): JsonNode {
  switch (dataType.kind) {
    case "bool":
      return printBool(element);
    case "integer":
      return printInteger(element, dataType);
    case "float":
      return printFloat(element, dataType.name, hex);
    case "complex":
      return printComplex(element, dataType, hex);
    case "datetime":
    case "timedelta":
      return printTimeCount(element, notATime);
  }
}

/** The 64-bit value of "not a time". */
const NOT_A_TIME = -(2n ** 63n);

function parseBool(view: JsonView, notes: Notes): Uint8Array {
  if (view.node.type === "number") {
    notes.add(view, "a number for a boolean; 0 is false, 1 is true");
    return Uint8Array.of(view.integer(0, 1));
  }
  return Uint8Array.of(view.boolean() ? 1 : 0);
}

export function printBool(element: Uint8Array): JsonNode {
  const [byte] = element;
  if (byte === 0 || byte === 1) return jsonBoolean(byte === 1);
  throw new HyperslabError("invalid-request", `a boolean of the byte ${byte}: it is 0 or 1`);
}

function parseInteger(view: JsonView, { itemSize, bits, signed }: IntegerType, notes: Notes): Uint8Array {
  const limit = 2n ** BigInt(signed ? bits - 1 : bits);
  const value = wholeNumber(view, signed ? -limit : 0n, limit - 1n, notes);
  return elementFromBits(BigInt.asUintN(8 * itemSize, value), itemSize)!;
}

/** As many digits as 64 bits need. */
const QUOTED_INTEGER = /^-?\d{1,20}$/;

/** Some writers write `2.0`, `2e0` or `"2"`; the value is the same. */
function wholeNumber(view: JsonView, min: bigint, max: bigint, notes: Notes): bigint {
  const { node } = view;
  if (node.type === "string" && QUOTED_INTEGER.test(node.value)) {
    const value = BigInt(node.value);
    if (value < min || value > max) view.fail(`expected an integer from ${min} to ${max}, found ${node.value}`);
    notes.add(view, "an integer in quotes");
    return value;
  }
  if (node.type !== "number" || isIntegerToken(node.text) || !Number.isSafeInteger(Number(node.text))) {
    return view.bigint(min, max);
  }
  const value = BigInt(Number(node.text));
  if (value < min || value > max) view.fail(`expected an integer from ${min} to ${max}, found ${node.text}`);
  notes.add(view, `${node.text} for an integer`);
  return value;
}

export function printInteger(element: Uint8Array, { bits, signed, itemSize }: IntegerType): JsonNode {
  const pattern = elementBits(element);
  const value = signed ? BigInt.asIntN(8 * itemSize, pattern) : pattern;
  const fits = signed ? BigInt.asIntN(bits, value) === value : BigInt.asUintN(bits, value) === value;
  if (fits) return jsonInteger(value);
  throw new HyperslabError("invalid-request", `${value} is not an integer of ${bits} bits`);
}

function parseTimeCount(view: JsonView, notes: Notes): Uint8Array {
  const isText = view.node.type === "string" && !QUOTED_INTEGER.test(view.node.value);
  const isNone = isText && view.oneOf(["NaT"]) === "NaT";
  const value = isNone ? NOT_A_TIME : wholeNumber(view, NOT_A_TIME, -NOT_A_TIME - 1n, notes);
  return elementFromBits(BigInt.asUintN(64, value), 8)!;
}

/** The count, or `none` if it stands for "not a time". */
export function printTimeCount(element: Uint8Array, none?: string): JsonNode {
  const value = BigInt.asIntN(64, elementBits(element));
  return value === NOT_A_TIME && none !== undefined ? jsonString(none) : jsonInteger(value);
}

export function parseFloatBits(view: JsonView, name: FloatName, size: number, notes: Notes): Uint8Array {
  const { node } = view;
  if (node.type === "string" && /^0x[0-9a-f]+$/i.test(node.value)) {
    return elementFromBits(BigInt(node.value), size) ?? view.fail(`${node.value} has more bits than ${name}`);
  }
  const value = floatValue(view, notes);
  if (canHoldFloat(name, value)) return floatToBytes(name, value, size);
  // TensorStore's zero of a type whose lowest code is a tiny power of two.
  if (value === 0) {
    notes.add(view, `${name} has no zero; its lowest value is meant`);
    return new Uint8Array(size);
  }
  if (!Number.isFinite(value) || !canHoldFloat(name, Number.POSITIVE_INFINITY))
    return view.fail(`${name} cannot hold ${value}`);
  notes.add(view, `${value} is beyond ${name}; it is infinite`);
  return floatToBytes(name, value, size);
}

const WORDS: ReadonlyMap<string, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["+Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

function floatValue(view: JsonView, notes: Notes): number {
  const { node } = view;
  if (node.type === "number") {
    const value = view.number();
    if (!isStrictNumber(node.text)) notes.add(view, `the bare word ${node.text}, which is not JSON`);
    else if (!Number.isFinite(value)) notes.add(view, `${node.text} is beyond any float; it is infinite`);
    return value;
  }
  if (node.type !== "string") return view.number();
  const value = WORDS.get(node.value);
  if (value !== undefined) {
    if (node.value === "+Infinity") notes.add(view, 'the legacy spelling "+Infinity"');
    return value;
  }
  if (!isStrictNumber(node.value))
    return view.fail(`expected a number, "NaN", "Infinity", "-Infinity" or "0x..." bits`);
  notes.add(view, "a number in quotes");
  return Number(node.value);
}

/**
 * The number that reads back to exactly these bits; if there is none (a NaN with a payload or sign), the bits as
 * hexadecimal digits if `hex`, else `invalid-request`.
 */
function printFloat(element: Uint8Array, name: FloatName, hex: boolean): JsonNode {
  const value = floatFromBytes(name, element);
  const isExact = sameElement(floatToBytes(name, value, element.byteLength), element);
  if (isExact) return Number.isFinite(value) ? jsonFloat(value) : jsonString(String(value));
  const digits = `0x${elementBits(element)
    .toString(16)
    .padStart(2 * element.byteLength, "0")}`;
  if (hex) return jsonString(digits);
  throw new HyperslabError("invalid-request", `Zarr v2 cannot spell the ${name} with the bits ${digits}`, {
    hint: "Use the ordinary NaN as fill value, or write Zarr v3.",
  });
}

export function parseComplex(view: JsonView, dataType: ComplexType, notes: Notes): Uint8Array {
  const size = dataType.itemSize / 2;
  const element = new Uint8Array(dataType.itemSize);
  if (view.node.type !== "array") {
    notes.add(view, "one number for a complex value; its imaginary part is 0");
    element.set(parseFloatBits(view, dataType.component, size, notes));
    return element;
  }
  const parts = view.items();
  if (parts.length !== 2) view.fail(`expected [real, imaginary], found ${parts.length} parts`);
  parts.forEach((part, index) => {
    element.set(parseFloatBits(part, dataType.component, size, notes), index * size);
  });
  return element;
}

export function printComplex(element: Uint8Array, { component }: ComplexType, hex: boolean): JsonNode {
  const half = element.byteLength / 2;
  return jsonArray([
    printFloat(element.subarray(0, half), component, hex),
    printFloat(element.subarray(half), component, hex),
  ]);
}

// Bytes of one element: in the byte order of a document's type, and of a float's value.

/** The element with the numbers that are stored big-endian reversed; the same in both directions. */
export function reorderElement(bytes: Uint8Array, dataType: FixedDataType, endian: EndianOf): Uint8Array {
  const target = new Uint8Array(dataType.itemSize);
  copyElement(bytes, target, 0, dataType, endian);
  return target;
}

function copyElement(from: Uint8Array, to: Uint8Array, offset: number, dataType: DataType, endian: EndianOf): void {
  if (dataType.kind === "struct") {
    for (const [index, field] of dataType.fields.entries()) {
      const count = (field.shape ?? []).reduce((product, length) => product * length, 1);
      const size = field.dataType.itemSize ?? 0;
      const order = typeof endian === "string" || endian === undefined ? endian : endian[index];
      for (let i = 0; i < count; i++) copyElement(from, to, offset + field.offset + i * size, field.dataType, order);
    }
    return;
  }
  const size = dataType.itemSize ?? 0;
  const units = swapUnits(dataType);
  const unit = endian === "big" && typeof units === "number" ? units : 1;
  for (let at = 0; at < size; at++) {
    const inUnit = at % unit;
    to[offset + at] = from[offset + at - inUnit + (unit - 1 - inUnit)]!;
  }
}

/** Bytes of the nearest value of the type, as arithmetic would give it. */
export function floatToBytes(name: FloatName, value: number, size: number): Uint8Array {
  if (isSmallFloat(name)) return elementFromBits(BigInt(encodeFloat(name, value)), size)!;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (name === "float32") {
    if (Number.isNaN(value)) view.setUint32(0, 0x7fc00000, true);
    else view.setFloat32(0, value, true);
  } else if (Number.isNaN(value)) view.setUint32(4, 0x7ff80000, true);
  else view.setFloat64(0, value, true);
  return bytes;
}

export function floatFromBytes(name: FloatName, bytes: Uint8Array): number {
  if (isSmallFloat(name)) return decodeFloat(name, Number(elementBits(bytes)));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return name === "float32" ? view.getFloat32(0, true) : view.getFloat64(0, true);
}
