/** Codec lists of Zarr v3 documents, including those inside shards, to chains in neutral spelling and back. */
import { fromPlain, jsonArray, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { codecKind, findCodec } from "../../model/codec-catalogue/catalogue.ts";
import { refusedCodec } from "../../model/codec-catalogue/refused.ts";
import { type CodecSpec, serializerName } from "../../model/codec-spec.ts";
import { type DataType, dataTypeNamed } from "../../model/data-types/data-type.ts";
import { NO_NOTES, type Notes } from "../notes.ts";
import { type CodecInput, neutralChain, type Reaching } from "../spelling/codec-chain.ts";
import { imagecodecsTwin } from "../spelling/imagecodecs.ts";
import { parseExtension, printExtension } from "./extension.ts";

/** The chain of an array's document. In 2023 the list could be left out. */
export function parseArrayCodecs(
  array: JsonView,
  dataType: DataType,
  rank: number,
  notes: Notes,
): readonly CodecSpec[] {
  const none = jsonView({ ...jsonArray([]), offset: array.node.offset }, array.source, array.field);
  return parseCodecs(array.get("codecs") ?? none, dataType, rank, notes);
}

/** The chain in a document's list, over elements of this type in chunks of this rank. */
function parseCodecs(view: JsonView, dataType: DataType, rank: number, notes: Notes): readonly CodecSpec[] {
  const inputs = view.items().flatMap((item): readonly CodecInput[] => {
    const { name, configuration, mustUnderstand, place } = parseExtension(item, notes);
    if (name === "endian") notes.add(place, 'the legacy name "endian" of the codec bytes');
    if (!mustUnderstand && findCodec(name) === undefined && refusedCodec(name) === undefined) {
      notes.add(place, `the codec ${JSON.stringify(name)} is not known, and need not be understood; it is skipped`);
      return [];
    }
    return [imagecodecsTwin(name, configuration) ?? { name, configuration }];
  });
  return chain(withSerializer(inputs, view, dataType, notes), dataType, rank, notes);
}

function chain(inputs: readonly CodecInput[], dataType: DataType, rank: number, notes: Notes): readonly CodecSpec[] {
  const inner = (configuration: JsonView, reaching: Reaching): JsonObject =>
    neutralShard(configuration, reaching, notes);
  const specs = neutralChain(inputs, dataType, rank, notes, inner);
  for (const { name, configuration } of specs) {
    if (name !== "bytes" || configuration.members.get("endian")?.type !== "array") continue;
    throw new HyperslabError("unsupported", "Zarr v3 has one byte order for all fields of a struct", {
      codec: name,
      hint: 'Choose the endian "little" or "big".',
    });
  }
  return specs;
}

/** Early writers omitted the codec that turns elements into bytes: it goes after those that work on arrays. */
function withSerializer(
  inputs: readonly CodecInput[],
  view: JsonView,
  dataType: DataType,
  notes: Notes,
): readonly CodecInput[] {
  const places = inputs.map(({ name }) => codecKind(name));
  // An unknown codec may be the one.
  if (places.includes("array-to-bytes") || places.includes(undefined)) return inputs;
  const at = places.findIndex((place) => place !== "array-to-array");
  const cut = at < 0 ? inputs.length : at;
  const name = serializerName(dataType);
  notes.add(view, `no codec turns the elements into bytes; ${name} is assumed`);
  const configuration = fromPlain(name === "bytes" ? { endian: "little" } : {});
  return [...inputs.slice(0, cut), { name, configuration: jsonView(configuration) }, ...inputs.slice(cut)];
}

const INDEX_CODECS = [{ name: "bytes", configuration: { endian: "little" } }, { name: "crc32c" }];

/** Spells out the defaults in a shard's configuration, and the codecs inside it. */
function neutralShard(view: JsonView, { dataType, rank }: Reaching, notes: Notes): JsonObject {
  const index = view.get("index_codecs");
  if (index === undefined) notes.add(view, "index_codecs is missing; bytes (little-endian) and crc32c are assumed");
  const indexCodecs = index ?? jsonView(fromPlain(INDEX_CODECS));
  const inner = view.required("codecs");
  const members: [string, JsonNode][] = [
    ["chunk_shape", view.required("chunk_shape").node],
    // After an unknown codec the data type is unknown too; the inner codecs keep their spelling.
    ["codecs", dataType === undefined ? inner.node : printSpecs(parseCodecs(inner, dataType, rank, notes))],
    ["index_codecs", printSpecs(parseCodecs(indexCodecs, dataTypeNamed("uint64")!, rank + 1, notes))],
    ["index_location", view.get("index_location")?.node ?? jsonString("end")],
  ];
  return jsonObject([...members, ...[...view.object().members].filter(([name]) => !SHARD_MEMBERS.has(name))]);
}

const SHARD_MEMBERS: ReadonlySet<string> = new Set(["chunk_shape", "codecs", "index_codecs", "index_location"]);

/** Spells a chain of a node for a document. */
export function printCodecs(codecs: readonly CodecSpec[], dataType: DataType, rank: number): JsonNode {
  const inputs = codecs.map(({ name, configuration }): CodecInput => {
    return { name, configuration: jsonView(configuration, undefined, "configuration") };
  });
  const list = jsonView(jsonArray([]), undefined, "codecs");
  return printSpecs(chain(withSerializer(inputs, list, dataType, NO_NOTES), dataType, rank, NO_NOTES));
}

function printSpecs(specs: readonly CodecSpec[]): JsonNode {
  return jsonArray(specs.map(printSpec));
}

/** zarr-python omits an empty configuration for these two codecs, and for no others. */
function printSpec({ name, configuration }: CodecSpec): JsonNode {
  const isBare = configuration.members.size === 0 && (name === "bytes" || name === "crc32c");
  return printExtension(name, isBare ? undefined : configuration);
}
