/**
 * `compression`, `compression_opts` and `order` of Zarr 1 as a codec chain, and back. Only Blosc stores chunks in F
 * order: all other compressors of the releases store C order, whatever the document says.
 */
import { jsonInteger, jsonNull, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { DataType, FixedDataType } from "../../model/data-types/data-type.ts";
import { placeOf } from "../documents/document.ts";
import type { DefaultCodec } from "../format.ts";
import type { Notes } from "../notes.ts";
import { type CodecInput, shuffleNumber } from "../spelling/codec-chain.ts";
import type { EndianOf } from "../spelling/numpy-type.ts";
import { joinChain, refuseCodec, splitChain } from "../zarr-legacy/array.ts";

const TITLE = "Zarr v1";

/** Of zlib and bz2, in the releases as in numcodecs. */
const DEFAULT_LEVEL = 1;

export function parseCodecs(
  view: JsonView,
  dataType: FixedDataType,
  endian: EndianOf,
  rank: number,
  notes: Notes,
): readonly CodecSpec[] {
  const compressor = parseCompression(view);
  const written = view.get("order");
  const order = written?.oneOf(["C", "F"]) ?? "C";
  if (order === "C" || compressor?.name === "blosc") return joinChain({ endian, order, compressor }, dataType, rank);
  if (rank > 1) {
    const name = view.get("compression")?.node.type === "string" ? view.required("compression").string() : "none";
    notes.add(written!, `order F, but chunks of compression ${JSON.stringify(name)} are stored in C order; read as C`);
  }
  return joinChain({ endian, order: "C", compressor }, dataType, rank);
}

/** The releases write all options out; `gzip` is their other word for zlib. */
function parseCompression(view: JsonView): CodecInput | undefined {
  const compression = view.required("compression");
  if (compression.isNull()) return undefined;
  const options = view.get("compression_opts");
  switch (compression.string()) {
    case "none":
      return undefined;
    case "blosc":
      return { name: "blosc", configuration: objectIn(options, { cname: "blosclz", clevel: 5, shuffle: 1 }) };
    case "zlib":
    case "gzip":
      return { name: "numcodecs.zlib", configuration: levelIn(options) };
    case "bz2":
      return { name: "numcodecs.bz2", configuration: levelIn(options) };
    case "lzma":
      return { name: "numcodecs.lzma", configuration: objectIn(options, { format: 1, check: 0, preset: 1 }) };
    default:
      throw new HyperslabError("unsupported", `the compression ${JSON.stringify(compression.string())} is not known`, {
        ...placeOf(compression),
        hint: "Use one of blosc, zlib, gzip, bz2, lzma, none.",
      });
  }
}

function objectIn(options: JsonView | undefined, defaults: Readonly<Record<string, number | string>>): JsonView {
  const given = options === undefined || options.isNull() ? undefined : options.object();
  const members = Object.entries(defaults).map(([name, value]): [string, JsonNode] => {
    return [name, typeof value === "number" ? jsonInteger(value) : jsonString(value)];
  });
  const object = given ?? jsonObject(members);
  return jsonView(object, options?.source, options?.field);
}

function levelIn(options: JsonView | undefined): JsonView {
  const level = options === undefined || options.isNull() ? DEFAULT_LEVEL : options.integer(-1, 9);
  return jsonView(jsonObject([["level", jsonInteger(level)]]), options?.source, options?.field);
}

/** What a document of Zarr 1 has in place of a codec chain. */
export interface PrintedEncoding {
  readonly endian: EndianOf;
  readonly order: "C" | "F";
  readonly compression: JsonNode;
  readonly options: JsonNode;
}

/** Spells a chain. Chains that the releases could not read are `unsupported`, unless the array is theirs: `isTheirs`. */
export function printCodecs(
  codecs: readonly CodecSpec[],
  dataType: FixedDataType,
  rank: number,
  isTheirs: boolean,
): PrintedEncoding {
  const { endian, order, compressor } = splitChain(codecs, dataType, rank, TITLE);
  if (order === "F" && rank > 1 && compressor?.name !== "blosc") {
    throw new HyperslabError("unsupported", "Zarr v1 stores columns first (F) only with Blosc", {
      codec: "transpose",
      hint: "Compress with Blosc, or store rows first.",
    });
  }
  const isReversed = order === "F" && rank > 1;
  return { endian, order: isReversed ? "F" : "C", ...printCompression(compressor, dataType, isTheirs) };
}

function printCompression(
  compressor: CodecInput | undefined,
  dataType: FixedDataType,
  isTheirs: boolean,
): Pick<PrintedEncoding, "compression" | "options"> {
  if (compressor === undefined) return { compression: jsonString("none"), options: jsonNull() };
  const { name, configuration } = compressor;
  switch (name) {
    case "blosc":
      return { compression: jsonString("blosc"), options: printBlosc(configuration, dataType, isTheirs) };
    case "numcodecs.zlib":
    case "numcodecs.bz2":
      return {
        compression: jsonString(name.slice("numcodecs.".length)),
        options: configuration.get("level")?.node ?? jsonInteger(DEFAULT_LEVEL),
      };
    case "numcodecs.lzma":
      return { compression: jsonString("lzma"), options: printLzma(configuration) };
    default:
      return refuseCodec(name, TITLE, "It knows blosc, numcodecs.zlib, numcodecs.bz2 and numcodecs.lzma.");
  }
}

function printBlosc(configuration: JsonView, dataType: FixedDataType, isTheirs: boolean): JsonNode {
  const cname = configuration.required("cname");
  if (cname.string() === "zstd" && !isTheirs) {
    // Only release 1.1.0 has it, with a zstd from before its format was final, which we only read.
    refuseCodec("blosc", TITLE, "Its Blosc cannot read today's zstd. Choose lz4, lz4hc, blosclz, snappy or zlib.");
  }
  if (holdsTimes(dataType)) {
    refuseCodec("blosc", TITLE, "Its Blosc refuses dates and times. Choose numcodecs.zlib, or no compressor.");
  }
  return jsonObject([
    ["clevel", configuration.required("clevel").node],
    ["cname", cname.node],
    ["shuffle", jsonInteger(shuffleNumber(configuration.required("shuffle")))],
  ]);
}

function holdsTimes(dataType: DataType): boolean {
  if (dataType.kind === "struct") return dataType.fields.some((field) => holdsTimes(field.dataType));
  return dataType.kind === "datetime" || dataType.kind === "timedelta";
}

function printLzma(configuration: JsonView): JsonNode {
  const member = (name: string, otherwise: JsonNode): [string, JsonNode] => {
    return [name, configuration.get(name)?.node ?? otherwise];
  };
  return jsonObject([
    member("check", jsonInteger(-1)),
    member("filters", jsonNull()),
    member("format", jsonInteger(1)),
    member("preset", jsonNull()),
  ]);
}

/** The defaults of release 1.1.0; its Blosc refuses times. */
export function defaultCodecs(dataType: DataType): readonly DefaultCodec[] {
  if (holdsTimes(dataType)) return [{ name: "numcodecs.zlib", configuration: { level: 1 } }];
  return [{ name: "blosc", configuration: { cname: "lz4", clevel: 5, shuffle: "shuffle" } }];
}
