/**
 * A chain over lists of elements whose number is known only when a chunk is there (those of `zarrs.optional` that are
 * present). Chunks are decoded without waiting for anything, so the codecs that depend on the number are bound again at
 * once, and those that work on bytes just one time, for any length.
 */
import { HyperslabError } from "../../errors.ts";
import type { BindContext, BoundArrayToBytes, ChunkType, Codec } from "../codec.ts";
import type { ArrayLink, BytesLink, Chain } from "./chain.ts";
import { bytesType, encodedLimit, serializedLimit } from "./decoded-limit.ts";
import { errorAt, type Loaded, type LoadedChain } from "./load-chain.ts";

/** Chains for lists of any length up to that of `most`, which is one-dimensional. */
export async function countedChain(
  loaded: LoadedChain,
  most: ChunkType,
  maxLength: number | undefined,
): Promise<(count: number) => Chain> {
  const { type, serializer } = await tryMost(loaded, most);
  const bytes: BytesLink[] = [];
  const stored = { length: Number.POSITIVE_INFINITY };
  let limit = serializedLimit(type, serializer, stored, maxLength);
  for (const link of loaded.bytes) {
    const input = bytesType(undefined, type.dataType.itemSize ?? 1, limit);
    limit = encodedLimit(limit);
    try {
      bytes.push({
        name: link.name,
        bound: await link.codec.bind(link.configuration, input),
        decodedLength: undefined,
      });
    } catch (error) {
      throw errorAt(link, error);
    }
  }
  return (count) => ({ ...bindArrays(loaded, { ...most, shape: [count] }), bytes, stored });
}

/** Binds to the longest list, waiting for what is loaded on the way, so that later nothing has to be waited for. */
async function tryMost(
  { arrays, serializer }: LoadedChain,
  most: ChunkType,
): Promise<{ readonly type: ChunkType; readonly serializer: BoundArrayToBytes }> {
  let type = most;
  for (const link of arrays)
    type = (await attempt(link, () => link.codec.bind(link.configuration, type, ALONE))).output;
  const bound = await attempt(serializer, () => serializer.codec.bind(serializer.configuration, type, ALONE));
  return { type, serializer: bound };
}

function bindArrays({ arrays, serializer }: LoadedChain, type: ChunkType): Omit<Chain, "bytes" | "stored"> {
  const links: ArrayLink[] = [];
  let decoded = type;
  for (const link of arrays) {
    const bound = atOnce(link, () => link.codec.bind(link.configuration, decoded, ALONE));
    links.push({ name: link.name, bound, decoded });
    decoded = bound.output;
  }
  const bound = atOnce(serializer, () => serializer.codec.bind(serializer.configuration, decoded, ALONE));
  return { type, arrays: links, serializer: { name: serializer.name, bound } };
}

function atOnce<T>(link: Loaded<Codec>, bind: () => T | Promise<T>): T {
  let bound: T | Promise<T>;
  try {
    bound = bind();
  } catch (error) {
    throw errorAt(link, error);
  }
  if (bound instanceof Promise) throw errorAt(link, notHere());
  return bound;
}

async function attempt<T>(link: Loaded<Codec>, bind: () => T | Promise<T>): Promise<T> {
  try {
    const bound = await bind();
    // What cannot be bound at once is refused when the array is opened, not at its first chunk.
    if (bind() instanceof Promise) throw notHere();
    return bound;
  } catch (error) {
    throw errorAt(link, error);
  }
}

function notHere(): HyperslabError {
  return new HyperslabError(
    "unsupported",
    "this codec does not encode lists whose length differs from chunk to chunk",
    {
      hint: "Inside data_codecs use bytes, packbits or a vlen codec, and compressors.",
    },
  );
}

const ALONE: BindContext = {
  bindPipeline: async () => {
    throw notHere();
  },
  bindCounted: async () => {
    throw notHere();
  },
};
