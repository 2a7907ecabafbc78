/** Configuration of `sharding_indexed`. Data of mid-2023 has no `index_codecs`: little-endian with a checksum then. */
import { fromPlain, jsonObject } from "../../../bytes/json/make.ts";
import type { JsonView } from "../../../bytes/json/view.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import { parseCodecList } from "../../codec-list.ts";

export interface ShardingConfiguration {
  /** Of the inner chunks. */
  readonly chunkShape: readonly number[];
  readonly codecs: readonly CodecSpec[];
  readonly indexCodecs: readonly CodecSpec[];
  readonly indexLocation: "start" | "end";
  /** Path of the configuration in its document, for messages. */
  readonly field: string;
}

export function parseSharding(configuration: JsonView): ShardingConfiguration {
  configuration.only(["chunk_shape", "codecs", "index_codecs", "index_location"]);
  const indexCodecs = configuration.get("index_codecs");
  return {
    chunkShape: configuration
      .required("chunk_shape")
      .items()
      .map((length) => length.integer(1)),
    codecs: parseCodecList(configuration.required("codecs")),
    indexCodecs: indexCodecs === undefined ? defaultIndexCodecs() : parseCodecList(indexCodecs),
    indexLocation: configuration.get("index_location")?.oneOf(["start", "end"]) ?? "end",
    field: configuration.field,
  };
}

function defaultIndexCodecs(): readonly CodecSpec[] {
  return [
    { name: "bytes", configuration: jsonObject({ endian: fromPlain("little") }) },
    { name: "crc32c", configuration: jsonObject([]) },
  ];
}
