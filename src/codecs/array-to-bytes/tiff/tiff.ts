/**
 * `tiff`: samples of a strip or tile of a TIFF file. It belongs to that format and only decodes. `kind` and `bits` of
 * the stored samples, their `endian`, the `predictor` (1 none, 2 horizontal, 3 floating point), and the number of
 * adjacent `samples` per pixel: with more than one they are the last axis of the chunk.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import type { Endian } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import type { FixedDataType } from "../../../model/data-types/data-type.ts";
import { reverseGroups } from "../../../model/values/numeric-array.ts";
import type { ArrayToBytesCodec, BoundArrayToBytes, ChunkType } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { denseChunk, fixedInput } from "../../pipeline/chunk-elements.ts";
import { addFloatingPoint, addHorizontal, unknownPredictor } from "./predictor.ts";
import { type SampleKind, unpackRows, widenFloat24 } from "./samples.ts";

export interface TiffConfiguration {
  readonly kind: SampleKind;
  readonly bits: number;
  readonly endian: Endian;
  readonly predictor: number;
  readonly samples: number;
}

const KINDS: readonly SampleKind[] = ["uint", "int", "float", "complex"];

export const tiff: ArrayToBytesCodec<TiffConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["kind", "bits", "endian", "predictor", "samples"]);
    return {
      kind: choice(configuration.required("kind"), KINDS),
      bits: configuration.required("bits").integer(1, 128),
      endian: choice(configuration.required("endian"), ["little", "big"] as const),
      predictor: configuration.required("predictor").integer(1, 65535),
      samples: configuration.required("samples").integer(1, 131070),
    };
  },
  bind: (configuration, input) => bindTiff(configuration, input),
};

function choice<T extends string>(view: JsonView, among: readonly T[]): T {
  const text = view.string();
  return among.find((one) => one === text) ?? view.fail(`expected one of ${among.join(", ")}`);
}

function bindTiff(configuration: TiffConfiguration, input: ChunkType): BoundArrayToBytes {
  const dataType = fixedInput(input);
  const { shape } = input;
  const { bits, samples } = configuration;
  const count = shape.reduce((product, length) => product * length, 1);
  const columns = (samples > 1 ? shape.slice(-2) : shape.slice(-1)).reduce((product, length) => product * length, 1);
  const rows = columns === 0 ? 0 : count / columns;
  const length = rows * Math.ceil((columns * bits) / 8);
  const decode = decoderOf(configuration, dataType, rows, columns);
  return {
    encodedLength: length,
    encode: () => {
      throw new HyperslabError("unsupported", "samples of TIFF files are read, not written");
    },
    decode: (stored) => {
      if (stored.byteLength !== length) {
        throw new HyperslabError(
          "invalid-data",
          `${stored.byteLength} bytes are stored, the strip or tile has ${length}`,
        );
      }
      return denseChunk(dataType, shape, decode(stored));
    },
  };
}

function decoderOf(
  { kind, bits, endian, predictor, samples }: TiffConfiguration,
  { itemSize }: FixedDataType,
  rows: number,
  columns: number,
): (stored: Uint8Array) => Uint8Array {
  const isFloat24 = kind === "float" && bits === 24;
  const isWhole = bits === 8 * itemSize && bits <= 64;
  if (predictor === 3 && kind === "float" && (isWhole || isFloat24)) {
    return (stored) => {
      const planes = addFloatingPoint(stored, bits / 8, columns, samples);
      if (isFloat24) return widened(planes, rows * columns, "big");
      reverseGroups(planes, itemSize);
      return planes;
    };
  }
  if (predictor === 2 && isWhole && kind !== "complex") {
    return (stored) => {
      const elements = stored.slice();
      if (endian === "big") reverseGroups(elements, itemSize);
      addHorizontal(elements, itemSize, columns, samples);
      return elements;
    };
  }
  if (predictor !== 1) throw unknownPredictor(predictor, kind, bits);
  if (isFloat24) return (stored) => widened(stored, rows * columns, endian);
  if (kind === "float" || kind === "complex" || bits > 64) {
    throw new HyperslabError("unsupported", `samples of ${bits} bits (${kind})`);
  }
  return (stored) => {
    const elements = allocate(rows * columns * itemSize);
    unpackRows(stored, elements, { rows, columns, bits, itemSize, signed: kind === "int" });
    return elements;
  };
}

function widened(stored: Uint8Array, count: number, endian: Endian): Uint8Array {
  const elements = allocate(4 * count);
  widenFloat24(stored, elements, endian);
  return elements;
}
