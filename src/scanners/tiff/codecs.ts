/** The codec chain of a page: how the bytes of a strip or tile become samples. */
import { jsonBoolean, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { Endian } from "../../bytes/source/byte-cursor.ts";
import { encodeBase64 } from "../../bytes/text/base64.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { isCcitt, isImageCodec, type Page } from "./page.ts";

/** Compressions by number, as codecs. Those of images that are not decoded are refused by name when values are read. */
export const COMPRESSIONS: ReadonlyMap<number, string> = new Map([
  [2, "tiff.ccitt"],
  [3, "tiff.ccitt"],
  [4, "tiff.ccitt"],
  [5, "tiff.lzw"],
  [6, "tiff.old-jpeg"],
  [7, "tiff.jpeg"],
  [8, "numcodecs.zlib"],
  [32773, "tiff.packbits"],
  [32946, "numcodecs.zlib"],
  [33003, "tiff.jpeg2000"],
  [33004, "tiff.jpeg2000"],
  [33005, "tiff.jpeg2000"],
  [34712, "tiff.jpeg2000"],
  [34887, "tiff.lerc"],
  [34892, "tiff.jpeg"],
  [34925, "numcodecs.lzma"],
  [34926, "zstd"],
  [50000, "zstd"],
  [50001, "tiff.webp"],
  [50002, "tiff.jpegxl"],
]);

export function compressionName(compression: number): string {
  return COMPRESSIONS.get(compression) ?? `tiff.compression-${compression}`;
}

/** Image compressions whose strips and tiles can be decoded. */
const DECODED_IMAGES: readonly string[] = ["tiff.jpeg", "tiff.jpeg2000", "tiff.lerc"];

/** Returns whether the values of this page can be read. */
export function isDecoded(compression: number): boolean {
  return !isImageCodec(compression) || DECODED_IMAGES.includes(compressionName(compression));
}

/** The outer compression of LERC images, by the second number of LercParameters. */
const LERC_OUTER: readonly (string | undefined)[] = [undefined, "numcodecs.zlib", "zstd"];

function imageCodecs(page: Page, endian: Endian): CodecSpec[] {
  const { compression, samples, lercOuter, jpegTables, isYcbcr } = page;
  const name = compressionName(compression);
  const isJpeg = name === "tiff.jpeg";
  const members = {
    samples: jsonInteger(samples),
    ...(isJpeg && jpegTables !== undefined ? { tables: jsonString(encodeBase64(jpegTables)) } : {}),
    ...(isJpeg && isYcbcr ? { ycbcr: jsonBoolean(true) } : {}),
    ...(name === "tiff.lerc" && endian === "big" ? { endian: jsonString(endian) } : {}),
  };
  const outer = name === "tiff.lerc" ? LERC_OUTER[lercOuter] : undefined;
  return [spec(name, members), ...(outer === undefined ? [] : [spec(outer, {})])];
}

export function codecsOf(page: Page, endian: Endian): CodecSpec[] {
  const { compression, bits, kind, predictor, samples, fillOrder } = page;
  if (isImageCodec(compression) && isDecoded(compression)) return imageCodecs(page, endian);
  const isPlain = predictor === 1 && (kind === "complex" || [8, 16, 32, 64].includes(bits));
  const chain =
    isPlain || isImageCodec(compression)
      ? [spec("bytes", { endian: jsonString(endian) })]
      : [
          spec("tiff", {
            kind: jsonString(kind),
            bits: jsonInteger(bits),
            endian: jsonString(endian),
            predictor: jsonInteger(predictor),
            samples: jsonInteger(samples),
          }),
        ];
  if (isCcitt(compression)) chain.push(ccittCodec(page));
  else if (compression !== 1) chain.push(spec(compressionName(compression), {}));
  if (fillOrder === 2 && !isImageCodec(compression)) chain.push(spec("tiff.fill-order", {}));
  return chain;
}

const CCITT_SCHEMES = ["rle", "g3", "g4"] as const;

function ccittCodec({ compression, segmentWidth, isTwoDimensional }: Page): CodecSpec {
  return spec(compressionName(compression), {
    scheme: jsonString(CCITT_SCHEMES[compression - 2]!),
    columns: jsonInteger(segmentWidth),
    ...(compression === 3 && isTwoDimensional ? { twoDimensional: jsonBoolean(true) } : {}),
  });
}

function spec(name: string, configuration: Readonly<Record<string, JsonNode>>): CodecSpec {
  return { name, configuration: jsonObject(configuration) };
}
