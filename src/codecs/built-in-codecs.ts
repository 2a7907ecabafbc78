/**
 * The codecs of this library. Adding one is one file and one line here; each is loaded when an array first needs it. Names
 * are those of Zarr v3 where it has one; aliases are spellings found in the wild.
 */
import type { CodecEntry } from "./codec-entry.ts";

export const BUILT_IN_CODECS: readonly CodecEntry[] = [
  {
    name: "transpose",
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/transpose.ts")).transpose,
  },
  {
    name: "bytes",
    // `endian` was its name in the provisional Zarr v3 of 2023.
    aliases: ["endian"],
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/bytes.ts")).bytes,
  },
  {
    name: "sharding_indexed",
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/sharding-indexed/sharding-indexed.ts")).shardingIndexed,
  },
  {
    name: "vlen-bytes",
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/vlen-bytes.ts")).vlenBytes,
  },
  {
    name: "vlen-utf8",
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/vlen-utf8.ts")).vlenUtf8,
  },
  {
    name: "blosc",
    aliases: ["numcodecs.blosc"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/blosc.ts")).blosc,
  },
  {
    name: "crc32c",
    aliases: ["numcodecs.crc32c"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/crc32c.ts")).crc32cCodec,
  },
  {
    name: "gzip",
    aliases: ["numcodecs.gzip"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/gzip.ts")).gzip,
  },
  {
    name: "lz4",
    aliases: ["numcodecs.lz4"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/lz4.ts")).lz4,
  },
  {
    name: "shuffle",
    aliases: ["numcodecs.shuffle"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/shuffle.ts")).shuffle,
  },
  {
    name: "zlib",
    aliases: ["numcodecs.zlib"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/zlib.ts")).zlib,
  },
  {
    name: "zstd",
    aliases: ["numcodecs.zstd"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/zstd.ts")).zstd,
  },
  {
    name: "numcodecs.astype",
    aliases: ["astype"],
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/astype.ts")).asType,
  },
  {
    name: "numcodecs.categorize",
    aliases: ["categorize"],
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/categorize.ts")).categorize,
  },
  {
    name: "numcodecs.delta",
    aliases: ["delta"],
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/delta.ts")).delta,
  },
  {
    name: "numcodecs.fixedscaleoffset",
    aliases: ["fixedscaleoffset"],
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/fixed-scale-offset.ts")).fixedScaleOffset,
  },
  {
    name: "numcodecs.packbits",
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/numcodecs-packbits.ts")).numcodecsPackbits,
  },
  {
    name: "numcodecs.quantize",
    aliases: ["quantize"],
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/quantize.ts")).quantize,
  },
  {
    name: "bitround",
    aliases: ["numcodecs.bitround"],
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/bitround.ts")).bitround,
  },
  {
    name: "cast_value",
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/cast-value.ts")).castValue,
  },
  {
    name: "reshape",
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/reshape.ts")).reshape,
  },
  {
    name: "scale_offset",
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/scale-offset.ts")).scaleOffset,
  },
  {
    name: "zarrs.optional",
    aliases: ["optional"],
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/optional.ts")).optional,
  },
  {
    name: "zarrs.squeeze",
    aliases: ["squeeze"],
    kind: "array-to-array",
    load: async () => (await import("./array-to-array/squeeze.ts")).squeeze,
  },
  {
    name: "numcodecs.json2",
    aliases: ["json2"],
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/json2.ts")).json2,
  },
  {
    name: "numcodecs.msgpack2",
    aliases: ["msgpack2"],
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/msgpack2.ts")).msgpack2,
  },
  {
    name: "packbits",
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/packbits.ts")).packbits,
  },
  {
    name: "vlen-array",
    aliases: ["numcodecs.vlen-array", "vlen_array"],
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/vlen-array.ts")).vlenArray,
  },
  {
    name: "numcodecs.adler32",
    aliases: ["adler32"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/adler32.ts")).adler32Codec,
  },
  {
    name: "numcodecs.base64",
    aliases: ["base64"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/base64.ts")).base64,
  },
  {
    name: "numcodecs.crc32",
    aliases: ["crc32"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/crc32.ts")).crc32Codec,
  },
  {
    name: "numcodecs.fletcher32",
    aliases: ["fletcher32"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/fletcher32.ts")).fletcher32Codec,
  },
  {
    name: "numcodecs.jenkins_lookup3",
    aliases: ["jenkins_lookup3"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/jenkins-lookup3.ts")).jenkinsLookup3Codec,
  },
  {
    name: "numcodecs.bz2",
    aliases: ["bz2"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/bz2.ts")).bz2,
  },
  {
    name: "numcodecs.lzma",
    aliases: ["lzma"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/lzma.ts")).lzma,
  },
  {
    name: "brotli",
    aliases: ["imagecodecs_brotli"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/brotli.ts")).brotli,
  },
  {
    name: "deflate-raw",
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/deflate-raw.ts")).deflateRaw,
  },
  {
    // LZ4's frame format; `lz4` is numcodecs' own framing.
    name: "lz4f",
    aliases: ["imagecodecs_lz4f"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/lz4f.ts")).lz4f,
  },
  {
    name: "snappy",
    aliases: ["imagecodecs_snappy"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/snappy.ts")).snappy,
  },
  {
    name: "hdf5.bitshuffle",
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/hdf5-bitshuffle.ts")).hdf5Bitshuffle,
  },
  {
    name: "hdf5.lz4",
    aliases: ["imagecodecs_lz4h5"],
    kind: "bytes-to-bytes",
    load: async () => (await import("./bytes-to-bytes/hdf5-lz4.ts")).hdf5Lz4,
  },
  {
    name: "numcodecs.zfpy",
    aliases: ["zfpy"],
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/zfpy.ts")).zfpy,
  },
  {
    name: "zfp",
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/zfp.ts")).zfp,
  },
  {
    name: "numcodecs.pcodec",
    aliases: ["pcodec"],
    kind: "array-to-bytes",
    load: async () => (await import("./array-to-bytes/pcodec.ts")).pcodec,
  },
];
