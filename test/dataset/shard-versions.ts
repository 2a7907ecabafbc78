/** A shard in two versions, in which the same chunks lie in different places. */
import { create, memoryStore } from "../../src/index.ts";

/** Four inner chunks of which each holds its own number. */
export const SHARDED = { shape: [16], dtype: "int32", chunks: [4], shards: [16], codecs: [] } as const;
export const before: Int32Array = Int32Array.from({ length: 16 }, (_, i) => 1 + Math.floor(i / 4));
/** The first inner chunk is not stored, so that all others lie where their neighbours lay. */
export const after: Int32Array = Int32Array.from({ length: 16 }, (_, i) => (i < 4 ? 0 : 1 + Math.floor(i / 4)));

export async function shardOf(values: Int32Array): Promise<Uint8Array> {
  const memory = memoryStore();
  await (await create(memory, SHARDED)).write(undefined, values);
  return (await memory.get("c/0"))!;
}
