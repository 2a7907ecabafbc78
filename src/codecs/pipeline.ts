/** Binds a list of codecs to a chunk type: loads them, checks their order, threads types and lengths through. */
import { type JsonSource, jsonView } from "../bytes/json-view.ts";
import { atPlace, HyperslabError } from "../errors.ts";
import type { CodecSpec } from "../model/codec-spec.ts";
import { type Rooms, scratchBuffer } from "./allocate.ts";
import { type ArrayLink, type BytesLink, type Chain, encodedLength, readShape } from "./chain.ts";
import type {
  ArrayToArrayCodec,
  ArrayToBytesCodec,
  BindContext,
  BytesToBytesCodec,
  BytesType,
  ChunkType,
  Codec,
  CodecKind,
  Pipeline,
} from "./codec.ts";
import { decodeChain } from "./decode-chain.ts";
import { encodeChain, updateChain } from "./encode-chain.ts";
import { codecEntry } from "./registry.ts";

/** What a decoder may give at most where the length is not known beforehand (variable-length types). */
const DEFAULT_MAX_LENGTH = 2 ** 30;

export interface BindOptions {
  /** Path of the codec list in its document, for messages; `codecs` unless told. */
  readonly field?: string | undefined;
  /** Most bytes that data of unknown length may decode to. 1 GiB unless told. */
  readonly maxLength?: number | undefined;
  /** Memory to work in, for the chain itself (0) and for chains inside of it (1 and so on); its own unless told. */
  readonly rooms?: ((depth: number) => Rooms) | undefined;
}

/** A codec of the list, parsed and loaded, with where it stands. */
interface Loaded<C> {
  readonly name: string;
  readonly codec: C;
  readonly configuration: unknown;
  readonly field: string;
}

/** Binds a codec chain to one type of chunk. `source` is the document the specs are from, for positions in errors. */
export async function bindPipeline(
  specs: readonly CodecSpec[],
  type: ChunkType,
  source?: JsonSource,
  options: BindOptions = {},
): Promise<Pipeline> {
  const { field = "codecs", maxLength = DEFAULT_MAX_LENGTH, rooms = ownRooms } = options;
  const place = { ...(source === undefined ? {} : { key: source.key }), field };
  const loaded = await Promise.all(specs.map((spec, index) => loadCodec(spec, source, `${field}[${index}]`)));
  const ordered = checkOrder(loaded, place);
  const context: BindContext = {
    bindPipeline: (inner, innerType, innerField) =>
      bindPipeline(inner, innerType, source, {
        field: innerField ?? field,
        maxLength,
        rooms: (depth) => rooms(depth + 1),
      }),
  };
  const chain = await bindChain(ordered, type, context, maxLength);
  const own = rooms(0);
  return {
    type,
    codecs: loaded.map(({ name }) => name),
    encodedLength: encodedLength(chain),
    readShape: readShape(chain),
    plain: chain.arrays.length === 0 && chain.bytes.length === 0 && chain.serializer.bound.plain === true,
    decode: (selection, target, memo) => decodeChain(chain, own.decoded, selection, target, memo),
    encode: (chunk, encodeOptions) => encodeChain(chain, own, chunk, encodeOptions),
    update: (old, selection, chunk, encodeOptions) => updateChain(chain, own, old, selection, chunk, encodeOptions),
  };
}

function ownRooms(): Rooms {
  return { decoded: scratchBuffer(), encoded: scratchBuffer() };
}

async function loadCodec(spec: CodecSpec, source: JsonSource | undefined, field: string): Promise<Loaded<Codec>> {
  const view = jsonView(spec.configuration, source, `${field}.configuration`);
  try {
    const entry = codecEntry(spec.name);
    const codec = await entry.load();
    return { name: entry.name, codec, configuration: codec.parse(view), field };
  } catch (error) {
    throw atPlace(error, { ...(source === undefined ? {} : { key: source.key }), field, codec: spec.name });
  }
}

interface Ordered {
  readonly arrays: readonly Loaded<ArrayToArrayCodec>[];
  readonly serializer: Loaded<ArrayToBytesCodec>;
  readonly bytes: readonly Loaded<BytesToBytesCodec>[];
}

const KIND_WORDS: Record<CodecKind, string> = {
  "array-to-array": "an array->array",
  "array-to-bytes": "the array->bytes",
  "bytes-to-bytes": "a bytes->bytes",
};

function checkOrder(loaded: readonly Loaded<Codec>[], place: { readonly field: string }): Ordered {
  const arrays: Loaded<ArrayToArrayCodec>[] = [];
  const bytes: Loaded<BytesToBytesCodec>[] = [];
  let serializer: Loaded<ArrayToBytesCodec> | undefined;
  for (const { name, codec, configuration, field } of loaded) {
    const misplaced = (why: string): never => {
      const what = `${KIND_WORDS[codec.kind]} codec, ${name}, ${why}`;
      throw new HyperslabError("invalid-data", what, { ...place, field, codec: name });
    };
    if (codec.kind === "array-to-array") {
      if (serializer !== undefined) misplaced(`comes after the array->bytes codec ${serializer.name}`);
      arrays.push({ name, codec, configuration, field });
    } else if (codec.kind === "array-to-bytes") {
      if (serializer !== undefined) misplaced(`is one too many: ${serializer.name} comes before it`);
      serializer = { name, codec, configuration, field };
    } else {
      if (serializer === undefined) misplaced("comes before any array->bytes codec");
      bytes.push({ name, codec, configuration, field });
    }
  }
  if (serializer === undefined) {
    const found = loaded.length === 0 ? "no codecs" : `only ${loaded.map(({ name }) => name).join(", ")}`;
    throw new HyperslabError("invalid-data", `no array->bytes codec: there are ${found}`, {
      ...place,
      hint: "Exactly one is needed, such as bytes or sharding_indexed.",
    });
  }
  return { arrays, serializer, bytes };
}

async function bindChain(ordered: Ordered, type: ChunkType, context: BindContext, maxLength: number): Promise<Chain> {
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
  let length = serializer.bound.encodedLength;
  for (const loaded of ordered.bytes) {
    const input: BytesType = { length, elementSize, maxLength };
    const bound = await atLink(loaded, () => loaded.codec.bind(loaded.configuration, input));
    bytes.push({ name: loaded.name, bound, decodedLength: length });
    length = bound.encodedLength;
  }
  return { type, arrays, serializer, bytes };
}

async function atLink<T>({ name, field }: Loaded<Codec>, bind: () => T | Promise<T>): Promise<T> {
  try {
    return await bind();
  } catch (error) {
    throw atPlace(error, { codec: name, field });
  }
}
