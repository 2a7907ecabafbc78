/**
 * NumPy arrays as bloscpack describes them in the metadata of their file: `dtype` as Python's `repr` of the type's
 * description, `shape`, `order` ("C" or "F") and `container` ("numpy"). Before release 0.7.2 `dtype` was plain: `<f4`,
 * or a list.
 */
import { jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { Notes } from "../notes.ts";
import { checkElementSize } from "../spelling/array-shape.ts";
import { type EndianOf, parseNumpyType } from "../spelling/numpy-type.ts";
import { parsePythonLiteral } from "./python-literal.ts";

export const NUMPY = "numpy";

export interface NumpyArray {
  readonly dataType: FixedDataType;
  readonly endian: EndianOf;
  readonly shape: readonly number[];
  readonly order: "C" | "F";
}

/** The array that the metadata describe; `undefined` if they describe none. */
export function parseNumpyArray(view: JsonView, notes: Notes): NumpyArray | undefined {
  if (view.node.type !== "object") return undefined;
  const container = view.get("container");
  if (container?.node.type !== "string" || container.node.value !== NUMPY) return undefined;
  const dtype = view.required("dtype");
  const { dataType, endian } = parseNumpyType(spelledType(dtype), notes);
  if (!isFixedSize(dataType)) return dtype.fail(`elements of ${dataType.name} have no fixed size`);
  checkElementSize(dataType, dtype);
  const shape = view
    .required("shape")
    .items()
    .map((length) => length.integer(0));
  return { dataType, endian, shape, order: view.required("order").oneOf(["C", "F"]) };
}

function spelledType(view: JsonView): JsonView {
  if (view.node.type !== "string") return view;
  const literal = parsePythonLiteral(view.node.value) ?? jsonString(view.node.value);
  return jsonView(placed(literal, view.node.offset), view.source, view.field);
}

/** Messages about any part of the type point at the text that it is in. */
function placed(node: JsonNode, offset: number): JsonNode {
  if (node.type === "array") return { ...node, offset, items: node.items.map((item) => placed(item, offset)) };
  return { ...node, offset };
}
