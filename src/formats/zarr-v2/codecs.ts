/**
 * Filters, compressor, byte order and memory order of Zarr v2 as one codec chain, and back. A chunk is encoded by the
 * filters in order, then by the compressor; order F means that they see the axes reversed.
 */
import {
  fromPlain,
  jsonArray,
  jsonInteger,
  jsonNull,
  jsonObject,
  jsonString,
  withMember,
} from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { codecKind, codecNameOfV2, codecV2Id, findCodec } from "../../model/codec-catalogue/catalogue.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { type DataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { NO_NOTES, type Notes } from "../notes.ts";
import { type CodecInput, encodedTypeOf, neutralChain, shuffleNumber } from "../spelling/codec-chain.ts";
import { imagecodecsTwin } from "../spelling/imagecodecs.ts";
import { netcdfCodec } from "../spelling/netcdf-codec.ts";
import { type Endian, type EndianOf, type NumpyType, parseNumpyType, printNumpyType } from "../spelling/numpy-type.ts";

/** What a document says about encoding. */
export interface V2Encoding {
  readonly order: "C" | "F";
  readonly filters: readonly JsonView[];
  readonly compressor: JsonView | undefined;
}

export function parseCodecs(encoding: V2Encoding, type: NumpyType, rank: number, notes: Notes): readonly CodecSpec[] {
  const { order, filters, compressor } = encoding;
  const steps = [...filters, ...(compressor === undefined ? [] : [compressor])].map((view) => parseCodec(view, type));
  const isShaped = steps.some(({ name }) => findCodec(name)?.recordsShape === true);
  if (order === "F" && isShaped && filters[0] !== undefined) {
    notes.add(filters[0], "order F has no effect on values that record their own shape");
  }
  const isReversed = order === "F" && rank > 1 && !isShaped;
  const inputs = [...(isReversed ? [reversal(rank)] : []), ...withSerializer(steps, type)];
  return neutralChain(inputs, type.dataType, rank, notes);
}

function parseCodec(said: JsonView, { dataType }: NumpyType): CodecInput {
  const id = said.required("id").string();
  const view = jsonView(netcdfCodec(said, dataType.itemSize ?? 1), said.source, said.field);
  return imagecodecsTwin(id, view) ?? { name: codecNameOfV2(id), configuration: view };
}

function reversal(rank: number): CodecInput {
  const order = Array.from({ length: rank }, (_, axis) => rank - 1 - axis);
  return { name: "transpose", configuration: jsonView(fromPlain({ order })) };
}

/** Inserts `bytes` between codecs that work on arrays and those that work on bytes, unless a filter itself produces bytes. */
function withSerializer(steps: readonly CodecInput[], { dataType, endian }: NumpyType): readonly CodecInput[] {
  const places = steps.map(({ name }) => codecKind(name) ?? "bytes-to-bytes");
  const isFixed = isFixedSize(dataType) || steps[0]?.name === "numcodecs.categorize";
  const at = places.findIndex((place) => place !== "array-to-array");
  const cut = at < 0 ? steps.length : at;
  if (!isFixed || places[cut] === "array-to-bytes") return steps;
  const order = storedEndian(steps.slice(0, cut), endian);
  const configuration = jsonObject(order === undefined ? [] : [["endian", printEndian(order)]]);
  return [...steps.slice(0, cut), { name: "bytes", configuration: jsonView(configuration) }, ...steps.slice(cut)];
}

/** The byte order of the last filter's output. */
function storedEndian(filters: readonly CodecInput[], endian: EndianOf): EndianOf {
  for (const { name, configuration } of [...filters].reverse()) {
    const type = typeIn(encodedTypeOf({ name, configuration: configuration.object() }));
    if (type !== undefined) return type.endian;
    if (name === "numcodecs.packbits" || name === "numcodecs.categorize") return undefined;
  }
  return endian;
}

/** A type in a filter's configuration; undefined if it is invalid, which the filter itself will report. */
function typeIn(view: JsonView | undefined): NumpyType | undefined {
  try {
    return view === undefined ? undefined : parseNumpyType(view, NO_NOTES);
  } catch (error) {
    if (isHyperslabError(error)) return undefined;
    throw error;
  }
}

/** Fields of a struct may differ; the codec `bytes` then has a list with one entry per field, null if none is needed. */
export function printEndian(endian: EndianOf): JsonNode {
  if (endian === undefined) return jsonNull();
  return typeof endian === "string" ? jsonString(endian) : jsonArray(endian.map(printEndian));
}

export function parseEndian(view: JsonView | undefined): EndianOf {
  if (view === undefined || view.isNull()) return undefined;
  return view.node.type === "array" ? view.items().map(parseEndian) : view.oneOf<Endian>(["little", "big"]);
}

/** What a document of Zarr v2 has in place of a codec chain. */
export interface PrintedEncoding {
  readonly endian: EndianOf;
  readonly order: "C" | "F";
  readonly filters: JsonNode;
  readonly compressor: JsonNode;
}

/** Spells a chain. Codecs and orders that Zarr v2 does not have are `unsupported`. */
export function printCodecs(codecs: readonly CodecSpec[], dataType: DataType, rank: number): PrintedEncoding {
  const inputs = codecs.map(({ name, configuration }): CodecInput => {
    return { name, configuration: jsonView(configuration, undefined, "configuration") };
  });
  const chain = neutralChain(inputs, dataType, rank, NO_NOTES);
  const order = memoryOrder(chain[0], rank);
  const steps = chain[0]?.name === "transpose" ? chain.slice(1) : chain;
  refuseShards(steps);
  const at = steps.findIndex(({ name }) => name === "bytes");
  const stored = parseEndian(at < 0 ? undefined : jsonView(steps[at]!.configuration).get("endian"));
  const filters = at < 0 ? steps : [...withStoredEndian(steps.slice(0, at), stored), ...steps.slice(at + 1)];
  const hasCompressor = filters.length > 0 && isCompressor(filters.at(-1)!.name);
  const list = (hasCompressor ? filters.slice(0, -1) : filters).map((spec) => printCodec(withRowType(spec, dataType)));
  return {
    endian: elementEndian(steps.slice(0, Math.max(at, 0)), stored),
    order,
    filters: list.length === 0 ? jsonNull() : jsonArray(list),
    compressor: hasCompressor ? printCodec(filters.at(-1)!) : jsonNull(),
  };
}

/** Axes in order or reversed: Zarr v2 has no other order. */
function memoryOrder(first: CodecSpec | undefined, rank: number): "C" | "F" {
  if (first?.name !== "transpose") return "C";
  const order = jsonView(first.configuration)
    .required("order")
    .items()
    .map((axis) => axis.integer(0, rank - 1));
  if (order.length === rank && order.every((axis, index) => axis === index)) return "C";
  if (order.length === rank && order.every((axis, index) => axis === rank - 1 - index)) return "F";
  throw new HyperslabError("unsupported", `Zarr v2 has no order of axes [${order.join(", ")}]`, {
    codec: "transpose",
    hint: "It knows rows first (C) and columns first (F). Write Zarr v3 for other orders.",
  });
}

function refuseShards(steps: readonly CodecSpec[]): void {
  if (!steps.some(({ name }) => name === "sharding_indexed")) return;
  throw new HyperslabError("unsupported", "Zarr v2 has no shards", {
    codec: "sharding_indexed",
    hint: "Write plain chunks (shards: none), or Zarr v3.",
  });
}

/** The member that gives the input type of a filter, which is the array's own type if the filter comes first. */
const DECODED_TYPE: readonly string[] = ["dtype", "decode_dtype"];

/** Byte order of the array's type: the first filter's if it names one, else that of the stored bytes. */
function elementEndian(filters: readonly CodecSpec[], stored: EndianOf): EndianOf {
  for (const { configuration } of filters) {
    const member = DECODED_TYPE.map((name) => configuration.members.get(name)).find((node) => node !== undefined);
    const type = typeIn(member === undefined ? undefined : jsonView(member));
    if (type !== undefined) return type.endian;
  }
  return stored;
}

/** Without a codec `bytes`, the last filter's own type must record the byte order of its output. */
function withStoredEndian(filters: readonly CodecSpec[], stored: EndianOf): readonly CodecSpec[] {
  const last = filters.at(-1);
  const encoded = last === undefined ? undefined : encodedTypeOf(last);
  const type = typeIn(encoded);
  if (last === undefined || type === undefined || type.endian === undefined || type.endian === stored) return filters;
  const member = last.name === "numcodecs.astype" ? "encode_dtype" : "astype";
  const configuration = withMember(last.configuration, member, printNumpyType(type.dataType, stored));
  return [...filters.slice(0, -1), { ...last, configuration }];
}

function isCompressor(name: string): boolean {
  const role = findCodec(name)?.v2Role;
  // An unknown codec at the end of a chain is most likely a compressor.
  return role === undefined ? (codecKind(name) ?? "bytes-to-bytes") === "bytes-to-bytes" : role === "compressor";
}

/** Rows record their element type; a chain need not. */
function withRowType(spec: CodecSpec, dataType: DataType): CodecSpec {
  if (spec.name !== "numcodecs.vlen-array" || spec.configuration.members.has("dtype")) return spec;
  if (dataType.kind !== "ragged") return spec;
  if (dataType.item.kind === "struct") {
    throw new HyperslabError("unsupported", "Zarr v2 has no rows of structs: its codec vlen-array takes numbers", {
      codec: spec.name,
      hint: "Leave the array out, or write its members as arrays of their own.",
    });
  }
  return { ...spec, configuration: withMember(spec.configuration, "dtype", printNumpyType(dataType.item, "little")) };
}

function printCodec(spec: CodecSpec): JsonObject {
  const id = codecV2Id(spec.name);
  if (id === undefined) {
    throw new HyperslabError("unsupported", `Zarr v2 has no codec ${JSON.stringify(spec.name)}`, {
      codec: spec.name,
      hint: "Write Zarr v3, or choose another codec.",
    });
  }
  return jsonObject([["id", jsonString(id)], ...configurationOf(spec)]);
}

function configurationOf({ name, configuration }: CodecSpec): readonly (readonly [string, JsonNode])[] {
  const members = [...configuration.members];
  if (name === "blosc") {
    const shuffle = jsonInteger(shuffleNumber(jsonView(configuration).required("shuffle")));
    return members
      .filter(([member]) => member !== "typesize")
      .map(([member, node]) => [member, member === "shuffle" ? shuffle : node] as const);
  }
  // Releases of numcodecs before 0.13 fail on a member that they do not know.
  const isDefault = (member: string, node: JsonNode): boolean =>
    name === "zstd" && member === "checksum" && node.type === "boolean" && !node.value;
  return members.filter(([member, node]) => !isDefault(member, node));
}
