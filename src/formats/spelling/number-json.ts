/**
 * Numbers of fill values between JSON and the bits of an element, as Zarr v2 and v3 both spell them. Integers are exact
 * to 64 bits; floats are numbers or "NaN", "Infinity", "-Infinity", or the bits as "0x7fc00001".
 */
import { jsonArray, jsonBoolean, jsonFloat, jsonInteger, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { isIntegerToken, isStrictNumber } from "../../bytes/json/number.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType, FloatName } from "../../model/data-types/data-type.ts";
import { canHoldFloat } from "../../model/data-types/small-float.ts";
import { elementBits, elementFromBits, sameElement } from "../../model/values/fill-value.ts";
import type { Notes } from "../notes.ts";
import { floatFromBytes, floatToBytes } from "./element-bytes.ts";

type IntegerType = Extract<DataType, { readonly kind: "integer" }>;
type ComplexType = Extract<DataType, { readonly kind: "complex" }>;

/** What "not a time" is in 64 bits. */
const NOT_A_TIME = -(2n ** 63n);

export function parseBool(view: JsonView, notes: Notes): Uint8Array {
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

export function parseInteger(view: JsonView, { itemSize, bits, signed }: IntegerType, notes: Notes): Uint8Array {
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

export function parseTimeCount(view: JsonView, notes: Notes): Uint8Array {
  const isText = view.node.type === "string" && !QUOTED_INTEGER.test(view.node.value);
  const isNone = isText && view.oneOf(["NaT"]) === "NaT";
  const value = isNone ? NOT_A_TIME : wholeNumber(view, NOT_A_TIME, -NOT_A_TIME - 1n, notes);
  return elementFromBits(BigInt.asUintN(64, value), 8)!;
}

/** The count, or `none` where it stands for "not a time". */
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
 * The number that reads back to these very bits; where none does (a NaN with a payload or sign), the bits as hexadecimal
 * digits if `hex`, else `invalid-request`.
 */
export function printFloat(element: Uint8Array, name: FloatName, hex: boolean): JsonNode {
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
