/** Datasets and attributes of types that groups define, and strings: their stored elements, and the values in them. */
import { fromPlain, jsonArray } from "../../../bytes/json/make.ts";
import { dataTypeNamed } from "../../../model/data-types/data-type.ts";
import { regularGrid } from "../../../model/grid/chunk-grid.ts";
import type { NetcdfUserType, NetcdfUserValue } from "../../../model/netcdf/user-types.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { UserArray } from "../../../model/virtual/user-array.ts";
import type { ArrayContext } from "../array-context.ts";
import { type ArrayInput, chunkShapeOf } from "../arrays.ts";
import type { Hdf5Attribute } from "../messages/attribute.ts";
import { elementCount } from "../messages/dataspace.ts";
import { addReferences } from "../references.ts";
import { textOf } from "../structures/file.ts";
import { type AttributeResult, ifFound } from "../values/attribute-value.ts";
import { codecsOf, spec } from "../values/codec-chain.ts";
import type { UserTypes } from "./user-types.ts";
import { type UserSource, userValues } from "./user-values.ts";

export interface UserDataset {
  readonly type: NetcdfUserType | "string";
  /** The array, or the reason why the model cannot hold it. */
  readonly node: ArrayNode | string;
  readonly userArrays: Map<string, UserArray>;
}

/** Adds a reader of the elements of a dataset as netCDF values. Virtual datasets have no such elements. */
export function addUserArray(context: ArrayContext, input: ArrayInput, dataset: UserDataset): void {
  const { found, shape, dimensions, attributes } = input;
  const { object, path } = found;
  const { layout, type, fill, filters, space } = object;
  const dataType = dataTypeNamed(`r${8 * type.size}`);
  if (layout.class === "virtual" || space.kind === "null" || dataType === undefined) return;
  const chunkShape = chunkShapeOf(context.file, object, shape, []);
  if (typeof chunkShape === "string") return;
  const elements = chunkShape.reduce((product, length) => product * length, 1);
  const codecs = codecsOf(filters, { elementSize: type.size, chunkBytes: elements * type.size });
  if (typeof codecs === "string") return;
  const { type: netcdfType, node, userArrays } = dataset;
  if (typeof node === "string" && elements > 0) {
    addReferences(context, object, path, { shape, chunkShape, elementSize: type.size });
  }
  const isFilled = fill.isWritten && fill.value?.byteLength === type.size;
  const stored: ArrayNode = {
    kind: "array",
    path,
    attributes,
    ...(typeof netcdfType === "object" && { userType: netcdfType }),
    shape,
    dimensions,
    dataType,
    grid: regularGrid(shape, chunkShape, "invalid-data"),
    codecs: [spec("bytes"), ...codecs],
    chunkKeys: { kind: "v2", separator: "." },
    fillValue: isFilled ? fill.value!.slice() : undefined,
  };
  userArrays.set(path, { stored, values: userValues(context, type, netcdfType) });
}

/** Adds netCDF's values to those of an attribute. Values that the model lacks become JSON. */
export async function withUserValues(
  types: UserTypes,
  source: UserSource,
  given: Hdf5Attribute,
  result: AttributeResult,
): Promise<AttributeResult> {
  const type = types.of(given.type);
  if (type === undefined) return result;
  const { space, data } = given;
  // The model's value was built from the same number of elements.
  const count = elementCount(space, (what) => {
    throw source.file.failure(what, given.address);
  });
  return ifFound(async () => {
    const values = await userValues(source, given.type, type)(data.subarray(0, count * given.type.size));
    if ("attribute" in result) return { attribute: { ...result.attribute, user: { type, values } } };
    const items = values.map((value) => fromPlain(plainValue(type, value)));
    return { attribute: { value: items.length === 1 ? items[0]! : jsonArray(items), user: { type, values } } };
  });
}

/** Compounds as objects, bytes as lists of numbers. */
function plainValue(type: NetcdfUserType | string, value: NetcdfUserValue): unknown {
  if (value instanceof Uint8Array) return type === "char" ? textOf(value) : Array.from(value);
  if (!Array.isArray(value)) return value;
  const items: readonly NetcdfUserValue[] = value;
  if (typeof type === "string" || type.class === "enum" || type.class === "opaque") {
    return items.map((item) => plainValue(type, item));
  }
  if (type.class === "vlen") return items.map((item) => plainValue(type.base, item));
  const parts = type.members.map(({ name, type: inner, shape }, index) => {
    const item = items[index]!;
    if (shape.length === 0 || !Array.isArray(item)) return [name, plainValue(inner, item)];
    const list: readonly NetcdfUserValue[] = item;
    return [name, list.map((each) => plainValue(inner, each))];
  });
  return Object.fromEntries(parts);
}
