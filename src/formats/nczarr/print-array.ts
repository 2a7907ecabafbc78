/** The documents of an array as netCDF-C writes them: those of Zarr v2 and v3, with NCZarr's deviations. */
import { jsonArray, jsonInteger, jsonNull, jsonObject, jsonString, withMember } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { textIfUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import { codecV2Id } from "../../model/codec-catalogue/catalogue.ts";
import { describeDataType } from "../../model/data-types/data-type.ts";
import { chunkShapeOf } from "../../model/grid/chunk-grid.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { netcdfTypeOf } from "../../model/netcdf/types.ts";
import type { ArrayNode } from "../../model/node.ts";
import { SEPARATOR } from "../zarr-v2/chunk-key.ts";
import * as v2 from "../zarr-v2/metadata.ts";
import * as v3 from "../zarr-v3/metadata.ts";
import type { Spelling } from "./spelling.ts";

/** The netCDF type to record; `unsupported` if there is none. */
export function typeToWrite({ dataType, netcdfType }: ArrayNode, spelling: Spelling): NetcdfType {
  const type = dataType.kind === "fixed-bytes" ? (netcdfType ?? textType(dataType.itemSize)) : netcdfTypeOf(dataType);
  if (type === undefined || (type === "string" && dataType.kind !== "fixed-bytes")) {
    throw new HyperslabError("unsupported", `NCZarr has no arrays of ${describeDataType(dataType)}`, {
      hint: "It has integers and floats of 1 to 8 bytes, characters (S1) and strings of a maximum length (S128).",
    });
  }
  if (type === "char" && dataType.itemSize !== 1) {
    throw new HyperslabError("invalid-request", `characters take one byte, not ${dataType.itemSize}`);
  }
  if (type === "string" && !spelling.strings) {
    throw new HyperslabError("unsupported", `NCZarr of netCDF-C ${spelling.name} has no strings`, {
      hint: "Choose the dialect 4.9.2 or later, or characters with one more dimension.",
    });
  }
  return type;
}

function textType(itemSize: number): NetcdfType {
  return itemSize === 1 ? "char" : "string";
}

/** `.zarray`, its members in netCDF-C's order. */
export function printZarray(node: ArrayNode, type: NetcdfType, spelling: Spelling): JsonObject {
  const plain = v2.printNode({ ...node, attributes: new Map(), dimensions: unnamed(node) }).get(v2.ZARRAY)!.members;
  const member = (name: string): JsonNode => plain.get(name) ?? jsonNull();
  if (textOf(member("order")) !== "C") {
    throw new HyperslabError("unsupported", "netCDF-C reads arrays in column order as if they were in row order", {
      hint: "Write row order (C).",
    });
  }
  const isScalar = node.shape.length === 0;
  const one = jsonArray([jsonInteger(1)]);
  const separator = member(SEPARATOR);
  return jsonObject([
    ["zarr_format", jsonInteger(2)],
    ["shape", isScalar ? one : member("shape")],
    ["dtype", jsonString(dtypeText(textOf(member("dtype")), type, spelling))],
    ["chunks", isScalar ? one : member("chunks")],
    ["fill_value", isText(type) ? fillText(node) : member("fill_value")],
    ["order", member("order")],
    ["compressor", member("compressor")],
    ["filters", member("filters")],
    ...(textOf(separator) === "." ? [] : [[SEPARATOR, separator] as const]),
  ]);
}

function isText(type: NetcdfType): boolean {
  return type === "char" || type === "string";
}

function textOf(node: JsonNode): string {
  return node.type === "string" ? node.value : "";
}

function unnamed({ dimensions }: ArrayNode): ArrayNode["dimensions"] {
  return dimensions.map(() => ({ name: undefined }));
}

function dtypeText(plain: string, type: NetcdfType, spelling: Spelling): string {
  const { charType, bigEndian, members, name } = spelling;
  if (type === "char") return charType;
  if (plain.startsWith(">") && !bigEndian) {
    const version = members === "both" ? "4.9.1" : name;
    throw new HyperslabError("unsupported", `netCDF-C ${version} reads big-endian values as little-endian ones`, {
      hint: "Choose the dialect 4.9.3, or little-endian values.",
    });
  }
  // netCDF-C writes <i1 and reads both; zarr-python 3 reads only |i1.
  return type === "string" || members === "both" ? plain : plain.replace(/^\|/, "<");
}

/** The text unchanged, without trailing NULs. */
function fillText({ fillValue }: ArrayNode): JsonNode {
  if (!(fillValue instanceof Uint8Array)) return jsonNull();
  const text = textIfUtf8(fillValue)?.replace(/\0+$/, "");
  if (text !== undefined) return jsonString(text);
  throw new HyperslabError("unsupported", "the fill value is not valid text, and NCZarr stores it as JSON text");
}

/** `zarr.json` without attributes. Characters are `uint8`, strings raw bits; codecs have their Zarr v2 names. */
export function printZarrJson(node: ArrayNode, type: NetcdfType): JsonObject {
  if (chunkShapeOf(node.grid) === undefined) {
    throw new HyperslabError("unsupported", "netCDF has chunks of one shape only");
  }
  const plain = v3.printNode({ ...node, attributes: new Map(), dimensions: unnamed(node) }).get(v3.ZARR_JSON)!.members;
  const member = (name: string): JsonNode => plain.get(name) ?? jsonNull();
  const codecs = member("codecs");
  const names = node.dimensions.map(({ name }) => (name === undefined ? jsonNull() : jsonString(name)));
  const raw = jsonString(type === "char" ? "uint8" : `r${8 * (node.dataType.itemSize ?? 0)}`);
  return jsonObject([
    ["node_type", jsonString("array")],
    ["zarr_format", jsonInteger(3)],
    ["data_type", isText(type) ? raw : member("data_type")],
    // netCDF-C's null means that nothing is filled in.
    ["fill_value", isText(type) ? fillText(node) : node.fillValue === undefined ? jsonNull() : member("fill_value")],
    ["shape", member("shape")],
    ["chunk_grid", member("chunk_grid")],
    ["chunk_key_encoding", member("chunk_key_encoding")],
    ["dimension_names", jsonArray(names)],
    ["codecs", codecs.type === "array" ? jsonArray(codecs.items.map(shortName)) : codecs],
  ]);
}

/** Codecs that the pull request names as in Zarr v2. */
const SHORT: readonly string[] = ["zlib", "bz2", "shuffle", "fletcher32"];

function shortName(codec: JsonNode): JsonNode {
  const name = codec.type === "object" ? codec.members.get("name") : undefined;
  const id = name?.type === "string" ? codecV2Id(name.value) : undefined;
  return codec.type === "object" && id !== undefined && SHORT.includes(id)
    ? withMember(codec, "name", jsonString(id))
    : codec;
}
