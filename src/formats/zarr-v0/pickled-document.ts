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
import { isFixedSize } from "../../model/data-types/data-type.ts";
import { NO_NOTES, type Notes } from "../notes.ts";
import { reorderElement } from "../spelling/element-bytes.ts";
import { printComplex } from "../spelling/number-json.ts";
import { parseNumpyType } from "../spelling/numpy-type.ts";
import { printFillValue, printParts } from "../zarr-legacy/fill-print.ts";
import { isKind, type PickledValue, readPickle } from "./pickle.ts";
import { broken, bytesOf, pickledDataType } from "./pickled-data-type.ts";

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
  notes.add(view, "pickled metadata, as release 0.3 wrote it; a change makes it the JSON of release 0.4");
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

/** A number, text or truth, also one of NumPy's or in bytes. */
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

/** ASCII as text, which is what fills byte strings in JSON; other bytes as a list. */
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
