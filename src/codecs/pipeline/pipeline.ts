/** Binds a list of codecs to a chunk type: threads types and lengths through. */
import type { JsonSource } from "../../bytes/json/view.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { BindContext, ChunkType, Codec, Pipeline } from "../codec.ts";
import { type Rooms, roomsOf, scratchBuffer } from "./allocate.ts";
import {
  type ArrayLink,
  type BytesLink,
  bytesType,
  type Chain,
  encodedLength,
  encodedLimit,
  readShape,
  serializedLimit,
} from "./chain.ts";
import { countedChain } from "./counted-chain.ts";
import { decodeChain } from "./decode-chain.ts";
import { encodeChain, updateChain } from "./encode-chain.ts";
import { errorAt, type Loaded, type LoadedChain, loadChain } from "./load-chain.ts";

export interface BindOptions {
  /** Path of the codec list in its document, for messages; `codecs` by default. */
  readonly field?: string | undefined;
  /** The most bytes that variable-length items may decode to. By default it depends on their number and on the stored size. */
  readonly maxLength?: number | undefined;
  /** Memory to work in, for the chain itself (0) and for chains inside it (1 and so on). By default a chain has its own. */
  readonly rooms?: ((depth: number) => Rooms) | undefined;
}

/** Binds a codec chain to one type of chunk. `source` is the document the specs are from, for positions in errors. */
export async function bindPipeline(
  specs: readonly CodecSpec[],
  type: ChunkType,
  source?: JsonSource,
  options: BindOptions = {},
): Promise<Pipeline> {
  const { field = "codecs", maxLength, rooms = ownRooms } = options;
  const loaded = await loadChain(specs, source, field);
  const context = contextOf(source, options);
  return chainPipeline(await bindChain(loaded, type, context, maxLength), loaded.names, rooms(0));
}

/** For chains inside one with these options. */
function contextOf(source: JsonSource | undefined, options: BindOptions): BindContext {
  const { field = "codecs", maxLength, rooms = ownRooms } = options;
  const innerOptions = (innerField = field): BindOptions => ({
    field: innerField,
    maxLength,
    rooms: (depth) => rooms(depth + 1),
  });
  return {
    bindPipeline: (inner, innerType, innerField) => bindPipeline(inner, innerType, source, innerOptions(innerField)),
    bindCounted: (inner, innerType, innerField) => bindCounted(inner, innerType, source, innerOptions(innerField)),
  };
}

/** Binds a codec chain to lists of elements, of any length up to that of `type`. */
async function bindCounted(
  specs: readonly CodecSpec[],
  type: ChunkType,
  source: JsonSource | undefined,
  options: BindOptions,
): Promise<(count: number) => Pipeline> {
  const { field = "codecs", maxLength, rooms = ownRooms } = options;
  const loaded = await loadChain(specs, source, field);
  const own = rooms(0);
  const chainOf = await countedChain(loaded, type, maxLength, contextOf(source, options));
  return (count) => chainPipeline(chainOf(count), loaded.names, own);
}

function ownRooms(): Rooms {
  return roomsOf(scratchBuffer);
}

async function bindChain(
  ordered: LoadedChain,
  type: ChunkType,
  context: BindContext,
  maxLength: number | undefined,
): Promise<Chain> {
  const arrays: ArrayLink[] = [];
  let decoded = type;
  for (const loaded of ordered.arrays) {
    const { name, codec, configuration } = loaded;
    const input = decoded;
    const bound = await atLink(loaded, () => codec.bind(configuration, input, context));
    arrays.push({ name, bound, decoded });
    decoded = bound.output;
  }
  const { name, codec, configuration } = ordered.serializer;
  const serializer = {
    name,
    bound: await atLink(ordered.serializer, () => codec.bind(configuration, decoded, context)),
  };
  const bytes: BytesLink[] = [];
  const elementSize = decoded.dataType.itemSize ?? 1;
  const stored = { length: Number.POSITIVE_INFINITY };
  let limit = serializedLimit(decoded, serializer.bound, stored, maxLength);
  let length = serializer.bound.encodedLength;
  for (const loaded of ordered.bytes) {
    const input = bytesType(length, elementSize, limit);
    const bound = await atLink(loaded, () => loaded.codec.bind(loaded.configuration, input));
    bytes.push({ name: loaded.name, bound, decodedLength: length });
    limit = encodedLimit(limit);
    length = bound.encodedLength;
  }
  return { type, arrays, serializer, bytes, stored };
}

async function atLink<T>(loaded: Loaded<Codec>, bind: () => T | Promise<T>): Promise<T> {
  try {
    return await bind();
  } catch (error) {
    throw errorAt(loaded, error);
  }
}

/** The operations of a chain that the engine runs. */
function chainPipeline(chain: Chain, codecs: readonly string[], rooms: Rooms): Pipeline {
  return {
    type: chain.type,
    codecs,
    encodedLength: encodedLength(chain),
    readShape: readShape(chain),
    framed: chain.bytes.length === 0 ? chain.serializer.bound.framed : undefined,
    plain: chain.arrays.length === 0 && chain.bytes.length === 0 && chain.serializer.bound.plain === true,
    decode: (selection, target, memo) => decodeChain(chain, rooms, selection, target, memo),
    encode: (chunk, encodeOptions) => encodeChain(chain, rooms, chunk, encodeOptions),
    update: (old, selection, chunk, encodeOptions) => updateChain(chain, rooms, old, selection, chunk, encodeOptions),
  };
}
