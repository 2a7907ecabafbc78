/**
 * The neutral model of a dataset: groups and arrays, a superset of Zarr and of the netCDF-4 data model. Formats parse to
 * these and write from them. Pure data.
 */
import type { JsonNode, JsonObject } from "../bytes/json/node.ts";
import type { CodecSpec } from "./codec-spec.ts";
import type { DataType } from "./data-types/data-type.ts";
import type { ChunkGrid } from "./grid/chunk-grid.ts";
import type { NetcdfType } from "./netcdf/dataset.ts";
import type { NetcdfUserType, NetcdfUserValue } from "./netcdf/user-types.ts";
import type { FillValue } from "./values/fill-value.ts";

/** An attribute: a JSON value, with its data type if the format records one. Text of netCDF's type `char` is `S1`. */
export interface Attribute {
  readonly value: JsonNode;
  /** The data type of the elements. */
  readonly dataType?: DataType;
  /** True if derived from other parts of the file, such as the names of an enumeration. */
  readonly isDerived?: boolean;
  /** The same as values of a type that a netCDF-4 group defines. */
  readonly user?: { readonly type: NetcdfUserType; readonly values: readonly NetcdfUserValue[] };
}

/** In document order. */
export type Attributes = ReadonlyMap<string, Attribute>;

/** A dimension of an array. */
export interface Dimension {
  readonly name: string | undefined;
  /** The path of the group that declares it, in formats whose groups declare dimensions. */
  readonly group?: string;
  /** As declared by its group; undefined means limited. */
  readonly unlimited?: boolean;
}

/** A dimension that a group declares and its arrays share (NCZarr, netCDF-4). */
export interface SharedDimension {
  /** Unique in its group. */
  readonly name: string;
  /** The current length. */
  readonly length: number;
  /** Whether it may grow. */
  readonly unlimited: boolean;
}

/** A node as its group lists it. */
export interface ChildName {
  readonly name: string;
  readonly kind: Node["kind"];
}

/** How chunk coordinates become the tail of a store key: `prefix` + indices joined by `separator` + `suffix`. */
export interface ChunkKeyEncoding {
  /** `default` is "c", separator, indices. `v2` is the indices alone, "0" for a scalar. */
  readonly kind: "default" | "v2";
  /** `/` or `.`; the first draft of Zarr v3 allows others too. */
  readonly separator: string;
  readonly prefix?: string;
  readonly suffix?: string;
}

/** The documents that a node was read from, so that rewriting them changes only what was changed. */
export interface NodeOrigin {
  /** Store key -> document. */
  readonly documents: ReadonlyMap<string, JsonObject>;
}

/** The common part of groups and arrays. */
interface NodeBase {
  /** Path in the hierarchy without leading and trailing slashes; the root is "". */
  readonly path: string;
  /** The attributes, in document order. */
  readonly attributes: Attributes;
  /** The documents that the node was read from. */
  readonly origin?: NodeOrigin;
}

/** The description of a group. */
export interface GroupNode extends NodeBase {
  /** Distinguishes a group from an array. */
  readonly kind: "group";
  /** The dimensions that the group declares and its arrays share, in definition order; undefined if the format has none. */
  readonly dimensions?: readonly SharedDimension[];
  /** The types that the group defines, in definition order (netCDF-4). */
  readonly userTypes?: readonly NetcdfUserType[];
  /** In definition order; undefined if children are found by listing the store. Writing a group does not change its list. */
  readonly children?: readonly ChildName[];
}

/** The description of an array. */
export interface ArrayNode extends NodeBase {
  /** Distinguishes an array from a group. */
  readonly kind: "array";
  /** The data type of the elements. */
  readonly dataType: DataType;
  /** The length of each dimension. */
  readonly shape: readonly number[];
  /** How the array is divided into chunks, per dimension. */
  readonly grid: ChunkGrid;
  /** The codec chain, in encoding order. */
  readonly codecs: readonly CodecSpec[];
  /** Undefined if the document leaves it open (v2 `null`); absent chunks then read as zero. */
  readonly fillValue: FillValue | undefined;
  /** One per axis. */
  readonly dimensions: readonly Dimension[];
  /** How chunk coordinates are spelled in store keys. */
  readonly chunkKeys: ChunkKeyEncoding;
  /** The netCDF type, if the format records one: it distinguishes `char` from a one-byte string. */
  readonly netcdfType?: NetcdfType;
  /** The type, if a netCDF-4 group defines it. */
  readonly userType?: NetcdfUserType;
}

export type Node = GroupNode | ArrayNode;
