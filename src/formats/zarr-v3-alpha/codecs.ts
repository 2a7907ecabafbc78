/**
 * What encodes a chunk in the alpha: filters (kept among the attributes by zarr-python), one `compressor`, the memory
 * layout, and shards as a storage transformer: `chunks_per_shard` chunks in one value, with an index of (offset, length)
 * pairs at its end, without a checksum.
 */
import { fromPlain, jsonArray, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { placeOf } from "../documents/document-errors.ts";
import type { Notes } from "../notes.ts";
import type { NumpyType } from "../spelling/numpy-type.ts";
import { parseCodecs as parseV2Codecs } from "../zarr-v2/codecs.ts";

/** The chain of one chunk, as Zarr v2 would say it. */
export function parseCodecs(
  view: JsonView,
  filters: readonly JsonView[],
  type: NumpyType,
  rank: number,
  notes: Notes,
): readonly CodecSpec[] {
  const compressor = view.get("compressor");
  const list = view.get("codecs");
  const codecs = list === undefined || list.isNull() ? [] : list.items().map((item) => numcodecsForm(item, "type"));
  const encoding = {
    order: view.get("chunk_memory_layout")?.oneOf(["C", "F"]) ?? "C",
    filters: [...filters, ...codecs],
    compressor: compressor === undefined || compressor.isNull() ? undefined : numcodecsForm(compressor, "codec"),
  } as const;
  return parseV2Codecs(encoding, type, rank, notes);
}

const CODEC = /^https?:\/\/purl\.org\/zarr\/spec\/codecs?\/([a-z0-9_-]+)\/1\.\d+$/;

/** `{"codec": URI, "configuration": {...}}` as numcodecs has it: `{"id": name, ...}`. */
function numcodecsForm(view: JsonView, member: "codec" | "type"): JsonView {
  const uri = view.required(member);
  const name = CODEC.exec(uri.string())?.[1];
  if (name === undefined) {
    throw new HyperslabError("unsupported", `the codec ${JSON.stringify(uri.string())} is not known`, placeOf(uri));
  }
  const configuration = view.get("configuration");
  const members = configuration === undefined || configuration.isNull() ? [] : configuration.object().members;
  return jsonView(jsonObject([["id", jsonString(name)], ...members]), view.source, view.field);
}

const SHARDING = /^https?:\/\/purl\.org\/zarr\/spec\/storage_transformers\/sharding\/1\.\d+$/;

/** How many chunks along each dimension make a shard; undefined where there are no shards. */
export function parseShards(view: JsonView | undefined, rank: number): readonly number[] | undefined {
  if (view === undefined || view.isNull()) return undefined;
  const [transformer, ...others] = view.items();
  if (transformer === undefined) return undefined;
  const name = transformer.required("extension");
  const type = transformer.required("type");
  if (others.length > 0 || !SHARDING.test(name.string()) || type.string() !== "indexed") {
    const unknown = others[0]?.required("extension") ?? name;
    const what = `the storage transformer ${JSON.stringify(unknown.string())} is not known here`;
    throw new HyperslabError("unsupported", what, placeOf(unknown));
  }
  const counts = transformer.required("configuration").required("chunks_per_shard");
  const lengths = counts.node.type === "number" ? Array<JsonView>(rank).fill(counts) : counts.items();
  if (lengths.length !== rank) counts.fail(`${lengths.length} numbers for an array of ${rank} dimensions`);
  return lengths.map((length) => length.integer(1));
}

/** The shard as a codec: chunks of this shape by this chain, then the index. */
export function shardCodec(chunkShape: readonly number[], codecs: readonly CodecSpec[]): CodecSpec {
  return {
    name: "sharding_indexed",
    configuration: jsonObject([
      ["chunk_shape", jsonArray(chunkShape.map(jsonInteger))],
      ["codecs", jsonArray(codecs.map(specNode))],
      ["index_codecs", fromPlain([{ name: "bytes", configuration: { endian: "little" } }])],
      ["index_location", jsonString("end")],
    ]),
  };
}

function specNode({ name, configuration }: CodecSpec): JsonNode {
  const isBare = configuration.members.size === 0;
  return jsonObject([["name", jsonString(name)], ...(isBare ? [] : [["configuration", configuration] as const])]);
}
