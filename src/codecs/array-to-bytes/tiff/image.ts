/**
 * Strips and tiles that are separate images: `tiff.jpeg`, `tiff.jpeg2000`, `tiff.lerc`. Decoding only. `samples`: the
 * number of adjacent samples per pixel; with more than one they are the last axis of the chunk. For JPEG, `tables`:
 * tables that all images share, in Base64; `ycbcr`: true if colours are luminance and differences, which are converted
 * to red, green and blue. For LERC, `endian`: "big" if the file is.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import { decodeBase64 } from "../../../bytes/text/base64.ts";
import { HyperslabError } from "../../../errors.ts";
import {
  bytesFromNumbers,
  isBigintArray,
  isNumericType,
  makeNumbers,
  type NumberArray,
  numericNameFor,
} from "../../../model/values/numeric-array.ts";
import { decodeJpeg, rgbFromYcbcr } from "../../bytes-to-bytes/jpeg/jpeg.ts";
import { decodeJpeg2000 } from "../../bytes-to-bytes/jpeg2000/jpeg2000.ts";
import type { ArrayToBytesCodec } from "../../codec.ts";
import { givenMember } from "../../configuration.ts";
import { denseChunk, fixedInput } from "../../pipeline/chunk-elements.ts";
import { decodeLerc } from "./lerc/lerc.ts";

/** The required properties of a strip or tile. */
export interface Wanted {
  readonly rows: number;
  readonly columns: number;
  readonly samples: number;
  /** Filled with its samples, row by row. */
  readonly numbers: NumberArray;
}

interface ImageConfiguration {
  readonly samples: number;
  readonly tables: Uint8Array | undefined;
  readonly ycbcr: boolean;
  readonly isBigEndian: boolean;
}

function imageCodec(
  title: string,
  fill: (bytes: Uint8Array, wanted: Wanted, configuration: ImageConfiguration) => void,
): ArrayToBytesCodec<ImageConfiguration> {
  return {
    kind: "array-to-bytes",
    parse: (configuration: JsonView) => {
      configuration.only(["samples", "tables", "ycbcr", "endian"]);
      const tables = givenMember(configuration, "tables")?.string();
      return {
        samples: configuration.required("samples").integer(1, 65535),
        tables: tables === undefined ? undefined : decodeBase64(tables),
        ycbcr: givenMember(configuration, "ycbcr")?.boolean() === true,
        isBigEndian: givenMember(configuration, "endian")?.string() === "big",
      };
    },
    bind: (configuration, input) => {
      const { samples } = configuration;
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
          fill(bytes, { rows: count / (columns * samples), columns, samples, numbers }, configuration);
          return denseChunk(dataType, shape, bytesFromNumbers(numbers));
        },
      };
    },
  };
}

export const tiffJpeg: ArrayToBytesCodec<ImageConfiguration> = imageCodec(
  "JPEG",
  (bytes, wanted, { tables, ycbcr }) => {
    const image = decodeJpeg(bytes, tables, wanted.rows * wanted.columns);
    needSize(image, image.components, wanted, "JPEG");
    if (!(wanted.numbers instanceof Uint8Array)) {
      throw new HyperslabError("invalid-data", "the JPEG image has 8 bits per sample, the file says otherwise");
    }
    if (ycbcr && image.components === 3) rgbFromYcbcr(image.samples);
    wanted.numbers.set(image.samples);
  },
);

export const tiffJpeg2000: ArrayToBytesCodec<ImageConfiguration> = imageCodec("JPEG 2000", (bytes, wanted) => {
  const { rows, columns, numbers } = wanted;
  const image = decodeJpeg2000(bytes, rows * columns);
  needSize(image, image.components.length, wanted, "JPEG 2000");
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

export const tiffLerc: ArrayToBytesCodec<ImageConfiguration> = imageCodec("LERC", (bytes, wanted, { isBigEndian }) =>
  decodeLerc(bytes, wanted, isBigEndian && wanted.numbers.BYTES_PER_ELEMENT > 1),
);

function needSize(
  { width, height }: { readonly width: number; readonly height: number },
  components: number,
  { rows, columns, samples }: Wanted,
  title: string,
): void {
  if (width === columns && height === rows && components === samples) return;
  throw new HyperslabError(
    "invalid-data",
    `the ${title} image has ${width} x ${height} pixels and ${components} components, expected ${columns} x ${rows} and ${samples}`,
  );
}

/** Integers that an array holds. */
function rangeOf(numbers: NumberArray): readonly [number, number] {
  const bits = numbers.BYTES_PER_ELEMENT * 8;
  if (numbers instanceof Int8Array || numbers instanceof Int16Array || numbers instanceof Int32Array) {
    return [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
  }
  return [0, 2 ** bits - 1];
}
