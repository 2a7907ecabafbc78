/** How a variable is stored, in netCDF terms: the special attributes of `ncdump -s`, in the same order. */
import { jsonArray, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import { codecV2Id } from "../../model/codec-catalogue/catalogue.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { chunkShapeOf } from "../../model/grid/chunk-grid.ts";
import { charAttribute } from "../../model/netcdf/attribute.ts";
import type { NetcdfAttribute, NetcdfGroup, NetcdfKind } from "../../model/netcdf/dataset.ts";
import type { ArrayNode } from "../../model/node.ts";
import { innerChunkShape } from "../tree/codec-chain.ts";

const intAttribute = (name: string, values: readonly number[]): NetcdfAttribute => ({
  name,
  type: "int",
  values: Int32Array.from(values),
});

/** Returns whether the file is a netCDF file that is not HDF5. */
export function isNetcdf3(kind: NetcdfKind | undefined): boolean {
  return kind === "classic" || kind === "64-bit offset" || kind === "cdf5";
}

export function variableSpecial(node: ArrayNode, kind?: NetcdfKind): readonly NetcdfAttribute[] {
  // Like ncdump: prints nothing for classic files, and for CDF-5 only that it is not chunked.
  if (isNetcdf3(kind)) return kind === "cdf5" ? [charAttribute("_Storage", "contiguous")] : [];
  const chunks = innerChunkShape(node.codecs) ?? chunkShapeOf(node.grid) ?? [];
  const steps = v2Codecs(node) ?? neutralCodecs(node.codecs);
  const ids = steps.map(idOf);
  const level = steps.find((_, index) => ids[index] === "zlib")?.members.get("level");
  const others = steps.flatMap((step, index) => filterText(ids[index], step) ?? []);
  const endian = endianness(node);
  return [
    charAttribute("_Storage", "chunked"),
    // Omitted for a scalar, for which ncdump prints a truncated line that ncgen cannot read, and for chunks of varying
    // lengths.
    ...(chunks.length === 0 ? [] : [intAttribute("_ChunkSizes", chunks)]),
    ...(ids.includes("fletcher32") ? [charAttribute("_Fletcher32", "true")] : []),
    ...(ids.includes("shuffle") ? [charAttribute("_Shuffle", "true")] : []),
    ...(level === undefined ? [] : [intAttribute("_DeflateLevel", [Number(parameterText(level))])]),
    ...(others.length === 0 ? [] : [charAttribute("_Filter", others.join("|"))]),
    ...(steps.length === 0 ? [] : [charAttribute("_Codecs", printJson(jsonArray(steps), "netcdf"))]),
    ...(endian === undefined ? [] : [charAttribute("_Endianness", endian)]),
    ...(node.fillValue === undefined ? [charAttribute("_NoFill", "true")] : []),
  ];
}

/** The special attributes of the root. `properties` is the provenance that a netCDF library recorded. */
export function rootSpecial(properties: string | undefined, superblock: number): NetcdfGroup["special"] {
  return [
    ...(properties === undefined ? [] : [charAttribute("_NCProperties", properties)]),
    intAttribute("_SuperblockVersion", [superblock]),
    intAttribute("_IsNetcdf4", [1]),
    charAttribute("_Format", "netCDF-4"),
  ];
}

function idOf(step: JsonObject): string | undefined {
  const id = step.members.get("id");
  return id?.type === "string" ? id.value : undefined;
}

/** Filters and compressor as a document of Zarr v2 spells them. */
function v2Codecs({ origin }: ArrayNode): readonly JsonObject[] | undefined {
  for (const document of origin?.documents.values() ?? []) {
    const filters = document.members.get("filters");
    const compressor = document.members.get("compressor");
    if (compressor === undefined) continue;
    const steps: readonly JsonNode[] = [...(filters?.type === "array" ? filters.items : []), compressor];
    return steps.filter((step) => step.type === "object");
  }
  return undefined;
}

/** The codecs of other documents, under their Zarr v2 names. The array-to-bytes codec is left out. */
function neutralCodecs(codecs: readonly CodecSpec[]): readonly JsonObject[] {
  return codecs
    .filter(({ name }) => name !== "bytes")
    .map(({ name, configuration }) =>
      jsonObject([["id", jsonString(codecV2Id(name) ?? name)], ...configuration.members]),
    );
}

const BLOSC_CODECS = ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"];

/**
 * An HDF5 filter by its number and parameters; undefined for filters with attributes of their own and for those without
 * a number.
 */
function filterText(id: string | undefined, { members }: JsonObject): string | undefined {
  const parameter = (name: string): string => parameterText(members.get(name));
  switch (id) {
    case "bz2":
      return `307,${parameter("level")}`;
    case "zstd":
      return `32015,${parameter("level")}`;
    case "szip":
      return `4,${parameter("mask")},${parameter("pixels-per-block")}`;
    case "blosc": {
      const name = members.get("cname");
      const codec = name?.type === "string" ? Math.max(0, BLOSC_CODECS.indexOf(name.value)) : 0;
      return `32001,0,0,0,${parameter("blocksize")},${parameter("clevel")},${parameter("shuffle")},${codec}`;
    }
    default:
      return undefined;
  }
}

/** A number, which some versions of netCDF-C wrote as text. */
function parameterText(value: JsonNode | undefined): string {
  if (value?.type === "number") return value.text;
  return value?.type === "string" && /^-?[0-9]+$/.test(value.value) ? value.value : "0";
}

function endianness({ dataType, codecs, netcdfType }: ArrayNode): string | undefined {
  if (dataType.kind !== "integer" && dataType.kind !== "float") return undefined;
  if (dataType.itemSize === 1 || netcdfType === "char") return undefined;
  const endian = codecs.find(({ name }) => name === "bytes")?.configuration.members.get("endian");
  return endian?.type === "string" ? endian.value : "little";
}
