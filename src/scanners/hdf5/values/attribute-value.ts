/** Attributes of HDF5 as attributes of the model, with the types that netCDF gives them. */
import { fromPlain, jsonArray, jsonString } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { isHyperslabError } from "../../../errors.ts";
import { type DataType, dataTypeNamed, type FixedDataType } from "../../../model/data-types/data-type.ts";
import { modelAttribute } from "../../../model/netcdf/attribute.ts";
import type { NetcdfValues } from "../../../model/netcdf/dataset.ts";
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
import { holdsReferences, nested, plain, readRows, readTexts, readTrees, text } from "./trees.ts";

/** The value, or the reason why there is none. */
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
  // netCDF's text attributes are single strings of fixed length.
  if (type.class === "string" && space.kind === "scalar") {
    return { attribute: { value: jsonString(text(data)), dataType: dataTypeOf("char") } };
  }
  return ifFound(() => readValue(file, heap, model, data, space.shape));
}

/**
 * Values that elements point to, if they exist. A dangling pointer only affects one attribute, and the rest of the file
 * is read: some writers got pointers in arrays of compounds with vlens wrong.
 */
export async function ifFound(make: () => Promise<AttributeResult>): Promise<AttributeResult> {
  try {
    return await make();
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return { reason: `values that cannot be found: ${error.what}` };
    throw error;
  }
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
      return { attribute: { value: oneOrNested(texts.map(jsonString), shape), dataType: model.dataType } };
    }
    case "rows": {
      const rows = await readRows(file, heap, data, model.item.itemSize);
      const listed = (row: Uint8Array): JsonNode => listOf(model.item, inOrder(model.item, model.order, row));
      return ifText(() => ({ value: oneOrNested(rows.map(listed), shape) }));
    }
    case "fixed":
    case "mixed":
      return ifText(() => fixedValue(model.dataType, elementsInMemory(model, data), shape));
    case "tree":
      if (holdsReferences(model.type)) return { reason: "object references" };
      return { attribute: { value: oneOrNested(await readTrees({ file, heap }, model.type, data), shape) } };
    default:
      return { reason: model.kind === "none" ? model.reason : "object references" };
  }
}

/** Strings in compounds that are not UTF-8 have no JSON value. The file is read all the same. */
function ifText(make: () => Attribute): AttributeResult {
  try {
    return { attribute: make() };
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return { reason: "compounds with text that is not UTF-8" };
    throw error;
  }
}

function fixedValue(dataType: FixedDataType, data: Uint8Array, shape: readonly number[]): Attribute {
  if (dataType.kind === "fixed-bytes") {
    const count = data.byteLength / dataType.itemSize;
    const texts = Array.from({ length: count }, (_, index) =>
      jsonString(text(data.subarray(index * dataType.itemSize, (index + 1) * dataType.itemSize))),
    );
    return { value: oneOrNested(texts, shape), dataType: dataTypeNamed("string")! };
  }
  const type = netcdfTypeOf(dataType);
  if (type !== undefined && shape.length <= 1) {
    return modelAttribute({ name: "", type, values: viewAsTyped(dataType, data) as NetcdfValues });
  }
  const { items } = listOf(dataType, data);
  return { value: oneOrNested(items, shape), ...(shape.length <= 1 && { dataType }) };
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

/** A single value as such, several as nested lists. */
function oneOrNested(values: readonly JsonNode[], shape: readonly number[]): JsonNode {
  return shape.length <= 1 && values.length === 1 ? values[0]! : nested(values, shape);
}
