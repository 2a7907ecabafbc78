/**
 * A chain over lists of elements whose number is known only per chunk (the elements of `zarrs.optional` that are
 * present). Chunks are decoded synchronously, so the codecs that depend on the number are bound again immediately, and
 * those that work on bytes only once, for any length.
 */
import { HyperslabError } from "../../errors.ts";
import type { ArrayToBytesCodec, BindContext, BoundArrayToBytes, ChunkType, Codec } from "../codec.ts";
import { type ArrayLink, type BytesLink, bytesType, type Chain, encodedLimit, serializedLimit } from "./chain.ts";
import { errorAt, type Loaded, type LoadedChain } from "./load-chain.ts";

/** Chains for lists of any length up to that of `most`, which is one-dimensional. */
export async function countedChain(
  loaded: LoadedChain,
  most: ChunkType,
  maxLength: number | undefined,
  context: BindContext,
): Promise<(count: number) => Chain> {
  const { type, serializer, serializerFor } = await tryMost(loaded, most, context);
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
  return (count) => ({ ...bindArrays(loaded, { ...most, shape: [count] }, serializerFor), bytes, stored });
}

type SerializerFor = (type: ChunkType) => BoundArrayToBytes | Promise<BoundArrayToBytes>;

interface Longest {
  /** The input of the serializer. */
  readonly type: ChunkType;
  readonly serializer: BoundArrayToBytes;
  readonly serializerFor: SerializerFor;
}

/** Binds to the longest list, waiting for everything that is loaded on the way, so that later nothing has to be awaited. */
async function tryMost({ arrays, serializer }: LoadedChain, most: ChunkType, context: BindContext): Promise<Longest> {
  let type = most;
  for (const link of arrays)
    type = (await attempt(link, () => link.codec.bind(link.configuration, type, ALONE))).output;
  if (serializer.codec.bindLists !== undefined) return { type, ...(await bindLists(serializer, type, context)) };
  const serializerFor: SerializerFor = (input) => serializer.codec.bind(serializer.configuration, input, ALONE);
  return { type, serializer: await attempt(serializer, () => serializerFor(type)), serializerFor };
}

/** A serializer with inner chains, which are bound while waiting is possible. */
async function bindLists(
  link: Loaded<ArrayToBytesCodec>,
  most: ChunkType,
  context: BindContext,
): Promise<Omit<Longest, "type">> {
  const [count = 0] = most.shape;
  try {
    if (most.shape.length !== 1) throw notHere();
    const boundFor = await link.codec.bindLists?.(link.configuration, most, context);
    if (boundFor === undefined) throw notHere();
    return { serializer: boundFor(count), serializerFor: ({ shape: [length = 0] }) => boundFor(length) };
  } catch (error) {
    throw errorAt(link, error);
  }
}

function bindArrays(
  { arrays, serializer }: LoadedChain,
  type: ChunkType,
  serializerFor: SerializerFor,
): Omit<Chain, "bytes" | "stored"> {
  const links: ArrayLink[] = [];
  let decoded = type;
  for (const link of arrays) {
    const bound = atOnce(link, () => link.codec.bind(link.configuration, decoded, ALONE));
    links.push({ name: link.name, bound, decoded });
    decoded = bound.output;
  }
  const bound = atOnce(serializer, () => serializerFor(decoded));
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
    // Codecs that cannot be bound synchronously are refused when the array is opened, not at its first chunk.
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
