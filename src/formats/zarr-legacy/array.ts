/** The common part of Zarr 0 and Zarr 1 documents: one array per place, with plain directories above it and nothing below. */

import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { printJson } from "../../bytes/json/print.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { type DataType, describeDataType, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import type { Notes } from "../notes.ts";
import { NO_NOTES } from "../notes.ts";
import { type CodecInput, neutralChain } from "../spelling/codec-chain.ts";
import { checkArray } from "../spelling/members.ts";
import { type EndianOf, type NumpyType, parseNumpyType, printNumpyType } from "../spelling/numpy-type.ts";
import { parseEndian, printEndian } from "../zarr-v2/codecs.ts";

/** The node, which must be a consistent array. */
export function loneArray(node: Node, title: string): ArrayNode {
  if (node.kind === "array") {
    checkArray(node);
    return node;
  }
  throw new HyperslabError("unsupported", `${title} has no groups`, {
    hint: "Each array needs its own place. Write one array, or a format with groups, such as Zarr v2 or v3.",
  });
}

/** Refuses a directory name that would be a document or is not portable. */
export function checkLoneName(name: string, reserved: readonly string[]): void {
  if (!reserved.includes(name) && !name.includes("\0") && !name.includes("\\")) return;
  throw new HyperslabError("invalid-request", `the node name ${JSON.stringify(name)} is reserved or holds \\ or NUL`, {
    hint: "Names of letters, digits, hyphen, underscore and dot are safe everywhere.",
  });
}

/**
 * Attributes in the order of the releases, which write all names sorted whenever one is set. Any other order in the old
 * document is kept.
 */
export function sortedAsBefore(document: JsonObject, old: JsonObject | undefined): JsonObject {
  if (old !== undefined && textOf(old, true) !== textOf(old, false)) return document;
  return jsonView(parseJson(textOf(document, true)).root).object();
}

function textOf(document: JsonObject, sorted: boolean): string {
  return printJson(document, "compact", { nonFinite: "token", sorted });
}

/**
 * Data types of Zarr 0 and 1: NumPy's strings, and lists `[["a", "<i4"], ["b", [["c", "|b1"]]]]` for structs. Their
 * releases write fields that are arrays (`["m", "<f4", [2, 3]]`) but cannot open them again; they are read here.
 */
export function parseDataType(view: JsonView, notes: Notes): NumpyType {
  const type = parseNumpyType(view, notes);
  if (holdsArrays(type.dataType)) notes.add(view, "fields that are arrays, which the releases write but cannot open");
  return type;
}

function holdsArrays(dataType: DataType): boolean {
  if (dataType.kind !== "struct") return false;
  return dataType.fields.some((field) => field.shape !== undefined || holdsArrays(field.dataType));
}

/** Spells a type. Types that the releases could not read back are `unsupported`, unless the array is theirs: `isTheirs`. */
export function printDataType(dataType: FixedDataType, endian: EndianOf, title: string, isTheirs: boolean): JsonNode {
  if (!isTheirs) refuseUnknown(dataType, title);
  return printNumpyType(dataType, endian);
}

/** The type if all elements have one size; objects have no place in Zarr 0 and 1. */
export function fixedType(dataType: DataType, title: string): FixedDataType {
  return isFixedSize(dataType) ? dataType : refuse(dataType, title);
}

const NUMBERS = /^(?:u?int(?:8|16|32|64)|float(?:16|32|64)|complex(?:64|128))$/;

function refuseUnknown(dataType: DataType, title: string): void {
  switch (dataType.kind) {
    case "integer":
    case "float":
    case "complex":
      if (!NUMBERS.test(dataType.name)) refuse(dataType, title);
      return;
    case "struct":
      for (const field of dataType.fields) {
        if (field.shape !== undefined) {
          throw new HyperslabError("unsupported", `${title} cannot read the field "${field.name}", which is an array`, {
            hint: "Write Zarr v2, or make each item a separate field.",
          });
        }
        refuseUnknown(field.dataType, title);
      }
  }
}

function refuse(dataType: DataType, title: string): never {
  throw new HyperslabError("unsupported", `${title} has no data type for ${describeDataType(dataType)} elements`, {
    hint: "It knows NumPy's types of fixed size. Write Zarr v2 or v3.",
  });
}

/**
 * The codec chain of an array of Zarr 0 and 1, which is always one compressor or none over the elements in C or F
 * order, and its parts. Byte order belongs to the data type.
 */
export interface LegacyEncoding {
  readonly endian: EndianOf;
  readonly order: "C" | "F";
  readonly compressor: CodecInput | undefined;
}

export function joinChain(encoding: LegacyEncoding, dataType: FixedDataType, rank: number): readonly CodecSpec[] {
  const { endian, order, compressor } = encoding;
  const reversed = Array.from({ length: rank }, (_, axis) => rank - 1 - axis);
  const serializer = jsonObject(endian === undefined ? [] : [["endian", printEndian(endian)]]);
  const inputs: readonly CodecInput[] = [
    ...(order === "F" && rank > 1 ? [plainCodec("transpose", { order: reversed })] : []),
    { name: "bytes", configuration: jsonView(serializer) },
    ...(compressor === undefined ? [] : [compressor]),
  ];
  return neutralChain(inputs, dataType, rank, NO_NOTES);
}

function plainCodec(name: string, configuration: Readonly<Record<string, unknown>>): CodecInput {
  return { name, configuration: jsonView(fromPlain(configuration)) };
}

/** Takes a chain apart. Filters, shards and other orders of axes are `unsupported`. */
export function splitChain(
  codecs: readonly CodecSpec[],
  dataType: FixedDataType,
  rank: number,
  title: string,
): LegacyEncoding {
  const inputs = codecs.map(({ name, configuration }): CodecInput => {
    return { name, configuration: jsonView(configuration, undefined, "configuration") };
  });
  const [first, ...rest] = neutralChain(inputs, dataType, rank, NO_NOTES);
  const order = first?.name === "transpose" ? memoryOrder(first, rank, title) : "C";
  const [serializer, compressor, ...others] = first?.name === "transpose" ? rest : first ? [first, ...rest] : [];
  if (serializer?.name !== "bytes") refuseCodec(serializer?.name ?? "none", title);
  if (others[0] !== undefined) refuseCodec(others[0].name, title);
  return {
    endian: parseEndian(jsonView(serializer!.configuration).get("endian")),
    order,
    compressor: compressor && { name: compressor.name, configuration: jsonView(compressor.configuration) },
  };
}

function memoryOrder({ configuration }: CodecSpec, rank: number, title: string): "C" | "F" {
  const order = jsonView(configuration)
    .required("order")
    .items()
    .map((axis) => axis.integer(0, rank - 1));
  if (order.length === rank && order.every((axis, index) => axis === index)) return "C";
  if (order.length === rank && order.every((axis, index) => axis === rank - 1 - index)) return "F";
  throw new HyperslabError("unsupported", `${title} has no order of axes [${order.join(", ")}]`, {
    codec: "transpose",
    hint: "Write Zarr v3, which has.",
  });
}

/** Refuses a chain with something that the format cannot express. */
export function refuseCodec(
  name: string,
  title: string,
  hint = "Write Zarr v2 or v3, or choose another codec.",
): never {
  throw new HyperslabError("unsupported", `${title} has no place for the codec ${JSON.stringify(name)}`, {
    codec: name,
    hint,
  });
}
