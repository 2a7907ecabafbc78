/** `sharding_indexed`: a chunk cut into inner chunks that can be read separately (layout: shard.ts). */
import { wholeSelection } from "../../../model/selection/axis-selection.ts";
import type { ArrayToBytesCodec } from "../../codec.ts";
import { emptyChunk } from "../../pipeline/chunk-elements.ts";
import { decodeObject, decodeShard } from "./decode.ts";
import { encodeShard, updateShard } from "./encode.ts";
import { bindShard, parseSharding, type ShardingConfiguration } from "./shard.ts";

export const shardingIndexed: ArrayToBytesCodec<ShardingConfiguration> = {
  kind: "array-to-bytes",
  parse: parseSharding,
  bind: async (configuration, input, context) => {
    const shard = await bindShard(configuration, input, context);
    return {
      encodedLength: undefined,
      readShape: shard.inner.readShape,
      encode: (chunk, room) => encodeShard(shard, chunk, room),
      decode: (bytes) => {
        const chunk = emptyChunk(input);
        decodeObject(shard, wholeSelection(input.shape), chunk, bytes);
        return chunk;
      },
      decodePart: (selection, target, memo) => decodeShard(shard, selection, target, memo),
      update: (old, selection, source, room) => updateShard(shard, old, selection, source, room),
    };
  },
};
