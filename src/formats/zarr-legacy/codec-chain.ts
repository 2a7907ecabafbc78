/**
 * The codec chain of an array of Zarr 0 and 1, which is always one compressor or none over the elements in C or F order,
 * and the same taken apart. Byte order is the data type's affair.
 */
import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { FixedDataType } from "../../model/data-types/data-type.ts";
import { NO_NOTES } from "../notes.ts";
import { type CodecInput, neutralChain } from "../spelling/codec-chain.ts";
import type { EndianOf } from "../spelling/numpy-type.ts";
import { parseEndian, printEndian } from "../zarr-v2/codecs.ts";

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

/** The chain has something that the format cannot say. */
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
