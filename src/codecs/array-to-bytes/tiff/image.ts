/**
 * Strips and tiles that are images of their own: `tiff.jpeg2000`, `tiff.lerc`. Read only. `samples`: how many of a pixel lie side by
 * side; with more than one they are the last axis of the chunk.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import {
  bytesFromNumbers,
  isBigintArray,
  isNumericType,
  makeNumbers,
  type NumberArray,
  numericNameFor,
} from "../../../model/values/numeric-array.ts";
import { decodeJpeg2000 } from "../../bytes-to-bytes/jpeg2000/jpeg2000.ts";
import type { ArrayToBytesCodec } from "../../codec.ts";
import { denseChunk, fixedInput } from "../../pipeline/chunk-elements.ts";
import { decodeLerc } from "./lerc/lerc.ts";

/** What a strip or tile must be. */
export interface Wanted {
  readonly rows: number;
  readonly columns: number;
  readonly samples: number;
  /** Filled with its samples, row by row. */
  readonly numbers: NumberArray;
}

interface ImageConfiguration {
  readonly samples: number;
}

function imageCodec(
  title: string,
  fill: (bytes: Uint8Array, wanted: Wanted) => void,
): ArrayToBytesCodec<ImageConfiguration> {
  return {
    kind: "array-to-bytes",
    parse: (configuration: JsonView) => {
      configuration.only(["samples"]);
      return { samples: configuration.required("samples").integer(1, 65535) };
    },
    bind: ({ samples }, input) => {
      const dataType = fixedInput(input);
      const { shape } = input;
      const count = shape.reduce((product, length) => product * length, 1);
      const columns = shape[shape.length - (samples > 1 ? 2 : 1)] ?? 1;
      return {
        encodedLength: undefined,
        encode: () => {
          throw new HyperslabError("unsupported", `${title} in TIFF files is read, not written`);
        },
        decode: (bytes) => {
          const numbers = isNumericType(dataType) ? makeNumbers(numericNameFor(dataType), count) : undefined;
          if (numbers === undefined || isBigintArray(numbers)) {
            throw new HyperslabError("unsupported", `${title} of samples of type ${dataType.name}`);
          }
          fill(bytes, { rows: count / (columns * samples), columns, samples, numbers });
          return denseChunk(dataType, shape, bytesFromNumbers(numbers));
        },
      };
    },
  };
}

export const tiffJpeg2000: ArrayToBytesCodec<ImageConfiguration> = imageCodec("JPEG 2000", (bytes, wanted) => {
  const { rows, columns, samples, numbers } = wanted;
  const image = decodeJpeg2000(bytes, rows * columns);
  const [wide, high] = [image.width, image.height];
  if (wide !== columns || high !== rows || image.components.length !== samples) {
    throw new HyperslabError(
      "invalid-data",
      `a JPEG 2000 image of ${wide} x ${high} pixels and ${image.components.length} components, expected ${columns} x ${rows} and ${samples}`,
    );
  }
  const [least, most] = rangeOf(numbers);
  for (const { bits, isSigned } of image.components) {
    if ((isSigned ? -(2 ** (bits - 1)) : 0) < least || (isSigned ? 2 ** (bits - 1) : 2 ** bits) - 1 > most) {
      throw new HyperslabError(
        "invalid-data",
        `JPEG 2000 components of ${bits} bits do not fit the samples of the file`,
      );
    }
  }
  numbers.set(image.samples);
});

export const tiffLerc: ArrayToBytesCodec<ImageConfiguration> = imageCodec("LERC", decodeLerc);

/** Integers that an array holds. */
function rangeOf(numbers: NumberArray): readonly [number, number] {
  const bits = numbers.BYTES_PER_ELEMENT * 8;
  if (numbers instanceof Int8Array || numbers instanceof Int16Array || numbers instanceof Int32Array) {
    return [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
  }
  return [0, 2 ** bits - 1];
}
