/** The contract's table for the codecs beyond the core ones. */
import type { ChunkType } from "../../../src/codecs/codec.ts";
import { type DataType, isFixedSize } from "../../../src/model/data-types/data-type.ts";
import type { Chunk } from "../../../src/model/grid/chunk.ts";
import { scalarToElement } from "../../../src/model/values/element.ts";
import type { CodecSubject } from "../../contracts/codec-contract.ts";
import { named, numbers, sampleChunk } from "../samples.ts";

const anyType = (): boolean => true;

/** NumPy's spelling of a type, or one of a size that no type here has, so that the codec refuses it. */
function spelled(dataType: DataType, accepts: (dataType: DataType) => boolean): string {
  if (!accepts(dataType) || !isFixedSize(dataType)) return "|S13";
  if (dataType.kind === "datetime" || dataType.kind === "timedelta") return "<i8";
  return dataType.name;
}

/** Chunks of values that a function of a random number makes. */
function sampleOf(value: (dataType: DataType, random: number) => unknown): typeof sampleChunk {
  return (type: ChunkType, seed: number, layout): Chunk => {
    const chunk = sampleChunk(type, seed, layout);
    const { dataType } = chunk;
    const next = numbers(seed);
    if (chunk.bytes === undefined) return chunk;
    const { itemSize } = chunk.dataType;
    for (let at = 0; at < chunk.bytes.byteLength; at += itemSize) {
      const element = scalarToElement(dataType, value(dataType, next()));
      if (element instanceof Uint8Array) chunk.bytes.set(element, at);
    }
    return chunk;
  };
}

function isNumpyInteger(dataType: DataType): boolean {
  return dataType.kind === "integer" && dataType.bits >= 8;
}

function isIntegral(dataType: DataType): boolean {
  return isNumpyInteger(dataType) || dataType.kind === "datetime" || dataType.kind === "timedelta";
}

/** What json2 and msgpack2 take. A NaN has no bits of its own in JSON, so that numbers are small ones. */
const jsonElements = {
  accepts: (dataType: DataType) =>
    isIntegral(dataType) || isNumpyFloat(dataType) || ["string", "bool", "fixed-utf32"].includes(dataType.kind),
  sample: ((type, seed, layout) => {
    const { kind } = type.dataType;
    if (kind === "fixed-utf32") return sampleOf((_, random) => ["", "a"][random % 2])(type, seed, layout);
    return (kind === "float" || kind === "bool" ? smallInteger : sampleChunk)(type, seed, layout);
  }) satisfies typeof sampleChunk,
};

function isReal(dataType: DataType): boolean {
  return isIntegral(dataType) || dataType.kind === "bool" || dataType.kind === "integer" || dataType.kind === "float";
}

function isNumpyFloat(dataType: DataType): boolean {
  return ["float16", "float32", "float64"].includes(dataType.name);
}

function isZfp(dataType: DataType): boolean {
  return ["int32", "int64", "float32", "float64"].includes(dataType.name);
}

const WIDE_FLOATS: readonly string[] = ["float16", "float32", "float64", "bfloat16"];
const isWideFloat = (dataType: DataType): boolean => WIDE_FLOATS.includes(dataType.name);
const smallInteger = sampleOf((dataType, random) => (dataType.kind === "bool" ? random % 2 : random % 2));
const LABELS = ["red", "Zü", "\u65e5"];

/** What the present ones of optional elements are encoded by. */
function dataCodec(item: DataType): object {
  if (item.kind === "optional") {
    const configuration = { mask_codecs: [{ name: "packbits" }], data_codecs: [dataCodec(item.item)] };
    return { name: "zarrs.optional", configuration };
  }
  if (item.kind === "string") return { name: "vlen-utf8" };
  return item.kind === "bytes" ? { name: "vlen-bytes" } : { name: "bytes", configuration: { endian: "little" } };
}

const checksum: Omit<CodecSubject, "configurations"> = {
  accepts: anyType,
  refused: [{ location: "middle" }],
  detects: {},
  exact: true,
};

export const zooSubjects: Readonly<Record<string, CodecSubject>> = {
  brotli: {
    configurations: () => [{}, { level: 0, lgwin: 10 }, { level: 9, mode: 1, lgwin: null }],
    accepts: anyType,
    refused: [{ level: 12 }, { level: "high" }, { mode: 3 }, { lgwin: 9 }],
    exact: false,
  },
  "deflate-raw": {
    configurations: () => [{}, { level: 0 }, { level: 9 }],
    accepts: anyType,
    refused: [{ level: 10 }, { level: "high" }],
    exact: false,
  },
  lz4f: {
    configurations: () => [
      {},
      { level: 9, blocksizeid: 4, contentchecksum: true, blockchecksum: true },
      { level: -3, blocksizeid: 0, contentchecksum: null },
    ],
    accepts: anyType,
    refused: [{ level: 13 }, { blocksizeid: 3 }, { blocksizeid: 8 }, { contentchecksum: 1 }, { blockchecksum: "yes" }],
    detects: { contentchecksum: true },
    exact: false,
  },
  "zarrs.optional": {
    configurations: (_, dataType) => {
      const item = dataType.kind === "optional" ? dataType.item : dataType;
      const data = dataCodec(item);
      return [
        { mask_codecs: [{ name: "packbits" }], data_codecs: [data] },
        {
          mask_codecs: [{ name: "bytes" }, { name: "crc32c" }],
          data_codecs: [data, { name: "gzip" }, { name: "crc32c" }],
        },
      ];
    },
    accepts: (dataType) => dataType.kind === "optional",
    types: [
      "uint8",
      "int16",
      "float32",
      "bool",
      "complex64",
      "U3",
      "datetime64[ns]",
      "string",
      "bytes",
      "optional<int16>",
      "optional<optional<string>>",
    ].map((name) => named(`optional<${name}>`)),
    refused: [
      {},
      { mask_codecs: [{ name: "packbits" }] },
      { mask_codecs: [], data_codecs: [{ name: "bytes" }] },
      { mask_codecs: [{ name: "packbits" }], data_codecs: [] },
      { mask_codecs: [{ name: "packbits" }], data_codecs: [{ name: "vlen-utf8" }] },
      { mask_codecs: [{ name: "unheard" }], data_codecs: [{ name: "bytes" }] },
      { codecs: [{ name: "gzip" }] },
    ],
    exact: true,
  },
  snappy: {
    configurations: () => [{}, { framed: true }],
    accepts: anyType,
    refused: [{ framed: 1 }, { framed: "yes" }],
    exact: false,
  },
  "hdf5.lz4": {
    configurations: () => [{}, { blocksize: 16 }, { blocksize: 0 }],
    accepts: anyType,
    refused: [{ blocksize: -1 }, { blocksize: "large" }],
    exact: false,
  },
  "hdf5.bitshuffle": {
    // Elements of one byte, so that texts of any length are whole ones.
    configurations: (_, { itemSize }) => [
      { elementsize: 1 },
      { cname: "zstd", clevel: 5, blocksize: 8, elementsize: 1 },
      { cname: "none", blocksize: 16, elementsize: 1 },
      ...(itemSize === undefined ? [] : [{ blocksize: 8 }, { cname: "none", elementsize: itemSize }]),
    ],
    accepts: anyType,
    refused: [{ blocksize: 12 }, { cname: "zlib" }, { elementsize: 0 }, { clevel: 23 }],
    exact: false,
  },
  "numcodecs.delta": {
    configurations: (_, dataType) => {
      if (dataType.kind === "bool") return [{ dtype: "|b1" }, { dtype: "|b1", astype: "|i1" }];
      const dtype = spelled(dataType, isIntegral);
      return dataType.itemSize === 8 ? [{ dtype }, { dtype, astype: dtype }] : [{ dtype }, { dtype, astype: "<i8" }];
    },
    accepts: (dataType) => isIntegral(dataType) || dataType.kind === "bool",
    sample: (type, seed, layout) => (type.dataType.kind === "bool" ? smallInteger : sampleChunk)(type, seed, layout),
    refused: [{ dtype: "<i3" }, { dtype: 5 }, { dtype: "<u2", astype: "|b1" }, { dtype: "<u4" }],
    exact: true,
  },
  "numcodecs.fixedscaleoffset": {
    configurations: (_, dataType) => {
      const dtype = spelled(dataType, isIntegral);
      return [
        { dtype, scale: 1, offset: 0 },
        { dtype, scale: 2.0, offset: 0.5, astype: "<f8" },
      ];
    },
    sample: (type, seed, layout) => (type.dataType.itemSize === 8 ? smallInteger : sampleChunk)(type, seed, layout),
    accepts: isIntegral,
    refused: [{}, { scale: 1 }, { scale: 0, offset: 0 }, { scale: "1", offset: 0 }, { scale: 1, offset: -70_000 }],
    exact: true,
  },
  "numcodecs.quantize": {
    configurations: (_, dataType) => [{ digits: 1, dtype: spelled(dataType, isNumpyFloat) }],
    accepts: isNumpyFloat,
    sample: smallInteger,
    refused: [{}, { digits: 1.5 }, { digits: 400 }, { digits: 1, dtype: "<i2" }],
    exact: true,
  },
  "numcodecs.astype": {
    configurations: (_, dataType) => [
      { encode_dtype: "<i8", decode_dtype: spelled(dataType, isReal) },
      { encode_dtype: "<f4" },
      { encode_dtype: "|b1" },
    ],
    accepts: isReal,
    sample: smallInteger,
    refused: [{}, { encode_dtype: "|S5" }, { encode_dtype: "<i2", decode_dtype: "<i8" }],
    exact: true,
  },
  "numcodecs.packbits": {
    configurations: () => [{}],
    accepts: (dataType) => dataType.kind === "bool",
    sample: smallInteger,
    refused: [{ first_bit: 0 }],
    exact: true,
  },
  "numcodecs.categorize": {
    configurations: () => [
      { labels: LABELS, dtype: "<U3" },
      { labels: LABELS, dtype: "<U3", astype: "<u2" },
    ],
    // Texts of any length have labels too, but then the contract's chain would not fit: vectors show them.
    accepts: (dataType) => dataType.kind === "fixed-utf32",
    sample: sampleOf((_, random) => ["", ...LABELS][random % 4]),
    refused: [{}, { labels: "red" }, { labels: ["much too long"] }, { labels: LABELS, astype: "<f4" }],
    exact: false,
  },
  "numcodecs.bitround": {
    configurations: (_, dataType) => [{ keepbits: isWideFloat(dataType) || dataType.kind === "complex" ? 3 : 64 }],
    accepts: (dataType) => isIntegral(dataType) || isWideFloat(dataType) || dataType.kind === "complex",
    sample: (type, seed, layout) => (isIntegral(type.dataType) ? sampleChunk : smallInteger)(type, seed, layout),
    refused: [{}, { keepbits: -1 }, { keepbits: "all" }],
    exact: true,
  },
  cast_value: {
    configurations: () => [
      { data_type: "int64" },
      { data_type: "float32", rounding: "towards-zero" },
      { data_type: "uint8", out_of_range: "clamp", scalar_map: { encode: [[1, 9]], decode: [[9, 1]] } },
    ],
    accepts: (dataType) => dataType.kind === "integer" || dataType.kind === "float",
    sample: smallInteger,
    refused: [
      {},
      { data_type: "string" },
      { data_type: "int8", rounding: "up" },
      { data_type: "int8", out_of_range: "saturate" },
      { data_type: "float32", out_of_range: "wrap" },
      { data_type: "int8", scalar_map: { encode: [[1]] } },
      { data_type: "int8", scalar_map: { encode: [[1, 300]] } },
    ],
    exact: false,
  },
  scale_offset: {
    configurations: (_, dataType) => [
      {},
      { offset: 0, scale: 1 },
      ...(isWideFloat(dataType) ? [{ offset: 1, scale: 4 }] : []),
    ],
    accepts: (dataType) => isNumpyInteger(dataType) || dataType.kind === "float",
    sample: smallInteger,
    refused: [{ scale: 0 }, { offset: 1.5 }, { offset: 70_000 }, { scale: "NaN" }],
    exact: true,
  },
  reshape: {
    configurations: (shape) => [
      { shape: [-1] },
      { shape: shape.map((_, axis) => [axis]) },
      { shape: [shape.map((_, axis) => axis), 1] },
    ],
    accepts: anyType,
    refused: [{}, { shape: [3] }, { shape: [-1, -1] }, { shape: [[1], [0]] }, { shape: [[5], -1] }, { shape: [0, -1] }],
    exact: true,
  },
  "zarrs.squeeze": { configurations: () => [{}], accepts: anyType, refused: [{ axis: 0 }], exact: true },
  "numcodecs.json2": {
    configurations: () => [{}, { encoding: "utf-8", allow_nan: false, sort_keys: true, indent: null }],
    ...jsonElements,
    refused: [{ encoding: "latin1" }, { allow_nan: 1 }],
    exact: true,
  },
  "numcodecs.msgpack2": {
    configurations: () => [{}, { use_single_float: true, use_bin_type: false }],
    ...jsonElements,
    accepts: (dataType) => jsonElements.accepts(dataType) || dataType.kind === "fixed-bytes",
    refused: [{ raw: true }, { use_single_float: 1 }],
    exact: true,
  },
  packbits: {
    configurations: () => [{}, { padding_encoding: "first_byte" }, { padding_encoding: "last_byte", first_bit: 0 }],
    accepts: (dataType) => ["bool", "integer", "float", "complex"].includes(dataType.kind),
    sample: (type, seed, layout) => (type.dataType.itemSize === 1 ? smallInteger : sampleChunk)(type, seed, layout),
    refused: [{ first_bit: -1 }, { first_bit: 3, last_bit: 2 }, { last_bit: 16 }, { padding_encoding: "both" }],
    exact: true,
  },
  "numcodecs.vlen-array": {
    configurations: (_, dataType) => [{}, { dtype: dataType.kind === "ragged" ? ">u1" : "<f4" }],
    types: [named("ragged<uint8>")],
    accepts: (dataType) => dataType.kind === "ragged",
    refused: [{ dtype: "<i2" }, { dtype: "rows" }],
    exact: true,
  },
  "numcodecs.crc32": { ...checksum, configurations: () => [{}, { location: "start" }, { location: "end" }] },
  "numcodecs.adler32": { ...checksum, configurations: () => [{}, { location: "start" }, { location: "end" }] },
  "numcodecs.fletcher32": { ...checksum, configurations: () => [{}], refused: [{ location: "end" }] },
  "numcodecs.jenkins_lookup3": {
    ...checksum,
    configurations: () => [{}, { initval: 7, prefix: null }, { prefix: [1, 2, 255] }],
    refused: [{ initval: -1 }, { prefix: [256] }],
  },
  "numcodecs.base64": { configurations: () => [{}], accepts: anyType, refused: [{ level: 1 }], exact: true },
  "numcodecs.bz2": {
    configurations: () => [{}, { level: 9 }],
    accepts: anyType,
    refused: [{ level: 0 }, { level: 10 }, { level: "high" }],
    detects: {},
    exact: false,
  },
  "numcodecs.lzma": {
    configurations: () => [
      {},
      { format: 1, check: 10, preset: 0, filters: null },
      {
        format: 1,
        check: 0,
        filters: [
          { id: 3, dist: 2 },
          { id: 33, lc: 0, lp: 2, pb: 1, dict_size: 4096 },
        ],
      },
      { format: 2, check: -1 },
      { format: 3, filters: [{ id: 33, preset: 1 }] },
      { format: 3, filters: [{ id: 3 }, { id: 2 ** 62, preset: 9, lc: 2 }] },
    ],
    accepts: anyType,
    refused: [
      { format: 0 },
      { format: 4 },
      { check: 2 },
      { format: 2, check: 4 },
      { preset: 10 },
      { format: 3 },
      { format: 3, filters: [] },
      { format: 3, filters: [{ id: 4 }, { id: 33 }] },
      { format: 3, filters: [{ id: 33, lc: 4, lp: 1 }] },
      { preset: 1, filters: [{ id: 33 }] },
      { format: 2, filters: [{ id: 33 }] },
    ],
    detects: {},
    exact: false,
  },
  "numcodecs.zfpy": {
    configurations: () => [{}, { mode: 5 }, { mode: 4, tolerance: -1, rate: -1, precision: -1 }],
    accepts: isZfp,
    refused: [{ mode: 1 }, { mode: 2, rate: 65 }, { mode: 3, precision: 1.5 }],
    exact: true,
  },
  zfp: {
    configurations: () => [{ mode: "reversible" }],
    accepts: (dataType) => isZfp(dataType) || isNumpyInteger(dataType),
    sample: (type, seed, layout) =>
      (["uint32", "uint64"].includes(type.dataType.name) ? smallInteger : sampleChunk)(type, seed, layout),
    refused: [
      {},
      { mode: "lossy" },
      { mode: "fixed_rate" },
      { mode: "reversible", rate: 1 },
      { mode: "fixed_precision", precision: 65 },
    ],
    exact: true,
  },
  "numcodecs.pcodec": {
    configurations: () => [
      {},
      { level: 0, mode_spec: "classic", delta_spec: "none" },
      { level: 12, delta_spec: "try_consecutive", delta_encoding_order: 3, equal_pages_up_to: 5 },
    ],
    accepts: (dataType) =>
      (isIntegral(dataType) && dataType.itemSize !== 1) ||
      isNumpyFloat(dataType) ||
      (dataType.kind === "complex" && ["float16", "float32", "float64"].includes(dataType.component)),
    refused: [{ level: 13 }, { delta_encoding_order: 8 }, { paging_spec: "exact" }, { mode_spec: 1 }],
    exact: false,
  },
};
