/**
 * What a dataset is, in our own words: groups and arrays, a superset of Zarr and of the netCDF-4 data model. Formats
 * parse to these and write from them. Pure data.
 */
import type { JsonNode, JsonObject } from "../bytes/json/node.ts";
import type { CodecSpec } from "./codec-spec.ts";
import type { DataType } from "./data-types/data-type.ts";
import type { ChunkGrid } from "./grid/chunk-grid.ts";
import type { FillValue } from "./values/fill-value.ts";

/** An attribute: a JSON value, with its netCDF type where the format records one. */
export interface Attribute {
  readonly value: JsonNode;
  /** The data type of the elements. */
  readonly dataType?: DataType;
}

/** In document order. */
export type Attributes = ReadonlyMap<string, Attribute>;

/** A dimension of an array. `group` is the path of the group that declares it, for formats with shared dimensions. */
export interface Dimension {
  readonly name: string | undefined;
  readonly unlimited?: boolean;
  readonly group?: string;
}

/** A dimension that a group declares and its arrays share (NCZarr, netCDF-4). */
export interface SharedDimension {
  readonly name: string;
  readonly length: number;
  readonly unlimited: boolean;
}

/** How chunk coordinates become the tail of a store key: `prefix` + indices joined by `separator` + `suffix`. */
export interface ChunkKeyEncoding {
  /** `default`: "c", separator, indices. `v2`: indices alone, "0" for a scalar. */
  readonly kind: "default" | "v2";
  /** `/` or `.`; the first draft of Zarr v3 takes others too. */
  readonly separator: string;
  readonly prefix?: string;
  readonly suffix?: string;
}

/** The documents that a node was read from, kept so that rewriting one changes only what was changed. */
export interface NodeOrigin {
  /** Store key -> document. */
  readonly documents: ReadonlyMap<string, JsonObject>;
}

/** What groups and arrays have in common. */
interface NodeBase {
  /** Path in the hierarchy without slashes at its ends; the root is "". */
  readonly path: string;
  /** The attributes, in document order. */
  readonly attributes: Attributes;
  /** The documents that the node was read from. */
  readonly origin?: NodeOrigin;
}

/** The description of a group. */
export interface GroupNode extends NodeBase {
  /** Tells a group from an array. */
  readonly kind: "group";
  /** The dimensions that the group declares and its arrays share. */
  readonly dimensions?: readonly SharedDimension[];
}

/** The description of an array. */
export interface ArrayNode extends NodeBase {
  /** Tells an array from a group. */
  readonly kind: "array";
  /** The data type of the elements. */
  readonly dataType: DataType;
  /** The length of each dimension. */
  readonly shape: readonly number[];
  /** How the array is divided into chunks, per dimension. */
  readonly grid: ChunkGrid;
  /** The codec chain, in encoding order. */
  readonly codecs: readonly CodecSpec[];
  /** undefined: the document leaves it undefined (v2 `null`); absent chunks then read as zero. */
  readonly fillValue: FillValue | undefined;
  /** One a dimension. */
  readonly dimensions: readonly Dimension[];
  /** How chunk coordinates are spelled in store keys. */
  readonly chunkKeys: ChunkKeyEncoding;
}

export type Node = GroupNode | ArrayNode;
