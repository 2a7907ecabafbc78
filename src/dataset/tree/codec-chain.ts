/** Codec chains as callers give them and as nodes hold them: completes them, wraps them in shards, looks inside. */

import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { codecKind, findCodec } from "../../model/codec-catalogue/catalogue.ts";
import { type CodecSpec, serializerName } from "../../model/codec-spec.ts";
import type { DataType } from "../../model/data-types/data-type.ts";

/** A codec by name, or with its configuration: `"gzip"`, `{ name: "zstd", configuration: { level: 3 } }`. */
export type CodecInput = string | { readonly name: string; readonly configuration?: Readonly<Record<string, unknown>> };

const SHARDING = "sharding_indexed";

/** zarr-python's default, which every peer reads. */
const DEFAULT_COMPRESSOR = "zstd";

/** The whole chain. If `codecs` leaves out the array-to-bytes codec, the default of the data type is inserted. */
export function codecChain(codecs: readonly CodecInput[] | undefined, dataType: DataType): readonly CodecSpec[] {
  const specs = (codecs ?? [DEFAULT_COMPRESSOR]).map((codec) =>
    codec === "bytes" ? bytesFor(dataType) : codecSpec(codec),
  );
  const kinds = specs.map((spec) => codecKind(spec.name));
  if (kinds.includes("array-to-bytes")) return specs;
  const at = kinds.findIndex((kind) => kind !== "array-to-array");
  const cut = at < 0 ? specs.length : at;
  return [...specs.slice(0, cut), serializerFor(dataType), ...specs.slice(cut)];
}

function codecSpec(input: CodecInput): CodecSpec {
  const { name, configuration } = typeof input === "string" ? { name: input, configuration: undefined } : input;
  const node = fromPlain(configuration ?? findCodec(name)?.defaults ?? {});
  if (node.type !== "object") {
    throw new HyperslabError("invalid-request", `the configuration of codec ${name} is not an object`, { codec: name });
  }
  return { name, configuration: node };
}

function serializerFor(dataType: DataType): CodecSpec {
  if (dataType.kind === "optional") return optionalSpec(dataType.item);
  const name = serializerName(dataType);
  return name === "bytes" ? bytesFor(dataType) : codecSpec(name);
}

/** Presence bits, then the elements that are present. */
function optionalSpec(item: DataType): CodecSpec {
  const list = (spec: CodecSpec): JsonNode => ({ type: "array", items: [specNode(spec)], offset: -1 });
  const configuration = jsonObject([
    ["mask_codecs", list(codecSpec("packbits"))],
    ["data_codecs", list(serializerFor(item))],
  ]);
  return { name: serializerName({ kind: "optional" }), configuration };
}

/** Little-endian, as every peer writes by default; single bytes have no order. */
function bytesFor(dataType: DataType): CodecSpec {
  return codecSpec({ name: "bytes", configuration: dataType.itemSize === 1 ? {} : { endian: "little" } });
}

/** A shard: inner chunks with their chain, then an index with a checksum at the end, which every peer reads. */
export function shardingSpec(chunks: readonly number[], codecs: readonly CodecSpec[]): CodecSpec {
  const indexCodecs = [{ name: "bytes", configuration: { endian: "little" } }, { name: "crc32c" }];
  const configuration = jsonObject([
    ["chunk_shape", fromPlain(chunks)],
    ["codecs", { type: "array", items: codecs.map(specNode), offset: -1 }],
    ["index_codecs", fromPlain(indexCodecs)],
    ["index_location", fromPlain("end")],
  ]);
  return { name: SHARDING, configuration };
}

function specNode(spec: CodecSpec): JsonNode {
  const name: [string, JsonNode] = ["name", fromPlain(spec.name)];
  return jsonObject(spec.configuration.members.size === 0 ? [name] : [name, ["configuration", spec.configuration]]);
}

/** The inner chunk shape, if the array is sharded. */
export function innerChunkShape(codecs: readonly CodecSpec[]): readonly number[] | undefined {
  const at = codecs.findIndex((spec) => spec.name === SHARDING);
  if (at < 0) return undefined;
  const inner = jsonView(codecs[at]!.configuration).required("chunk_shape").items();
  return codecs
    .slice(0, at)
    .reverse()
    .reduce<readonly number[]>(
      untransposed,
      inner.map((length) => length.integer(1)),
    );
}

/** The shape before a transpose, from the shape after it: `after[i] = before[order[i]]`. */
export function untransposed(shape: readonly number[], spec: CodecSpec): readonly number[] {
  const order = spec.configuration.members.get("order");
  if (spec.name !== "transpose" || order?.type !== "array") return shape;
  const before = [...shape];
  jsonView(order)
    .items()
    .forEach((axis, i) => {
      before[axis.integer(0)] = shape[i]!;
    });
  return before;
}

/** `bytes > zstd`, `sharding(transpose > bytes > blosc)`: for display. */
export function describeChain(codecs: readonly CodecSpec[]): string {
  return codecs.map((spec) => describeCodec(spec.name, spec.configuration)).join(" > ");
}

function describeCodec(name: string, configuration: JsonNode | undefined): string {
  if (name !== SHARDING) return name;
  const inner = configuration?.type === "object" ? configuration.members.get("codecs") : undefined;
  if (inner?.type !== "array") return "sharding(?)";
  const names = inner.items.map((item) => {
    const view = jsonView(item);
    return item.type === "string"
      ? item.value
      : describeCodec(view.required("name").string(), view.get("configuration")?.node);
  });
  return `sharding(${names.join(" > ")})`;
}
