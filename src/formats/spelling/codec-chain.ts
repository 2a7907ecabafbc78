/**
 * Codec chains in their single neutral spelling, whatever document they come from: names without aliases,
 * configurations complete. Anything a configuration leaves to the type (Blosc's typesize) is filled in from the input
 * of the codec.
 */

import { fromPlain, jsonArray, jsonInteger, jsonObject, jsonString, withoutMember } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { isHyperslabError } from "../../errors.ts";
import { codecKind, codecName, findCodec } from "../../model/codec-catalogue/catalogue.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { type DataType, dataTypeNamed, hasOrder } from "../../model/data-types/data-type.ts";
import { NO_NOTES, type Notes } from "../notes.ts";
import { parseNumpyType } from "./numpy-type.ts";

/** A codec as a document spells it. */
export interface CodecInput {
  readonly name: string;
  readonly configuration: JsonView;
}

/** The input of a codec of the chain. */
export interface Reaching {
  /** Undefined after an unknown codec. */
  readonly dataType: DataType | undefined;
  readonly rank: number;
  /** Bytes per element, as compressors see it: 1 once the elements are no longer separate. */
  readonly itemSize: number;
}

/** Spells the configuration of a codec that itself contains codecs (a shard). */
export type InnerChains = (configuration: JsonView, reaching: Reaching) => JsonObject;

/** The chain of these codecs over elements of this type in chunks of this rank. */
export function neutralChain(
  inputs: readonly CodecInput[],
  dataType: DataType,
  rank: number,
  notes: Notes,
  inner: InnerChains = (configuration) => configuration.object(),
): readonly CodecSpec[] {
  let reaching: Reaching = { dataType, rank, itemSize: dataType.itemSize ?? 1 };
  return inputs.map(({ name, configuration }) => {
    const spec = neutralCodec(codecName(name), configuration, reaching, notes, inner);
    reaching = after(spec, reaching);
    return spec;
  });
}

function neutralCodec(name: string, view: JsonView, reaching: Reaching, notes: Notes, inner: InnerChains): CodecSpec {
  noteUnknownMembers(name, view, notes);
  switch (name) {
    case "bytes":
      return { name, configuration: neutralBytes(view, reaching, notes) };
    case "transpose":
      return { name, configuration: neutralTranspose(view, reaching) };
    case "blosc":
      return { name, configuration: neutralBlosc(view, reaching) };
    case "gzip":
      return { name, configuration: neutralGzip(view) };
    case "zstd":
      return { name, configuration: neutralZstd(view) };
    case "crc32c":
      return neutralChecksum(view);
    case "sharding_indexed":
      return { name, configuration: inner(view, reaching) };
    default:
      return { name, configuration: withoutMember(view.object(), "id") };
  }
}

/** The members of codecs whose configurations are respelled; a member that is not listed here would be lost. */
const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["blosc", ["typesize", "cname", "clevel", "shuffle", "blocksize"]],
  ["gzip", ["level"]],
  ["zstd", ["level", "checksum"]],
  ["crc32c", ["location"]],
]);

function noteUnknownMembers(codec: string, view: JsonView, notes: Notes): void {
  const known = MEMBERS.get(codec);
  if (known === undefined) return;
  for (const [name, member] of view.entries()) {
    if (name !== "id" && !known.includes(name)) notes.add(member, `${codec} has no such member; it is ignored`);
  }
}

/** No byte order if elements have none; little-endian if a document does not say. */
function neutralBytes(view: JsonView, { dataType }: Reaching, notes: Notes): JsonObject {
  if (dataType === undefined) return view.object();
  const rest = withoutMember(view.object(), "endian");
  if (!hasOrder(dataType)) return rest;
  const endian = view.get("endian");
  if (endian !== undefined && !endian.isNull()) return jsonObject([["endian", endian.node], ...rest.members]);
  // zarr-python always omits it for structs, meaning little-endian.
  if (dataType.kind !== "struct") notes.add(view, "endian is missing; little is assumed");
  return jsonObject([["endian", jsonString("little")], ...rest.members]);
}

/** `"C"` and `"F"` were orders in the provisional Zarr v3 of 2023. */
function neutralTranspose(view: JsonView, { rank }: Reaching): JsonObject {
  const order = view.required("order");
  if (order.node.type !== "string") return view.object();
  const axes = Array.from({ length: rank }, (_, axis) => (order.oneOf(["C", "F"]) === "C" ? axis : rank - 1 - axis));
  return jsonObject([["order", jsonArray(axes.map(jsonInteger))]]);
}

const SHUFFLES: readonly string[] = ["noshuffle", "shuffle", "bitshuffle"];

/** The most that the header of a Blosc buffer can hold: larger elements count as bytes. */
const MAX_TYPESIZE = 255;

function neutralBlosc(view: JsonView, { itemSize }: Reaching): JsonObject {
  const typesize = view.get("typesize")?.node ?? jsonInteger(itemSize > MAX_TYPESIZE ? 1 : itemSize);
  return jsonObject([
    ["typesize", typesize.type === "null" ? jsonInteger(itemSize) : typesize],
    ["cname", memberOrDefault(view, "blosc", "cname")],
    ["clevel", memberOrDefault(view, "blosc", "clevel")],
    ["shuffle", neutralShuffle(view.get("shuffle"), itemSize)],
    ["blocksize", memberOrDefault(view, "blosc", "blocksize")],
  ]);
}

/** numcodecs numbers the kinds of shuffling; -1 leaves the choice to the size of the elements. */
function neutralShuffle(view: JsonView | undefined, itemSize: number): JsonNode {
  if (view !== undefined && view.node.type !== "number") return view.node;
  const kind = view === undefined ? -1 : view.integer(-1, 2);
  return jsonString(SHUFFLES[kind === -1 ? (itemSize === 1 ? 2 : 1) : kind]!);
}

/** The number of a kind of shuffling in numcodecs. */
export function shuffleNumber(view: JsonView): number {
  return SHUFFLES.indexOf(view.oneOf(SHUFFLES));
}

/** Level -1 is zlib's own default, 6. */
function neutralGzip(view: JsonView): JsonObject {
  const level = memberOrDefault(view, "gzip", "level");
  const isDefault = level.type === "number" && level.text === "-1";
  return jsonObject([["level", isDefault ? jsonInteger(6) : level]]);
}

function neutralZstd(view: JsonView): JsonObject {
  return jsonObject([
    ["level", memberOrDefault(view, "zstd", "level")],
    ["checksum", memberOrDefault(view, "zstd", "checksum")],
  ]);
}

function memberOrDefault(view: JsonView, codec: string, member: string): JsonNode {
  const node = view.get(member)?.node;
  return node === undefined || node.type === "null" ? fromPlain(findCodec(codec)?.defaults?.[member]) : node;
}

/** numcodecs can put the checksum before the data, which Zarr v3's codec of that name cannot. */
function neutralChecksum(view: JsonView): CodecSpec {
  const location = view.get("location");
  const isAtEnd = location === undefined || location.isNull() || location.oneOf(["start", "end"]) === "end";
  if (isAtEnd) return { name: "crc32c", configuration: jsonObject([]) };
  return { name: "numcodecs.crc32c", configuration: jsonObject([["location", location.node]]) };
}

/** The input of the next codec. */
function after(spec: CodecSpec, reaching: Reaching): Reaching {
  switch (codecKind(spec.name)) {
    case "array-to-array": {
      const dataType = typeAfter(spec, reaching.dataType);
      return { ...reaching, dataType, itemSize: dataType?.itemSize ?? 1 };
    }
    case "array-to-bytes":
      return { ...reaching, itemSize: spec.name === "bytes" ? reaching.itemSize : 1 };
    case "bytes-to-bytes":
      return { ...reaching, itemSize: 1 };
    default:
      return { ...reaching, dataType: undefined, itemSize: 1 };
  }
}

/** The member of a filter's configuration that names the type of its output. */
export function encodedTypeOf({ name, configuration }: CodecSpec): JsonView | undefined {
  for (const member of findCodec(name)?.encodedType?.members ?? []) {
    const node = configuration.members.get(member);
    if (node !== undefined && node.type !== "null") return jsonView(node, undefined, member);
  }
  return undefined;
}

function typeAfter(spec: CodecSpec, dataType: DataType | undefined): DataType | undefined {
  const encoded = encodedTypeOf(spec);
  if (encoded !== undefined) return typeNamed(encoded);
  const otherwise = findCodec(spec.name)?.encodedType?.otherwise;
  return otherwise === undefined ? dataType : dataTypeNamed(otherwise);
}

/** A type as NumPy or Zarr v3 names it. */
function typeNamed(view: JsonView): DataType | undefined {
  try {
    const { node } = view;
    return (node.type === "string" && dataTypeNamed(node.value)) || parseNumpyType(view, NO_NOTES).dataType;
  } catch (error) {
    // The codec itself reports problems of its configuration when it is used.
    if (isHyperslabError(error)) return undefined;
    throw error;
  }
}
