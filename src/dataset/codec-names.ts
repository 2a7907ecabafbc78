/** The codecs of a chain, at any depth of sharding, and those of them that this version cannot run. */
import type { JsonNode } from "../bytes/json-node.ts";
import { jsonView } from "../bytes/json-view.ts";
import { codecKind } from "../codecs/registry.ts";
import type { CodecSpec } from "../model/codec-spec.ts";

/** Every codec name in the chain, those inside shards and of their indexes included. */
export function codecNames(codecs: readonly CodecSpec[]): readonly string[] {
  return [...new Set(codecs.flatMap((spec) => [spec.name, ...innerNames(spec.configuration)]))];
}

export function unknownCodecs(codecs: readonly CodecSpec[]): readonly string[] {
  return codecNames(codecs).filter((name) => codecKind(name) === undefined);
}

function innerNames(configuration: JsonNode): readonly string[] {
  const view = jsonView(configuration);
  return ["codecs", "index_codecs"].flatMap((field) => {
    const list = configuration.type === "object" ? view.get(field) : undefined;
    if (list === undefined || list.node.type !== "array") return [];
    return list.items().flatMap((item) => {
      if (item.node.type === "string") return [item.string()];
      const name = item.get("name");
      const inner = item.get("configuration");
      return [...(name === undefined ? [] : [name.string()]), ...(inner === undefined ? [] : innerNames(inner.node))];
    });
  });
}
