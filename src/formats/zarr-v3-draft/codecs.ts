/**
 * Memory layout and encoding pipeline of the draft as a codec chain, and back. The layout turns a chunk's elements into
 * one sequence of bytes: `C`, `F`, or the extension `{"extension": "axes", "order": [...]}`. The pipeline is a list of
 * codecs, each `{"codec": name, "configuration": {...}}`, that transform those bytes.
 */

import { fromPlain, jsonArray, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { codecKind } from "../../model/codec-catalogue/catalogue.ts";
import { type CodecSpec, serializerName } from "../../model/codec-spec.ts";
import { type DataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { placeOf } from "../documents/document.ts";
import { NO_NOTES } from "../notes.ts";
import { type CodecInput, neutralChain } from "../spelling/codec-chain.ts";
import type { EndianOf, NumpyType } from "../spelling/numpy-type.ts";
import { parseEndian, printEndian } from "../zarr-v2/codecs.ts";

export function parseCodecs(view: JsonView, type: NumpyType, rank: number): readonly CodecSpec[] {
  const pipeline = view.get("chunk_codecs");
  const codecs = pipeline === undefined || pipeline.isNull() ? [] : pipeline.items().map(parseCodec);
  const layout = view.get("chunk_memory_layout");
  const order = layout === undefined ? undefined : parseLayout(layout, rank);
  const inputs = [...(order === undefined ? [] : [plain("transpose", { order })]), serializer(type), ...codecs];
  return neutralChain(inputs, type.dataType, rank, NO_NOTES);
}

function parseCodec(view: JsonView): CodecInput {
  view.only(["codec", "configuration"]);
  const name = view.required("codec");
  if (worksOnArrays(name.string())) {
    const what = `the codec ${JSON.stringify(name.string())} does not transform bytes, as codecs of the draft do`;
    throw new HyperslabError("unsupported", what, placeOf(name));
  }
  const configuration = view.get("configuration");
  if (configuration !== undefined && !configuration.isNull()) {
    configuration.object();
    return { name: name.string(), configuration };
  }
  return { name: name.string(), configuration: jsonView(jsonObject([]), view.source, view.field) };
}

/** Unknown codecs are assumed to transform bytes. */
function worksOnArrays(name: string): boolean {
  return (codecKind(name) ?? "bytes-to-bytes") !== "bytes-to-bytes";
}

/** The order of axes; undefined for row-major order. */
function parseLayout(view: JsonView, rank: number): readonly number[] | undefined {
  if (view.node.type === "string") {
    const reversed = Array.from({ length: rank }, (_, axis) => rank - 1 - axis);
    return view.oneOf(["C", "F"]) === "C" || rank < 2 ? undefined : reversed;
  }
  const extension = view.required("extension");
  if (extension.string() !== "axes") {
    const what = `the memory layout ${JSON.stringify(extension.string())} is not known`;
    throw new HyperslabError("unsupported", what, { ...placeOf(extension), hint: 'Use one of "C", "F", axes.' });
  }
  const order = view.required("order");
  const axes = order.items().map((axis) => axis.integer(0, rank - 1));
  if (axes.length !== rank || new Set(axes).size !== rank) order.fail(`expected each of ${rank} dimensions once`);
  return axes;
}

/** The data type alone determines how elements become bytes. */
function serializer({ dataType, endian }: NumpyType): CodecInput {
  if (!isFixedSize(dataType)) return plain(serializerName(dataType), {});
  const configuration = jsonObject(endian === undefined ? [] : [["endian", printEndian(endian)]]);
  return { name: "bytes", configuration: jsonView(configuration) };
}

function plain(name: string, configuration: Readonly<Record<string, unknown>>): CodecInput {
  return { name, configuration: jsonView(fromPlain(configuration)) };
}

/** What a document of the draft has in place of a codec chain. */
export interface PrintedEncoding {
  readonly endian: EndianOf;
  readonly layout: JsonNode;
  readonly codecs: JsonNode;
}

/** Spells a chain. Filters and shards, which work on elements, are `unsupported`. */
export function printCodecs(codecs: readonly CodecSpec[], dataType: DataType, rank: number): PrintedEncoding {
  const inputs = codecs.map(({ name, configuration }): CodecInput => {
    return { name, configuration: jsonView(configuration, undefined, "configuration") };
  });
  const chain = neutralChain(inputs, dataType, rank, NO_NOTES);
  const transpose = chain[0]?.name === "transpose" ? chain[0] : undefined;
  const [first, ...rest] = transpose === undefined ? chain : chain.slice(1);
  // The draft has no place for a serializer's configuration other than the byte order, which is part of the data type.
  const isImplied =
    first?.name === serializerName(dataType) && (isFixedSize(dataType) || first.configuration.members.size === 0);
  const alien = isImplied ? rest.find(({ name }) => worksOnArrays(name)) : first;
  if (first === undefined || alien !== undefined) {
    throw new HyperslabError(
      "unsupported",
      `the draft has no place for the codec ${JSON.stringify(alien?.name ?? "")}`,
      {
        codec: alien?.name ?? "bytes",
        hint: "Its codecs transform bytes. Write Zarr v3 for filters and shards.",
      },
    );
  }
  return {
    endian: parseEndian(jsonView(first.configuration).get("endian")),
    layout: printLayout(transpose, rank),
    codecs: jsonArray(rest.map(printCodec)),
  };
}

function printLayout(transpose: CodecSpec | undefined, rank: number): JsonNode {
  const order = transpose?.configuration.members.get("order");
  if (order === undefined) return jsonString("C");
  const axes = jsonView(order)
    .items()
    .map((axis) => axis.integer(0, rank - 1));
  if (axes.every((axis, index) => axis === index)) return jsonString("C");
  if (axes.every((axis, index) => axis === rank - 1 - index)) return jsonString("F");
  return jsonObject([
    ["extension", jsonString("axes")],
    ["order", order],
  ]);
}

function printCodec({ name, configuration }: CodecSpec): JsonObject {
  return jsonObject([
    ["codec", jsonString(name)],
    ["configuration", configuration],
  ]);
}
