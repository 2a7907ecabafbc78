/**
 * Converts one of the caller's values to the bytes of one element, exactly or not at all. A writer returns why a value
 * does not fit its type ("is out of range of int8 (-128 to 127)"); its caller knows the value's place and creates the
 * error.
 */
import { HyperslabError } from "../../errors.ts";
import type { DataType, FloatName, StructDataType, StructField, TimeDataType } from "../data-types/data-type.ts";
import { writeFixedBytes, writeFixedUtf32, writePadded } from "../data-types/fixed-text.ts";
import { canHoldFloat, encodeFloat } from "../data-types/small-float.ts";
import { bytesOf, listOf } from "./numeric-array.ts";
import { stepsOfDate, stepsOfText } from "./time-value.ts";

/** Zeroed memory for elements, in the two forms that writing needs. */
export interface ElementMemory {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** Writes an element at a byte offset, or returns the problem: a phrase that follows the value in a message. */
export type ElementWriter = (value: unknown, memory: ElementMemory, offset: number) => string | undefined;

export function elementMemory(bytes: Uint8Array): ElementMemory {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

export function elementWriter(dataType: DataType): ElementWriter {
  switch (dataType.kind) {
    case "bool":
      return writeBool;
    case "integer":
      return integerWriter(dataType);
    case "float":
      return floatWriter(dataType.name);
    case "complex":
      return complexWriter(dataType.component, dataType.itemSize / 2);
    case "datetime":
    case "timedelta":
      return timeWriter(dataType);
    case "fixed-bytes":
      return textWriter(dataType.itemSize, writeFixedBytes);
    case "fixed-utf32":
      return textWriter(dataType.itemSize, writeFixedUtf32);
    case "raw":
      return bytesWriter(dataType.itemSize);
    case "struct":
      return structWriter(dataType);
    default:
      throw new HyperslabError("invalid-request", `elements of ${dataType.name} have no fixed size`);
  }
}

function writeBool(value: unknown, { bytes }: ElementMemory, offset: number): string | undefined {
  if (value === true || value === 1 || value === 1n) bytes[offset] = 1;
  else if (value !== false && value !== 0 && value !== 0n) return "is neither true nor false";
  return undefined;
}

function integerWriter(dataType: Extract<DataType, { readonly kind: "integer" }>): ElementWriter {
  const { name, bits, signed, itemSize } = dataType;
  const min = signed ? -(2n ** BigInt(bits - 1)) : 0n;
  const max = 2n ** BigInt(signed ? bits - 1 : bits) - 1n;
  const range = `is out of range of ${name} (${min} to ${max})`;
  // Numbers are compared with numbers: a comparison with a bigint takes ten times as long.
  const [least, most] = [Number(min), Number(max)];
  return (value, { view }, offset) => {
    if (typeof value === "number") {
      if (!Number.isInteger(value)) return "is not an integer";
      if (value < least || value > most) return range;
      if (!Number.isSafeInteger(value)) return "is beyond 2^53, where numbers are not exact: use a bigint";
    } else if (typeof value !== "bigint") return "is not an integer";
    else if (value < min || value > max) return range;
    if (itemSize === 8) view.setBigUint64(offset, BigInt.asUintN(64, BigInt(value)), true);
    else if (itemSize === 4) view.setInt32(offset, Number(value), true);
    else if (itemSize === 2) view.setInt16(offset, Number(value), true);
    else view.setInt8(offset, Number(value));
    return undefined;
  };
}

/** Numbers, bigints that are exact as a double, and the names of values that JSON cannot express. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isFinite(number) && BigInt(number) === value ? number : undefined;
  }
  if (value === "NaN") return Number.NaN;
  if (value === "Infinity") return Number.POSITIVE_INFINITY;
  return value === "-Infinity" ? Number.NEGATIVE_INFINITY : undefined;
}

export function floatWriter(name: FloatName): ElementWriter {
  return (value, memory, offset) => {
    const number = numberOf(value);
    if (number === undefined) return typeof value === "bigint" ? "is not an exact double" : "is not a number";
    if (!canHoldFloat(name, number)) return `cannot be represented as ${name}`;
    putFloat(name, number, memory, offset);
    return undefined;
  };
}

/** NaN is written as the quiet NaN with a clear sign: the bits of a JavaScript NaN depend on the machine. */
function putFloat(name: FloatName, value: number, { view }: ElementMemory, offset: number): void {
  if (name === "float64") {
    if (Number.isNaN(value)) view.setBigUint64(offset, 0x7ff8000000000000n, true);
    else view.setFloat64(offset, value, true);
  } else if (name === "float32") {
    if (Number.isNaN(value)) view.setUint32(offset, 0x7fc00000, true);
    else view.setFloat32(offset, value, true);
  } else if (name === "float16" || name === "bfloat16") view.setUint16(offset, encodeFloat(name, value), true);
  else view.setUint8(offset, encodeFloat(name, value));
}

/** `[re, im]`, or a single number without imaginary part. */
function complexWriter(component: FloatName, size: number): ElementWriter {
  const write = floatWriter(component);
  return (value, memory, offset) => {
    const pair = listOf(value);
    if (pair === undefined) return write(value, memory, offset);
    if (pair.length !== 2) return "is not a pair of real and imaginary part";
    for (let index = 0; index < 2; index++) {
      const problem = write(pair[index], memory, offset + index * size);
      if (problem !== undefined) return `has the part ${showValue(pair[index])}, which ${problem}`;
    }
    return undefined;
  };
}

function timeWriter(dataType: TimeDataType): ElementWriter {
  const writeSteps = integerWriter({ kind: "integer", name: "int64", itemSize: 8, bits: 64, signed: true });
  return (value, memory, offset) => {
    if (typeof value !== "string" && !(value instanceof Date)) return writeSteps(value, memory, offset);
    const result = typeof value === "string" ? stepsOfText(value, dataType) : stepsOfDate(value, dataType);
    return "problem" in result ? result.problem : writeSteps(result.steps, memory, offset);
  };
}

function textWriter(
  size: number,
  write: (text: string, out: Uint8Array, offset: number, size: number) => string | undefined,
): ElementWriter {
  return (value, { bytes }, offset) => {
    if (typeof value === "string") return write(value, bytes, offset, size);
    const given = write === writeFixedBytes ? bytesOf(value) : undefined;
    return given === undefined ? "is not text" : writePadded(given, bytes, offset, size);
  };
}

function bytesWriter(size: number): ElementWriter {
  return (value, memory, offset) => {
    const list = listOf(value);
    if (list === undefined) return "is not a Uint8Array";
    if (list.length !== size) return `has ${list.length} bytes, not ${size}`;
    for (let index = 0; index < size; index++) {
      const problem = writeByte(list[index], memory, offset + index);
      if (problem !== undefined) return `has the byte ${showValue(list[index])} at index ${index}, which ${problem}`;
    }
    return undefined;
  };
}

/** Writes one byte of an opaque element. */
export function writeByte(value: unknown, { bytes }: ElementMemory, offset: number): string | undefined {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 255) return "is not a byte";
  bytes[offset] = value;
  return undefined;
}

/** From the bytes of one struct, or from an object with every field once; sub-arrays are nested lists. */
function structWriter(dataType: StructDataType): ElementWriter {
  const writeBytes = bytesWriter(dataType.itemSize);
  const writers = dataType.fields.map((field) => fieldWriter(field, elementWriter(field.dataType)));
  return (value, memory, offset) => {
    if (bytesOf(value) !== undefined) return writeBytes(value, memory, offset);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return "is not an object with a value for each field";
    }
    const given = new Map<string, unknown>(Object.entries(value));
    for (const [index, { name, offset: at }] of dataType.fields.entries()) {
      if (!given.has(name)) return `lacks the field "${name}"`;
      const part = given.get(name);
      const problem = writers[index]!(part, memory, offset + at);
      if (problem !== undefined) return `has the value ${showValue(part)} in the field "${name}", which ${problem}`;
      given.delete(name);
    }
    const [unknown] = given.keys();
    return unknown === undefined ? undefined : `has the unknown field "${unknown}"`;
  };
}

function fieldWriter(field: StructField, write: ElementWriter): ElementWriter {
  const { shape = [], dataType } = field;
  const itemSize = dataType.itemSize ?? 0;
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, length) => product * length, itemSize));
  const visit = (value: unknown, memory: ElementMemory, offset: number, axis: number): string | undefined => {
    if (axis === shape.length) return write(value, memory, offset);
    const list = listOf(value);
    if (list === undefined || list.length !== shape[axis]) {
      return `is not a list of ${shape[axis]} values, which the shape [${shape.join(", ")}] requires`;
    }
    for (let index = 0; index < list.length; index++) {
      const problem = visit(list[index], memory, offset + index * strides[axis]!, axis + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return (value, memory, offset) => visit(value, memory, offset, 0);
}

/** Values in messages: short, on one line, distinguishable by kind. */
const LONGEST = 60;

/** `300`, `300n`, `"text"`, `[1, 2]`, `an object`. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return shortened(JSON.stringify(value));
  if (typeof value === "bigint") return `${shortened(String(value))}n`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return showList(value);
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return kind === "Object" ? "an object" : `a ${kind}`;
}

function showList(list: readonly unknown[]): string {
  const simple = list.length <= 4 && list.every((item) => typeof item !== "object" || item === null);
  return simple ? shortened(`[${list.map(showValue).join(", ")}]`) : `a list of ${list.length}`;
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`;
}
