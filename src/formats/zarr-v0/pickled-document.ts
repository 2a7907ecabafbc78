/** The pickled `__zmeta__` of zarr 0.3.0 as the JSON document that 0.4 would have written. */
import {
  jsonArray,
  jsonBoolean,
  jsonFloat,
  jsonInteger,
  jsonNull,
  jsonObject,
  jsonString,
} from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { isFixedSize } from "../../model/data-types/data-type.ts";
import { NO_NOTES, type Notes } from "../notes.ts";
import { printComplex, reorderElement } from "../spelling/element-json.ts";
import { parseNumpyType } from "../spelling/numpy-type.ts";
import { printFillValue, printParts } from "../zarr-legacy/fill-value.ts";
import { isKind, type PickledCall, type PickledValue, readPickle } from "./pickle.ts";

const MEMBERS: readonly string[] = ["chunks", "clevel", "cname", "dtype", "fill_value", "shape", "shuffle"];

export function pickledDocument(bytes: Uint8Array, key: string, notes: Notes): JsonView {
  const value = readPickle(bytes, key);
  if (!isKind(value, "dict")) return broken(key, "it is not a dictionary");
  const members = MEMBERS.map((name): [string, JsonNode] => {
    const member = value.entries.get(name);
    if (member === undefined) return broken(key, `the entry ${JSON.stringify(name)} is missing`);
    return [name, memberNode(name, member, key)];
  });
  const view = jsonView(jsonObject(members), { key, text: "" });
  notes.add(view, "pickled metadata, as written by release 0.3; a change converts it to the JSON of release 0.4");
  return view;
}

function memberNode(name: string, value: PickledValue, key: string): JsonNode {
  switch (name) {
    case "shape":
    case "chunks":
      if (!isKind(value, "tuple")) return broken(key, `${name} is not a tuple`);
      return jsonArray(value.items.map((item) => scalarNode(item, key)));
    case "dtype":
      return pickledDataType(value, key);
    case "clevel":
    case "shuffle":
      return typeof value === "boolean" ? jsonInteger(value ? 1 : 0) : scalarNode(value, key);
    default:
      return scalarNode(value, key);
  }
}

/** A number, string or boolean, including NumPy's and those in bytes. */
function scalarNode(value: PickledValue, key: string): JsonNode {
  if (value === null) return jsonNull();
  if (typeof value === "boolean") return jsonBoolean(value);
  if (typeof value === "bigint") return jsonInteger(value);
  if (typeof value === "number") return jsonFloat(value);
  if (typeof value === "string") return jsonString(value);
  if (!isKind(value, "call")) return broken(key, `${value.kind} in place of a value`);
  switch (value.name) {
    case "_codecs encode":
      return bytesNode(bytesOf(value, key));
    case "__builtin__ complex":
      return complexNode(value.arguments, key);
    case "numpy.core.multiarray scalar":
      return numpyScalar(value.arguments, key);
    default:
      return broken(key, `${value.name} in place of a value`);
  }
}

/** ASCII as text, which is how JSON spells byte strings; other bytes as a list. */
function bytesNode(bytes: Uint8Array): JsonNode {
  if (bytes.some((byte) => byte > 0x7f)) return jsonArray(Array.from(bytes, (byte) => jsonInteger(byte)));
  return jsonString(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function complexNode(parts: readonly PickledValue[], key: string): JsonNode {
  const [real, imaginary] = parts;
  if (typeof real !== "number" || typeof imaginary !== "number")
    return broken(key, "a complex number without two parts");
  return printParts(real, imaginary);
}

function numpyScalar([type, bytes]: readonly PickledValue[], key: string): JsonNode {
  if (type === undefined || bytes === undefined) return broken(key, "a scalar without type or value");
  const { dataType, endian } = parseNumpyType(jsonView(pickledDataType(type, key)), NO_NOTES);
  const stored = bytesOf(bytes, key);
  if (!isFixedSize(dataType) || stored.byteLength !== dataType.itemSize) return broken(key, "a scalar of another size");
  const element = reorderElement(stored, dataType, endian);
  if (dataType.kind === "complex") return printComplex(element, dataType, false);
  return printFillValue(element, dataType, "Zarr 0.3");
}

// NumPy data types as pickles describe them: `dtype("i4", 0, 1)` with a state of `(3, byte order, sub-array, names,
// fields, item size, alignment, flags)`; times have a state of version 4 that ends in their unit.

/** Memory of a pickle may be reused repeatedly, so its expansion is bounded too. */
const MAX_TYPES = 10_000;

/** The type in NumPy's spelling, as 0.4 writes it. */
function pickledDataType(value: PickledValue, key: string): JsonNode {
  let left = MAX_TYPES;
  const spend = (): void => {
    if (--left < 0) broken(key, "a data type of too many parts");
  };
  const { type, shape } = typeOf(value, { key, spend }, 0);
  return shape === undefined ? type : broken(key, "elements that are arrays");
}

interface Reading {
  readonly key: string;
  spend(): void;
}

/** A type, and the shape of the array that a field may be. */
interface FieldType {
  readonly type: JsonNode;
  readonly size: number;
  readonly shape: JsonNode | undefined;
}

/** Real data is never nested deeper, and a pickle can refer to itself. */
const MAX_DEPTH = 32;

function typeOf(value: PickledValue, reading: Reading, depth: number): FieldType {
  const { key } = reading;
  reading.spend();
  if (depth > MAX_DEPTH) broken(key, "data types nested without end");
  if (!isKind(value, "call") || value.name !== "numpy dtype") return broken(key, "something else than a data type");
  const [name] = value.arguments;
  if (typeof name !== "string" || !/^[biufcSUVMm]\d{1,9}$/.test(name)) return broken(key, "a data type without a name");
  const { order, inner, names, fields, metadata } = stateOf(value, key);
  if (inner !== null) return arrayType(inner, reading, depth);
  if (names !== null) return structType(names, fields, Number(name.slice(1)), reading, depth);
  const unit = name.startsWith("M") || name.startsWith("m") ? timeUnit(metadata, key) : "";
  const size = Number(name.slice(1)) * (name.startsWith("U") ? 4 : 1);
  return { type: jsonString(`${order}${name}${unit}`), size, shape: undefined };
}

interface TypeState {
  readonly order: string;
  readonly inner: PickledValue;
  readonly names: PickledValue;
  readonly fields: PickledValue;
  readonly metadata: PickledValue | undefined;
}

function stateOf({ state }: PickledCall, key: string): TypeState {
  if (!isKind(state, "tuple")) return broken(key, "a data type without a state");
  const [version, order, inner, names, fields, , , , metadata] = state.items;
  const length = version === 3n ? 8 : version === 4n ? 9 : 0;
  const isKnown = order === "<" || order === ">" || order === "|";
  if (state.items.length !== length || !isKnown || inner === undefined || names === undefined || fields === undefined) {
    return broken(key, "a data type of an unknown kind");
  }
  return { order, inner, names, fields, metadata };
}

/** `((), {unit, count, ...})`: `[s]`, `[25s]`; empty if the time has no unit. */
function timeUnit(metadata: PickledValue | undefined, key: string): string {
  const parts = isKind(metadata, "tuple") ? metadata.items[1] : undefined;
  const [unit, count, divisor] = isKind(parts, "tuple") ? parts.items : [];
  if (unit === undefined || typeof count !== "bigint" || divisor !== 1n) return broken(key, "a time without a unit");
  const name = textOf(unit, key);
  return name === "generic" ? "" : `[${count === 1n ? "" : count}${name}]`;
}

function arrayType(inner: PickledValue, reading: Reading, depth: number): FieldType {
  const [base, lengths] = isKind(inner, "tuple") ? inner.items : [];
  const items = isKind(lengths, "tuple") ? lengths.items : [lengths];
  const shape = items.map((length) => (typeof length === "bigint" ? Number(length) : Number.NaN));
  const count = shape.reduce((product, length) => product * length, 1);
  if (base === undefined || !Number.isSafeInteger(count)) return broken(reading.key, "an array without a shape");
  const { type, size, shape: nested } = typeOf(base, reading, depth + 1);
  if (nested !== undefined) return broken(reading.key, "arrays of arrays");
  return { type, size: size * count, shape: jsonArray(shape.map(jsonInteger)) };
}

/** Fields by name with their offsets; gaps between them are padding. */
function structType(
  names: PickledValue,
  fields: PickledValue,
  itemSize: number,
  reading: Reading,
  depth: number,
): FieldType {
  const { key } = reading;
  if (!isKind(names, "tuple") || !isKind(fields, "dict")) return broken(key, "a struct without fields");
  const parts: JsonNode[] = [];
  let end = 0;
  const pad = (to: number): void => {
    if (to < end) broken(key, "fields that overlap, or lie in another order than they are named");
    if (to > end) parts.push(jsonArray([jsonString(""), jsonString(`|V${to - end}`)]));
  };
  for (const item of names.items) {
    const name = textOf(item, key);
    const field = fields.entries.get(name);
    const [inner, offset] = isKind(field, "tuple") ? field.items : [];
    if (inner === undefined || typeof offset !== "bigint") return broken(key, "a field without type or offset");
    const { type, size, shape } = typeOf(inner, reading, depth + 1);
    pad(Number(offset));
    parts.push(jsonArray([jsonString(name), type, ...(shape === undefined ? [] : [shape])]));
    end = Number(offset) + size;
  }
  pad(itemSize);
  return { type: jsonArray(parts), size: itemSize, shape: undefined };
}

function textOf(value: PickledValue, key: string): string {
  if (typeof value === "string") return value;
  return Array.from(bytesOf(value, key), (byte) => String.fromCharCode(byte)).join("");
}

/** Bytes are the call `encode(text, "latin1")`; in Python 2 the string itself. */
function bytesOf(value: PickledValue, key: string): Uint8Array {
  const [text, encoding] =
    isKind(value, "call") && value.name === "_codecs encode" ? value.arguments : [value, "latin1"];
  if (typeof text !== "string" || encoding !== "latin1") return broken(key, "something else than bytes");
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    return code > 0xff ? broken(key, "bytes beyond 255") : code;
  });
}

/** The error for a valid pickle that is not metadata. */
function broken(key: string, what: string): never {
  throw new HyperslabError("invalid-data", `the pickled metadata does not describe an array: ${what}`, { key });
}
