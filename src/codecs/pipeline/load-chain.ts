/** The codecs of a list, loaded, their configurations parsed, and in the order of a chain. */
import { type JsonSource, jsonView } from "../../bytes/json/view.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { ArrayToArrayCodec, ArrayToBytesCodec, BytesToBytesCodec, Codec, CodecKind } from "../codec.ts";
import { codecEntry } from "../registry.ts";

/** A codec of the list, parsed and loaded, with its position. */
export interface Loaded<C> {
  readonly name: string;
  readonly codec: C;
  readonly configuration: unknown;
  readonly field: string;
}

export interface LoadedChain extends Ordered {
  /** Names, in encoding order. */
  readonly names: readonly string[];
}

/** Loads and checks all codecs of a list. `source` is its document, `field` its path there. */
export async function loadChain(
  specs: readonly CodecSpec[],
  source: JsonSource | undefined,
  field: string,
): Promise<LoadedChain> {
  const place = { ...(source === undefined ? {} : { key: source.key }), field };
  const loaded = await Promise.all(specs.map((spec, index) => loadCodec(spec, source, `${field}[${index}]`)));
  return { ...checkOrder(loaded, place), names: loaded.map(({ name }) => name) };
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

/** Adds the codec of the list to an error. */
export function errorAt({ name, field }: Loaded<Codec>, error: unknown): unknown {
  return atPlace(error, { codec: name, field });
}
