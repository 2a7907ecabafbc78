/** Making JSON trees: constructors, plain values to trees and back, changed copies of objects; comparing trees. */
import { HyperslabError } from "../../errors.ts";
import {
  integerOf,
  type JsonArray,
  type JsonBoolean,
  type JsonNode,
  type JsonNull,
  type JsonNumber,
  type JsonObject,
  type JsonString,
  type PlainJson,
  pythonFloat,
  sameNumber,
} from "./node.ts";
import { MAX_JSON_DEPTH } from "./parse.ts";
import { memberField } from "./view.ts";

export function jsonNull(): JsonNull {
  return { type: "null", offset: -1 };
}

export function jsonBoolean(value: boolean): JsonBoolean {
  return { type: "boolean", value, offset: -1 };
}

/** The shortest token of this value. `NaN` and the infinities are bare words; negative zero is `-0.0`. */
export function jsonNumber(value: number | bigint): JsonNumber {
  return { type: "number", text: Object.is(value, -0) ? "-0.0" : String(value), offset: -1 };
}

/** An integer token; a number that is not a safe integer is an `invalid-request`. */
export function jsonInteger(value: number | bigint): JsonNumber {
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    throw new HyperslabError("invalid-request", `${value} is not an exact integer`);
  }
  return { type: "number", text: String(value), offset: -1 };
}

/** A token that reads back as a float, spelled as Python spells floats: `1.0`, `1e-07`, `1e+16`. */
export function jsonFloat(value: number): JsonNumber {
  return { type: "number", text: pythonFloat(value), offset: -1 };
}

export function jsonString(value: string): JsonString {
  return { type: "string", value, offset: -1 };
}

export function jsonArray(items: Iterable<JsonNode>): JsonArray {
  return { type: "array", items: [...items], offset: -1 };
}

/** Members in the order given; of equal names the last value wins. A record's integer-like keys come first. */
export function jsonObject(
  entries: Iterable<readonly [string, JsonNode]> | Readonly<Record<string, JsonNode>>,
): JsonObject {
  const members = new Map(isIterable(entries) ? entries : Object.entries(entries));
  return { type: "object", members, offset: -1 };
}

/** A copy with the member added at the end, or replaced where it is. */
export function withMember(object: JsonObject, name: string, value: JsonNode): JsonObject {
  return { ...object, members: new Map(object.members).set(name, value) };
}

/** A copy without the member. */
export function withoutMember(object: JsonObject, name: string): JsonObject {
  const members = new Map(object.members);
  members.delete(name);
  return { ...object, members };
}

/**
 * A tree of null, booleans, numbers, bigints, strings, arrays, typed arrays, plain objects and Maps with string keys.
 * Members that are undefined are left out. Anything else, and cycles, are an `invalid-request` that names the path.
 */
export function fromPlain(value: unknown): JsonNode {
  return convert(value, "", []);
}

function convert(value: unknown, field: string, ancestors: readonly unknown[]): JsonNode {
  if (value === null) return jsonNull();
  if (typeof value === "boolean") return jsonBoolean(value);
  if (typeof value === "number" || typeof value === "bigint") return jsonNumber(value);
  if (typeof value === "string") return jsonString(value);
  if (typeof value !== "object") return refuse(`${typeof value} has no JSON form`, field);
  if (ancestors.includes(value)) return refuse("a value that contains itself has no JSON form", field);
  if (ancestors.length >= MAX_JSON_DEPTH) return refuse(`values are nested deeper than ${MAX_JSON_DEPTH} levels`, "");
  const inside = [...ancestors, value];
  if (Array.isArray(value) || isTypedArray(value)) {
    return jsonArray(Array.from(value, (item: unknown, index) => convert(item, `${field}[${index}]`, inside)));
  }
  const members = new Map<string, JsonNode>();
  for (const [name, member] of membersOf(value, field)) {
    if (member !== undefined) members.set(name, convert(member, memberField(field, name), inside));
  }
  return jsonObject(members);
}

function membersOf(value: object, field: string): Iterable<readonly [string, unknown]> {
  if (value instanceof Map) {
    return Array.from(value, ([name, member]: [unknown, unknown]) => {
      return typeof name === "string"
        ? [name, member]
        : refuse("a Map with a key that is not a string has no JSON form", field);
    });
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // In any realm, the prototype of a plain object is the end of its chain.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return refuse(`${Object.prototype.toString.call(value)} has no JSON form`, field);
  }
  return Object.entries(value);
}

function refuse(what: string, field: string): never {
  throw new HyperslabError("invalid-request", what, field === "" ? {} : { field });
}

/** The tree as plain values. Integers beyond 2^53 become bigint, every other number a double. */
export function toPlain(node: JsonNode): PlainJson {
  switch (node.type) {
    case "null":
      return null;
    case "boolean":
    case "string":
      return node.value;
    case "number":
      return plainNumber(node);
    case "array":
      return node.items.map(toPlain);
    case "object":
      return plainObject(node);
  }
}

function plainNumber(node: JsonNumber): number | bigint {
  const value = Number(node.text);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  return integerOf(node) ?? value;
}

function plainObject(node: JsonObject): { [key: string]: PlainJson } {
  const object: { [key: string]: PlainJson } = {};
  for (const [name, member] of node.members) {
    const value = toPlain(member);
    // Assigning `__proto__` would set the prototype instead of making a member.
    if (name === "__proto__") {
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
    } else object[name] = value;
  }
  return object;
}

/** Returns whether two number tokens count as equal. */
export type SameNumber = (a: string, b: string) => boolean;

/**
 * Returns whether two trees mean the same. Order of members and offsets do not count; numbers are compared by exact
 * value, or by `same`.
 */
export function jsonEquals(a: JsonNode, b: JsonNode, same: SameNumber = sameNumber): boolean {
  switch (a.type) {
    case "null":
      return b.type === "null";
    case "boolean":
    case "string":
      return a.type === b.type && a.value === b.value;
    case "number":
      return b.type === "number" && same(a.text, b.text);
    case "array":
      return b.type === "array" && sameItems(a.items, b.items, same);
    case "object":
      return b.type === "object" && sameMembers(a.members, b.members, same);
  }
}

function sameItems(a: readonly JsonNode[], b: readonly JsonNode[], same: SameNumber): boolean {
  return a.length === b.length && a.every((item, index) => jsonEquals(item, b[index]!, same));
}

function sameMembers(a: JsonObject["members"], b: JsonObject["members"], same: SameNumber): boolean {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) {
    const other = b.get(name);
    if (other === undefined || !jsonEquals(value, other, same)) return false;
  }
  return true;
}

type NumericArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

function isTypedArray(value: object): value is NumericArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function isIterable(value: object): value is Iterable<readonly [string, JsonNode]> {
  return Symbol.iterator in value;
}
