/** Datasets as arrays of the model, with the references of their values. */
import { jsonArray, jsonInteger, jsonString } from "../../bytes/json/make.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { type DataType, dataTypeNamed } from "../../model/data-types/data-type.ts";
import { regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, Attribute, Dimension } from "../../model/node.ts";
import { elementToScalar } from "../../model/values/element.ts";
import { type FillValue, zeroElement } from "../../model/values/fill-value.ts";
import type { ArrayContext } from "./array-context.ts";
import { fillBeyond } from "./netcdf/fill-beyond.ts";
import type { Hdf5Dataset } from "./objects.ts";
import { addReferences } from "./references.ts";
import { externalRows, hasTooManyChunks, MOST_ROW_CHUNKS, rowsPerChunk } from "./row-chunks.ts";
import type { Hdf5File } from "./structures/file.ts";
import type { FoundDataset } from "./tree.ts";
import { codecsOf, spec } from "./values/codec-chain.ts";
import { elementsInMemory } from "./values/elements.ts";
import { indirectArray, pointerSize } from "./values/indirect.ts";
import { type ModelType, modelType } from "./values/model-type.ts";
import { assemble } from "./virtual/assemble.ts";

export interface ArrayInput {
  readonly found: FoundDataset;
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly dimensions: readonly Dimension[];
  readonly shape: readonly number[];
}

/** Returns a reason if it cannot be represented. `depth` counts nested virtual datasets. */
export async function makeArray(context: ArrayContext, input: ArrayInput, depth = 0): Promise<ArrayNode | string> {
  const { object, path } = input.found;
  let model = modelType(object.type);
  const inner: number[] = [];
  while (model.kind === "array") {
    for (const length of model.shape) inner.push(length);
    model = model.inner;
  }
  if (model.kind === "none") return `it holds ${model.reason}, which is not supported`;
  const size = pointerSize(context.file, model);
  if (model.kind !== "fixed" && size !== undefined && object.type.size !== size * product(inner)) {
    throw context.file.failure(`elements that point elsewhere have ${object.type.size} bytes`, object.address);
  }
  const fill = elementFill(object, product(inner));
  if (fill === "mixed") return "its fill value is an array whose elements differ";
  const isNull = object.space.kind === "null";
  if (isNull) context.notes.push({ path, message: "the dataset has a null dataspace: no elements, and no shape" });
  const shape = isNull ? [0] : [...input.shape, ...inner];
  const dimensions: readonly Dimension[] = isNull
    ? [{ name: undefined }]
    : [...input.dimensions, ...inner.map(() => ({ name: undefined }))];
  const base = {
    kind: "array" as const,
    path,
    attributes: withNames(object, input.attributes),
    shape,
    dimensions,
    chunkKeys: { kind: "v2" as const, separator: "." },
    fillValue: fillOf(object, model, fill),
    ...(model.kind === "fixed" && model.netcdfType === "char" && { netcdfType: "char" as const }),
  };
  if (object.layout.class === "virtual") {
    if (model.kind !== "fixed" || inner.length > 0) {
      return "it is a virtual dataset of arrays, of values of no fixed size, or of values that have to be converted";
    }
    const found = await assemble(context, object, path, model.dataType, depth);
    if (typeof found === "string") return `it is a virtual dataset: ${found}`;
    context.assembled.set(path, found);
    const grid = regularGrid(shape, found.chunkShape, "invalid-data");
    return { ...base, ...storedType({ ...model, order: "little", bits: undefined }, model.dataType.itemSize), grid };
  }
  const chunkShape = chunkShapeOf(context.file, object, shape, inner);
  if (typeof chunkShape === "string") return chunkShape;
  const elements = chunkShape.reduce((product, length) => product * length, 1);
  const elementSize = object.type.size / Math.max(1, product(inner));
  const filters = codecsOf(object.filters, { elementSize: object.type.size, chunkBytes: elements * elementSize });
  if (typeof filters === "string") return `it is stored by ${filters}, which is not supported`;
  const stored = storedType(model, elementSize);
  const beyond = model.kind === "fixed" && inner.length === 0 && !isNull ? fillBeyond(object, model, shape) : undefined;
  if (beyond !== undefined) context.extents.set(path, beyond.extent);
  const pointers: ArrayNode = {
    ...base,
    ...(beyond && { fillValue: beyond.fillValue }),
    grid: regularGrid(shape, chunkShape, "invalid-data"),
    dataType: stored.dataType,
    codecs: [...stored.codecs, ...filters],
  };
  if (elements * elementSize > 0 && !isNull) addReferences(context, object, path, { shape, chunkShape, elementSize });
  if (model.kind === "fixed") return pointers;
  const made = await indirectArray(context, pointers, model, fill);
  context.indirect.set(path, made.indirect);
  return made.node;
}

function product(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total * length, 1);
}

function storedType(
  model: ModelType,
  size: number,
): { readonly dataType: DataType; readonly codecs: readonly CodecSpec[] } {
  if (model.kind !== "fixed") return { dataType: dataTypeNamed(`r${8 * size}`)!, codecs: [spec("bytes")] };
  const { dataType, order, bits } = model;
  const isSingle = dataType.itemSize === 1 || dataType.kind === "raw" || dataType.kind === "fixed-bytes";
  const bytes = spec("bytes", isSingle ? {} : { endian: order });
  return { dataType, codecs: bits === undefined ? [bytes] : [spec("hdf5.bits", { ...bits }), bytes] };
}

export function chunkShapeOf(
  file: Hdf5File,
  object: Hdf5Dataset,
  shape: readonly number[],
  inner: readonly number[],
): number[] | string {
  const { layout, address, space, type } = object;
  if (layout.class !== "chunked") {
    const rows =
      object.external !== undefined
        ? externalRows(shape, type.size, inner, object.external)
        : layout.class === "contiguous"
          ? rowsPerChunk(shape, type.size, inner)
          : shape[0];
    if (rows === "cut") return "a row of it lies in two external files";
    if (hasTooManyChunks(shape[0] ?? 1, rows ?? 1)) {
      return `it would take more than ${MOST_ROW_CHUNKS} references to [${shape.join(", ")}] elements`;
    }
    return shape.map((length, axis) => Math.max(1, axis === 0 ? rows! : length));
  }
  if (layout.chunkShape.length !== space.shape.length || layout.elementSize !== type.size) {
    throw file.failure(
      `chunks of [${layout.chunkShape.join(", ")}] elements of ${layout.elementSize} bytes in a dataset of [${space.shape.join(", ")}] elements of ${type.size}`,
      address,
    );
  }
  return [...layout.chunkShape, ...inner.map((length) => Math.max(1, length))];
}

/**
 * The fill value of one element, as stored; undefined for zeros or none. That of an array type has a value per element, but
 * the model has a single one: if they differ, it is "mixed", unless all values are stored.
 */
function elementFill({ fill, type, layout }: Hdf5Dataset, count: number): Uint8Array | "mixed" | undefined {
  const { isWritten, value } = fill;
  if (!isWritten || value === undefined || value.byteLength !== type.size || count === 0) return undefined;
  const size = type.size / count;
  const isNeeded = layout.class === "chunked" || (layout.class === "contiguous" && layout.address === undefined);
  if (isNeeded && value.some((byte, index) => byte !== value[index % size])) return "mixed";
  return value.subarray(0, size);
}

function fillOf({ fill }: Hdf5Dataset, model: ModelType, value: Uint8Array | undefined): FillValue | undefined {
  if (!fill.isWritten || model.kind !== "fixed") return undefined;
  if (value === undefined || value.byteLength < model.dataType.itemSize) return zeroElement(model.dataType);
  return elementsInMemory(model, value.subarray(0, model.dataType.itemSize));
}

/** Enumerations are integers; their names are stored like the flags of the CF conventions. */
function withNames({ type }: Hdf5Dataset, attributes: ReadonlyMap<string, Attribute>): ReadonlyMap<string, Attribute> {
  const model = modelType(type);
  if (type.class !== "enum" || (model.kind !== "fixed" && model.kind !== "mixed")) return attributes;
  if (model.dataType.kind !== "integer") return attributes;
  if (attributes.has("flag_values") || attributes.has("flag_meanings")) return attributes;
  const { dataType } = model;
  const values = type.names.map(({ value }) => {
    const scalar = elementToScalar(dataType, elementsInMemory(model, value));
    return jsonInteger(typeof scalar === "bigint" ? scalar : Number(scalar));
  });
  const names = type.names.map(({ name }) => name.replaceAll(/\s/g, "_")).join(" ");
  return new Map([
    ...attributes,
    ["flag_values", { value: jsonArray(values), dataType, isDerived: true }],
    ["flag_meanings", { value: jsonString(names), dataType: dataTypeNamed("S1")!, isDerived: true }],
  ]);
}
