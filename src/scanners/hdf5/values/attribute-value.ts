/** Attributes of HDF5 as attributes of the model, with the types that netCDF gives them. */
import { fromPlain, jsonArray, jsonString } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { type DataType, dataTypeNamed } from "../../../model/data-types/data-type.ts";
import { withoutPadding } from "../../../model/data-types/fixed-text.ts";
import { modelAttribute } from "../../../model/netcdf/attribute.ts";
import type { NetcdfValues } from "../../../model/netcdf/dataset.ts";
import { decodeNetcdfText } from "../../../model/netcdf/text.ts";
import { dataTypeOf, netcdfTypeOf } from "../../../model/netcdf/types.ts";
import type { Attribute } from "../../../model/node.ts";
import { elementToScalar } from "../../../model/values/element.ts";
import { viewAsTyped } from "../../../model/values/typed-data.ts";
import type { Hdf5Attribute } from "../messages/attribute.ts";
import { elementCount } from "../messages/dataspace.ts";
import type { Hdf5File } from "../structures/file.ts";
import type { GlobalHeap } from "../structures/global-heap.ts";
import { elementsInMemory, inOrder } from "./elements.ts";
import { type ModelType, modelType } from "./model-type.ts";

/** The value, or why there is none. */
export type AttributeResult = { readonly attribute: Attribute } | { readonly reason: string };

export async function attributeValue(file: Hdf5File, heap: GlobalHeap, given: Hdf5Attribute): Promise<AttributeResult> {
  const { type, space, address, name } = given;
  const fail = (what: string): never => {
    throw file.failure(`the attribute ${name}: ${what}`, address);
  };
  const count = elementCount(space, fail);
  const model = modelType(type);
  if (model.kind === "none") return { reason: model.reason };
  if (space.kind === "null") return { attribute: { value: jsonString(""), dataType: dataTypeOf("char") } };
  if (count * type.size > given.data.byteLength) {
    fail(`${count} values of ${type.size} bytes do not fit into ${given.data.byteLength}`);
  }
  const data = given.data.subarray(0, count * type.size);
  // netCDF's texts are single strings of fixed length.
  if (type.class === "string" && space.kind === "scalar") {
    return { attribute: { value: jsonString(text(data)), dataType: dataTypeOf("char") } };
  }
  return readValue(file, heap, model, data, space.shape);
}

function text(bytes: Uint8Array): string {
  return decodeNetcdfText(withoutPadding(bytes, 0, bytes.byteLength));
}

async function readValue(
  file: Hdf5File,
  heap: GlobalHeap,
  model: ModelType,
  data: Uint8Array,
  shape: readonly number[],
): Promise<AttributeResult> {
  switch (model.kind) {
    case "array":
      return readValue(file, heap, model.inner, data, [...shape, ...model.shape]);
    case "text": {
      const texts = await readTexts(file, heap, data);
      return { attribute: { value: nested(texts.map(jsonString), shape), dataType: model.dataType } };
    }
    case "rows": {
      const rows = await readRows(file, heap, data, model.item.itemSize);
      const values = rows.map((row) => listOf(model.item, inOrder(model.item, model.order, row)));
      return { attribute: { value: nested(values, shape) } };
    }
    case "fixed":
      return { attribute: fixedValue(model, data, shape) };
    default:
      return { reason: model.kind === "none" ? model.reason : "object references" };
  }
}

function fixedValue(
  model: Extract<ModelType, { readonly kind: "fixed" }>,
  data: Uint8Array,
  shape: readonly number[],
): Attribute {
  const { dataType } = model;
  if (dataType.kind === "fixed-bytes") {
    const count = data.byteLength / dataType.itemSize;
    const texts = Array.from({ length: count }, (_, index) =>
      jsonString(text(data.subarray(index * dataType.itemSize, (index + 1) * dataType.itemSize))),
    );
    return { value: nested(texts, shape), dataType: dataTypeNamed("string")! };
  }
  const bytes = elementsInMemory(model, data);
  const type = netcdfTypeOf(dataType);
  if (type !== undefined && shape.length <= 1) {
    return modelAttribute({ name: "", type, values: viewAsTyped(dataType, bytes) as NetcdfValues });
  }
  const { items } = listOf(dataType, bytes);
  return { value: nested(items, shape), ...(shape.length <= 1 && { dataType }) };
}

function listOf(
  dataType: DataType,
  bytes: Uint8Array,
): { readonly type: "array"; readonly items: readonly JsonNode[]; readonly offset: number } {
  const size = dataType.itemSize ?? 1;
  return jsonArray(
    Array.from({ length: Math.floor(bytes.byteLength / size) }, (_, index) =>
      fromPlain(plain(elementToScalar(dataType, bytes.slice(index * size, (index + 1) * size)))),
    ),
  );
}

/** Bytes as a list of numbers, which JSON has. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

/** A single value alone, several as nested lists. */
function nested(values: readonly JsonNode[], shape: readonly number[]): JsonNode {
  if (shape.length <= 1) return values.length === 1 ? values[0]! : jsonArray(values);
  const [first, ...rest] = shape;
  const step = first === 0 ? 0 : values.length / first!;
  return jsonArray(
    Array.from({ length: first! }, (_, index) => {
      const part = values.slice(index * step, (index + 1) * step);
      return rest.length === 1 ? jsonArray(part) : nested(part, rest);
    }),
  );
}

/** Elements of variable length: count(4), then where they lie in the global heap. */
export async function readRows(
  file: Hdf5File,
  heap: GlobalHeap,
  pointers: Uint8Array,
  itemSize: number,
): Promise<Uint8Array[]> {
  const size = 8 + file.facts.offsetSize;
  const rows: Uint8Array[] = [];
  const cursor = file.cursorOver(pointers, 0);
  for (let index = 0; index < pointers.byteLength / size; index++) {
    const count = cursor.u32();
    const found = await heap.object(cursor);
    const length = found === undefined ? 0 : count * itemSize;
    if (found !== undefined && length > found.byteLength) {
      cursor.fail(`a value of ${length} bytes in the global heap has only ${found.byteLength}`, size);
    }
    rows.push(found === undefined ? new Uint8Array(0) : found.subarray(0, length));
  }
  return rows;
}

export async function readTexts(file: Hdf5File, heap: GlobalHeap, pointers: Uint8Array): Promise<string[]> {
  return (await readRows(file, heap, pointers, 1)).map(text);
}
