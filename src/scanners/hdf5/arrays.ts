/** Datasets as arrays of the model, with the references of their values. */
import { jsonArray, jsonInteger, jsonString } from "../../bytes/json/make.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { type DataType, dataTypeNamed } from "../../model/data-types/data-type.ts";
import { regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, Attribute, Dimension } from "../../model/node.ts";
import { elementToScalar } from "../../model/values/element.ts";
import { type FillValue, zeroElement } from "../../model/values/fill-value.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import type { IndirectArray, PendingChunks } from "../../model/virtual/pending-chunks.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { OWN_FILE, type VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import type { ChunkIndex } from "./chunk-index/chunk-index.ts";
import { openIndex } from "./chunk-index/open-index.ts";
import type { ChunkedLayout } from "./messages/layout.ts";
import type { Hdf5Dataset } from "./objects.ts";
import { rowsPerChunk } from "./row-chunks.ts";
import type { Hdf5File } from "./structures/file.ts";
import type { GlobalHeap } from "./structures/global-heap.ts";
import type { FoundDataset } from "./tree.ts";
import { codecsOf, spec } from "./values/codec-chain.ts";
import { elementsInMemory } from "./values/elements.ts";
import { indirectArray } from "./values/indirect.ts";
import { type ModelType, modelType } from "./values/model-type.ts";

export interface ArrayContext {
  readonly file: Hdf5File;
  readonly heap: GlobalHeap;
  readonly references: ReferenceSet;
  readonly pending: Map<string, PendingChunks>;
  readonly masks: Map<string, number>;
  readonly indirect: Map<string, IndirectArray>;
  readonly notes: VirtualNote[];
  /** The path of an object, by its address. */
  pathOf(address: number): string | undefined;
}

export interface ArrayInput {
  readonly found: FoundDataset;
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly dimensions: readonly Dimension[];
  readonly shape: readonly number[];
}

/** Undefined: it cannot be represented, which is noted. */
export function makeArray(context: ArrayContext, input: ArrayInput): ArrayNode | undefined {
  const { found } = input;
  const { object, path } = found;
  const lose = (reason: string): undefined => {
    context.notes.push({ path, message: `the dataset is left out: ${reason}`, isLoss: true });
    return undefined;
  };
  let model = modelType(object.type);
  const inner: number[] = [];
  while (model.kind === "array") {
    for (const length of model.shape) inner.push(length);
    model = model.inner;
  }
  if (model.kind === "none") return lose(`it holds ${model.reason}, which is not supported`);
  if (object.layout.class === "virtual") return lose("it is a virtual dataset, whose values lie in others");
  if (object.external !== undefined) return lose("its values lie in external files");
  const isNull = object.space.kind === "null";
  if (isNull) context.notes.push({ path, message: "the dataset has a null dataspace: no elements, and no shape" });
  const shape = isNull ? [0] : [...input.shape, ...inner];
  const dimensions: readonly Dimension[] = isNull
    ? [{ name: undefined }]
    : [...input.dimensions, ...inner.map(() => ({ name: undefined }))];
  const chunkShape = chunkShapeOf(context.file, object, shape, inner);
  const elements = chunkShape.reduce((product, length) => product * length, 1);
  const elementSize =
    object.type.size /
    Math.max(
      1,
      inner.reduce((product, length) => product * length, 1),
    );
  const filters = codecsOf(object.filters, { elementSize: object.type.size, chunkBytes: elements * elementSize });
  if (typeof filters === "string") return lose(`it is stored by ${filters}, which is not supported`);
  const stored = storedType(model, elementSize);
  const base = {
    kind: "array" as const,
    path,
    attributes: withNames(object, input.attributes),
    shape,
    grid: regularGrid(shape, chunkShape, "invalid-data"),
    dimensions,
    chunkKeys: { kind: "v2" as const, separator: "." },
  };
  const pointers: ArrayNode = {
    ...base,
    dataType: stored.dataType,
    codecs: [...stored.codecs, ...filters],
    fillValue: fillOf(object, model),
    ...(model.kind === "fixed" && model.netcdfType === "char" && { netcdfType: "char" as const }),
  };
  if (elements * elementSize > 0 && !isNull) addReferences(context, object, path, { shape, chunkShape, elementSize });
  if (model.kind === "fixed") return pointers;
  const made = indirectArray(context, pointers, model);
  context.indirect.set(path, made.indirect);
  return made.node;
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

function chunkShapeOf(
  file: Hdf5File,
  object: Hdf5Dataset,
  shape: readonly number[],
  inner: readonly number[],
): number[] {
  const { layout, address, space, type } = object;
  if (layout.class !== "chunked") {
    const rows = layout.class === "contiguous" ? rowsPerChunk(shape, type.size, inner) : shape[0];
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

function fillOf({ fill, type }: Hdf5Dataset, model: ModelType): FillValue | undefined {
  if (!fill.isWritten) return undefined;
  if (model.kind !== "fixed" || fill.value === undefined) {
    return model.kind === "fixed" ? zeroElement(model.dataType) : undefined;
  }
  const size = model.dataType.itemSize;
  // A fill value of an array type is a whole array; the model has one value.
  if (fill.value.byteLength !== type.size || fill.value.byteLength < size) return zeroElement(model.dataType);
  return elementsInMemory(model, fill.value.subarray(0, size));
}

/** Enumerations are integers; their names are told as the CF conventions tell those of flags. */
function withNames({ type }: Hdf5Dataset, attributes: ReadonlyMap<string, Attribute>): ReadonlyMap<string, Attribute> {
  const model = modelType(type);
  if (type.class !== "enum" || model.kind !== "fixed" || model.dataType.kind !== "integer") return attributes;
  if (attributes.has("flag_values") || attributes.has("flag_meanings")) return attributes;
  const { dataType } = model;
  const values = type.names.map(({ value }) => {
    const scalar = elementToScalar(dataType, elementsInMemory(model, value));
    return jsonInteger(typeof scalar === "bigint" ? scalar : Number(scalar));
  });
  const names = type.names.map(({ name }) => name.replaceAll(/\s/g, "_")).join(" ");
  return new Map([
    ...attributes,
    ["flag_values", { value: jsonArray(values), dataType }],
    ["flag_meanings", { value: jsonString(names), dataType: dataTypeNamed("S1")! }],
  ]);
}

interface Placed {
  readonly shape: readonly number[];
  readonly chunkShape: readonly number[];
  readonly elementSize: number;
}

function addReferences(context: ArrayContext, object: Hdf5Dataset, path: string, placed: Placed): void {
  const { file, references } = context;
  const { layout } = object;
  const { shape, chunkShape, elementSize } = placed;
  const count = shape.reduce((product, length) => product * length, elementSize);
  if (count === 0) return;
  const keyOf = chunkKeys(path);
  if (layout.class === "compact") {
    if (layout.data.byteLength < count) {
      throw file.failure(`/${path} needs ${count} bytes, but ${layout.data.byteLength} are stored`, object.address);
    }
    references.table.addInline(keyOf(shape.map(() => 0)), layout.data.slice(0, count));
  } else if (layout.class === "contiguous" && layout.address !== undefined) {
    if (layout.size !== undefined && layout.size < count) {
      throw file.failure(`/${path} needs ${count} bytes, but ${layout.size} are stored`, object.address);
    }
    const url = references.table.url(OWN_FILE);
    const length = chunkShape.reduce((product, part) => product * part, elementSize);
    const start = file.facts.base + layout.address;
    const coords = shape.map(() => 0);
    for (let at = 0; at < count; at += length) {
      references.table.addRange(keyOf(coords), url, start + at, length);
      if (coords.length > 0) coords[0]! += 1;
    }
  } else if (layout.class === "chunked" && layout.address !== undefined) {
    context.pending.set(path, pendingChunks(context, object, layout, layout.address, path));
  }
}

function pendingChunks(
  { file, references, masks }: ArrayContext,
  object: Hdf5Dataset,
  layout: ChunkedLayout,
  address: number,
  path: string,
): PendingChunks {
  const { shape, most } = object.space;
  const { chunkShape } = layout;
  const along = (lengths: readonly number[]): number[] =>
    lengths.map((length, axis) => Math.ceil(length / chunkShape[axis]!));
  const isFiltered = object.filters.length > 0;
  const chunkBytes = chunkShape.reduce((product, length) => product * length, layout.elementSize);
  const isPartial = (coords: readonly number[]): boolean =>
    coords.some((coord, axis) => (coord + 1) * chunkShape[axis]! > shape[axis]!);
  const counts = along(shape);
  const extra = (object.type.class === "array" ? object.type.shape.length : 0) as number;
  let index: ChunkIndex | undefined;
  const opened = (): ChunkIndex => {
    index ??= openIndex({ file, layout, address, counts, mostCounts: along(most), isFiltered, chunkBytes }, isPartial);
    return index;
  };
  const every = (1 << object.filters.length) - 1;
  const padding = new Array<number>(extra).fill(0);
  const keepMask = (coords: readonly number[], mask: number): number => {
    const left = mask & every;
    if (left !== 0) masks.set(`${path}/${[...coords, ...padding].join(".")}`, left);
    return left;
  };
  const state = { isLoaded: false };
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    const keyOf = chunkKeys(path);
    const url = references.table.url(OWN_FILE);
    await opened().each((coords, chunk) => {
      const key = keyOf(extra === 0 ? coords : [...coords, ...padding]);
      references.table.addRange(key, url, file.facts.base + chunk.address, chunk.size);
      keepMask(coords, chunk.mask);
    });
    state.isLoaded = true;
  };
  return {
    get isLoaded() {
      return state.isLoaded;
    },
    load: () => {
      loading ??= load();
      return loading;
    },
    find: async (coords) => {
      const own = coords.slice(0, shape.length);
      // Beyond the dataset's own extent there is nothing: netCDF's unlimited dimensions may be longer.
      if (own.some((coord, axis) => coord >= counts[axis]!)) return undefined;
      const chunk = await opened().find(own);
      if (chunk === undefined) return undefined;
      const reference = {
        kind: "range",
        url: OWN_FILE,
        offset: file.facts.base + chunk.address,
        length: chunk.size,
      } as const;
      return { reference, mask: keepMask(own, chunk.mask) };
    },
  };
}
