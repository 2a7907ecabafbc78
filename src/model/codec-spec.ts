/** A codec as a document names it, in the neutral spelling: that of Zarr v3 if it has one. Plain data. */
import type { JsonObject } from "../bytes/json/node.ts";
import type { DataType, DataTypeKind } from "./data-types/data-type.ts";

export interface CodecSpec {
  readonly name: string;
  readonly configuration: JsonObject;
  /** For codecs of file formats that cut the bytes of a chunk into pieces, each encoded on its own: their length. */
  readonly pieceBytes?: number;
}

const SERIALIZERS: Partial<Readonly<Record<DataTypeKind, string>>> = {
  string: "vlen-utf8",
  bytes: "vlen-bytes",
  ragged: "vlen-array",
  object: "numcodecs.json2",
  optional: "zarrs.optional",
};

/** The codec that turns elements of this type into bytes, unless a chain names another. */
export function serializerName({ kind }: Pick<DataType, "kind">): string {
  return SERIALIZERS[kind] ?? "bytes";
}
