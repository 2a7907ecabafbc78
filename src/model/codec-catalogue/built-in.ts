/**
 * The codecs of this library. Adding one takes an entry here, its file in src/codecs/ and a line in src/codecs/loaders.ts.
 * Names are those that Zarr v3 writers use; aliases are spellings found in the wild.
 */
import type { CodecFacts } from "./facts.ts";

/** Values of `cname` with which Blosc is slow. Frames with Zstandard decode faster than Zstandard alone. */
const BLOSC_COST = { member: "cname", decode: ["zlib"], encode: ["zlib", "zstd", "lz4hc"] } as const;

const ARRAY_TO_ARRAY: readonly Omit<CodecFacts, "kind">[] = [
  { name: "transpose", cost: "trivial" },
  { name: "reshape" },
  { name: "zarrs.squeeze", aliases: ["squeeze"] },
  { name: "cast_value", encodedType: { members: ["data_type"] } },
  { name: "scale_offset" },
  { name: "numcodecs.astype", aliases: ["astype"], encodedType: { members: ["encode_dtype"] } },
  // The short name is the registered one, but zarr-python only knows the long one.
  { name: "numcodecs.bitround", aliases: ["bitround"] },
  {
    name: "numcodecs.categorize",
    aliases: ["categorize"],
    encodedType: { members: ["astype"], otherwise: "uint8" },
  },
  { name: "numcodecs.delta", aliases: ["delta"], encodedType: { members: ["astype", "dtype"] } },
  { name: "numcodecs.fixedscaleoffset", aliases: ["fixedscaleoffset"], encodedType: { members: ["astype", "dtype"] } },
  { name: "numcodecs.packbits", encodedType: { members: [], otherwise: "uint8" } },
  { name: "fits.unsigned", internal: true },
  { name: "fits.values", internal: true, encodedType: { members: ["stored"] } },
  { name: "hdf5.bits", internal: true },
  { name: "numcodecs.quantize", aliases: ["quantize"], encodedType: { members: ["astype", "dtype"] } },
];

const ARRAY_TO_BYTES: readonly Omit<CodecFacts, "kind">[] = [
  // `endian` was its name in the provisional Zarr v3 of 2023.
  { name: "bytes", aliases: ["endian"], cost: "trivial" },
  { name: "sharding_indexed", cost: "trivial" },
  { name: "packbits" },
  { name: "vlen-utf8", aliases: ["numcodecs.vlen-utf8", "vlen_utf8"], v2Id: "vlen-utf8" },
  { name: "vlen-bytes", aliases: ["numcodecs.vlen-bytes", "vlen_bytes"], v2Id: "vlen-bytes" },
  { name: "numcodecs.vlen-array", aliases: ["vlen-array", "vlen_array"] },
  { name: "numcodecs.json2", aliases: ["json2"], recordsShape: true },
  { name: "numcodecs.msgpack2", aliases: ["msgpack2"], recordsShape: true },
  { name: "zarrs.optional", aliases: ["optional"] },
  { name: "numcodecs.pcodec", aliases: ["pcodec"], v2Role: "compressor", cost: "heavy" },
  { name: "numcodecs.zfpy", aliases: ["zfpy"], v2Role: "compressor", cost: "heavy" },
  { name: "zfp", cost: "heavy" },
  { name: "bloscpack", internal: true },
  { name: "bloscpack-varlen", internal: true },
  { name: "fits.tile", internal: true, cost: "heavy" },
  { name: "fits.ascii", internal: true },
  { name: "tiff", internal: true },
  { name: "tiff.jpeg", internal: true, cost: "heavy" },
  { name: "tiff.jpeg2000", internal: true, cost: "heavy" },
  { name: "tiff.lerc", internal: true, cost: "heavy" },
  { name: "grib", aliases: ["numcodecs.grib"], v2Id: "grib", internal: true, cost: "heavy" },
  { name: "gribberish", v2Id: "gribberish", internal: true, cost: "heavy" },
  { name: "gribscan.rawgrib", v2Id: "gribscan.rawgrib", v2Role: "compressor", internal: true, cost: "heavy" },
];

const BYTES_TO_BYTES: readonly Omit<CodecFacts, "kind">[] = [
  {
    name: "blosc",
    aliases: ["numcodecs.blosc"],
    v2Id: "blosc",
    cost: BLOSC_COST,
    defaults: { cname: "lz4", clevel: 5, blocksize: 0 },
  },
  { name: "gzip", aliases: ["numcodecs.gzip"], v2Id: "gzip", cost: "heavy", defaults: { level: 5 } },
  {
    name: "zstd",
    aliases: ["numcodecs.zstd"],
    v2Id: "zstd",
    cost: "heavy",
    defaults: { level: 0, checksum: false },
  },
  { name: "numcodecs.zlib", aliases: ["zlib"], cost: "heavy", defaults: { level: 5 } },
  { name: "deflate-raw", cost: "heavy" },
  { name: "numcodecs.bz2", aliases: ["bz2"], cost: "heavy" },
  { name: "numcodecs.lzma", aliases: ["lzma"], cost: "heavy" },
  { name: "numcodecs.lz4", aliases: ["lz4"] },
  { name: "lz4-block" },
  // The frame format of LZ4; `lz4` is a framing of numcodecs.
  { name: "lz4f", aliases: ["imagecodecs_lz4f"], v2Id: "imagecodecs_lz4f" },
  { name: "snappy", aliases: ["imagecodecs_snappy"], v2Id: "imagecodecs_snappy" },
  { name: "brotli", aliases: ["imagecodecs_brotli"], v2Id: "imagecodecs_brotli" },
  { name: "hdf5.lz4", aliases: ["imagecodecs_lz4h5"], v2Id: "imagecodecs_lz4h5" },
  { name: "hdf5.bitshuffle" },
  { name: "hdf5.lzf", internal: true },
  { name: "hdf5.nbit", internal: true, cost: "heavy" },
  { name: "hdf5.scaleoffset", internal: true, cost: "heavy" },
  { name: "hdf5.szip", internal: true, cost: "heavy" },
  { name: "hdf5.blosc2", internal: true },
  { name: "hdf5.zfp", internal: true, cost: "heavy" },
  { name: "numcodecs.shuffle", aliases: ["shuffle"], v2Role: "filter" },
  { name: "crc32c", aliases: ["numcodecs.crc32c"], v2Id: "crc32c", v2Role: "filter", cost: "trivial" },
  { name: "numcodecs.crc32", aliases: ["crc32"], v2Role: "filter" },
  { name: "numcodecs.adler32", aliases: ["adler32"], v2Role: "filter" },
  { name: "numcodecs.fletcher32", aliases: ["fletcher32"], v2Role: "filter" },
  { name: "numcodecs.jenkins_lookup3", aliases: ["jenkins_lookup3"], v2Role: "filter" },
  { name: "numcodecs.base64", aliases: ["base64"], v2Role: "filter" },
  { name: "tiff.ccitt", internal: true, cost: "heavy" },
  { name: "tiff.lzw", internal: true, cost: "heavy" },
  { name: "tiff.packbits", internal: true },
  { name: "tiff.fill-order", internal: true },
];

export const BUILT_IN_CODECS: readonly CodecFacts[] = [
  ...ARRAY_TO_ARRAY.map((facts): CodecFacts => ({ ...facts, kind: "array-to-array" })),
  ...ARRAY_TO_BYTES.map((facts): CodecFacts => ({ ...facts, kind: "array-to-bytes" })),
  ...BYTES_TO_BYTES.map((facts): CodecFacts => ({ ...facts, kind: "bytes-to-bytes" })),
];
