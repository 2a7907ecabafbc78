/** Zarr 0 has one codec: Blosc over the elements in C order, described by `cname`, `clevel` and `shuffle`. */
import { jsonInteger, jsonObject } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { FixedDataType } from "../../model/data-types/data-type.ts";
import type { DefaultCodec } from "../format.ts";
import { shuffleNumber } from "../spelling/codec-chain.ts";
import type { EndianOf } from "../spelling/numpy-type.ts";
import { joinChain, refuseCodec, splitChain } from "../zarr-legacy/codec-chain.ts";

const TITLE = "Zarr 0.4";

export function parseCodecs(
  view: JsonView,
  dataType: FixedDataType,
  endian: EndianOf,
  rank: number,
): readonly CodecSpec[] {
  const shuffle = view.required("shuffle");
  shuffle.integer(0, 2);
  const members: readonly (readonly [string, JsonNode])[] = [
    ["cname", view.required("cname").node],
    ["clevel", view.required("clevel").node],
    ["shuffle", shuffle.node],
  ];
  const configuration = jsonView(jsonObject(members), view.source, view.field);
  return joinChain({ endian, order: "C", compressor: { name: "blosc", configuration } }, dataType, rank);
}

/** What a document of Zarr 0 says in place of a codec chain. */
export interface PrintedEncoding {
  readonly endian: EndianOf;
  readonly cname: JsonNode;
  readonly clevel: JsonNode;
  readonly shuffle: JsonNode;
}

/** Spells a chain; any but Blosc with the compressors of its time is `unsupported`. */
export function printCodecs(codecs: readonly CodecSpec[], dataType: FixedDataType, rank: number): PrintedEncoding {
  const { endian, order, compressor } = splitChain(codecs, dataType, rank, TITLE);
  if (compressor?.name !== "blosc") {
    refuseCodec(compressor?.name ?? "bytes", TITLE, "Every chunk is compressed with the codec blosc.");
  }
  if (order === "F" && rank > 1) {
    throw new HyperslabError("unsupported", "Zarr 0.4 has no order of axes but rows first (C)", {
      codec: "transpose",
      hint: "Store rows first, or write Zarr v1, which has F order.",
    });
  }
  const { configuration } = compressor!;
  const cname = configuration.required("cname");
  if (cname.string() === "zstd") {
    refuseCodec("blosc", TITLE, "Its Blosc has no zstd. Choose blosclz, lz4, lz4hc, snappy or zlib.");
  }
  return {
    endian,
    cname: cname.node,
    clevel: configuration.required("clevel").node,
    shuffle: jsonInteger(shuffleNumber(configuration.required("shuffle"))),
  };
}

/** What release 0.4.0 takes where nothing is said. */
export function defaultCodecs(): readonly DefaultCodec[] {
  return [{ name: "blosc", configuration: { cname: "blosclz", clevel: 5, shuffle: "shuffle" } }];
}
