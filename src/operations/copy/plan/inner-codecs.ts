/** The codecs of the smallest chunks of an array. */
import { jsonView } from "../../../bytes/json/view.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";

/** The chain that encodes the smallest chunks: that of the innermost shard, or the whole chain. */
export function innerCodecs(codecs: readonly CodecSpec[]): readonly CodecSpec[] {
  const at = codecs.findIndex((spec) => spec.name === "sharding_indexed");
  if (at < 0) return codecs;
  const inner = jsonView(codecs[at]!.configuration).required("codecs").items();
  const chain = inner.map((item): CodecSpec => {
    const configuration = item.get("configuration")?.object();
    return {
      name: item.required("name").string(),
      configuration: configuration ?? { type: "object", members: new Map(), offset: -1 },
    };
  });
  return [...codecs.slice(0, at), ...innerCodecs(chain)];
}
