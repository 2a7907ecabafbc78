/**
 * LERC (Limited Error Raster Compression), version 2.3 and later. An image in blocks; each holds its values uncoded, a
 * single value, or integers of few bits times twice the maximum error, plus an offset.
 *
 *     "Lerc2 ", i32 version, u32 checksum; i32 rows, columns, [depth from 2.4 on], valid pixels, block size, bytes,
 *     type,
 *     [from 2.6 on: i32 more images, 4 flags]; f64 greatest error, least, greatest value, [from 2.6 on: two nodata
 *     values];
 *     i32 bytes of the mask, mask; [from 2.4 on: least and greatest values of each depth]; u8 1 if all values are
 *     uncoded
 */
import { HyperslabError } from "../../../../errors.ts";
import type { NumberArray } from "../../../../model/values/numeric-array.ts";
import type { Wanted } from "../image.ts";
import { type LercHeader, readHeader } from "./header.ts";
import { readHuffman } from "./huffman.ts";
import { readMask } from "./mask.ts";
import { LercReader } from "./reader.ts";
import { readTiles } from "./tiles.ts";

/** An image being read: values row by row, with the depths of a pixel consecutive. */
export interface LercImage {
  readonly header: LercHeader;
  readonly values: Float64Array;
  /** 1 for a valid pixel; undefined if all are valid. */
  readonly mask: Uint8Array | undefined;
  /** Greatest values, by depth. */
  readonly greatest: ArrayLike<number>;
}

/**
 * All samples of a pixel in one image, or one image after another, each of one sample: libtiff writes floats so if some
 * are NaN. In a big-endian file, libtiff encodes and decodes integers whose bytes are reversed.
 */
export function decodeLerc(bytes: Uint8Array, wanted: Wanted, isBigEndian: boolean): void {
  const { samples, numbers } = wanted;
  const isFloat = numbers instanceof Float32Array || numbers instanceof Float64Array;
  if (isBigEndian && isFloat)
    throw new HyperslabError(
      "unsupported",
      "LERC of floats in a big-endian file, of which readers make different values",
    );
  let before: Uint8Array | undefined;
  for (let [at, done] = [0, 0]; done < samples; ) {
    const { header, values, mask } = readImage(bytes.subarray(at), wanted, before);
    if (mask !== undefined && !isFloat) throw new HyperslabError("unsupported", "LERC with masked pixels of integers");
    if (header.depth === samples) numbers.set(values);
    else for (let pixel = 0; pixel < values.length; pixel++) numbers[pixel * samples + done] = values[pixel]!;
    done += header.depth;
    at += header.length;
    before = mask;
  }
  if (isBigEndian) reverseBytes(numbers);
}

function readImage(
  bytes: Uint8Array,
  { rows, columns, samples }: Wanted,
  before: Uint8Array | undefined,
): Pick<LercImage, "header" | "values" | "mask"> {
  const reader = new LercReader(bytes);
  const header = readHeader(reader, bytes);
  const { depth } = header;
  if (header.rows !== rows || header.columns !== columns || (depth !== samples && depth !== 1)) {
    throw broken(
      `it has ${header.columns} x ${header.rows} pixels of ${depth} values, expected ${columns} x ${rows} of ${samples}`,
    );
  }
  const mask = readMask(reader, header, before);
  const values = new Float64Array(rows * columns * depth);
  if (mask !== undefined) values.fill(Number.NaN);
  fillValues(reader, header, values, mask);
  return { header, values, mask };
}

function reverseBytes({ buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: size }: NumberArray): void {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  for (let at = 0; at < byteLength; at += size) bytes.subarray(at, at + size).reverse();
}

function fillValues(reader: LercReader, header: LercHeader, values: Float64Array, mask: Uint8Array | undefined): void {
  const { version, depth, valid, least, greatest, type } = header;
  if (valid === 0) return;
  const fill = (constants: ArrayLike<number>): void => {
    for (let at = 0; at < values.length; at++) {
      if (mask === undefined || mask[Math.floor(at / depth)] === 1) values[at] = constants[at % depth]!;
    }
  };
  if (least === greatest) {
    fill(new Float64Array(depth).fill(least));
    return;
  }
  let highest: ArrayLike<number> = [greatest];
  if (version >= 4) {
    const lows = Array.from({ length: depth }, () => reader.value(type));
    const highs = Array.from({ length: depth }, () => reader.value(type));
    if (lows.every((low, index) => low === highs[index])) {
      fill(lows);
      return;
    }
    highest = highs;
  }
  if (reader.u8() === 1) {
    for (let at = 0; at < values.length; at++) {
      if (mask === undefined || mask[Math.floor(at / depth)] === 1) values[at] = reader.value(type);
    }
    return;
  }
  const image: LercImage = { header, values, mask, greatest: highest };
  const isByte = type === "int8" || type === "uint8";
  // The coding is only recorded if there is a choice.
  if (isByte && header.error === 0.5) {
    const mode = reader.u8();
    if (mode > 2 || (mode === 2 && version < 4)) throw broken(`coding ${mode}`);
    if (mode > 0) {
      readHuffman(reader, image, mode === 1);
      return;
    }
  } else if (version >= 6 && header.error === 0 && (type === "float32" || type === "float64")) {
    const mode = reader.u8();
    if (mode === 3) throw new HyperslabError("unsupported", "LERC with its lossless coding of floats");
    if (mode !== 0) throw broken(`coding ${mode}`);
  }
  readTiles(reader, image);
}

export function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the LERC image is broken: ${what}`);
}
