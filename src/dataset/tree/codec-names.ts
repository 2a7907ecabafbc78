/** The codecs of a chain, at any depth of sharding, and which of them this version cannot run. */
import type { JsonNode } from "../../bytes/json/node.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { findCodec } from "../../model/codec-catalogue/catalogue.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";

/** Every codec name in the chain, including those inside shards and of their indexes. */
export function codecNames(codecs: readonly CodecSpec[]): readonly string[] {
  return [...new Set(codecSpecs(codecs).map(({ name }) => name))];
}

export function unknownCodecs(codecs: readonly CodecSpec[]): readonly string[] {
  return codecNames(codecs).filter((name) => findCodec(name) === undefined);
}

/** A codec at any depth, as its document describes it. */
export interface NamedCodec {
  readonly name: string;
  readonly configuration: JsonNode | undefined;
}

/** Every codec of the chain, including those inside shards and of their indexes. */
export function codecSpecs(codecs: readonly NamedCodec[]): readonly NamedCodec[] {
  return codecs.flatMap((spec) => [spec, ...codecSpecs(innerCodecs(spec.configuration))]);
}

function innerCodecs(configuration: JsonNode | undefined): readonly NamedCodec[] {
  if (configuration?.type !== "object") return [];
  const view = jsonView(configuration);
  return ["codecs", "index_codecs"].flatMap((field) => {
    const list = view.get(field);
    if (list === undefined || list.node.type !== "array") return [];
    return list.items().flatMap((item) => {
      if (item.node.type === "string") return [{ name: item.string(), configuration: undefined }];
      const name = item.get("name");
      return name === undefined ? [] : [{ name: name.string(), configuration: item.get("configuration")?.node }];
    });
  });
}
