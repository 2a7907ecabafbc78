/**
 * `fits.tile`: a tile of a compressed FITS image. Its bytes are preceded by 25 bytes, little-endian, which the scanner
 * adds:
 *
 *     u8 compression (0: according to `compression`, 1: GZIP, 2: none), u32 number of the tile, f64 scale, f64 zero,
 *     i32 blank
 *
 * Decoding only.
 */
import { HyperslabError } from "../../../errors.ts";
import { type FixedDataType, swapUnits } from "../../../model/data-types/data-type.ts";
import { bytesFromNumbers } from "../../../model/values/numeric-array.ts";
import { type DeflateEngine, deflateEngine } from "../../bytes-to-bytes/deflate/engine.ts";
import type { ArrayToBytesCodec } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { denseChunk, fixedInput } from "../../pipeline/chunk-elements.ts";
import { swapBytes } from "../byte-order.ts";
import { decodeHcompress } from "./hcompress.ts";
import { decodePlio } from "./plio.ts";
import { dequantize, type Quantization } from "./quantized.ts";
import { decodeRice, isRiceSize } from "./rice.ts";

const PREFIX_BYTES = 25;
const COMPRESSIONS = ["RICE_1", "RICE_ONE", "GZIP_1", "GZIP_2", "PLIO_1", "HCOMPRESS_1", "NOCOMPRESS"] as const;
const DITHERS = ["NO_DITHER", "SUBTRACTIVE_DITHER_1", "SUBTRACTIVE_DITHER_2", "NONE"] as const;

export interface FitsTileConfiguration {
  readonly compression: (typeof COMPRESSIONS)[number];
  /** Of Rice: values of a block, and bytes of a value. */
  readonly block: number;
  readonly bytes: number;
  /** Of HCOMPRESS. */
  readonly smooth: boolean;
  /** Whether the integers of the tiles represent floats. */
  readonly quantized: boolean;
  readonly dither: (typeof DITHERS)[number];
  readonly seed: number;
}

export const fitsTile: ArrayToBytesCodec<FitsTileConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["compression", "block", "bytes", "smooth", "quantized", "dither", "seed"]);
    return {
      compression: configuration.required("compression").oneOf(COMPRESSIONS),
      block: configuration.get("block")?.integer(1, 2 ** 20) ?? 32,
      bytes: configuration.get("bytes")?.integer(1, 8) ?? 4,
      smooth: configuration.get("smooth")?.boolean() ?? false,
      quantized: configuration.get("quantized")?.boolean() ?? false,
      dither: configuration.get("dither")?.oneOf(DITHERS) ?? "NO_DITHER",
      seed: configuration.get("seed")?.integer() ?? 0,
    };
  },
  bind: async (configuration, input) => {
    const dataType = fixedInput(input);
    const { shape } = input;
    const count = shape.reduce((product, length) => product * length, 1);
    const engine = await deflateEngine();
    return {
      encodedLength: undefined,
      encode: () => {
        throw new HyperslabError("unsupported", "tiles of FITS images are not written");
      },
      decode: (bytes) => {
        const tile = tileOf(bytes);
        const decoded = decodeTile(tile, { ...configuration, engine, dataType, count, shape });
        return denseChunk(dataType, shape, decoded);
      },
    };
  },
};

interface Tile {
  readonly bytes: Uint8Array;
  readonly source: number;
  readonly number: number;
  readonly scale: number;
  readonly zero: number;
  readonly blank: number;
}

interface TileType extends FitsTileConfiguration {
  readonly engine: DeflateEngine;
  readonly dataType: FixedDataType;
  readonly count: number;
  readonly shape: readonly number[];
}

function tileOf(bytes: Uint8Array): Tile {
  if (bytes.byteLength < PREFIX_BYTES) throw new HyperslabError("invalid-data", "a tile without its description");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    bytes: bytes.subarray(PREFIX_BYTES),
    source: view.getUint8(0),
    number: view.getUint32(1, true),
    scale: view.getFloat64(5, true),
    zero: view.getFloat64(13, true),
    blank: view.getInt32(21, true),
  };
}

/** Little-endian elements. */
function decodeTile(tile: Tile, type: TileType): Uint8Array {
  const { compression, dataType, count, quantized } = type;
  const { source, bytes } = tile;
  if (bytes.byteLength === 0) throw new HyperslabError("invalid-data", `tile ${tile.number} has no bytes`);
  // Tiles that could not be quantized or compressed contain whole values.
  if (source === 2 || (source === 0 && compression === "NOCOMPRESS" && !quantized))
    return wholeValues(bytes, dataType, count);
  if (source === 1) return wholeValues(gunzip(bytes, type, dataType.itemSize), dataType, count);
  if (!quantized && (compression === "GZIP_1" || compression === "GZIP_2")) {
    const decoded = gunzip(bytes, type);
    const size = elementBytes(decoded, count);
    const ordered = compression === "GZIP_2" ? unshuffled(decoded, size) : decoded;
    if (size === dataType.itemSize) return wholeValues(ordered, dataType, count);
    return stored(integersOf(ordered, size, count), dataType);
  }
  const integers = decodeIntegers(bytes, type);
  if (!quantized) return stored(integers, dataType);
  const { buffer } = allocate(count * dataType.itemSize);
  const values = dataType.itemSize === 4 ? new Float32Array(buffer) : new Float64Array(buffer);
  const dither = type.dither === "NONE" ? "NO_DITHER" : type.dither;
  const quantization: Quantization = { ...tile, dither, row: tile.number + type.seed };
  dequantize(integers, values, quantization);
  return bytesFromNumbers(values);
}

function decodeIntegers(bytes: Uint8Array, type: TileType): Int32Array {
  const { compression, count, shape } = type;
  switch (compression) {
    case "RICE_1":
    case "RICE_ONE":
      if (isRiceSize(type.bytes)) return decodeRice(bytes, count, type.bytes, type.block);
      throw new HyperslabError("unsupported", `Rice compression of values of ${type.bytes} bytes is not known`);
    case "PLIO_1":
      return decodePlio(bytes, count);
    case "HCOMPRESS_1":
      return decodeHcompress(bytes, shape, type.smooth);
    case "NOCOMPRESS":
      return integersOf(bytes, elementBytes(bytes, count), count);
    default: {
      const decoded = gunzip(bytes, type);
      const size = elementBytes(decoded, count);
      return integersOf(compression === "GZIP_2" ? unshuffled(decoded, size) : decoded, size, count);
    }
  }
}

/** Without a known element size: anything up to 8 bytes per element. */
function gunzip(bytes: Uint8Array, { engine, count }: TileType, itemSize?: number): Uint8Array {
  const length = itemSize === undefined ? undefined : itemSize * count;
  return engine.gunzip(bytes, { length, elementSize: 1, maxLength: length ?? 8 * count });
}

/** Whole ones: a header may promise any number of values. */
function elementBytes({ byteLength }: Uint8Array, count: number): number {
  const size = byteLength / count;
  if (Number.isInteger(size) && size >= 1) return size;
  throw new HyperslabError("invalid-data", `a tile of ${byteLength} bytes does not hold ${count} values`);
}

/** First all highest bytes, then all second ones, and so on. */
function unshuffled(bytes: Uint8Array, size: number): Uint8Array {
  const count = bytes.byteLength / size;
  const ordered = new Uint8Array(bytes.byteLength);
  for (let byte = 0; byte < size; byte++) {
    for (let index = 0; index < count; index++) ordered[index * size + byte] = bytes[byte * count + index]!;
  }
  return ordered;
}

function wholeValues(bytes: Uint8Array, dataType: FixedDataType, count: number): Uint8Array {
  if (bytes.byteLength !== count * dataType.itemSize) {
    const what = `a tile of ${bytes.byteLength} bytes does not hold ${count} values of ${dataType.name}`;
    throw new HyperslabError("invalid-data", what);
  }
  return dataType.itemSize === 1 ? bytes : swapBytes(bytes, dataType.itemSize, swapUnits(dataType));
}

/** Big-endian integers of 1, 2 or 4 bytes. */
function integersOf(bytes: Uint8Array, size: number, count: number): Int32Array {
  if (size !== 1 && size !== 2 && size !== 4) {
    throw new HyperslabError("invalid-data", `a tile of ${bytes.byteLength} bytes does not hold ${count} integers`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Int32Array(allocate(4 * count).buffer);
  for (let index = 0; index < count; index++) {
    values[index] =
      size === 4 ? view.getInt32(4 * index) : size === 2 ? view.getInt16(2 * index) : view.getUint8(index);
  }
  return values;
}

/** The lowest bits: those of unsigned types are converted by another codec. */
function stored(integers: Int32Array, { kind, name, itemSize }: FixedDataType): Uint8Array {
  if (kind !== "integer") throw new HyperslabError("invalid-data", `tiles of integers do not hold ${name}`);
  if (itemSize === 4) return bytesFromNumbers(integers);
  const bytes = allocate(integers.length * itemSize);
  if (itemSize === 1) {
    bytes.set(integers);
    return bytes;
  }
  if (itemSize === 2) {
    const halves = new Int16Array(bytes.buffer);
    halves.set(integers);
    return bytesFromNumbers(halves);
  }
  const wide = new BigInt64Array(bytes.buffer);
  for (let index = 0; index < wide.length; index++) wide[index] = BigInt(integers[index]!);
  return bytesFromNumbers(wide);
}
