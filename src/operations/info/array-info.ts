/** The description of one array, without reading a value. */
import { toPlain } from "../../bytes/json/make.ts";
import type { PlainJson } from "../../bytes/json/node.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { PlainAttributes } from "../../dataset/tree/attributes.ts";
import { describeChain, innerChunkShape } from "../../dataset/tree/codec-chain.ts";
import { unknownCodecs } from "../../dataset/tree/codec-names.ts";
import { isHyperslabError } from "../../errors.ts";
import { type DataType, describeDataType } from "../../model/data-types/data-type.ts";
import { type ChunkGrid, gridShape } from "../../model/grid/chunk-grid.ts";
import type { Item } from "../../model/values/fill-value.ts";
import { elementToScalar, type Scalar } from "../../model/values/typed-data.ts";
import { CDL_FORM } from "../text/value-form.ts";
import { elementText } from "../text/value-text.ts";
import { type StoredObjects, storedObjects } from "./stored-objects.ts";

/** One length per dimension, or a list if chunk lengths vary; `create` accepts the same as `chunks`. */
export type ChunkLengths = readonly (number | readonly number[])[];

/** A codec of an array. */
export interface CodecInfo {
  /** Its name in the document. */
  readonly name: string;
  /** Its configuration, as plain values. */
  readonly configuration: PlainJson;
}

/** An array, as `info` describes it. */
export interface ArrayInfo {
  /** Distinguishes an array from a group. */
  readonly kind: "array";
  /** The path in the hierarchy; the root is "". */
  readonly path: string;
  /** The name of the data type, such as `float32`. */
  readonly dtype: string;
  /** The name of the type, if a netCDF-4 group defines it. */
  readonly typeName?: string;
  /** The length of each dimension. */
  readonly shape: readonly number[];
  /** The names of the dimensions; null for unnamed ones. */
  readonly dims: readonly (string | null)[];
  /** The unit of reading. */
  readonly chunks: ChunkLengths;
  /** The unit of writing; null if not sharded. */
  readonly shards: ChunkLengths | null;
  /** Stored objects along each dimension. */
  readonly grid: readonly number[];
  /** The codec chain, in encoding order. */
  readonly codecs: readonly CodecInfo[];
  /** The codecs in one line: `bytes > zstd`. */
  readonly codecText: string;
  /** Codecs that this version cannot run; reading the array is refused. */
  readonly unknownCodecs: readonly string[];
  /** null if undefined; absent chunks then read as zero. Bytes if a string is not UTF-8. */
  readonly fillValue: unknown;
  /** The fill value as text, times as dates. */
  readonly fillText: string | null;
  /** Bytes per value; null for variable-length types. */
  readonly itemSize: number | null;
  /** Bytes of all values; null for variable-length types. */
  readonly bytes: number | null;
  /** The attributes, by name. */
  readonly attributes: PlainAttributes;
  /** What is stored, if `stored` is set. */
  readonly stored?: StoredObjects;
}

export interface ArrayInfoOptions {
  readonly stored?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function arrayInfo(array: NdArray, options: ArrayInfoOptions): Promise<ArrayInfo> {
  const { dataType, fillValue, userType } = array.node;
  const { signal } = options;
  const { grid, codecs } = (await array.hierarchy.shownArray?.(array.node, { signal })) ?? array.node;
  const inner = innerChunkShape(codecs);
  return {
    kind: "array",
    path: array.path,
    dtype: describeDataType(dataType),
    ...(userType && { typeName: userType.name }),
    shape: array.shape,
    dims: array.dims.map((name) => name ?? null),
    chunks: inner ?? chunkLengths(grid),
    shards: inner === undefined ? null : chunkLengths(grid),
    grid: gridShape(grid),
    codecs: codecs.map(({ name, configuration }) => ({ name, configuration: toPlain(configuration) })),
    codecText: describeChain(codecs),
    unknownCodecs: unknownCodecs(codecs),
    fillValue: fillValue === undefined ? null : fillScalar(dataType, fillValue),
    fillText: fillValue === undefined ? null : elementText(dataType, fillValue, CDL_FORM),
    itemSize: dataType.itemSize ?? null,
    bytes: array.byteLength ?? null,
    attributes: array.attributes,
    ...(options.stored === true ? { stored: await storedObjects(array, signal) } : {}),
  };
}

/** The fill value; as bytes if it is not valid text. */
function fillScalar(dataType: DataType, fillValue: Item): Scalar {
  try {
    return elementToScalar(dataType, fillValue);
  } catch (error) {
    if (isHyperslabError(error, "invalid-data") && fillValue instanceof Uint8Array) return fillValue;
    throw error;
  }
}

function chunkLengths(grid: ChunkGrid): ChunkLengths {
  return grid.map((dimension) => (dimension.kind === "fixed" ? dimension.size : dimension.sizes));
}
