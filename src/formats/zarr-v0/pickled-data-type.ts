/**
 * NumPy data types as pickles describe them: `dtype("i4", 0, 1)` with a state of `(3, byte order, sub-array, names,
 * fields, item size, alignment, flags)`; times have a state of version 4 that ends in their unit.
 */
import { jsonArray, jsonInteger, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { HyperslabError } from "../../errors.ts";
import { isKind, type PickledCall, type PickledValue } from "./pickle.ts";

/** Memory of a pickle may be used again and again: what it unfolds to is bounded, too. */
const MAX_TYPES = 10_000;

/** The type in NumPy's spelling, as 0.4 writes it. */
export function pickledDataType(value: PickledValue, key: string): JsonNode {
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

/** No real data is nested deeper, and a pickle can refer to itself. */
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

/** `((), {unit, count, ...})`: `[s]`, `[25s]`; none where the time has no unit. */
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

/** Fields by name with their offsets; what lies between them is padding. */
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

/** Bytes are the call `encode(text, "latin1")`; in Python 2 the text itself. */
export function bytesOf(value: PickledValue, key: string): Uint8Array {
  const [text, encoding] =
    isKind(value, "call") && value.name === "_codecs encode" ? value.arguments : [value, "latin1"];
  if (typeof text !== "string" || encoding !== "latin1") return broken(key, "something else than bytes");
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    return code > 0xff ? broken(key, "bytes beyond 255") : code;
  });
}

/** What is there is a good pickle, and no metadata. */
export function broken(key: string, what: string): never {
  throw new HyperslabError("invalid-data", `the pickled metadata make no array: ${what}`, { key });
}
