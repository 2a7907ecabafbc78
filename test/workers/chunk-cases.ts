/** Chunks in memory to decode and encode by workers that run in this thread, through the same messages. */
import { expect, vi } from "vitest";
import type { ByteRange } from "../../src/bytes/source/byte-range.ts";
import { type ByteSource, memorySource } from "../../src/bytes/source/byte-source.ts";
import type { ObjectMemo, Pipeline } from "../../src/codecs/codec.ts";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { create, memoryStore, type NdArray } from "../../src/index.ts";
import type { FixedDataType } from "../../src/model/data-types/data-type.ts";
import type { FixedChunk } from "../../src/model/grid/chunk.ts";
import { contiguous } from "../../src/model/lattice/lattice.ts";
import type { AxisSelection } from "../../src/model/selection/axis-selection.ts";
import type { DecodeJob } from "../../src/workers/pool/chunk-jobs.ts";
import { makePool, type Pool, type StartWorker } from "../../src/workers/pool/pool.ts";
import type { FromWorker, PipelineMessage } from "../../src/workers/task/messages.ts";
import { serve, taskRunner } from "../../src/workers/task/runner.ts";

/** A worker in this thread. Messages are cloned and buffers detached as between threads. */
export const inThisThread: StartWorker = ({ onMessage }) => {
  let stopped = false;
  const say = (message: FromWorker, transfer: ArrayBuffer[]): void => {
    const copy = structuredClone(message, { transfer });
    queueMicrotask(() => stopped || onMessage(copy));
  };
  const hear = serve(taskRunner(), say);
  return {
    post: (message, transfer) => {
      const copy = structuredClone(message, { transfer });
      queueMicrotask(() => stopped || hear(copy));
    },
    stop: () => {
      stopped = true;
    },
  };
};

/** A page's pool whose workers have begun. */
export async function readyPool(start: StartWorker = inThisThread): Promise<Pool> {
  const pool = makePool(start, 2, false);
  pool.start();
  await vi.waitFor(() => expect(pool.ready).toBe(true));
  return pool;
}

export interface Case {
  readonly array: NdArray<"int32">;
  readonly pipeline: Pipeline;
  readonly message: PipelineMessage;
  readonly dataType: FixedDataType;
  /** The stored object of the first chunk. */
  readonly object: Uint8Array;
}

export const values: Int32Array<ArrayBuffer> = Int32Array.from({ length: 64 * 64 }, (_, i) => i * 7);
let lastPipeline = 1000;

export async function caseOf(options: object): Promise<Case> {
  const store = memoryStore();
  const array = await create(store, { shape: [64, 64], dtype: "int32", ...options });
  await array.write(undefined, values);
  const { codecs, dataType } = array.node;
  const shape = [64, 64];
  const fillValue = new Uint8Array(4);
  const message = { id: ++lastPipeline, codecs, dataType, shape, fillValue };
  const object = (await store.get("c/0/0"))!;
  const pipeline = await bindPipeline(codecs, { dataType, shape, fillValue });
  return { array, pipeline, message, dataType: dataType as FixedDataType, object };
}

/** A source that tells what was asked of it. */
export function counting(object: Uint8Array): ByteSource & { readonly asked: (ByteRange | undefined)[] } {
  const asked: (ByteRange | undefined)[] = [];
  const inner = memorySource(object);
  return {
    asked,
    read: (range) => {
      asked.push(range);
      return inner.read(range);
    },
  };
}

export function mapMemo(): ObjectMemo & { readonly entries: Map<string, Uint8Array> } {
  const entries = new Map<string, Uint8Array>();
  return { entries, get: (name) => entries.get(name), set: (name, value) => void entries.set(name, value) };
}

export const rows = (start: number, count: number): readonly AxisSelection[] => [
  { kind: "range", start, step: 1, count },
  { kind: "range", start: 0, step: 1, count: 64 },
];

export function target(dataType: FixedDataType, count: number, memory?: SharedArrayBuffer): FixedChunk {
  const bytes = memory === undefined ? new Uint8Array(count * 64 * 4) : new Uint8Array(memory);
  return { dataType, shape: [count, 64], layout: contiguous([count, 64]), bytes };
}

/** The first rows of a case, from a source. */
export function jobOf(
  { pipeline, message, dataType }: Case,
  count: number,
  source: ByteSource,
  signal?: AbortSignal,
): DecodeJob {
  return {
    pipeline,
    message,
    selection: rows(0, count),
    target: target(dataType, count),
    source,
    memo: undefined,
    signal,
  };
}

export const layouts: readonly [string, object][] = [
  ["zstd", { chunks: [64, 64] }],
  ["raw", { chunks: [64, 64], codecs: [] }],
  ["blosc and a checksum", { chunks: [64, 64], codecs: ["blosc", "crc32c"] }],
  ["a shard", { chunks: [8, 8], shards: [64, 64] }],
  [
    "a shard in a shard",
    {
      chunks: [64, 64],
      codecs: [
        {
          name: "sharding_indexed",
          configuration: {
            chunk_shape: [32, 32],
            codecs: [
              {
                name: "sharding_indexed",
                configuration: {
                  chunk_shape: [8, 8],
                  codecs: [
                    { name: "bytes", configuration: { endian: "big" } },
                    { name: "gzip", configuration: { level: 1 } },
                  ],
                  index_codecs: [{ name: "bytes", configuration: { endian: "little" } }],
                },
              },
            ],
            index_codecs: [{ name: "bytes", configuration: { endian: "little" } }],
          },
        },
      ],
    },
  ],
];

/** The two kinds of pools: pages give tasks to workers that have begun, Node also to others. */
export const KINDS: readonly (readonly [string, () => Promise<Pool>])[] = [
  ["workers of a page", () => readyPool()],
  ["threads of Node", async () => makePool(inThisThread, 2)],
];
