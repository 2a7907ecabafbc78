/** Variables of a document as arrays, with the references of their values. */
import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import { HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { type DataType, dataTypeNamed } from "../../model/data-types/data-type.ts";
import { type ChunkGrid, rectilinearGrid, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import type { ArrayNode, Attribute, Dimension } from "../../model/node.ts";
import { type FillValue, zeroElement } from "../../model/values/fill-value.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import { ContiguousChunks } from "../../model/virtual/contiguous.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { numberElement } from "./attributes.ts";
import { fail, type Place, type Stored, storageOf } from "./storage.ts";
import { textChunk } from "./texts.ts";
import { fixedText, numberType } from "./types.ts";
import type { XmlElement } from "./xml.ts";

export interface Variable {
  readonly path: string;
  readonly element: XmlElement;
  readonly type: NetcdfType;
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly dimensions: readonly Dimension[];
  readonly shape: readonly number[];
}

export interface DocumentContext {
  readonly references: ReferenceSet;
  readonly masks: Map<string, number>;
  /** False for an old document, whose filters are listed in any order. */
  readonly isOrdered: boolean;
  /** The file that contains a part, as named in references. */
  urlOf(href: string | undefined): string;
}

/** A larger contiguous run is one chunk: no file has it, and references to it would exhaust memory. */
const LARGEST_RUN = 2 ** 40;

/** Returns a reason if it cannot be represented as an array. */
export async function arrayOf(context: DocumentContext, variable: Variable): Promise<ArrayNode | string> {
  const { path, element, type, attributes, dimensions, shape } = variable;
  const stored = storageOf(element, context.isOrdered);
  const { storage } = stored;
  if (storage.kind === "none") return storage.reason;
  const base = {
    kind: "array",
    path,
    attributes,
    dimensions,
    shape,
    chunkKeys: { kind: "v2", separator: "." },
  } as const;
  const count = shape.reduce((product, length) => product * length, 1);
  if (!Number.isSafeInteger(count * 8)) fail(`a variable of ${count} elements`, element.line);
  const key = chunkKeys(path)(shape.map(() => 0));
  const whole = regularGrid(shape, wholeShape(shape), "invalid-data");
  if (storage.kind === "texts") {
    if (type !== "string") return "its values are strings, but its type is different";
    const dataType = dataTypeNamed("string")!;
    const bytes = await textChunk(storage.values, count, element.line);
    if (count > 0) context.references.table.addInline(key, bytes);
    return { ...base, dataType, grid: whole, codecs: [codec("vlen-utf8")], fillValue: zeroElement(dataType) };
  }
  const dataType = elementType(variable, stored);
  if (typeof dataType === "string") return dataType;
  const itemSize = dataType.itemSize ?? 1;
  const filters = filtersOf(stored, itemSize);
  if (typeof filters === "string") return filters;
  const isSingle = itemSize === 1 || dataType.kind === "fixed-bytes";
  const codecs = [codec("bytes", isSingle ? {} : { endian: stored.endian }), ...filters];
  const fillValue = fillOf(type, dataType, stored);
  const node = { ...base, dataType, codecs, fillValue, ...(type === "char" && { netcdfType: type }) };
  if (storage.kind === "bytes") {
    const isDeflated = storage.maybeDeflated && storage.bytes.byteLength !== count * itemSize;
    if (!isDeflated && storage.bytes.byteLength !== count * itemSize) {
      fail(`${storage.bytes.byteLength} bytes of values, ${count * itemSize} are needed,`, element.line);
    }
    if (count > 0) context.references.table.addInline(key, storage.bytes);
    return { ...node, grid: whole, ...(isDeflated && { codecs: [...codecs, codec("numcodecs.zlib", { level: 6 })] }) };
  }
  if (storage.kind === "run") {
    const grid = runGrid(context, variable, storage.places, itemSize, filters.length > 0);
    return typeof grid === "string" ? grid : { ...node, grid };
  }
  const grid = chunkGrid(context, variable, stored, storage.chunkShape, storage.places);
  return typeof grid === "string" ? grid : { ...node, grid };
}

function wholeShape(shape: readonly number[]): number[] {
  return shape.map((length) => Math.max(1, length));
}

function codec(name: string, configuration: Readonly<Record<string, unknown>> = {}): CodecSpec {
  const members = Object.entries(configuration).map(([key, value]) => [key, fromPlain(value)] as const);
  return { name, configuration: jsonObject(members) };
}

/** Strings have a fixed length, given by an element, or by the length of the only one. */
function elementType({ element, type, shape }: Variable, { storage, filters }: Stored): DataType | string {
  if (type !== "string") return numberType(type);
  const fixed = element.children.find(({ name }) => name === "dmrpp:FixedLengthStringArray");
  const bytes = storage.kind === "bytes" ? storage.bytes.byteLength : undefined;
  const [place] = storage.kind === "run" && filters.length === 0 ? storage.places : [];
  const length = fixed === undefined ? (bytes ?? place?.length) : Number(fixed.attributes.get("string_length"));
  if (fixed === undefined && shape.length > 0) return "it holds strings, whose length the document does not give";
  return (length === undefined ? undefined : fixedText(length)) ?? `it holds strings of ${length} bytes`;
}

function filtersOf({ filters }: Stored, itemSize: number): readonly CodecSpec[] | string {
  const codecs: CodecSpec[] = [];
  for (const name of filters) {
    if (name === "shuffle") codecs.push(codec("numcodecs.shuffle", { elementsize: itemSize }));
    else if (name === "deflate") codecs.push(codec("numcodecs.zlib", { level: 6 }));
    else if (name === "fletcher32") codecs.push(codec("numcodecs.fletcher32"));
    else return `it is stored by the filter ${name}, which is not supported`;
  }
  return codecs;
}

/** Returns undefined if absent chunks have no value. */
function fillOf(type: NetcdfType, dataType: DataType, { fillText, storage }: Stored): FillValue | undefined {
  if (fillText === undefined || type === "string") {
    return storage.kind === "chunks" && type !== "string" ? undefined : zeroElement(dataType);
  }
  if (type === "char") return Uint8Array.of(fillText.charCodeAt(0) & 255);
  return numberElement(type, fillText);
}

/** All values in C order: cut into chunks if no filter was applied. Several parts are chunks of whole rows. */
function runGrid(
  context: DocumentContext,
  { path, element, shape }: Variable,
  places: readonly Place[],
  itemSize: number,
  isFiltered: boolean,
): ChunkGrid | string {
  const total = shape.reduce((product, length) => product * length, itemSize);
  const { table } = context.references;
  const keyOf = chunkKeys(path);
  const [first] = places;
  const whole = regularGrid(shape, wholeShape(shape), "invalid-data");
  if (total === 0 || first === undefined) return whole;
  if (isFiltered) {
    if (places.length > 1) return "its filtered values lie in several parts";
    table.addRange(keyOf(shape.map(() => 0)), table.url(context.urlOf(first.href)), first.offset, first.length);
    return whole;
  }
  const found = places.reduce((sum, { length }) => sum + length, 0);
  if (found !== total) fail(`${found} bytes of values of ${path}, ${total} are needed,`, element.line);
  if (places.length === 1) {
    const url = context.urlOf(first.href);
    if (total > LARGEST_RUN) {
      table.addRange(keyOf(shape.map(() => 0)), table.url(url), first.offset, first.length);
      return whole;
    }
    return new ContiguousChunks(table, first.offset + total, url).add({ path, offset: first.offset, shape, itemSize });
  }
  const rowBytes = total / (shape[0] ?? 1);
  if (shape.length === 0 || places.some(({ length }) => length === 0 || length % rowBytes !== 0)) {
    return "its values lie in several parts that are not whole rows";
  }
  const rows = places.map(({ length }) => length / rowBytes);
  for (const [index, { href, offset, length }] of places.entries()) {
    const coords = shape.map((_, axis) => (axis === 0 ? index : 0));
    table.addRange(keyOf(coords), table.url(context.urlOf(href)), offset, length);
  }
  return rectilinearGrid(shape, [rows, ...wholeShape(shape).slice(1)], "invalid-data");
}

function chunkGrid(
  context: DocumentContext,
  { path, element, shape }: Variable,
  { filters, fillText }: Stored,
  given: readonly number[],
  places: readonly Place[],
): ChunkGrid | string {
  const { table } = context.references;
  const keyOf = chunkKeys(path);
  const chunkShape = given.length === 0 ? wholeShape(shape) : given;
  if (chunkShape.length !== shape.length || chunkShape.some((length) => length === 0)) {
    fail(`chunks of [${chunkShape.join(", ")}] in an array of [${shape.join(", ")}]`, element.line);
  }
  const grid = regularGrid(shape, chunkShape, "invalid-data");
  const counts = shape.map((length, axis) => Math.ceil(length / chunkShape[axis]!));
  const seen = new Set<string>();
  for (const { href, offset, length, position = shape.map(() => 0), mask } of places) {
    const coords = position.map((at, axis) => at / (chunkShape[axis] ?? 1));
    const isWithin = coords.every((coord, axis) => Number.isInteger(coord) && coord < counts[axis]!);
    const name = `${path}/${coords.length === 0 ? "0" : coords.join(".")}`;
    if (coords.length !== shape.length || !isWithin || seen.has(name)) {
      fail(`a chunk of ${path} at [${position.join(", ")}], where none can be`, element.line);
    }
    seen.add(name);
    table.addRange(keyOf(coords), table.url(context.urlOf(href)), offset, length);
    const left = maskOf(mask, filters);
    if (left === undefined) {
      const what = `the filter mask ${mask} of a chunk, of which it is not clear what it means for ${filters.join(", ")}`;
      context.references.addProblem(keyOf(coords), new HyperslabError("unsupported", what));
    } else if (left !== 0) context.masks.set(name, left);
  }
  if (fillText === undefined && seen.size < counts.reduce((product, length) => product * length, 1)) {
    return "chunks are missing, and the document has no fill value for them";
  }
  return grid;
}

/** HDF5 counts the filters of the dataset; Hyrax documents one bit per kind. Undefined if that makes a difference. */
function maskOf(mask: number, filters: readonly string[]): number | undefined {
  const every = 2 ** filters.length - 1;
  if (mask === 0 || mask > 2 ** 31) return mask === 0 ? 0 : undefined;
  const kinds = ["shuffle", "deflate", "fletcher32"];
  const byKind = filters.reduce((sum, name, index) => sum | (((mask >> kinds.indexOf(name)) & 1) << index), 0);
  const byPlace = mask & every;
  return byKind === byPlace ? byPlace : undefined;
}
