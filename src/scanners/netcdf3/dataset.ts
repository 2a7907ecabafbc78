/**
 * A parsed header as a dataset. Variables without the record dimension are contiguous. Those with it are interleaved:
 * record i of each lies at `begin + i * recsize`, where `recsize` is the sum of all their slices, each padded to four
 * bytes. If there is only one such variable, its slices are contiguous and not padded.
 */
import { jsonObject, jsonString } from "../../bytes/json/make.ts";
import { textIfUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import { type ChunkGrid, rectilinearGrid, regularGrid } from "../../model/grid/chunk-grid.ts";
import { modelAttribute } from "../../model/netcdf/attribute.ts";
import { FILL_ATTRIBUTE } from "../../model/netcdf/mask.ts";
import { encodeNetcdfText } from "../../model/netcdf/text.ts";
import { DEFAULT_FILLS, dataTypeOf } from "../../model/netcdf/types.ts";
import type { ArrayNode, Attribute, Attributes, Dimension, Node, SharedDimension } from "../../model/node.ts";
import { scalarToElement } from "../../model/values/element.ts";
import type { FillValue } from "../../model/values/fill-value.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import { ContiguousChunks } from "../../model/virtual/contiguous.ts";
import type { PendingChunks, SpacedChunks } from "../../model/virtual/pending-chunks.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { VirtualDataset, VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import { scannerLimits } from "../limits.ts";
import type { Netcdf3Attribute, Netcdf3Header, Netcdf3Variable } from "./header.ts";
import { addRecords, missingRecords, recordChunks } from "./records.ts";

/** The dataset that a header of a file of this size describes. */
export function datasetOf(header: Netcdf3Header, fileBytes: number): VirtualDataset {
  return new DatasetMaker(header, fileBytes).dataset();
}

const KINDS = { 1: "classic", 2: "64-bit offset", 5: "cdf5" } as const;

class DatasetMaker {
  readonly #header: Netcdf3Header;
  readonly #fileBytes: number;
  readonly #references = new ReferenceSet();
  readonly #contiguous: ContiguousChunks;
  readonly #pending = new Map<string, PendingChunks>();
  readonly #spaced = new Map<string, SpacedChunks>();
  readonly #notes: VirtualNote[] = [];
  /** Variables with the record dimension. */
  readonly #growing: readonly Netcdf3Variable[];
  /** Bytes from one record to the next. */
  readonly #recordBytes: number;
  readonly #records: number;

  constructor(header: Netcdf3Header, fileBytes: number) {
    this.#header = header;
    this.#fileBytes = fileBytes;
    this.#contiguous = new ContiguousChunks(this.#references.table, fileBytes);
    this.#growing = header.variables.filter((variable) => this.#isGrowing(variable));
    this.#recordBytes = this.#sizeOfRecord();
    this.#records = header.records ?? this.#recordsInFile();
  }

  dataset(): VirtualDataset {
    const { dimensions, attributes, variables } = this.#header;
    const shared = dimensions.map(({ name, length }): SharedDimension => {
      return { name, length: length === 0 ? this.#records : length, unlimited: length === 0 };
    });
    const root: Node = { kind: "group", path: "", attributes: this.#attributes(attributes, ""), dimensions: shared };
    const nodes = new Map<string, Node>([["", root]]);
    for (const variable of variables) {
      const { name } = variable;
      const why = nameProblem(name, nodes);
      if (why === undefined) nodes.set(name, this.#array(variable, shared));
      else
        this.#notes.push({ path: "", message: `variable ${JSON.stringify(name)} is left out: ${why}`, isLoss: true });
    }
    return {
      nodes,
      references: this.#references,
      pending: this.#pending,
      spaced: this.#spaced,
      netcdfKind: KINDS[this.#header.version],
      notes: this.#notes,
    };
  }

  #isGrowing({ dimensions }: Netcdf3Variable): boolean {
    return dimensions.length > 0 && this.#header.dimensions[dimensions[0]!]!.length === 0;
  }

  #sizeOfRecord(): number {
    const slices = this.#growing.map((variable) => this.#sliceBytes(variable));
    if (slices.length === 1) return slices[0]!;
    return slices.reduce((sum, bytes) => sum + Math.ceil(bytes / 4) * 4, 0);
  }

  /** Bytes per record of a variable. */
  #sliceBytes({ name, dimensions, type, at }: Netcdf3Variable): number {
    const [, ...inner] = dimensions;
    const bytes = inner.reduce((product, id) => product * this.#header.dimensions[id]!.length, itemSizeOf(type));
    return Number.isSafeInteger(bytes) ? bytes : tooLarge(name, at);
  }

  /** For a file that was written as a stream: as many as it contains. */
  #recordsInFile(): number {
    if (this.#growing.length === 0) return 0;
    const first = this.#growing.reduce((least, { begin }) => Math.min(least, begin), Number.POSITIVE_INFINITY);
    const rest = Math.max(0, this.#fileBytes - first);
    const left = rest % this.#recordBytes;
    // The last record need not be padded.
    const isWhole = this.#growing.every(
      (variable) => variable.begin - first + this.#sliceBytes(variable) <= left || left === 0,
    );
    const partial = left > 0 && isWhole ? 1 : 0;
    if (left > 0 && partial === 0) {
      this.#notes.push({ path: "", message: `the last ${left} bytes of the file are only a part of a record` });
    }
    return Math.floor(rest / this.#recordBytes) + partial;
  }

  #array(variable: Netcdf3Variable, shared: readonly SharedDimension[]): ArrayNode {
    const { name, type, dimensions, at } = variable;
    const shape = dimensions.map((id) => shared[id]!.length);
    const dataType = dataTypeOf(type);
    const bytes = shape.reduce((product, length) => product * length, itemSizeOf(type));
    if (!Number.isSafeInteger(variable.begin + bytes)) tooLarge(name, at);
    const attributes = this.#attributes(variable.attributes, name);
    const endian = itemSizeOf(type) > 1 ? [["endian", jsonString("big")] as const] : [];
    return {
      kind: "array",
      path: name,
      attributes,
      dataType,
      shape,
      grid: this.#grid(variable, shape),
      codecs: [{ name: "bytes", configuration: jsonObject(endian) }],
      fillValue: fillOf(variable),
      dimensions: dimensions.map(
        (id): Dimension => ({ name: shared[id]!.name, group: "", unlimited: shared[id]!.unlimited }),
      ),
      chunkKeys: { kind: "v2", separator: "." },
      netcdfType: type,
    };
  }

  #grid(variable: Netcdf3Variable, shape: readonly number[]): ChunkGrid {
    const { name: path, type, begin } = variable;
    const isSpread = this.#isGrowing(variable) && this.#growing.length > 1;
    if (!isSpread) return this.#contiguous.add({ path, offset: begin, shape, itemSize: itemSizeOf(type) });
    const slice = this.#sliceBytes(variable);
    const here = Math.floor((this.#fileBytes - begin - slice) / this.#recordBytes) + 1;
    const stored = Math.min(this.#records, Math.max(0, here));
    const rank = shape.length;
    this.#spaced.set(path, { offset: begin, length: slice, step: this.#recordBytes, count: stored });
    const slices = { path, rank, begin, length: slice, step: this.#recordBytes, records: this.#records, stored };
    const { table } = this.#references;
    const inner = shape.slice(1);
    if (stored === this.#records || scannerLimits.cutRecords.isExceededBy(stored)) {
      this.#pending.set(path, recordChunks(table, slices));
      return regularGrid(shape, [1, ...inner], "invalid-data");
    }
    // Records that the file lacks form one chunk, which cannot be read.
    const missing = this.#records - stored;
    addRecords(table, slices);
    this.#references.addProblem(chunkKeys(path)([stored, ...inner.map(() => 0)]), missingRecords(slices));
    return rectilinearGrid(shape, [[...new Array<number>(stored).fill(1), missing], ...inner], "invalid-data");
  }

  #attributes(list: readonly Netcdf3Attribute[], path: string): Attributes {
    const attributes = new Map<string, Attribute>();
    for (const attribute of list) {
      if (!attributes.has(attribute.name)) attributes.set(attribute.name, modelAttribute(attribute));
      else this.#notes.push({ path, message: `the second attribute ${attribute.name} is left out`, isLoss: true });
    }
    return attributes;
  }
}

function itemSizeOf(type: Netcdf3Variable["type"]): number {
  return dataTypeOf(type).itemSize ?? 1;
}

function tooLarge(name: string, at: number): never {
  throw new HyperslabError("invalid-data", `variable ${name}, at byte ${at}, is larger than 2^53 bytes`);
}

/** Why a name cannot be that of a node; undefined if it can. */
function nameProblem(name: string, nodes: ReadonlyMap<string, Node>): string | undefined {
  if (name === "" || name === "." || name === ".." || name.includes("/")) return "this cannot be the name of an array";
  if (textIfUtf8(encodeNetcdfText(name)) === undefined) return "its name is not UTF-8";
  return nodes.has(name) ? "there are two of this name" : undefined;
}

/** netCDF's value for elements that were never written. */
function fillOf({ type, attributes }: Netcdf3Variable): FillValue {
  const dataType = dataTypeOf(type);
  const given = attributes.find(({ name, type: its }) => name === FILL_ATTRIBUTE && its === type)?.values;
  if (type === "char") return given instanceof Uint8Array && given.byteLength === 1 ? given : Uint8Array.of(0);
  return scalarToElement(dataType, given?.length === 1 ? given[0] : DEFAULT_FILLS[type]);
}
