/**
 * Data types as Zarr v2 spells them: NumPy's strings and lists. Object arrays (`|O`) hold whatever their first filter
 * says: texts, byte strings, rows, JSON values.
 */

import { jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { type DataType, dataTypeNamed, isFixedSize, raggedType } from "../../model/data-types/data-type.ts";
import type { Notes } from "../notes.ts";
import { type EndianOf, type NumpyType, parseNumpyType, printNumpyType } from "../spelling/numpy-type.ts";

const OBJECT = /^[|<>=]?O[0-9]*$/;

/** The type of an array's elements; `filters` are its filters in order. */
export function parseDataType(view: JsonView, filters: readonly JsonView[], notes: Notes): NumpyType {
  if (view.node.type !== "string" || !OBJECT.test(view.string())) return parseNumpyType(view, notes);
  const codec = filters[0];
  if (codec === undefined) {
    return view.fail(
      "an object array without a filter that says what its objects are",
      "Object arrays need vlen-utf8, vlen-bytes, vlen-array, json2 or msgpack2 as their first filter.",
    );
  }
  return { dataType: objectType(codec, notes), endian: undefined };
}

function objectType(codec: JsonView, notes: Notes): DataType {
  switch (codec.required("id").string()) {
    case "vlen-utf8":
    case "categorize":
      return dataTypeNamed("string")!;
    case "vlen-bytes":
      return dataTypeNamed("bytes")!;
    case "vlen-array":
      return raggedType(parseNumpyType(codec.required("dtype"), notes).dataType, "invalid-data");
    default:
      return dataTypeNamed("object")!;
  }
}

export function printDataType(dataType: DataType, endian: EndianOf): JsonNode {
  return isFixedSize(dataType) ? printNumpyType(dataType, endian) : jsonString("|O");
}
