/** `sharding_indexed`: a chunk that consists of inner chunks, which can be read separately (layout: shard.ts). */

import { fromPlain, jsonObject } from "../../../bytes/json/make.ts";
import type { JsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import type { DataType } from "../../../model/data-types/data-type.ts";
import { type ChunkGrid, chunkCount, gridShape, regularGrid } from "../../../model/grid/chunk-grid.ts";
import { wholeSelection } from "../../../model/selection/axis-selection.ts";
import type { ArrayToBytesCodec, BindContext, ChunkType } from "../../codec.ts";
import { parseCodecList } from "../../configuration.ts";
import { emptyChunk } from "../../pipeline/chunk-elements.ts";
import { decodeObject, decodeShard } from "./decode.ts";
import { encodeShard, updateShard } from "./encode.ts";
import type { Shard } from "./shard.ts";

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

const UINT64: DataType = { kind: "integer", name: "uint64", itemSize: 8, bits: 64, signed: false };

async function bindShard(configuration: ShardingConfiguration, type: ChunkType, context: BindContext): Promise<Shard> {
  const { chunkShape, codecs, indexCodecs, indexLocation, field } = configuration;
  const grid = cutShard(type.shape, chunkShape);
  const counts = gridShape(grid);
  const index: ChunkType = {
    dataType: UINT64,
    shape: [...counts, 2],
    fillValue: new Uint8Array(8).fill(255),
  };
  const innerType: ChunkType = { ...type, shape: chunkShape };
  const [innerPipeline, indexPipeline] = await Promise.all([
    context.bindPipeline(codecs, innerType, `${field}.codecs`),
    context.bindPipeline(indexCodecs, index, `${field}.index_codecs`),
  ]);
  const { encodedLength } = indexPipeline;
  if (encodedLength === undefined) {
    throw new HyperslabError("invalid-data", "the encoded index has no fixed size", {
      field: `${field}.index_codecs`,
      hint: "Index codecs must not compress: use bytes, and crc32c after it.",
    });
  }
  return {
    type,
    grid,
    gridShape: counts,
    chunkCount: chunkCount(grid),
    inner: innerPipeline,
    index: indexPipeline,
    indexLength: encodedLength,
    indexLocation,
  };
}

function cutShard(shape: readonly number[], chunkShape: readonly number[]): ChunkGrid {
  const grid = regularGrid(shape, chunkShape, "invalid-data");
  if (shape.every((length, axis) => length % chunkShape[axis]! === 0)) return grid;
  const what = `inner chunks of [${chunkShape.join(", ")}] do not divide a shard of [${shape.join(", ")}]`;
  throw new HyperslabError("invalid-data", what);
}

/** Configuration of `sharding_indexed`. Data of mid-2023 has no `index_codecs`: then little-endian with a checksum. */
export interface ShardingConfiguration {
  /** Of the inner chunks. */
  readonly chunkShape: readonly number[];
  readonly codecs: readonly CodecSpec[];
  readonly indexCodecs: readonly CodecSpec[];
  readonly indexLocation: "start" | "end";
  /** Path of the configuration in its document, for messages. */
  readonly field: string;
}

function parseSharding(configuration: JsonView): ShardingConfiguration {
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
