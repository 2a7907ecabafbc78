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

export function decodeLerc(bytes: Uint8Array, { rows, columns, samples, numbers }: Wanted): void {
  const reader = new LercReader(bytes);
  const header = readHeader(reader, bytes);
  if (header.rows !== rows || header.columns !== columns || header.depth !== samples) {
    throw broken(
      `it has ${header.columns} x ${header.rows} pixels of ${header.depth} values, expected ${columns} x ${rows} of ${samples}`,
    );
  }
  const isFloat = numbers instanceof Float32Array || numbers instanceof Float64Array;
  const mask = readMask(reader, header);
  if (mask !== undefined && !isFloat) throw new HyperslabError("unsupported", "LERC with masked pixels of integers");
  const values = new Float64Array(rows * columns * samples);
  if (mask !== undefined) values.fill(Number.NaN);
  fillValues(reader, header, values, mask);
  numbers.set(values);
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
