/** How a variable is stored, from its special attributes: chunks, byte order, filters. */

import { toPlain } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { isOn } from "../../cdl/parse/special-attributes.ts";
import type { CodecInput } from "../../dataset/tree/codec-chain.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { findCodec } from "../../model/codec-catalogue/catalogue.ts";
import type { NetcdfAttribute, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { decodeNetcdfText } from "../../model/netcdf/text.ts";
import { dataTypeOf } from "../../model/netcdf/types.ts";

export interface Storage {
  readonly chunks: readonly number[] | "auto";
  readonly codecs: readonly CodecInput[];
  /** False if unwritten elements have no defined value. */
  readonly hasFill: boolean;
}

const BLOSC_CODECS = ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"];

/** What the special attributes request; anything impossible is refused. */
export function storageOf(variable: NetcdfVariable): Storage {
  const special = new Map(variable.special.map((attribute) => [attribute.name, attribute]));
  const quantized = variable.special.find(({ name, values }) => name.startsWith("_Quantize") && Number(values[0]) > 0);
  if (quantized !== undefined) {
    throw new HyperslabError("unsupported", `${variable.name}:${quantized.name} asks to quantize values`, {
      hint: "Remove the attribute: values are written unchanged.",
    });
  }
  const sizes = special.get("_ChunkSizes")?.values;
  const itemSize = variable.type === undefined ? undefined : dataTypeOf(variable.type).itemSize;
  const isBig = textOf(special.get("_Endianness")) === "big" && itemSize !== undefined && itemSize > 1;
  const named = namedFilters(variable, special, itemSize);
  const filters = named.length === 0 ? codecList(variable, textOf(special.get("_Codecs")), itemSize) : named;
  return {
    chunks: sizes === undefined || sizes.length === 0 ? "auto" : Array.from(sizes, Number),
    codecs: isBig ? [{ name: "bytes", configuration: { endian: "big" } }, ...filters] : filters,
    hasFill: !isOn(special.get("_NoFill")),
  };
}

type Special = ReadonlyMap<string, NetcdfAttribute>;

/** In the order in which netCDF-4 applies them. */
function namedFilters(variable: NetcdfVariable, special: Special, itemSize: number | undefined): readonly CodecInput[] {
  const level = Number(special.get("_DeflateLevel")?.values[0] ?? 0);
  const others = (textOf(special.get("_Filter")) ?? "").split("|").filter((text) => text.trim() !== "");
  return [
    // Strings have no fixed-size elements to shuffle.
    ...(isOn(special.get("_Shuffle")) && itemSize !== undefined ? [shuffle(itemSize)] : []),
    ...(level > 0 ? [zlib(level)] : []),
    ...others.map((text) => numberedFilter(variable, text, itemSize)),
    ...(isOn(special.get("_Fletcher32")) ? ["numcodecs.fletcher32"] : []),
  ];
}

function shuffle(itemSize: number): CodecInput {
  return { name: "numcodecs.shuffle", configuration: { elementsize: itemSize } };
}

function zlib(level: number): CodecInput {
  return { name: "numcodecs.zlib", configuration: { level } };
}

/** An HDF5 filter by its number and parameters: `307,9`. */
function numberedFilter(variable: NetcdfVariable, text: string, itemSize: number | undefined): CodecInput {
  const [id, ...parameters] = text.split(",").map((part) => Number(part.trim()));
  const [first = 0] = parameters;
  switch (id) {
    case 1:
      return zlib(first);
    case 2:
      return shuffle(itemSize ?? 1);
    case 3:
      return "numcodecs.fletcher32";
    case 307:
      return { name: "numcodecs.bz2", configuration: { level: first === 0 ? 9 : first } };
    case 32015:
      return { name: "zstd", configuration: { level: first, checksum: false } };
    case 32001: {
      const [, , , blocksize = 0, clevel = 5, mode = 1, codec = 0] = parameters;
      const shuffles = ["noshuffle", "shuffle", "bitshuffle"];
      const cname = BLOSC_CODECS[codec];
      if (cname === undefined || shuffles[mode] === undefined) break;
      const configuration = { cname, clevel, shuffle: shuffles[mode], typesize: itemSize ?? 1, blocksize };
      return { name: "blosc", configuration };
    }
    default:
  }
  throw new HyperslabError("unsupported", `${variable.name}:_Filter asks for ${text}, which is unknown`, {
    hint: "Known are 1 (deflate), 2 (shuffle), 3 (fletcher32), 307 (bzip2), 32001 (blosc) and 32015 (zstd).",
  });
}

function jsonOf({ name }: NetcdfVariable, text: string): JsonNode {
  try {
    return parseJson(encodeUtf8(text)).root;
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    throw new HyperslabError("invalid-data", `${name}:_Codecs is not JSON: ${error.what}`, {
      hint: 'It is a list such as [{"id": "zlib", "level": 1}].',
    });
  }
}

/** `_Codecs` lists codecs as Zarr v2 spells them. */
function codecList(
  variable: NetcdfVariable,
  text: string | undefined,
  itemSize: number | undefined,
): readonly CodecInput[] {
  if (text === undefined || text.trim() === "") return [];
  const list = toPlain(jsonOf(variable, text));
  return (Array.isArray(list) ? list : [list]).map((given: unknown) => {
    const { id, ...configuration }: Record<string, unknown> = typeof given === "object" ? { ...given } : {};
    const name = typeof id === "string" ? findCodec(id)?.name : undefined;
    if (name === "numcodecs.shuffle") return shuffle(Number(configuration["elementsize"]) || itemSize || 1);
    if (name !== undefined) return { name, configuration };
    throw new HyperslabError("unsupported", `${variable.name}:_Codecs asks for ${JSON.stringify(given)}`, {
      hint: "This codec is not known.",
    });
  });
}

function textOf(attribute: NetcdfAttribute | undefined): string | undefined {
  const values = attribute?.values;
  if (attribute?.type === "char" && values instanceof Uint8Array) return decodeNetcdfText(values);
  return typeof values?.[0] === "string" ? values[0] : undefined;
}
